// `lens redact`: a recording that can be given away.
import { type Arguments, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { openFile } from '@/lib/cli/open-file';
import { SHARE_OPTIONS, secretsNote, sharedSource } from '@/lib/cli/shared-source';
import { recording } from '@/lib/files/recording';

function run(args: Arguments): Outcome {
  const source = sharedSource(openFile(fileAt(args, 0)), args, 'share');
  const written = recording.write?.(source) ?? [];
  if ('refused' in written) throw new CliError(written.refused, 1);
  const note = secretsNote(source, args);
  return { output: written, exitCode: 0, ...(note !== undefined && { note }) };
}

/** Prints a redacted recording. */
export const redactCommand: Command = {
  name: 'redact',
  summary: 'Prints a recording of the same shape, findings and timing in which every value became a token.',
  files: ['file'],
  options: SHARE_OPTIONS,
  exitCodes: '0 redacted, 1 there is no such run, 2 the file could not be read.',
  run,
};
