// Clock and turns, injected so that tests need none.

export interface Scheduler {
  /** Milliseconds, only ever compared with each other. */
  now(): number;
  /** Runs soon, but lets input and painting through first. */
  soon(run: () => void): void;
  isHidden(): boolean;
  /** Runs once when the screen is next painted; not at all while it is hidden. */
  nextPaint(run: () => void): void;
}

/** Time budget of one turn, milliseconds. */
export const TURN_MS = 10;
