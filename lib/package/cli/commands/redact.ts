// `lens redact`: a recording that can be given away.
import { type Arguments, fileAt } from '@/lib/package/cli/arguments';
import type { Command, Outcome } from '@/lib/package/cli/command';
import { openFile } from '@/lib/package/cli/open-file';
import { OUT, written } from '@/lib/package/cli/out-file';
import { SHARE_OPTIONS, secretsNote, sharedSource } from '@/lib/package/cli/shared-source';
import { textOf, writerOf } from '@/lib/package/library/writers';

function run(args: Arguments): Outcome {
  const source = sharedSource(openFile(fileAt(args, 0), args), args, 'share');
  const output = written(args, textOf(writerOf('recording', 'to'), source));
  const note = secretsNote(source, args);
  return { output, exitCode: 0, ...(note !== undefined && { note }) };
}

/** Prints a redacted recording. */
export const redactCommand: Command = {
  name: 'redact',
  summary: 'Prints a recording of the same shape, findings and timing in which every value became a token.',
  files: ['file'],
  options: { out: OUT, ...SHARE_OPTIONS },
  examples: [
    ['run.agui.jsonl > shared.agui.jsonl', 'Nothing stays that is not known to be safe.'],
    ['run.agui.jsonl --redact tools', 'The names and schemas of tools stay.'],
    ['run.agui.jsonl --keep TEXT_MESSAGE_CONTENT/delta', 'What the agent said stays.'],
  ],
  exitCodes: '0 redacted, 1 there is no such run, 2 the file could not be read.',
  run,
};
