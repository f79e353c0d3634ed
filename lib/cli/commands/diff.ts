// `lens diff`: in what two files, or two runs, differ.
import { type Arguments, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { comparisonText } from '@/lib/cli/comparison-text';
import { openFile } from '@/lib/cli/open-file';
import { compare } from '@/lib/compare/compare';
import { type Comparison, IGNORABLE, type Ignorable, type Item, type Side } from '@/lib/compare/types';
import { createHistory } from '@/lib/log/history';
import { modelFold } from '@/lib/model/model';

function ignoredBy(args: Arguments): readonly Ignorable[] {
  const names = args.options.get('ignore')?.split(',') ?? [];
  return names.map((name) => {
    const known = IGNORABLE.find((each) => each === name);
    if (known === undefined)
      throw new CliError(`--ignore must be some of ${IGNORABLE.join(', ')}, not '${name}'.`);
    return known;
  });
}

/** The runs to compare: one number for both files, or one for each. */
function runsOf(args: Arguments): readonly [number | undefined, number | undefined] {
  const given = args.options.get('run');
  if (given === undefined) return [undefined, undefined];
  const numbers = given.split(',').map(Number);
  const [a, b = a] = numbers;
  if (numbers.length > 2 || numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new CliError(`--run must be the number of a run from 1 on, or one for each file, not '${given}'.`);
  return [a, b];
}

function sideOf(path: string, run: number | undefined): Side {
  const { log, name } = openFile(path);
  if (run === undefined) return { log };
  const count = createHistory(modelFold, log).head().runs.length;
  if (run > count) throw new CliError(`There is no run ${run} in ${name}, which has ${count}.`);
  return { log, run: run - 1 };
}

function eventOf({ log }: Side, item: Item | undefined): unknown {
  return item === undefined ? null : (log.at(item.seq)?.event ?? null);
}

/** One line: what differs first, and everything else that differs. */
function json(comparison: Comparison, [a, b]: readonly [Side, Side]): string {
  const { same, rows, first, isRough, messages, state, calls, findings, figures } = comparison;
  if (same) return `${JSON.stringify({ same })}\n`;
  const row = rows[first];
  const seqs = (item: Item | undefined) => item?.seq ?? null;
  const value = {
    same,
    event: row?.a?.seq ?? row?.b?.seq ?? -1,
    a: eventOf(a, row?.a),
    b: eventOf(b, row?.b),
    rough: isRough,
    events: rows.flatMap(({ kind, a: left, b: right }) =>
      kind === 'same' ? [] : [{ kind, type: (left ?? right)?.type, a: seqs(left), b: seqs(right) }],
    ),
    messages: messages.filter(({ kind }) => kind !== 'same'),
    state,
    calls: calls.filter(({ kind }) => kind !== 'same'),
    findings,
    figures,
  };
  return `${JSON.stringify(value)}\n`;
}

function run(args: Arguments): Outcome {
  const ignored = ignoredBy(args);
  const [runA, runB] = runsOf(args);
  const sides = [sideOf(fileAt(args, 0), runA), sideOf(fileAt(args, 1), runB)] as const;
  const comparison = compare(...sides, ignored);
  const output = args.flags.has('json') ? json(comparison, sides) : comparisonText(comparison, ignored);
  return { output: [output], exitCode: comparison.same ? 0 : 1 };
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
  exitCodes: '0 no difference, 1 a difference, 2 a file could not be read.',
  run,
};
