// Random numbers from the caller's source, such as `crypto.getRandomValues`.

/** Whole numbers from 0 to below a bound. */
export type Random = (below: number) => number;

export function createRandom(fill: (numbers: Uint32Array<ArrayBuffer>) => unknown): Random {
  const numbers = new Uint32Array(1024);
  let left = 0;
  return (below) => {
    if (left === 0) {
      fill(numbers);
      left = numbers.length;
    }
    return Math.floor(((numbers[--left] ?? 0) / 2 ** 32) * below);
  };
}
