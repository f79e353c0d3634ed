// Work that yields at safe points: written once as a generator, run at once or in turns.

interface TurnClock {
  now(): number;
  soon(run: () => void): void;
}

interface TurnOptions<P, T> {
  readonly turnMs: number;
  done(value: T): void;
  progress?(value: P): void;
}

export function runNow<T>(steps: Iterator<unknown, T>): T {
  let next = steps.next();
  while (next.done !== true) next = steps.next();
  return next.value;
}

/** Runs steps in turns, the first of them at once; returns a function that stops them. */
export function runInTurns<P, T>(
  steps: Iterator<P, T>,
  turns: TurnClock,
  { turnMs, done, progress }: TurnOptions<P, T>,
): () => void {
  let isStopped = false;
  const turn = (): void => {
    if (isStopped) return;
    const until = turns.now() + turnMs;
    let next = steps.next();
    while (next.done !== true && turns.now() < until) next = steps.next();
    if (next.done === true) done(next.value);
    else {
      progress?.(next.value);
      turns.soon(turn);
    }
  };
  turn();
  return () => {
    isStopped = true;
  };
}

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
