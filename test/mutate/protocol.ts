// Messages between the command and the process with vitest in it.

/** A test file and those of its tests that are wanted. */
export interface TestFile {
  readonly project: string;
  /** Absolute. */
  readonly path: string;
  /** Full names. */
  readonly tests: readonly string[];
}

/** A run: with these sources instead of those on the disk, these files until the first failure; without, all. */
export interface Order {
  /** By path from the root. */
  readonly sources: Readonly<Record<string, string>>;
  readonly files: readonly TestFile[] | undefined;
}

/** One test that ran. */
export interface TestRun {
  readonly project: string;
  readonly path: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly durationMs: number;
  /** Startup time of its file. */
  readonly startMs: number;
  /** The probes that the test reached. */
  readonly reached: readonly number[];
  /** Probes reached before it and outside of any test: by imports and hooks. */
  readonly shared: readonly number[];
}

/** Result of a run. */
export interface Outcome {
  readonly runs: readonly TestRun[];
  /** The first failure: a test or a file, or an uncaught error. */
  readonly failure: string | undefined;
}

/** Sent by the process. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly message: string };
