// `lens convert`: a file in another format.

import { sayLeftOut } from '@/lib/core/files/left-out';
import type { WriteSource } from '@/lib/core/files/types';
import { type Arguments, fileAt } from '@/lib/package/cli/arguments';
import type { Command, Outcome } from '@/lib/package/cli/command';
import { openFile } from '@/lib/package/cli/open-file';
import { OUT, written } from '@/lib/package/cli/out-file';
import { reportParts } from '@/lib/package/cli/report-parts';
import { SHARE_OPTIONS, secretsNote, sharedSource } from '@/lib/package/cli/shared-source';
import { textOf, WRITERS, writerOf } from '@/lib/package/library/writers';

const NAMES = WRITERS.map(({ id }) => id);

/** What was left out of the output, once all of it was taken, as a note. */
function* noted(output: Iterable<string>, { leftOut }: WriteSource, args: Arguments): Iterable<string> {
  yield* output;
  const count = leftOut?.() ?? 0;
  if (count > 0) args.notes.add(sayLeftOut(count));
}

function run(args: Arguments): Outcome {
  const format = writerOf(args.options.get('to') ?? '', 'to');
  const report = format.needsReport === true ? reportParts() : undefined;
  const shared = sharedSource(openFile(fileAt(args, 0), args), args);
  const source = report === undefined ? shared : { ...shared, report };
  const output = noted(written(args, textOf(format, source)), source, args);
  const note = secretsNote(source, args);
  return { output, exitCode: 0, isData: format.isRaw === true, ...(note !== undefined && { note }) };
}

/** Prints a file in another format. */
export const convertCommand: Command = {
  name: 'convert',
  summary: 'Prints the file in another format.',
  files: ['file'],
  options: {
    to: { value: 'FORMAT', summary: `The format to convert to: ${NAMES.join(', ')}.` },
    out: OUT,
    ...SHARE_OPTIONS,
  },
  examples: [
    ['run.har --to recording --out run.agui.jsonl.gz', 'A recording, packed.'],
    ['run.agui.jsonl --to vitest-test --out run.test.ts', 'A test that replays it.'],
    ['run.agui.jsonl --to markdown --redact share', 'The conversation without what was said.'],
    ['run.agui.jsonl --to har --scope run:r1', 'One run.'],
    ['run.agui.jsonl --to html-report --redact share --out run.html', 'One page with the whole panel.'],
  ],
  exitCodes: '0 converted, 1 cannot be written in this format (says why), 2 the file could not be read.',
  run,
};
