// The panel in a document of the test's own, on a session that the test feeds.

import { settingsInMemory } from '@/entrypoints/panel/web-host';
import { type ChannelEvents, createDirectChannel } from '@/lib/panel/channel';
import { startHere } from '@/lib/panel/file-worker/without-worker';
import type { Host } from '@/lib/panel/host';
import { createWorkspace, type Workspace } from '@/lib/panel/workspace';
import { createTurns } from './sessions';

/** A host without a browser; what it was asked to do is in `saved`. */
export function createTestHost(
  parts: Partial<Host> = {},
): Host & { saved: { name: string; text: string }[]; copied: string[]; written(): Promise<unknown> } {
  const saved: { name: string; text: string }[] = [];
  const writing: Promise<void>[] = [];
  const copied: string[] = [];
  return {
    hasPage: true,
    saved,
    /** Resolves when `saved` has the texts of all files. */
    written: () => Promise.all(writing),
    copied,
    copy: (text) => Promise.resolve(copied.push(text) > 0),
    page: () => Promise.resolve({ kind: 'ready' }),
    grant: () => Promise.resolve(true),
    reload: () => {},
    save: (name, _, parts) => {
      const file = { name, text: '' };
      saved.push(file);
      writing.push(new Blob([...parts]).text().then((text) => void Object.assign(file, { text })));
    },
    startWorker: startHere,
    sample: () => Promise.resolve(''),
    recent: () => Promise.resolve([]),
    openRecent: () => Promise.resolve([]),
    forgetRecent: () => Promise.resolve(),
    settings: settingsInMemory(),
    ...parts,
  };
}

/** A workspace whose channel the test speaks for. */
export function createTestWorkspace(host: Host = createTestHost()): {
  workspace: Workspace;
  channel: ChannelEvents;
  turns: ReturnType<typeof createTurns>;
} {
  const turns = createTurns();
  let channel: ChannelEvents | undefined;
  const workspace = createWorkspace(
    createDirectChannel((events) => {
      channel = events;
      return () => {};
    }),
    host,
    turns,
  );
  if (channel === undefined) throw new Error('createWorkspace opens its channel at once.');
  return { workspace, channel, turns };
}
