// `lens diff`: in what two files, or two runs, differ.

import { IGNORABLE, type Ignorable, type Side } from '@/lib/core/compare/types';
import { contentOf, sayNoEvents } from '@/lib/core/files/no-events';
import { type Arguments, fileAt } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import type { Command, Outcome } from '@/lib/package/cli/command';
import { comparisonText } from '@/lib/package/cli/comparison-text';
import { openFile } from '@/lib/package/cli/open-file';
import { compareSides, sideOf } from '@/lib/package/library/compare-sides';
import { runsToCompare } from '@/lib/package/library/diff';
import { oneOf } from '@/lib/package/library/lens-error';

function ignoredBy(args: Arguments): readonly Ignorable[] {
  const names = args.options.get('ignore')?.split(',') ?? [];
  return [...new Set(names.map((name) => oneOf('ignore', IGNORABLE, name)))];
}

/** The runs to compare: one number for both files, or one for each. */
function runsOf(args: Arguments): readonly [number | undefined, number | undefined] {
  const given = args.options.get('run');
  if (given === undefined) return [undefined, undefined];
  const [a = Number.NaN, b = a, ...more] = given.split(',').map(Number);
  if (more.length > 0 || Number.isNaN(a) || Number.isNaN(b))
    throw new CliError(`--run takes one number, or one for each file, not '${given}'.`);
  return runsToCompare([a, b]);
}

function sideAt(args: Arguments, at: 0 | 1, run: number | undefined): Side {
  const opened = openFile(fileAt(args, at), args);
  // Files that hold nothing are not the same: something is wrong with them.
  const empty = sayNoEvents(opened.name, contentOf(opened.log));
  if (empty !== undefined) throw new CliError(empty);
  return sideOf(opened, run);
}

function run(args: Arguments): Outcome {
  const ignored = ignoredBy(args);
  const [runA, runB] = runsOf(args);
  const sides = [sideAt(args, 0, runA), sideAt(args, 1, runB)] as const;
  const { comparison, difference } = compareSides(sides, ignored);
  const { same } = comparison;
  const json = `${JSON.stringify(same ? { same } : difference)}\n`;
  const output = args.flags.has('json') ? json : comparisonText(comparison, ignored);
  return { output: [output], exitCode: same ? 0 : 1 };
}

/** Compares two files. */
export const diffCommand: Command = {
  name: 'diff',
  summary: 'Prints in what two files differ: events, messages, state, tool calls, findings, times.',
  files: ['a', 'b'],
  options: {
    run: { value: 'N[,N]', summary: 'Only this run of both files, by its number, or one of each.' },
    ignore: { value: IGNORABLE.join(','), summary: 'What may differ without counting.' },
  },
  flags: { json: 'Prints one JSON object.' },
  examples: [
    ['before.agui.jsonl after.agui.jsonl', 'What differs, as text.'],
    ['a.agui.jsonl b.agui.jsonl --ignore ids,times', 'Two recordings of the same prompt.'],
    ['run.agui.jsonl run.agui.jsonl --run 1,2 --json', 'Two runs of one recording, as JSON.'],
  ],
  exitCodes: '0 no difference, 1 a difference, 2 a file could not be read or holds no event.',
  run,
};
