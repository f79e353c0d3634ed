// Time and turns, given from outside so that tests need no clock.

/** The clock and the turns of a panel. */
export interface Scheduler {
  /** Milliseconds, only ever compared with each other. */
  now(): number;
  /** Runs soon, but lets input and painting through first. */
  soon(run: () => void): void;
  /** Whether nobody can see the panel. */
  isHidden(): boolean;
  /** Runs once when the screen is next painted; not at all while it is hidden. */
  nextPaint(run: () => void): void;
}

/** How long one turn of work may take before others get theirs, milliseconds. */
export const TURN_MS = 10;
