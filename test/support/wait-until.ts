// Waits for what happens later, such as a loaded module or a record of a tap.
import { vi } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';

/** Below the timeout of a test, so that the failure names what is missing. */
const TIMEOUT_MS = 100_000;

/** Calls `look` until it does not throw, and returns its result. */
export function waitUntil<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: TIMEOUT_MS, interval: 1 });
}

/** Waits until so many streams are closed. */
export function waitUntilClosed(records: readonly CapturedRecord[], count: number): Promise<void> {
  return waitUntil(() => {
    const closedCount = records.filter(({ kind }) => kind === 'close').length;
    if (closedCount < count) throw new Error(`${closedCount} of ${count} streams are closed.`);
  });
}
