import { firstIndex } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';

/** The last event at or before a time in a range; the first of the range if there is none. */
export function seqAt(log: Pick<Log, 'timeMsOf'>, timeMs: number, from: number, to: number): number {
  const count = firstIndex(to - from + 1, (at) => log.timeMsOf(from + at) > timeMs);
  return from + Math.max(0, count - 1);
}
