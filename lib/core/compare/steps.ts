// Work in steps, so that the caller can keep its time budget, show progress, or stop.

/** Yields the fraction that is done, 0 to 1. */
export type Steps<T> = Generator<number, T>;

/** Runs steps as a part of others: from one fraction of these to another. */
export function* partOf<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    yield from + value * (to - from);
  }
}
