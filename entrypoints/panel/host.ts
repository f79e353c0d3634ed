// Access of the panel to the browser: the inspected page, permissions, files.
import { browser } from 'wxt/browser';
import { patternOf } from '@/lib/background/relay/sites';
import { PANEL_PORT } from '@/lib/messages/messages';
import { type Background, type Connect, createBackground } from '@/lib/panel/background-requests';
import type { Report, StartWorker } from '@/lib/panel/file-worker/types';
import type { Host, Tour } from '@/lib/panel/host';
import type { Library } from '@/lib/panel/library';
import { createPageRules } from '@/lib/panel/page-rules';
import type { SettingsStore } from '@/lib/panel/settings';
import { keepRules, type RuleStore } from '@/lib/panel/stored-page-rules';
import { copy, save } from './download-and-copy';
import { inspectedUrl, networkEntries, selectInPage } from './inspected-page';
import { settingsInStorage } from './settings-in-storage';

const SETTINGS = 'settings';

const asked = new URLSearchParams(location.search);

/** The inspected tab, or the tab in the address of the page. */
export function inspectedTab(): number | undefined {
  const tab = asked.get('tab');
  return browser.devtools?.inspectedWindow?.tabId ?? (tab === null ? undefined : Number(tab));
}

/**
 * Opens the storage of the settings. A browser that blocks third-party cookies may deny it to a panel in DevTools
 * (Chromium 120 does): then settings last until the browser quits.
 */
export async function openSettings(): Promise<SettingsStore> {
  try {
    return settingsInStorage(SETTINGS);
  } catch {
    const kept: unknown = (await browser.storage.session.get(SETTINGS))[SETTINGS];
    let current = typeof kept === 'string' ? kept : null;
    return {
      read: () => current,
      write(text) {
        current = text;
        void browser.storage.session.set({ [SETTINGS]: text });
      },
    };
  }
}

export const connect: Connect = () => browser.runtime.connect({ name: PANEL_PORT });

/** Calls back after `ms` milliseconds; returns a function that cancels. */
export function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

async function grant(background: Background, tab: number, origin: string): Promise<boolean> {
  const pattern = patternOf(origin);
  if (pattern === undefined) return false;
  // DevTools panels of Firefox have no permissions API: an extension page asks instead.
  if (browser.permissions?.request !== undefined) return browser.permissions.request({ origins: [pattern] });
  background.grantPage(tab, origin);
  return false;
}

/** A worker started when the user begins to choose or drag a file: starting takes longer than reading. */
let ahead: Worker | undefined;

function expectFile(): void {
  if (ahead !== undefined) return;
  const worker = new Worker('/reader.js');
  ahead = worker;
  worker.addEventListener('error', () => {
    if (ahead === worker) ahead = undefined;
  });
}

function startReader(): Worker {
  const worker = ahead ?? new Worker('/reader.js');
  ahead = undefined;
  return worker;
}

const startWorker: StartWorker = (kind) => {
  const worker = kind === 'read' ? startReader() : new Worker('/writer.js');
  return {
    post: (order) => worker.postMessage(order),
    listen(onReport) {
      worker.addEventListener('message', ({ data }: MessageEvent<Report>) => onReport(data));
      worker.addEventListener('error', ({ message }) =>
        onReport({
          kind: 'failed',
          reason: message || 'The file worker did not start. Close and reopen the panel.',
        }),
      );
      worker.addEventListener('messageerror', () =>
        onReport({ kind: 'failed', reason: 'The browser could not transfer the result.' }),
      );
    },
    end: () => worker.terminate(),
  };
};

/** Key in the extension's storage, shared by panels in DevTools and in tabs. */
const TOUR = 'tour';

const tour: Tour = {
  isWanted: async () => !(TOUR in (await browser.storage.local.get(TOUR))),
  end: () => void browser.storage.local.set({ [TOUR]: 'ended' }),
  restart: () => void browser.storage.local.remove(TOUR),
};

const keyOfRules = (site: string): string => `rules of ${site}`;

const ruleStore: RuleStore = {
  async read(site) {
    const key = keyOfRules(site);
    const kept: unknown = (await browser.storage.local.get(key))[key];
    if (typeof kept !== 'string') return [];
    return (await import('@/lib/panel/page-rules-file')).readPageRules(kept) ?? [];
  },
  async write(site, list) {
    const key = keyOfRules(site);
    if (list.length === 0) return browser.storage.local.remove(key);
    const { writePageRules } = await import('@/lib/panel/page-rules-file');
    return browser.storage.local.set({ [key]: writePageRules(list) });
  },
};

async function library(): Promise<Library> {
  const { createLibrary } = await import('@/lib/panel/library');
  return createLibrary({ connect, later, persist: () => navigator.storage.persist() });
}

/** The host of a panel for a tab; without a tab it only opens files. */
export function createHost(tab: number | undefined, settings: SettingsStore): Host {
  const background = createBackground(connect);
  const pageRules = tab === undefined ? undefined : createPageRules({ tab, connect, later });
  const keep = pageRules && keepRules(pageRules, ruleStore);
  return {
    hasPage: tab !== undefined,
    async page(captured) {
      if (tab === undefined) return { kind: 'no-tab' };
      const { origin, granted, isPrivate } = await background.site(tab);
      if (granted && origin !== undefined && !isPrivate) void keep?.(origin);
      if (granted) return captured ? { kind: 'ready' } : { kind: 'needs-reload' };
      const url = origin ?? asked.get('origin') ?? (await inspectedUrl());
      if (url === undefined && browser.devtools === undefined) return { kind: 'hidden' };
      if (url === undefined || patternOf(url) === undefined) return { kind: 'forbidden', url: url ?? '' };
      return { kind: 'not-granted', origin: new URL(url).origin };
    },
    grant: (origin) => (tab === undefined ? Promise.resolve(false) : grant(background, tab, origin)),
    reload() {
      if (browser.devtools?.inspectedWindow !== undefined) browser.devtools.inspectedWindow.reload({});
      else if (tab !== undefined) void browser.tabs.reload(tab);
    },
    save,
    startWorker,
    expectFile,
    ...(browser.devtools?.inspectedWindow !== undefined && { selectInPage }),
    ...(browser.devtools?.network !== undefined && { networkEntries }),
    reportParts: async () => (await import('./report-parts')).reportParts(),
    copy,
    // A file of `public/`, missing in the types of paths.
    sample: async () => (await fetch(browser.runtime.getURL('/sample.agui.jsonl' as never))).text(),
    recent: () => background.sessions(),
    openRecent: background.read,
    forgetRecent: background.forget,
    library,
    settings,
    ...(pageRules !== undefined && { tour, pageRules }),
  };
}
