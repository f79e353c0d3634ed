// Registry of the views: the tabs of the panel, in their order. Code is loaded when a view is first shown, or while the
// panel is idle.
import type { FunctionComponent } from 'preact';
import { isFoundBy } from '@/lib/core/lint/order';
import { callState } from '@/lib/panel/call-state';
import { type Late, late, there } from '@/lib/panel/late';
import type { Session } from '@/lib/panel/session';
import { TEXTS } from '../texts';
import { MessagesView } from '../views/messages';

export interface View {
  readonly id: string;
  readonly label: string;
  readonly body: Late<FunctionComponent>;
  badge?(session: Session): string | undefined;
}

export const views: readonly View[] = [
  {
    id: 'event',
    label: TEXTS.viewNames.event,
    body: late(async () => (await import('../views/event')).EventView),
  },
  {
    id: 'messages',
    label: TEXTS.viewNames.messages,
    // The default view.
    body: there<FunctionComponent>(MessagesView),
  },
  {
    id: 'state',
    label: TEXTS.viewNames.state,
    body: late(async () => (await import('../views/state')).StateView),
  },
  {
    id: 'tools',
    label: TEXTS.viewNames.tools,
    body: late(async () => (await import('../views/tools')).ToolsView),
    badge: runningCalls,
  },
  {
    id: 'run',
    label: TEXTS.viewNames.run,
    body: late(async () => (await import('../views/run')).RunView),
  },
  {
    id: 'findings',
    label: TEXTS.viewNames.findings,
    body: late(async () => (await import('../views/findings')).FindingsView),
    badge: findingCount,
  },
];

/** Number of errors and warnings up to the cursor. */
function findingCount({ findings, cursor }: Session): string | undefined {
  const seq = cursor.at.value === 'live' ? Number.POSITIVE_INFINITY : cursor.seq.value;
  const count = findings.listed.value.filter(
    (finding) => finding.severity !== 'info' && isFoundBy(finding, seq),
  ).length;
  return count > 0 ? String(count) : undefined;
}

/** Only the newest calls are checked: more do not run at once. */
const RUNNING_MAX = 50;

/** Number of calls that wait for arguments or a result at the cursor. */
function runningCalls({ models }: Session): string | undefined {
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
