// Start of a session: its first run request, which precedes the first event.

import type { Log } from '@/lib/core/log/log';
import { requestAt } from '@/lib/core/log/stream-facts';

const LOOKED_AT = 200;

/** Unix time of the first run request or event, milliseconds; 0 without either. */
export function startMsOf(log: Pick<Log, 'boundaries' | 'length' | 'timeMsOf'>): number {
  let startMs = log.length === 0 ? Number.POSITIVE_INFINITY : log.timeMsOf(0);
  for (let at = 0; at < LOOKED_AT; at++) {
    const boundary = log.boundaries[at];
    if (boundary === undefined || boundary.beforeSeq > 0) break;
    if (requestAt(boundary) !== undefined) startMs = Math.min(startMs, boundary.timeMs);
  }
  return Number.isFinite(startMs) ? startMs : 0;
}
