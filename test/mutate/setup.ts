// In every worker: remembers which probes a test reached, and leaves it with the test for the reporter.
import { afterEach, beforeEach } from 'vitest';
import { HIT } from './probes';

declare module 'vitest' {
  interface TaskMeta {
    reached?: readonly number[];
    shared?: readonly number[];
  }
}

let reached = new Set<number>();
Object.assign(globalThis, { [HIT]: (id: number) => void reached.add(id) });

/** Probes reached since the last call. */
function take(): readonly number[] {
  const taken = [...reached];
  reached = new Set();
  return taken;
}

beforeEach(({ task }) => void (task.meta.shared = take()));

afterEach(({ task }) => void (task.meta.reached = take()));
