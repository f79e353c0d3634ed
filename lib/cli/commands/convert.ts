// `lens convert`: a file in another format.
import { type Arguments, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { openFile } from '@/lib/cli/open-file';
import { SHARE_OPTIONS, secretsNote, sharedSource } from '@/lib/cli/shared-source';
import { formats } from '@/lib/files/formats';

const WRITERS = formats.filter(({ write }) => write !== undefined);
const NAMES = WRITERS.map(({ id }) => id);

function run(args: Arguments): Outcome {
  const to = args.options.get('to') ?? '';
  const format = WRITERS.find(({ id }) => id === to);
  if (format?.write === undefined)
    throw new CliError(`--to must be one of ${NAMES.join(', ')}, not '${to}'.`);
  const file = openFile(fileAt(args, 0));
  const source = sharedSource(file, args);
  const written = format.write(source);
  if ('refused' in written) throw new CliError(written.refused, 1);
  const note = secretsNote(source, args);
  return { output: written, exitCode: 0, ...(note !== undefined && { note }) };
}

/** Prints a file in another format. */
export const convertCommand: Command = {
  name: 'convert',
  summary: 'Prints the file in another format.',
  files: ['file'],
  options: {
    to: { value: 'FORMAT', summary: `The format to convert to: ${NAMES.join(', ')}.` },
    ...SHARE_OPTIONS,
  },
  exitCodes: '0 converted, 1 cannot be written in this format (says why), 2 the file could not be read.',
  run,
};
