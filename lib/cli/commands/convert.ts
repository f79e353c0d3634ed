// `lens convert`: a file in another format.
import { type Arguments, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { type OpenFile, openFile } from '@/lib/cli/open-file';
import { formats } from '@/lib/files/formats';
import { eventsOfWalk, sourceOf } from '@/lib/files/log-source';
import type { WriteSource } from '@/lib/files/types';

const WRITERS = formats.filter(({ write }) => write !== undefined);
const NAMES = WRITERS.map(({ id }) => id);

function sourceFor(file: OpenFile): WriteSource {
  const { batches, name, annotations, isBody, walk } = file;
  const about = { origin: `converted from ${name}`, annotations };
  if (!isBody) return sourceOf(file.log, () => batches, about);
  const events = () => eventsOfWalk(walk);
  return { ...about, batches: () => batches, log: () => file.log, events, selfContained: events };
}

function run(args: Arguments): Outcome {
  const to = args.options.get('to') ?? '';
  const format = WRITERS.find(({ id }) => id === to);
  if (format?.write === undefined)
    throw new CliError(`--to must be one of ${NAMES.join(', ')}, not '${to}'.`);
  const file = openFile(fileAt(args, 0));
  const source = sourceFor(file);
  const written = format.write(source);
  if ('refused' in written) throw new CliError(written.refused, 1);
  return { output: written, exitCode: 0 };
}

/** Prints a file in another format. */
export const convertCommand: Command = {
  name: 'convert',
  summary: 'Prints the file in another format.',
  files: ['file'],
  options: { to: { value: 'FORMAT', summary: `The format to convert to: ${NAMES.join(', ')}.` } },
  exitCodes: '0 converted, 1 cannot be written in this format (says why), 2 the file could not be read.',
  run,
};
