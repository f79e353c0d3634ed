// Waits for what a tap records.
import { vi } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';

/** Waits until so many streams are closed. */
export function closed(records: readonly CapturedRecord[], count: number): Promise<void> {
  const look = () => {
    const found = records.filter(({ kind }) => kind === 'close').length;
    if (found < count) throw new Error(`${found} of ${count} streams are closed.`);
  };
  // As long as a test may take.
  return vi.waitFor(look, { timeout: 600_000, interval: 5 });
}
