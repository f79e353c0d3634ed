// What went on at the same time: of two things of one list, order counts only if one was over before the other began.
import { countUpTo } from '@/lib/agui/sorted';

/** From when to when something of a list went on, in places of that list. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** When something began and was over. */
export interface Times {
  readonly first: number;
  readonly last: number;
  /** When what it comes from began, if that was before it. */
  readonly since?: number;
  /** It keeps its place whatever the numbers say. */
  readonly isFixed?: boolean;
}

/** The spans of a list: each from its own place to that of the last that began before it was over. */
export function spansOf(list: readonly Times[]): readonly Span[] {
  const begins = new Float64Array(list.length);
  let [newest, over] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [at, { first, last, since, isFixed = false }] of list.entries()) {
    // What is not where its beginning would have it was put there: nothing before it goes on beyond it.
    const isPut = isFixed || (first < newest && since === undefined);
    newest = isPut ? Math.max(newest, over) + 0.5 : Math.max(newest, first);
    begins[at] = newest;
    over = Math.max(over, last, newest);
  }
  return list.map(({ last, since, isFixed = false }, at) => {
    if (isFixed) return { start: at, end: at };
    let start = at;
    for (; since !== undefined && start > 0; start--) {
      const before = list[start - 1];
      if (before === undefined || before.isFixed === true || before.last < since) break;
    }
    return { start, end: Math.max(at, countUpTo(begins, last) - 1) };
  });
}

/** Two spans that stand for each other, one of each list. */
export type SpanPair<T extends Span> = readonly [a: T, b: T];

/** Pairs in order of where a side's spans end, and how late the other side's begin up to each of them. */
function latestOf(pairs: readonly SpanPair<Span>[], side: 0 | 1): (before: number) => number {
  const sorted = pairs.toSorted((left, right) => left[side].end - right[side].end);
  const ends = sorted.map((pair) => pair[side].end);
  let latest = -1;
  const starts = sorted.map((pair) => (latest = Math.max(latest, pair[side === 0 ? 1 : 0].start)));
  return (before) => starts[countUpTo(ends, before - 1) - 1] ?? -1;
}

const isBefore = (a: Span, b: Span): boolean => a.end < b.start;

/** Pairs whose order is the same on both sides, as far as order counts. */
export interface InOrder {
  /** Whether one more pair fits to them. */
  has(a: Span, b: Span): boolean;
  add(a: Span, b: Span): void;
}

/** So many added pairs are looked at one by one. */
const ADDED_MAX = 256;

/** Begins with pairs that fit together. */
export function inOrder(given: readonly SpanPair<Span>[]): InOrder {
  const pairs = [...given];
  let added: SpanPair<Span>[] = [];
  let latest = [latestOf(pairs, 0), latestOf(pairs, 1)] as const;
  return {
    has(a, b) {
      if (latest[0](a.start) > b.end || latest[1](b.start) > a.end) return false;
      return !added.some(
        ([x, y]) => (isBefore(x, a) && isBefore(b, y)) || (isBefore(a, x) && isBefore(y, b)),
      );
    },
    add(a, b) {
      pairs.push([a, b]);
      added.push([a, b]);
      if (added.length <= ADDED_MAX) return;
      latest = [latestOf(pairs, 0), latestOf(pairs, 1)];
      added = [];
    },
  };
}
