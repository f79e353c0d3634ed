// What is put on the clipboard.

import { formatSize } from '@/lib/core/json/format';
import { TURN_MS } from '@/lib/panel/scheduler';
import type { Workspace } from '@/lib/panel/workspace';
import { doing } from './job';
import { TEXTS } from './texts';

/** Puts a text on the clipboard, and says so. */
export async function copyText(workspace: Workspace, text: string): Promise<void> {
  const isCopied = await workspace.host.copy(text);
  workspace.notice.value = isCopied
    ? { severity: 'info', text: TEXTS.copied(formatSize(text.length)) }
    : { severity: 'error', text: TEXTS.copyFailed };
}

/** Puts texts on the clipboard, one behind the other; they are made in turns: there may be many. */
export async function copyTexts(workspace: Workspace, texts: Iterable<string>): Promise<void> {
  const { soon, now } = workspace.scheduler;
  await doing(workspace, TEXTS.copying, async (signal) => {
    const parts: string[] = [];
    let waiting: string[] = [];
    let until = now() + TURN_MS;
    for (const text of texts) {
      waiting.push(text);
      if (now() < until) continue;
      parts.push(waiting.join(''));
      waiting = [];
      await new Promise<void>((resolve) => soon(resolve));
      signal.throwIfAborted();
      until = now() + TURN_MS;
    }
    await copyText(workspace, [...parts, ...waiting].join(''));
    return undefined;
  });
}
