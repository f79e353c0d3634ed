// Chance from a seed: sfc32 (Doty-Humphrey). The seed comes from the caller, who throws it away.

/** Whole numbers from 0 to below a bound. */
export type Random = (below: number) => number;

/** Four 32-bit random numbers. */
export type Seed = readonly [number, number, number, number];

/** A seed from the caller's source of chance, such as `crypto.getRandomValues`. */
export function seedFrom(fill: (numbers: Uint32Array<ArrayBuffer>) => Uint32Array): Seed {
  const [a = 0, b = 0, c = 0, d = 0] = fill(new Uint32Array(4));
  return [a, b, c, d];
}

/** A source of chance; the same for the same seed. */
export function createRandom([a0, b0, c0, d0]: Seed): Random {
  let [a, b, c, d] = [a0 | 0, b0 | 0, c0 | 0, d0 | 0];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return (below) => Math.floor((next() / 2 ** 32) * below);
}
