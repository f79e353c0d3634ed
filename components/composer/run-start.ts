// Starts of runs that the user may send: requests of the page on screen that can be sent again.
import { isHttpRun } from '@/lib/core/files/request-text';
import type { Stream } from '@/lib/core/log/types';
import { isConnect } from '@/lib/core/model/request';
import type { RunStart } from '@/lib/panel/choices';
import type { Workspace } from '@/lib/panel/workspace';
import type { MenuEntry } from '../ui/menu';

function canSend(stream: Stream): boolean {
  const isWhole = stream.requestBodyLength === undefined;
  return isHttpRun(stream) && stream.method.toUpperCase() === 'POST' && isWhole && !isConnect(stream);
}

/** A start at an event; undefined if no request of the page leads to the event. */
export function startAt({ current }: Workspace, seq: number): RunStart | undefined {
  const run = current.value.session.summaries.runOf(seq);
  const stream = run?.streams.find(canSend);
  return stream && { stream, seq };
}

export function startWith(stream: Stream): RunStart | undefined {
  return canSend(stream) ? { stream, seq: undefined } : undefined;
}

/** True if runs can be sent: the page of the session is the inspected one. */
export function hasPage({ host, current }: Workspace): boolean {
  return host.pageRules !== undefined && current.value.name === undefined;
}

export function compose({ current, dialog }: Workspace, start: RunStart): void {
  current.value.session.choices.runStart.value = start;
  dialog.value = 'run';
}

export function runsFrom<C extends { readonly workspace: Workspace }>(
  id: string,
  label: string,
  startOf: (context: C) => RunStart | undefined,
): MenuEntry<C> {
  return {
    id,
    label: () => label,
    isFirstOfGroup: true,
    isFor: (context) => hasPage(context.workspace) && startOf(context) !== undefined,
    run(context) {
      const start = startOf(context);
      if (start !== undefined) compose(context.workspace, start);
    },
  };
}
