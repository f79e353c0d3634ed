// Pairs items by the share of their common content, in any order.

export interface Comparable {
  /** Only items of one sort are paired. */
  readonly sort: string;
  readonly parts: ReadonlySet<string>;
}

/** Maximum number of compared pairs; items of longer lists are paired by position only. */
const TRIES_MAX = 100_000;

/** The shared fraction of the parts of both, 0 to 1. */
function likeness(a: Comparable, b: Comparable): number {
  const [few, many] = a.parts.size < b.parts.size ? [a.parts, b.parts] : [b.parts, a.parts];
  let shared = 0;
  for (const part of few) if (many.has(part)) shared++;
  return shared / (few.size + many.size - shared || 1);
}

export function pairAlike<T extends Comparable>(a: readonly T[], b: readonly T[]): ReadonlyMap<T, T> {
  const isMany = a.length * b.length > TRIES_MAX;
  const tries = a.flatMap((left, at) =>
    (isMany ? b.slice(at, at + 1) : b)
      .filter(({ sort }) => sort === left.sort)
      .map((right) => ({ left, right, share: likeness(left, right) })),
  );
  const pairs = new Map<T, T>();
  const taken = new Set<T>();
  for (const { left, right } of tries.toSorted((x, y) => y.share - x.share)) {
    if (pairs.has(left) || taken.has(right)) continue;
    pairs.set(left, right);
    taken.add(right);
  }
  return pairs;
}
