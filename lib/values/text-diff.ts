// Compares two texts word by word.
import { create } from 'jsondiffpatch';
import { isJsonObject } from '@/lib/agui/json';

/** A span of text that both have, or only one of them. */
export interface TextSpan {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many words the middle counts as one change: comparing is quadratic. */
const WORDS_MAX = 600;

const differ = create({ objectHash: String, arrays: { detectMove: false } });

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function commonEnd(a: string, b: string, most: number): number {
  let at = 0;
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at++;
  return at;
}

function push(spans: TextSpan[], kind: TextSpan['kind'], text: string): void {
  if (text === '') return;
  const last = spans.at(-1);
  if (last?.kind === kind) spans[spans.length - 1] = { kind, text: last.text + text };
  else spans.push({ kind, text });
}

function byWords(before: readonly string[], after: readonly string[], spans: TextSpan[]): void {
  const delta: unknown = differ.diff([...before], [...after]);
  const found = isJsonObject(delta) ? delta : {};
  let old = 0;
  for (let at = 0; at <= after.length; at++) {
    for (; old < before.length && Object.hasOwn(found, `_${old}`); old++)
      push(spans, 'removed', before[old] ?? '');
    const word = after[at];
    if (word === undefined) break;
    if (Object.hasOwn(found, String(at))) push(spans, 'added', word);
    else {
      push(spans, 'same', word);
      old++;
    }
  }
}

/** The spans from one text to the other, in order. */
export function textSpans(before: string, after: string): readonly TextSpan[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, Math.min(before.length, after.length) - start);
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const spans: TextSpan[] = [];
  push(spans, 'same', before.slice(0, start));
  const oldWords = old.match(/\s+|[^\s]+/g) ?? [];
  const freshWords = fresh.match(/\s+|[^\s]+/g) ?? [];
  if (oldWords.length <= WORDS_MAX && freshWords.length <= WORDS_MAX) byWords(oldWords, freshWords, spans);
  else {
    push(spans, 'removed', old);
    push(spans, 'added', fresh);
  }
  push(spans, 'same', before.slice(before.length - end));
  return spans;
}
