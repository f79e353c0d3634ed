// Clock and turns, injected so that tests need none.

export interface Scheduler {
  /** Milliseconds; only differences are used. */
  now(): number;
  /** Runs soon, after input and painting. */
  soon(run: () => void): void;
  isHidden(): boolean;
  /** Runs once at the next paint; not while hidden. */
  nextPaint(run: () => void): void;
}

/** Time budget of one turn, milliseconds. */
export const TURN_MS = 10;
