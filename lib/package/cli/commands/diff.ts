// `lens diff`: differences between two files, or two runs.

import {
  type Aligned,
  type CallPair,
  type Comparison,
  IGNORABLE,
  type Ignorable,
  type MessagePair,
} from '@/lib/core/compare/types';
import { logContent, noEventsText } from '@/lib/core/files/no-events';
import type { Difference } from '@/lib/core/json/diff';
import { oneLine } from '@/lib/core/json/preview';
import { FIGURES } from '@/lib/core/metrics/run-figures';
import { type Arguments, type Command, listed } from '@/lib/package/cli/command';
import { CliError } from '@/lib/package/cli/errors';
import { openArgument } from '@/lib/package/cli/open-file';
import { differing, diffOpened } from '@/lib/package/library/diff';
import { oneOf } from '@/lib/package/library/lens-error';
import type { Opened } from '@/lib/package/library/open';

const SIGNS = { same: ' ', changed: '~', removed: '-', added: '+', moved: '>' } as const;
const LINES_MAX = 200;
const VALUE_MAX = 120;

const short = (text: string): string => oneLine(text, VALUE_MAX);

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > LINES_MAX ? [`  … and ${lines.length - LINES_MAX} more`] : [];
  return `${[title, ...lines.slice(0, LINES_MAX).map((line) => `  ${line}`), ...more].join('\n')}\n\n`;
}

function positionsText({ a, b }: Aligned): string {
  return `${a === undefined ? '–' : a.seq} | ${b === undefined ? '–' : b.seq}`;
}

function differenceText({ rows, first }: Comparison): string {
  const count = differing(rows).length;
  const row = rows[first];
  if (count === 0 || row === undefined) return 'No event differs, but other parts do';
  const { a, b } = row;
  const seqs = [a, b].map((item) => (item === undefined ? 'missing' : `#${item.seq}`)).join(' vs ');
  return `${count} of ${rows.length} events differ, first ${short((a ?? b)?.type ?? '')} (${seqs})`;
}

function eventLines(row: Aligned): readonly string[] {
  const { kind, a, b } = row;
  const head = `${SIGNS[kind]} ${positionsText(row)}  ${short((a ?? b)?.type ?? '')}`;
  const old = a === undefined ? [] : [`    - ${short(a.content)}`];
  const fresh = b === undefined ? [] : [`    + ${short(b.content)}`];
  return [head, ...old, ...fresh];
}

function messageLine({ kind, role, spans }: MessagePair): string {
  const text = spans.map(({ kind: part, text: words }) => {
    if (part === 'removed') return `[-${words}-]`;
    return part === 'added' ? `{+${words}+}` : words;
  });
  return `${SIGNS[kind]} ${short(role)}: ${oneLine(text.join(''), 4 * VALUE_MAX)}`;
}

function stateLine({ kind, pointer, before, after }: Difference): string {
  const values = [before, after].flatMap((value) =>
    value === undefined ? [] : [short(JSON.stringify(value))],
  );
  return `${SIGNS[kind]} ${pointer === '' ? '(whole state)' : short(pointer)}  ${values.join(' → ')}`;
}

function callLine({ kind, name, a, b }: CallPair): string {
  const sides = [a, b].flatMap((call) => {
    if (call === undefined) return [];
    const result = call.result === undefined ? '' : ` = ${JSON.stringify(call.result)}`;
    return [short(`${call.args}${result}`)];
  });
  return `${SIGNS[kind]} ${short(name)}  ${sides.join(' → ')}`;
}

function figureLines({ figures: { a, b } }: Comparison): readonly string[] {
  return FIGURES.flatMap((name) => {
    const [left, right] = [a[name], b[name]];
    if (name === 'start' || (left === undefined && right === undefined)) return [];
    const number = (value: number | undefined) =>
      value === undefined ? '–' : String(Math.round(value * 10) / 10);
    return [`${name}  ${number(left)} | ${number(right)}`];
  });
}

export function comparisonText(comparison: Comparison, ignored: readonly Ignorable[]): string {
  const { same, rows, isRough, messages, state, calls, findings } = comparison;
  const but = ignored.length === 0 ? '' : ` (ignoring ${ignored.join(', ')})`;
  const changed = differing(rows);
  const head = same ? `No difference${but}.` : `${differenceText(comparison)}${but}.`;
  const rough = isRough ? ['These runs differ too much to match events reliably.'] : [];
  const found = findings.map(({ rule, a, b }) => `${rule}  ${a} | ${b}`);
  return [
    `${head}\n\n`,
    section('Events', [...rough, ...changed.flatMap(eventLines)]),
    section('Messages', differing(messages).map(messageLine)),
    section('State', state.map(stateLine)),
    section('Tool calls', differing(calls).map(callLine)),
    section('Findings', found),
    ignored.includes('times') ? '' : section('Figures', figureLines(comparison)),
  ]
    .join('')
    .replace(/\n+$/, '\n');
}

function ignoredBy(args: Arguments): readonly Ignorable[] {
  const names = args.options.get('ignore');
  return [
    ...new Set((names === undefined ? [] : listed(names)).map((name) => oneOf('ignore', IGNORABLE, name))),
  ];
}

/** One run for both files, or one for each. */
function runsOf(args: Arguments): readonly [number, number] | undefined {
  const text = args.options.get('run');
  if (text === undefined) return undefined;
  const [a = Number.NaN, b = a, ...more] = text.split(',').map(Number);
  if (more.length === 0 && !Number.isNaN(a) && !Number.isNaN(b)) return [a, b];
  throw new CliError(`--run takes one number, or one for each file, not '${text}'.`);
}

function openAt(args: Arguments, position: 0 | 1): Opened {
  const opened = openArgument(args, position);
  const empty = noEventsText(opened.name, logContent(opened.log));
  if (empty !== undefined) throw new CliError(empty);
  return opened;
}

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Prints the differences between two files: events, messages, state, tool calls, findings, times.',
  files: ['a', 'b'],
  options: {
    run: { value: 'N[,N]', summary: 'Only this run of both files, by its number, or one of each.' },
    ignore: { value: IGNORABLE.join(','), summary: 'Ignores these differences.' },
  },
  flags: { json: 'Prints one JSON object.' },
  examples: [
    ['before.agui.jsonl after.agui.jsonl', 'Differences as text.'],
    ['a.agui.jsonl b.agui.jsonl --ignore ids,times', 'Two recordings of the same prompt.'],
    ['run.agui.jsonl run.agui.jsonl --run 1,2 --json', 'Two runs of one recording, as JSON.'],
  ],
  exitCodes: '0 no difference, 1 a difference, 2 a file could not be read or contains no event.',
  run(args) {
    const ignore = ignoredBy(args);
    const runs = runsOf(args);
    if (args.positionals[0] === '-' && args.positionals[1] === '-')
      throw new CliError('Standard input can be read only once: pass a file for one side.');
    const files = [openAt(args, 0), openAt(args, 1)] as const;
    const { comparison, difference } = diffOpened(files, { ignore, ...(runs && { run: runs }) });
    const { same } = comparison;
    const json = `${JSON.stringify(difference)}\n`;
    const output = args.flags.has('json') ? json : comparisonText(comparison, ignore);
    return { output: [output], exitCode: same ? 0 : 1 };
  },
};
