// `lens convert`: a file in another format.

import type { Command } from '@/lib/package/cli/command';
import { openArgument } from '@/lib/package/cli/open-file';
import { OUT, written } from '@/lib/package/cli/out-file';
import { noteSecrets, sharedSource, shareOptions } from '@/lib/package/cli/shared-source';
import { noted } from '@/lib/package/cli/skipped-note';
import { WRITERS, writerOf, writtenText } from '@/lib/package/library/convert';

const NAMES = WRITERS.map(({ id }) => id);

export const convertCommand: Command = {
  name: 'convert',
  summary: 'Prints the file in another format.',
  files: ['file'],
  options: {
    to: { value: 'FORMAT', summary: `The format to convert to: ${NAMES.join(', ')}.` },
    out: OUT,
    ...shareOptions(),
  },
  examples: [
    ['run.har --to recording --out run.agui.jsonl.gz', 'A compressed recording.'],
    ['run.agui.jsonl --to vitest-test --out run.test.ts', 'A test that replays it.'],
    ['run.agui.jsonl --to markdown --redact share', 'The conversation without its texts.'],
    ['run.agui.jsonl --to har --scope run:r1', 'One run.'],
    ['run.agui.jsonl --to html-report --redact share --out run.html', 'One page with the panel.'],
  ],
  exitCodes: '0 converted, 1 not possible in this format, 2 unreadable file.',
  run(args) {
    const format = writerOf(args.options.get('to') ?? '', 'to');
    const source = sharedSource(openArgument(args), args);
    const output = noted(written(args, writtenText(format, source)), source.skipped, args);
    noteSecrets(source, args);
    return { output, exitCode: 0, isData: format.isRaw === true };
  },
};
