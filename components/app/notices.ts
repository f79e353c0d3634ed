// Actions that report by a notice or a progress bar.

import { effect, signal } from '@preact/signals';
import { formatSize } from '@/lib/core/json/format';
import { messageOf } from '@/lib/core/json/reason';
import { TURN_MS } from '@/lib/panel/scheduler';
import type { Job, Workspace } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';

export function notify(workspace: Workspace, severity: 'error' | 'info', text: string): void {
  workspace.notice.value = { severity, text };
}

export function notifyUndoable(workspace: Workspace, text: string, undo: () => void): void {
  workspace.notice.value = { severity: 'info', text, action: { label: TEXTS.undo, run: undo } };
}

const NOTICE_MS = 10_000;

/** Hides each notice after a while, except errors. */
export function hideNotices({ notice }: Pick<Workspace, 'notice'>): () => void {
  return effect(() => {
    if (notice.value?.severity !== 'info') return undefined;
    const timer = setTimeout(() => (notice.value = undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  });
}

export function actOnNotice({ notice }: Workspace): void {
  const { action } = notice.value ?? {};
  if (action === undefined) return;
  notice.value = undefined;
  action.run();
}

/** Shorter work has no progress bar. */
const SHORT_MS = 300;

/** Shows work whose share is unknown, if it takes long; returns a function that ends it. */
export function showJob(workspace: Workspace, text: string, cancel: () => void): () => void {
  const end = () => {
    clearTimeout(timer);
    if (workspace.job.peek() === job) workspace.job.value = undefined;
  };
  const job: Job = {
    text,
    share: signal<number | undefined>(undefined),
    cancel() {
      cancel();
      end();
    },
  };
  const timer = setTimeout(() => (workspace.job.value = job), SHORT_MS);
  return end;
}

interface JobTexts {
  readonly running: string;
  failed(reason: string): string;
}

/** Runs work with a progress bar; its resolved text, or its error, becomes a notice. */
export async function runJob(
  workspace: Workspace,
  texts: JobTexts,
  act: (signal: AbortSignal, onShare: (share: number) => void) => Promise<string | undefined>,
): Promise<void> {
  const cancel = new AbortController();
  const share = signal<number | undefined>(undefined);
  const job = { text: texts.running, share, cancel: () => cancel.abort() };
  workspace.job.value = job;
  try {
    const done = await act(cancel.signal, (done) => (share.value = done));
    if (done !== undefined) notify(workspace, 'info', done);
  } catch (error) {
    if (!cancel.signal.aborted) notify(workspace, 'error', texts.failed(messageOf(error)));
  } finally {
    if (workspace.job.value === job) workspace.job.value = undefined;
  }
}

export async function copyText(workspace: Workspace, text: string): Promise<void> {
  const isCopied = await workspace.host.copy(text);
  workspace.notice.value = isCopied
    ? { severity: 'info', text: TEXTS.copied(formatSize(text.length)) }
    : { severity: 'error', text: TEXTS.copyBlocked };
}

/** Copies many texts, joined in turns of the scheduler. */
export async function copyTexts(workspace: Workspace, texts: Iterable<string>): Promise<void> {
  const { soon, now } = workspace.scheduler;
  await runJob(workspace, TEXTS.copying, async (stopped) => {
    const parts: string[] = [];
    let waiting: string[] = [];
    let until = now() + TURN_MS;
    for (const text of texts) {
      waiting.push(text);
      if (now() < until) continue;
      parts.push(waiting.join(''));
      waiting = [];
      await new Promise<void>((resolve) => soon(resolve));
      stopped.throwIfAborted();
      until = now() + TURN_MS;
    }
    await copyText(workspace, [...parts, ...waiting].join(''));
    return undefined;
  });
}

/** Follows the newest event. Clears a range that excludes it, with a notice. Keeps the chosen run. */
export function goLive(workspace: Workspace): void {
  const { list, cursor, choices } = workspace.current.value.session;
  const chosen = choices.run.value;
  const isChosen = chosen?.at === cursor.at.value && chosen.boundary === cursor.boundary.value;
  if (list.range.value !== undefined) {
    list.range.value = undefined;
    workspace.notice.value = { severity: 'info', text: TEXTS.list.rangeCleared };
  }
  cursor.goLive();
  if (chosen !== undefined && isChosen) choices.run.value = { ...chosen, at: 'live', boundary: undefined };
}
