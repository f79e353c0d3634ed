// `lens redact`: a recording without its values.
import type { Command } from '@/lib/package/cli/command';
import { openArgument } from '@/lib/package/cli/open-file';
import { OUT, written } from '@/lib/package/cli/out-file';
import { noteSecrets, sharedSource, shareOptions } from '@/lib/package/cli/shared-source';
import { writerOf, writtenText } from '@/lib/package/library/convert';

export const redactCommand: Command = {
  name: 'redact',
  summary: 'Prints a recording with placeholders for values; shape, findings and timing stay.',
  files: ['file'],
  options: { out: OUT, ...shareOptions('share') },
  examples: [
    ['run.agui.jsonl > shared.agui.jsonl', 'Replaces all values that are not known to be safe.'],
    ['run.agui.jsonl --redact tools', 'Keeps names and schemas of tools.'],
    ['run.agui.jsonl --keep TEXT_MESSAGE_CONTENT/delta', 'Keeps the texts of the agent.'],
  ],
  exitCodes: '0 redacted, 1 no such run, 2 unreadable file.',
  run(args) {
    const source = sharedSource(openArgument(args), args, 'share');
    const output = written(args, writtenText(writerOf('recording', 'to'), source));
    noteSecrets(source, args);
    return { output, exitCode: 0 };
  },
};
