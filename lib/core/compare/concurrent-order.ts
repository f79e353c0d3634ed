// Order of items with a start and an end: overlapping items are concurrent, in any order.
import { countUpTo } from '@/lib/core/json/sorted';

export interface Lasting {
  readonly start: number;
  readonly end: number;
}

type LastingPair = readonly [a: Lasting, b: Lasting];

/** True if items overlap. The list is sorted by starts. */
export function areConcurrent(list: readonly Lasting[]): boolean {
  let end = -1;
  return list.some((item) => {
    const isConcurrent = item.start < end;
    end = Math.max(end, item.end);
    return isConcurrent;
  });
}

/** The latest start on the other side among pairs that end before a position. */
function latestStarts(pairs: readonly LastingPair[], side: 0 | 1): (before: number) => number {
  const sorted = pairs.toSorted((x, y) => x[side].end - y[side].end);
  const ends = sorted.map((pair) => pair[side].end);
  let latest = -1;
  const starts = sorted.map((pair) => (latest = Math.max(latest, pair[side === 0 ? 1 : 0].start)));
  return (before) => starts[countUpTo(ends, before - 1) - 1] ?? -1;
}

const isBefore = (x: Lasting, y: Lasting): boolean => x.end < y.start;

/**
 * Adds pairs if they are in the same order in both lists, except for concurrent items; false for a pair that is not.
 */
export function createPairOrder(pairs: readonly LastingPair[]): (a: Lasting, b: Lasting) => boolean {
  const latest = [latestStarts(pairs, 0), latestStarts(pairs, 1)] as const;
  const added: LastingPair[] = [];
  return (a, b) => {
    if (latest[0](a.start) > b.end || latest[1](b.start) > a.end) return false;
    const isCrossed = added.some(
      ([x, y]) => (isBefore(x, a) && isBefore(b, y)) || (isBefore(a, x) && isBefore(y, b)),
    );
    if (!isCrossed) added.push([a, b]);
    return !isCrossed;
  };
}
