// Aligns two lists by a longest common subsequence; concurrent items may be in any order.
import { diffArrays } from 'diff';
import { areConcurrent, createPairOrder, type Lasting } from '@/lib/core/compare/concurrent-order';
import type { Aligned } from '@/lib/core/compare/types';
import { grouped } from '@/lib/core/json/sorted';

export interface Alignable extends Lasting {
  /**
   * From strict to loose, with the same number for all items. Equal first keys mean unchanged, equal later ones
   * changed.
   */
  readonly keys: readonly string[];
}

export interface Pair<T> {
  readonly kind: Aligned['kind'];
  readonly a?: T;
  readonly b?: T;
}

interface Alignment<T> {
  readonly pairs: readonly Pair<T>[];
  /** True if the lists differ in more than EDITS_MAX items. */
  readonly isRough: boolean;
}

/** Time and memory grow with its square. */
const EDITS_MAX = 1500;
/** Maximum number of candidates with the same key per item. */
const TRIES_MAX = 16;

function keyAt({ keys }: Alignable, level: number): string {
  return keys[level] ?? '';
}

function pairOf<T extends Alignable>(a: T, b: T): Pair<T> {
  return { kind: keyAt(a, 0) === keyAt(b, 0) ? 'same' : 'changed', a, b };
}

const removedOf = <T>(list: readonly T[]): Pair<T>[] => list.map((a) => ({ kind: 'removed', a }));
const addedOf = <T>(list: readonly T[]): Pair<T>[] => list.map((b) => ({ kind: 'added', b }));

type IsEqual<T> = (a: T | undefined, b: T | undefined) => boolean;

function pairAll<T extends Alignable>(a: readonly T[], b: readonly T[]): Pair<T>[] {
  return a.flatMap((item, at) => {
    const other = b[at];
    return other === undefined ? [] : [pairOf(item, other)];
  });
}

function commonEnds<T extends Alignable>(a: readonly T[], b: readonly T[], isEqual: IsEqual<T>): Pair<T>[] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && isEqual(a[start], b[start])) start++;
  let end = 0;
  while (end < most - start && isEqual(a.at(-1 - end), b.at(-1 - end))) end++;
  const [endA, endB] = [a.length - end, b.length - end];
  return [
    ...pairAll(a.slice(0, start), b),
    ...removedOf(a.slice(start, endA)),
    ...addedOf(b.slice(start, endB)),
    ...pairAll(a.slice(endA), b.slice(endB)),
  ];
}

function commonSubsequence<T extends Alignable>(
  a: readonly T[],
  b: readonly T[],
  level: number,
): Alignment<T> {
  const isEqual: IsEqual<T> = (x, y) =>
    x !== undefined && y !== undefined && keyAt(x, level) === keyAt(y, level);
  const changes = diffArrays([...a], [...b], { comparator: isEqual, maxEditLength: EDITS_MAX });
  if (changes === undefined) return { pairs: commonEnds(a, b, isEqual), isRough: true };
  let [x, y] = [0, 0];
  const pairs = changes.flatMap(({ added, removed, count }) => {
    if (removed) return removedOf(a.slice(x, (x += count)));
    if (added) return addedOf(b.slice(y, (y += count)));
    return pairAll(a.slice(x, (x += count)), b.slice(y, (y += count)));
  });
  return { pairs, isRough: false };
}

/** Aligns the remaining items between pairs. */
function alignGaps<T extends Alignable>(pairs: readonly Pair<T>[], level: number): Alignment<T> {
  const found: (readonly Pair<T>[])[] = [];
  let isRough = false;
  let [removed, added]: [T[], T[]] = [[], []];
  const closeGap = () => {
    const gap = commonSubsequence(removed, added, level);
    found.push(gap.pairs);
    isRough ||= gap.isRough;
    [removed, added] = [[], []];
  };
  for (const pair of pairs) {
    const { a, b } = pair;
    if (a !== undefined && b !== undefined) {
      closeGap();
      found.push([pair]);
    } else if (a !== undefined) removed.push(a);
    else if (b !== undefined) added.push(b);
  }
  closeGap();
  return { pairs: found.flat(), isRough };
}

function bothOf<T>(pairs: readonly Pair<T>[]): (readonly [T, T])[] {
  return pairs.flatMap(({ a, b }) => (a !== undefined && b !== undefined ? [[a, b] as const] : []));
}

function aloneOf<T>(pairs: readonly Pair<T>[]): readonly [removed: readonly T[], added: readonly T[]] {
  return [
    pairs.flatMap(({ a, b }) => (a !== undefined && b === undefined ? [a] : [])),
    pairs.flatMap(({ a, b }) => (a === undefined && b !== undefined ? [b] : [])),
  ];
}

/** Pairs items without a counterpart, at the position of the item of side a. */
function withPairs<T extends Alignable>(
  pairs: readonly Pair<T>[],
  found: ReadonlyMap<T, T>,
): readonly Pair<T>[] {
  const taken = new Set(found.values());
  return pairs.flatMap((pair) => {
    const { a, b } = pair;
    const other = a === undefined ? undefined : found.get(a);
    if (a !== undefined && other !== undefined) return [pairOf(a, other)];
    return a === undefined && b !== undefined && taken.has(b) ? [] : [pair];
  });
}

/** Pairs remaining items with equal keys elsewhere, as far as concurrency allows. */
function pairMoved<T extends Alignable>(pairs: readonly Pair<T>[], level: number): readonly Pair<T>[] {
  const addPair = createPairOrder(bothOf(pairs));
  const [removed, added] = aloneOf(pairs);
  const waiting = grouped(added, (item) => keyAt(item, level));
  const moved = new Map<T, T>();
  for (const item of removed) {
    const others = waiting.get(keyAt(item, level)) ?? [];
    const at = others.slice(0, TRIES_MAX).findIndex((other) => addPair(item, other));
    const [other] = at === -1 ? [] : others.splice(at, 1);
    if (other !== undefined) moved.set(item, other);
  }
  return withPairs(pairs, moved);
}

/** Pairs repeated keys again, the n-th with the n-th, if the subsequence left some of them on both sides. */
function pairRepeated<T extends Alignable>(pairs: readonly Pair<T>[], level: number): readonly Pair<T>[] {
  const [removed, added] = aloneOf(pairs).map((list) => new Set(list.map((item) => keyAt(item, level))));
  const keys = [...(removed ?? [])].filter((key) => added?.has(key)).slice(0, TRIES_MAX);
  return keys.reduce((found, key) => {
    const isOwn = ({ kind, a, b }: Pair<T>) =>
      (level === 0 || kind !== 'same') &&
      [a, b].every((item) => item === undefined || keyAt(item, level) === key);
    const own = found.filter(isOwn);
    const inOrder = (items: readonly (T | undefined)[]) =>
      items.filter((item) => item !== undefined).toSorted((x, y) => x.start - y.start);
    const [as, bs] = [inOrder(own.map(({ a }) => a)), inOrder(own.map(({ b }) => b))];
    const addPair = createPairOrder(bothOf(found.filter((pair) => !isOwn(pair))));
    const pairing = new Map<T, T>();
    for (const [at, a] of as.entries()) {
      const b = bs[at];
      if (b === undefined) break;
      if (!addPair(a, b)) return found;
      pairing.set(a, b);
    }
    const split = found.flatMap((pair) => {
      const { a, b } = pair;
      return isOwn(pair) && a !== undefined && b !== undefined
        ? [...removedOf([a]), ...addedOf([b])]
        : [pair];
    });
    return withPairs(split, pairing);
  }, pairs);
}

/** Swaps the sides. Of adjacent items without a counterpart, those of a come first. */
export function mirrored<T>(pairs: readonly Pair<T>[]): readonly Pair<T>[] {
  const exchanged: Pair<T>[] = [];
  let added: Pair<T>[] = [];
  for (const { kind, a, b } of pairs) {
    if (b === undefined) added.push({ kind: 'added', ...(a !== undefined && { b: a }) });
    else if (a === undefined) exchanged.push({ kind: 'removed', a: b });
    else {
      for (const pair of added) exchanged.push(pair);
      exchanged.push({ kind, a: b, b: a });
      added = [];
    }
  }
  return [...exchanged, ...added];
}

/** Aligns two lists, each ordered by starts. Changed items may be paired out of order unless `isChangedFixed`. */
export function align<T extends Alignable>(
  a: readonly T[],
  b: readonly T[],
  isChangedFixed = false,
): Alignment<T> {
  const isConcurrent = areConcurrent(a) || areConcurrent(b);
  let pairs: readonly Pair<T>[] = [...removedOf(a), ...addedOf(b)];
  let isRough = false;
  for (const level of (a[0]?.keys ?? []).keys()) {
    const next = alignGaps(pairs, level);
    const mayMove = isConcurrent && (level === 0 || !isChangedFixed);
    pairs = mayMove ? pairRepeated(pairMoved(next.pairs, level), level) : next.pairs;
    isRough ||= next.isRough;
  }
  return { pairs, isRough };
}
