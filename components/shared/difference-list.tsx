// Differences of two values, one line each: sign, path, old value, new value.

import type { Difference } from '@/lib/core/json/diff';
import type { Json } from '@/lib/core/json/json';
import { preview } from '@/lib/core/json/preview';
import { type DiffSpan, textSpans } from '@/lib/core/json/text-diff';
import { TEXTS } from '../texts';
import { asPath } from './text-limits';

const DIFF_SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕' } as const;

const SHOWN = 500;
/** Unchanged characters shown around a change. */
const CONTEXT = 24;
const SPAN_MAX = 400;
const SPANS_MAX = 60;

function contextOf(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * CONTEXT) return text;
  const end = isLast ? '' : text.slice(-CONTEXT);
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  return `${start}…${end}`;
}

function Span({ span, at, last }: { span: DiffSpan; at: number; last: number }) {
  const { kind, text } = span;
  const cut = text.length > SPAN_MAX ? `${text.slice(0, SPAN_MAX)}…` : text;
  if (kind === 'removed') return <del>{cut}</del>;
  if (kind === 'added') return <ins>{cut}</ins>;
  return <span class="dim">{contextOf(text, at === 0, at === last)}</span>;
}

export function TextSpans({ spans }: { spans: readonly DiffSpan[] }) {
  return (
    <span class="diff-text">
      {spans.slice(0, SPANS_MAX).map((span, at) => (
        <Span key={at} span={span} at={at} last={spans.length - 1} />
      ))}
      {spans.length > SPANS_MAX && <span class="dim"> …</span>}
    </span>
  );
}

interface Texts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function ChangedText({ before = '', after = '' }: Texts) {
  return <TextSpans spans={textSpans(before, after)} />;
}

/** Changes between two values; within texts, word by word. */
export function ChangedValue({ before, after }: { before: Json | undefined; after: Json | undefined }) {
  if (typeof before === 'string' && typeof after === 'string')
    return <ChangedText before={before} after={after} />;
  return (
    <>
      {before !== undefined && <del>{preview(before, 120)}</del>}
      {before !== undefined && after !== undefined && <span class="dim"> → </span>}
      {after !== undefined && <ins>{preview(after, 120)}</ins>}
    </>
  );
}

export function DifferenceValue({ difference }: { difference: Difference }) {
  const { before, after, kind } = difference;
  if (kind === 'moved') return <span class="dim"> {TEXTS.movedFrom(difference.from ?? '')}</span>;
  return <ChangedValue before={before} after={after} />;
}

export function DiffSign({ kind }: { kind: Difference['kind'] }) {
  return (
    <span class="diff-sign" role="img" aria-label={TEXTS.differences[kind]} title={TEXTS.differences[kind]}>
      {DIFF_SIGNS[kind]}
    </span>
  );
}

export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul class="differences">
      {differences.slice(0, SHOWN).map((difference) => (
        <li key={`${difference.kind} ${difference.pointer}`} class={`diff-${difference.kind}`}>
          <DiffSign kind={difference.kind} />
          <code>{asPath(difference.pointer)}</code> <DifferenceValue difference={difference} />
        </li>
      ))}
      {differences.length > SHOWN && <li class="dim">{TEXTS.more(differences.length - SHOWN)}</li>}
    </ul>
  );
}
