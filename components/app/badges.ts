// Badges of the tabs. Loaded with the tabs, before the views.
import { isFoundBy } from '@/lib/core/lint/order';
import { callState } from '@/lib/panel/call-state';
import type { Session } from '@/lib/panel/session';

/** Number of errors and warnings up to the cursor. */
export function findingCount({ findings, cursor }: Session): string | undefined {
  const seq = cursor.at.value === 'live' ? Number.POSITIVE_INFINITY : cursor.seq.value;
  const count = findings.listed.value.filter(
    (finding) => finding.severity !== 'info' && isFoundBy(finding, seq),
  ).length;
  return count > 0 ? String(count) : undefined;
}

/** Only the newest calls are checked: more do not run at once. */
const RUNNING_MAX = 50;

/** Number of calls that wait for arguments or a result at the cursor. */
export function runningCalls({ models }: Session): string | undefined {
  const model = models.current.value;
  const newest = models.newest();
  const { toolCalls } = model;
  let count = 0;
  for (let at = Math.max(toolCalls.length - RUNNING_MAX, 0); at < toolCalls.length; at++) {
    const call = toolCalls.at(at);
    if (call === undefined || call.run < 0) continue;
    const { kind } = callState(call, model, newest);
    if (kind === 'waiting' || kind === 'streaming') count++;
  }
  return count > 0 ? String(count) : undefined;
}
