// Who reads the streams of a file: found by evidence, or named on the command line.
import type { Arguments, Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import { chosenReaders, consumers, everyReader, findConsumer, type Readers } from '@/lib/consumer/consumers';
import type { Annotations } from '@/lib/files/annotations';

const NAMES = consumers.map(({ id }) => id);

/** The option that names who reads the streams. */
export const CONSUMER: Option = {
  value: NAMES.join('|'),
  summary: 'Who reads the streams (default: found by what their requests look like).',
};

/** The readers of a file's streams; a recording may name them too. */
export function readersFor(args: Arguments, { consumers: chosen = {} }: Annotations): Readers {
  const name = args.options.get('consumer');
  if (name === undefined) return chosenReaders(chosen);
  const consumer = findConsumer(name);
  if (consumer !== undefined) return everyReader(consumer);
  throw new CliError(`--consumer must be one of ${NAMES.join(', ')}, not '${name}'.`);
}
