// The panel as an editor of VS Code. The VS Code extension (lib/package/vscode) sends and saves the file.

import { importFiles } from '@/components/files/open';
import type { FilePart, FromEditor } from '@/lib/messages/editor';
import { type ChannelEvents, createDirectChannel } from '@/lib/panel/channel';
import type { Host } from '@/lib/panel/host';
import { createWorkspace } from '@/lib/panel/workspace';
import { createFollower, type Follower } from './follow-file';
import { mountPage } from './mount-page';
import { scheduler } from './scheduler';
import { applyTheme } from './system-theme';
import { settingsOfSite, siteParts } from './viewer-page';
import { createWebHost } from './web-host';

/** Number of bytes read in one turn. */
const PART = 4 * 1024 * 1024;

declare global {
  /** Defined in webviews of VS Code. */
  var acquireVsCodeApi: (() => { postMessage(message: FromEditor): void }) | undefined;
}

export const isEditor = (): boolean => globalThis.acquireVsCodeApi !== undefined;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Shows a file; the returned function receives each of its parts. */
function showGrowingFile(name: string, save: Host['save']): (bytes: FilePart['bytes']) => Promise<void> {
  let events: ChannelEvents | undefined;
  let follower: Follower | undefined;
  const channel = createDirectChannel(
    (opened) => {
      events = opened;
      return () => {};
    },
    { clear: () => follower?.clear() },
  );
  const parts: FilePart['bytes'][] = [];
  const show = () => importFiles(workspace, [new File(parts, name)], { asks: false });
  const host: Writable<Host> = {
    ...createWebHost({ own: { name, show }, settings: settingsOfSite(), reportParts: siteParts }),
    save,
  };
  const workspace = createWorkspace(channel, host, scheduler);
  mountPage(workspace, (settings) => {
    const apply = applyTheme(settings);
    // `vscode-light`, `vscode-dark`, `vscode-high-contrast` or `vscode-high-contrast-light`.
    const look = () =>
      apply(/dark|contrast$/.test(document.body.dataset['vscodeThemeKind'] ?? '') ? 'dark' : 'light');
    look();
    new MutationObserver(look).observe(document.body, { attributeFilter: ['data-vscode-theme-kind'] });
  });
  const read = async (bytes: FilePart['bytes']) => {
    for (let at = 0; at < bytes.length; at += PART) {
      follower?.take(bytes.subarray(at, at + PART));
      await new Promise<void>((resolve) => scheduler.soon(resolve));
    }
  };

  /** The first growth makes a recording the live session; the cursor stays. */
  const startFollowing = async (connected: ChannelEvents) => {
    follower = createFollower(connected);
    connected.connection('connected');
    for (const part of parts.splice(0)) await read(part);
    const { session } = workspace.live.value;
    await session.reading.settled();
    const { session: old, name: shown } = workspace.current.value;
    host.isFollowing = true;
    delete host.own;
    // The user has opened another file.
    if (shown !== undefined && shown !== name) return;
    session.annotations.notes.value = old.annotations.notes.value;
    session.filter.text.value = old.filter.text.value;
    session.cursor.at.value = old.cursor.at.value;
    workspace.notice.value = undefined;
    workspace.close();
  };

  return async (bytes) => {
    if (follower !== undefined) return read(bytes);
    parts.push(bytes);
    if (parts.length > 1 && name.endsWith('.agui.jsonl') && events !== undefined)
      return startFollowing(events);
    await show();
  };
}

export function startEditor(): void {
  const api = globalThis.acquireVsCodeApi?.();
  const save: Host['save'] = async (name, _mime, parts) => {
    const bytes = await new Blob([...parts]).arrayBuffer();
    api?.postMessage({ kind: 'save', name, bytes });
  };
  let take: ReturnType<typeof showGrowingFile> | undefined;
  let last = Promise.resolve();
  addEventListener('message', ({ data: { name, bytes } }: MessageEvent<FilePart>) => {
    const next = (take ??= showGrowingFile(name, save));
    last = last.then(() => next(bytes));
  });
  api?.postMessage({ kind: 'ready' });
}
