// Pairs what is not the same by how much it has in common.
import type { Comparable, Pair } from '@/lib/compare/pairs';
import type { InOrder } from '@/lib/compare/spans';

/** What is told by its parts. */
export interface Whole extends Comparable {
  /** Only what is of one sort can stand for each other. */
  readonly sort: string;
  readonly parts: ReadonlySet<string>;
}

/** How many pairs are tried. */
const TRIES_MAX = 100_000;

/** What two have in common, from 0 to 1. */
function likeness(a: Whole, b: Whole): number {
  const [few, many] = a.parts.size < b.parts.size ? [a.parts, b.parts] : [b.parts, a.parts];
  let both = 0;
  for (const part of few) if (many.has(part)) both++;
  return both / (few.size + many.size - both || 1);
}

/** What is left over stands for that with which it has the most in common, and else for what comes in its place. */
export function alike<T extends Whole>(
  removed: readonly T[],
  added: readonly T[],
  order: InOrder,
): readonly Pair<T>[] {
  const isMany = removed.length * added.length > TRIES_MAX;
  const tries = removed.flatMap((a, at) =>
    (isMany ? added.slice(at, at + 1) : added)
      .filter(({ sort }) => sort === a.sort)
      .map((b) => ({ a, b, share: likeness(a, b) })),
  );
  const taken = new Set<T>();
  return tries
    .toSorted((x, y) => y.share - x.share)
    .flatMap(({ a, b }): Pair<T>[] => {
      if (taken.has(a) || taken.has(b) || !order.has(a, b)) return [];
      order.add(a, b);
      taken.add(a).add(b);
      return [{ kind: 'changed', a, b }];
    });
}
