// Waits for what a tap records.
import { vi } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';

/** Waits until so many streams are closed. */
export function closed(records: readonly CapturedRecord[], count: number): Promise<void> {
  const look = () => {
    const found = records.filter(({ kind }) => kind === 'close').length;
    if (found < count) throw new Error(`${found} of ${count} streams are closed.`);
  };
  // Before the test is over: its failure names what is missing.
  return vi.waitFor(look, { timeout: 100_000, interval: 5 });
}
