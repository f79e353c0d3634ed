// The host of a panel in an ordinary page: a report, the viewer, the demo.
import type { ReportParts } from '@/lib/core/files/types';
import type { StoredSession } from '@/lib/messages/messages';
import { startHere } from '@/lib/panel/file-worker/without-worker';
import type { EmbeddedSession, Host } from '@/lib/panel/host';
import type { SettingsStore } from '@/lib/panel/settings';
import { copy, save } from './download-and-copy';

interface WebHostOptions {
  readonly own?: EmbeddedSession;
  readonly isFollowing?: true;
  readonly demo?: string;
  readonly settings: SettingsStore;
  sample?(): Promise<string>;
  reportParts?(): Promise<ReportParts>;
}

export function createWebHost(options: WebHostOptions): Host {
  return {
    ...options,
    hasPage: false,
    page: () => Promise.resolve({ kind: 'no-tab' }),
    grant: () => Promise.resolve(false),
    reload() {},
    save,
    copy,
    // A file: page cannot start workers.
    startWorker: startHere,
    recent: () => Promise.resolve([]),
    openRecent: () => Promise.resolve([]),
    forgetRecent: () => Promise.resolve(),
  };
}

export function unstoredSession(session: string, url = ''): StoredSession {
  const now = Date.now();
  const facts = { session, tab: 0, startedMs: now, lastMs: now, url, private: false };
  return { ...facts, length: 0, batches: 1, streams: 1 };
}

export function settingsInMemory(): SettingsStore {
  let settings: string | null = null;
  return {
    read: () => settings,
    write(next) {
      settings = next;
    },
  };
}
