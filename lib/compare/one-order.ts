// Pairs of several strands, in one order.

interface At {
  readonly at: number;
}

/** Two that stand for each other, or one of them, and where they stand in their lists. */
interface PlacedPair {
  readonly a?: At;
  readonly b?: At;
}

/** For each place on one side: how far the other side has come by then. */
function reachedBy(places: readonly (readonly [own: number, other: number])[]): Int32Array {
  const count = places.reduce((most, [own]) => Math.max(most, own), -1) + 1;
  const reached = new Int32Array(count);
  for (const [own, other] of places) reached[own] = other;
  let most = 0;
  for (let at = 0; at < count; at++) {
    most = Math.max(most, reached[at] ?? 0);
    reached[at] = most;
  }
  return reached;
}

/** Pairs in an order that is the same for a and b as for b and a, and keeps that of each strand. */
export function inOneOrder<P extends PlacedPair>(strands: readonly (readonly P[])[]): readonly P[] {
  const [only] = strands;
  if (only !== undefined && strands.length === 1) return only;
  const both = strands.flatMap((pairs) =>
    pairs.flatMap(({ a, b }) => (a && b ? [[a.at, b.at] as const] : [])),
  );
  const inB = reachedBy(both);
  const inA = reachedBy(both.map(([a, b]) => [b, a] as const));
  const by = (reached: Int32Array, { at }: At): number => reached[at] ?? reached.at(-1) ?? 0;
  const placed = strands.flatMap((pairs, strand) => {
    let last = 0;
    return pairs.map((pair) => {
      const { a, b } = pair;
      const place = a && b ? a.at + b.at : a ? a.at + by(inB, a) : b ? b.at + by(inA, b) : 0;
      last = Math.max(last, place);
      return { pair, place: last, strand };
    });
  });
  return placed.toSorted((x, y) => x.place - y.place || x.strand - y.strand).map(({ pair }) => pair);
}
