// The distribution of a growing number of times, without keeping them all: half a millisecond is as exact as arrival
// times are.

const STEP = 0.5;
const BINS = 8_192;

/** Times in milliseconds, counted. */
export class Quantiles {
  count = 0;
  sum = 0;
  max = 0;
  readonly #bins = new Uint32Array(BINS);
  // Times too long for the bins; there are few.
  readonly #long: number[] = [];

  add(ms: number): void {
    this.count++;
    this.sum += ms;
    this.max = Math.max(this.max, ms);
    const bin = Math.round(ms / STEP);
    if (bin < BINS) this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    else this.#long.push(ms);
  }

  /** The time that a share of all times does not exceed; 0 where there are none. */
  at(share: number): number {
    let left = Math.max(1, Math.ceil(this.count * share));
    if (this.count === 0) return 0;
    for (let bin = 0; bin < BINS; bin++) {
      left -= this.#bins[bin] ?? 0;
      if (left <= 0) return Math.min(bin * STEP, this.max);
    }
    return this.#long.toSorted((a, b) => a - b)[left - 1] ?? this.max;
  }
}
