// What the panel says of what was asked of it, and what takes a while and can be cancelled meanwhile.
import { messageOf } from '@/lib/core/json/reason';
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from './texts';

/** Tells the user something. */
export function say(workspace: Workspace, severity: 'error' | 'info', text: string): void {
  workspace.notice.value = { severity, text };
}

/** Does what takes a while, and can be cancelled meanwhile; says what comes of it, or why nothing does. */
export async function doing(
  workspace: Workspace,
  text: string,
  act: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<void> {
  const cancel = new AbortController();
  const job = { text, cancel: () => cancel.abort() };
  workspace.job.value = job;
  try {
    const done = await act(cancel.signal);
    if (done !== undefined) say(workspace, 'info', done);
  } catch (error) {
    if (!cancel.signal.aborted) say(workspace, 'error', TEXTS.exportFailed(messageOf(error)));
  } finally {
    if (workspace.job.value === job) workspace.job.value = undefined;
  }
}
