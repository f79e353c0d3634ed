// A comparison as people read it: what differs first, then subject by subject.
import type { Aligned, CallPair, Comparison, Ignorable, MessagePair } from '@/lib/core/compare/types';
import type { Difference } from '@/lib/core/json/diff';
import { FIGURES } from '@/lib/core/metrics/run-figures';

const SIGNS = { same: ' ', changed: '~', removed: '-', added: '+', moved: '>' } as const;
/** So many lines of a subject are printed. */
const LINES_MAX = 200;
const VALUE_MAX = 120;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > VALUE_MAX ? `${line.slice(0, VALUE_MAX)}…` : line;
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > LINES_MAX ? [`  … and ${lines.length - LINES_MAX} more`] : [];
  return `${[title, ...lines.slice(0, LINES_MAX).map((line) => `  ${line}`), ...more].join('\n')}\n\n`;
}

function placeOf({ a, b }: Aligned): string {
  return `${a === undefined ? '–' : a.seq} | ${b === undefined ? '–' : b.seq}`;
}

function eventLines(row: Aligned): readonly string[] {
  const { kind, a, b } = row;
  const head = `${SIGNS[kind]} ${placeOf(row)}  ${short((a ?? b)?.type ?? '')}`;
  const old = a === undefined ? [] : [`    - ${short(a.content)}`];
  const fresh = b === undefined ? [] : [`    + ${short(b.content)}`];
  return [head, ...old, ...fresh];
}

function messageLine({ kind, role, spans }: MessagePair): string {
  const text = spans.map(({ kind: part, text: words }) => {
    if (part === 'removed') return `[-${words}-]`;
    return part === 'added' ? `{+${words}+}` : words;
  });
  return `${SIGNS[kind]} ${short(role)}: ${text
    .join('')
    .replace(/\s+/g, ' ')
    .slice(0, 4 * VALUE_MAX)}`;
}

function stateLine({ kind, pointer, before, after }: Difference): string {
  const values = [before, after].flatMap((value) =>
    value === undefined ? [] : [short(JSON.stringify(value))],
  );
  return `${SIGNS[kind]} ${pointer === '' ? '(all of it)' : short(pointer)}  ${values.join(' → ')}`;
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

const differing = <T extends { readonly kind: string }>(list: readonly T[]) =>
  list.filter(({ kind }) => kind !== 'same');

/** The comparison as text. */
export function comparisonText(comparison: Comparison, ignored: readonly Ignorable[]): string {
  const { same, rows, isRough, messages, state, calls, findings } = comparison;
  const but = ignored.length === 0 ? '' : ` (ignoring ${ignored.join(', ')})`;
  const changed = differing(rows);
  const rough = isRough ? ['These runs differ too much to match events reliably.'] : [];
  const found = findings.map(({ rule, a, b }) => `${rule}  ${a} | ${b}`);
  return [
    same ? `No difference${but}.\n\n` : `Different${but}: ${changed.length} of ${rows.length} events.\n\n`,
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
