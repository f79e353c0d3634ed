// Registry of the views: the tabs of the panel, in their order.
import type { FunctionComponent } from 'preact';
import { isAboveInfo, isFoundBy } from '@/lib/core/lint/order';
import { callState } from '@/lib/core/model/queries/call-state';
import type { Session } from '@/lib/panel/session';
import { TEXTS } from '../texts';
import { EventView } from '../views/event';
import { FindingsView } from '../views/findings';
import { MessagesView } from '../views/messages';
import { RunView } from '../views/run';
import { StateView } from '../views/state';
import { ToolsView } from '../views/tools';

export interface View {
  readonly id: string;
  readonly label: string;
  readonly Body: FunctionComponent;
  badge?(session: Session): string | undefined;
}

const NAMES = TEXTS.viewNames;

export const views: readonly View[] = [
  { id: 'event', label: NAMES.event, Body: EventView },
  { id: 'messages', label: NAMES.messages, Body: MessagesView },
  { id: 'state', label: NAMES.state, Body: StateView },
  { id: 'tools', label: NAMES.tools, Body: ToolsView, badge: runningCalls },
  { id: 'run', label: NAMES.run, Body: RunView },
  { id: 'findings', label: NAMES.findings, Body: FindingsView, badge: findingCount },
];

function findingCount({ findings, cursor }: Session): string | undefined {
  const { value: position } = cursor.position;
  const count = findings.listed.value.filter(
    (finding) => isAboveInfo(finding) && isFoundBy(finding, position),
  ).length;
  return count > 0 ? String(count) : undefined;
}

/** Only the newest calls are checked: more do not run at once. */
const RUNNING_MAX = 50;

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
