// Seeded randomness for generated streams: the same seed gives the same stream.

export interface Random {
  /** An integer from 0 to below `n`. */
  below(n: number): number;
  /** True with a probability. */
  chance(p: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Makes a source (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    chance: (p) => next() < p,
    pick: (items) => {
      if (items.length === 0) throw new Error('Nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
