// Work in steps, so that whoever waits for it can stay awake, show how far it is, or stop it.

/** Says after each step how much is done, from 0 to 1; gives what came of it. */
export type Steps<T> = Generator<number, T>;

/** How many small things are one step. */
const STEP = 256;

/** Whether a step is over after so many of its things. */
export function isStep(count: number): boolean {
  return count % STEP === 0;
}

/** What comes of each of a list. */
export function* mapped<T, R>(list: readonly T[], make: (item: T, at: number) => R): Steps<R[]> {
  const made: R[] = [];
  for (const [at, item] of list.entries()) {
    if (isStep(at)) yield at / list.length;
    made.push(make(item, at));
  }
  return made;
}

/** All steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Steps that are a part of more: from one share of it to another. */
export function* partOf<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    yield from + value * (to - from);
  }
}
