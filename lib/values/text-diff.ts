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
/** And beyond this many units. */
const UNITS_MAX = 8000;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const differ = create({ objectHash: String, arrays: { detectMove: false } });

/** So far a cut is moved to the edge of a word, units. */
const EDGE_MAX = 64;
/** Parts of a word: letters, digits, what joins them to one sign, halves of pairs. */
const IN_WORD = /[\p{L}\p{N}\p{M}\p{Cs}_\u200d]/u;

/** Whether a text is cut within a word at a place. */
function isInWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && IN_WORD.test(text[at - 1] ?? '') && IN_WORD.test(text[at] ?? '');
}

/** How many units two texts begin with in common, in whole words; all of one that goes on in the other. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  if (at === a.length || at === b.length) return at;
  let edge = at;
  while (at - edge < EDGE_MAX && (isInWord(a, edge) || isInWord(b, edge))) edge--;
  return at - edge < EDGE_MAX ? edge : at;
}

/** The same at the end; no more than `most`. */
function commonEnd(a: string, b: string, most: number): number {
  let at = 0;
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at++;
  if (at === most) return at;
  let edge = at;
  while (at - edge < EDGE_MAX && (isInWord(a, a.length - edge) || isInWord(b, b.length - edge))) edge--;
  return at - edge < EDGE_MAX ? edge : at;
}

/** Words, what is between them, and signs. */
function wordsOf(text: string): readonly string[] | undefined {
  if (text.length > UNITS_MAX) return undefined;
  const words = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return words.length > WORDS_MAX ? undefined : words;
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
  const [oldWords, freshWords] = [wordsOf(old), wordsOf(fresh)];
  if (oldWords && freshWords) byWords(oldWords, freshWords, spans);
  else {
    push(spans, 'removed', old);
    push(spans, 'added', fresh);
  }
  push(spans, 'same', before.slice(before.length - end));
  return spans;
}
