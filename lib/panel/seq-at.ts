// The event at a time.
import type { Log } from '@/lib/core/log/log';

/** The last event at or before a time among those from one to another; the first of them where there is none. */
export function seqAt(log: Pick<Log, 'timeMsOf'>, timeMs: number, from: number, to: number): number {
  let seq = from;
  for (let low = from, high = to; low <= high; ) {
    const middle = (low + high) >> 1;
    if (log.timeMsOf(middle) <= timeMs) {
      seq = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return seq;
}
