// Distribution of a growing number of durations, without keeping them. Half a millisecond is as exact as arrival
// times are.

const STEP = 0.5;
const BINS = 8_192;

/** Counts durations in milliseconds. */
export class Quantiles {
  count = 0;
  sum = 0;
  max = 0;
  readonly #bins = new Uint32Array(BINS);
  // Durations beyond the bins.
  readonly #long: number[] = [];

  add(ms: number): void {
    this.count++;
    this.sum += ms;
    this.max = Math.max(this.max, ms);
    const bin = Math.round(ms / STEP);
    if (bin < BINS) this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    else this.#long.push(ms);
  }

  /** The duration that a fraction of all durations does not exceed; 0 if there are none. */
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
