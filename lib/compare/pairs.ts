// Pairs two lists: what is the same, whatever the order of what went on at the same time, and of the rest what is of
// one kind.
import { grouped } from '@/lib/agui/sorted';
import { align } from '@/lib/compare/align';
import { commonBack, commonFront } from '@/lib/compare/fronts';
import { type InOrder, inOrder, type Span } from '@/lib/compare/spans';
import { isStep, partOf, type Steps } from '@/lib/compare/steps';
import type { Aligned } from '@/lib/compare/types';

/** What stands for what: items of the same content, and of those left over items of one kind. */
export interface Comparable extends Span {
  readonly kind: string;
  readonly content: string;
}

/** Two that stand for each other, or one that has no other. */
export interface Pair<T> {
  readonly kind: Aligned['kind'];
  readonly a?: T;
  readonly b?: T;
}

/** The pairs of two lists; rough if these differ in more than is looked at. */
export interface Pairs<T> {
  readonly pairs: readonly Pair<T>[];
  readonly isRough: boolean;
}

/** So many of the same content or kind are tried for one that is left over. */
const TRIES_MAX = 16;

/** Pairs what is left over between two that are the same, or after all else. */
export type PairRest<T> = (removed: readonly T[], added: readonly T[], order: InOrder) => readonly Pair<T>[];

function pairOf<T>(both: 'same' | 'changed', a: T | undefined, b: T | undefined): Pair<T> {
  const kind = a === undefined ? 'added' : b === undefined ? 'removed' : both;
  return { kind, ...(a !== undefined && { a }), ...(b !== undefined && { b }) };
}

function* byKind<T extends Comparable>(
  removed: readonly T[],
  added: readonly T[],
): Steps<readonly Pair<T>[]> {
  const { steps } = yield* align(removed.length, added.length, (a, b) => removed[a]?.kind === added[b]?.kind);
  return steps.map((step) => pairOf('changed', removed[step.a], added[step.b]));
}

/** Pairs those of two lists whose names are equal and whose order allows it. */
function byName<T extends Comparable>(
  removed: readonly T[],
  added: readonly T[],
  [order, nameOf]: readonly [InOrder, (item: T) => string],
): ReadonlyMap<T, T> {
  const waiting = grouped(added, nameOf);
  const found = new Map<T, T>();
  for (const a of removed) {
    const alike = waiting.get(nameOf(a)) ?? [];
    const at = alike.slice(0, TRIES_MAX).findIndex((b) => order.has(a, b));
    const [b] = at === -1 ? [] : alike.splice(at, 1);
    if (b === undefined) continue;
    found.set(a, b);
    order.add(a, b);
  }
  return found;
}

/** What stands alone in some pairs, put together where a map says so. */
function joined<T>(pairs: readonly Pair<T>[], found: ReadonlyMap<T, T>, kind: 'same' | 'changed'): Pair<T>[] {
  const others = new Set(found.values());
  return pairs.flatMap((pair): Pair<T>[] => {
    const { a, b } = pair;
    if (a !== undefined && b !== undefined) return [pair];
    if (b !== undefined && others.has(b)) return [];
    const other = a === undefined ? undefined : found.get(a);
    return a === undefined || other === undefined ? [pair] : [{ kind, a, b: other }];
  });
}

function alone<T>(pairs: readonly Pair<T>[]): readonly [removed: readonly T[], added: readonly T[]] {
  return [
    pairs.flatMap(({ a, b }) => (a !== undefined && b === undefined ? [a] : [])),
    pairs.flatMap(({ a, b }) => (b !== undefined && a === undefined ? [b] : [])),
  ];
}

function* middleOf<T extends Comparable>(a: readonly T[], b: readonly T[]): Steps<Pairs<T>> {
  const isSame = (x: number, y: number) => a[x]?.content === b[y]?.content;
  const { steps, isRough } = yield* partOf(align(a.length, b.length, isSame), 0, 0.5);
  const aligned = steps.map((step) => pairOf('same', a[step.a], b[step.b]));
  const order = inOrder(bothOf(aligned));
  const moved = isRough
    ? aligned
    : joined(aligned, byName(...alone(aligned), [order, ({ content }) => content]), 'same');
  const pairs: Pair<T>[] = [];
  let gap: Pair<T>[] = [];
  const flush = function* (share: number): Steps<void> {
    for (const pair of yield* partOf(byKind(...alone(gap)), share, share)) pairs.push(pair);
    gap = [];
  };
  for (const [at, pair] of moved.entries()) {
    const share = 0.5 + at / moved.length / 2;
    if (isStep(at)) yield share;
    // One that was moved parts nothing.
    if (pair.a === undefined || pair.b === undefined) gap.push(pair);
    else {
      yield* flush(share);
      pairs.push(pair);
    }
  }
  yield* flush(1);
  return { pairs, isRough };
}

function bothOf<T>(pairs: readonly Pair<T>[]): (readonly [T, T])[] {
  return pairs.flatMap(({ a, b }) => (a === undefined || b === undefined ? [] : [[a, b] as const]));
}

/** Whether two lists are to be compared the other way round, so that a and b tell what b and a tell. */
function isTurned(a: readonly Comparable[], b: readonly Comparable[]): boolean {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    if (right === undefined) return true;
    if (left.content !== right.content) return right.content < left.content;
    if (left.end !== right.end) return right.end < left.end;
  }
  return false;
}

function mirrored<T>({ kind, a, b }: Pair<T>): Pair<T> {
  return pairOf(kind === 'changed' ? 'changed' : 'same', b, a);
}

/** Of what stands alone next to each other, what was removed comes first. */
function removedFirst<T>(pairs: readonly Pair<T>[]): readonly Pair<T>[] {
  const sorted: Pair<T>[] = [];
  let added: Pair<T>[] = [];
  for (const pair of pairs) {
    if (pair.kind === 'added') added.push(pair);
    else if (pair.kind === 'removed') sorted.push(pair);
    else {
      for (const each of added) sorted.push(each);
      added = [];
      sorted.push(pair);
    }
  }
  return [...sorted, ...added];
}

/** Pairs two lists; b and a give what a and b give, the other way round. */
export function* pairing<T extends Comparable>(
  a: readonly T[],
  b: readonly T[],
  pairRest: PairRest<T> = () => [],
): Steps<Pairs<T>> {
  if (isTurned(a, b)) {
    const { pairs, isRough } = yield* straight(b, a, pairRest);
    return { pairs: removedFirst(pairs.map(mirrored)), isRough };
  }
  const { pairs, isRough } = yield* straight(a, b, pairRest);
  return { pairs: removedFirst(pairs), isRough };
}

function* straight<T extends Comparable>(
  a: readonly T[],
  b: readonly T[],
  pairRest: PairRest<T>,
): Steps<Pairs<T>> {
  const same = (pairs: readonly (readonly [T, T])[]) =>
    pairs.map(([x, y]): Pair<T> => ({ kind: 'same', a: x, b: y }));
  const front = yield* partOf(commonFront(a, b), 0, 0.3);
  if (front.length === a.length && a.length === b.length) return { pairs: same(front), isRough: false };
  const [restA, restB] = leftOf(a, b, front);
  const back = yield* partOf(commonBack(restA, restB), 0.3, 0.5);
  const middle = yield* partOf(middleOf(...leftOf(restA, restB, back)), 0.5, 1);
  let pairs: readonly Pair<T>[] = [...same(front), ...middle.pairs, ...same(back)];
  const [removed, added] = alone(pairs);
  if (removed.length > 0 && added.length > 0) {
    const order = inOrder(bothOf(pairs));
    if (!middle.isRough) {
      const found = byName(removed, added, [order, ({ kind }) => kind]);
      pairs = joined(pairs, found, 'changed');
    }
    const rest = new Map(bothOf(pairRest(...alone(pairs), order)));
    pairs = joined(pairs, rest, 'changed');
  }
  return { pairs, isRough: middle.isRough };
}

function leftOf<T>(
  a: readonly T[],
  b: readonly T[],
  pairs: readonly (readonly [T, T])[],
): readonly [readonly T[], readonly T[]] {
  const taken = new Set(pairs.flat());
  return [a.filter((item) => !taken.has(item)), b.filter((item) => !taken.has(item))];
}
