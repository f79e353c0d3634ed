import { formatNumber } from '@/lib/core/json/format';

/** One sentence about frames that a list of events skips. */
export function skippedText(count: number): string {
  return count === 1
    ? 'Skipped one frame without an event; a recording keeps it.'
    : `Skipped ${formatNumber(count)} frames without an event; a recording keeps them.`;
}
