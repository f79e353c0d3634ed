// Compares two texts word by word.
import { diffArrays } from 'diff';

export interface DiffSpan {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longest text that is cut into words, UTF-16 units; longer ones are one change. */
const UNITS_MAX = 20_000;
/** Most words that may differ: time and memory grow with its square. */
const EDITS_MAX = 400;
/** Longest way back to the beginning of a word, UTF-16 units. */
const EDGE_MAX = 64;
/** Parts of a word: letters, digits, joiners, halves of surrogate pairs. */
const IN_WORD = /[\p{L}\p{N}\p{M}\p{Cs}_\u200d]/u;

let segmenter: Intl.Segmenter | undefined;

function splitWords(text: string): string[] {
  // Created on demand: it loads tables of words.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function isInsideWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && IN_WORD.test(text[at - 1] ?? '') && IN_WORD.test(text[at] ?? '');
}

/** Length of a common part, without a word that it would cut. */
function commonLength(
  most: number,
  isSame: (length: number) => boolean,
  isCut: (length: number) => boolean,
): number {
  let length = 0;
  while (length < most && isSame(length)) length++;
  let edge = length;
  while (length < most && length - edge < EDGE_MAX && isCut(edge)) edge--;
  return length - edge < EDGE_MAX ? edge : length;
}

function wordSpans(before: string, after: string): readonly DiffSpan[] {
  const isShort = Math.max(before.length, after.length) <= UNITS_MAX;
  const changes = isShort && diffArrays(splitWords(before), splitWords(after), { maxEditLength: EDITS_MAX });
  if (!changes)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

export function textSpans(before: string, after: string): readonly DiffSpan[] {
  const shorter = Math.min(before.length, after.length);
  const start = commonLength(
    shorter,
    (at) => before[at] === after[at],
    (at) => isInsideWord(before, at) || isInsideWord(after, at),
  );
  const [oldEnd, freshEnd] = [before.length, after.length];
  const end = commonLength(
    shorter - start,
    (at) => before[oldEnd - 1 - at] === after[freshEnd - 1 - at],
    (at) => isInsideWord(before, oldEnd - at) || isInsideWord(after, freshEnd - at),
  );
  const spans: DiffSpan[] = [];
  for (const span of [
    { kind: 'same', text: before.slice(0, start) } as const,
    ...wordSpans(before.slice(start, oldEnd - end), after.slice(start, freshEnd - end)),
    { kind: 'same', text: before.slice(oldEnd - end) } as const,
  ]) {
    const last = spans.at(-1);
    if (span.text === '') continue;
    if (last?.kind === span.kind) spans[spans.length - 1] = { ...span, text: last.text + span.text };
    else spans.push(span);
  }
  return spans;
}
