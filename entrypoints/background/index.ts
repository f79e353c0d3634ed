// The background: composition only. Logic: lib/background/relay/hub.ts. Stores: lib/background/storage.
import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createHub } from '@/lib/background/relay/hub';
import { SITE_SETTINGS_KEY } from '@/lib/background/relay/site-settings';
import { createSites } from '@/lib/background/relay/sites';
import { hasStartMarker } from '@/lib/background/relay/start-marker';
import { createDatabase } from '@/lib/background/storage/database';
import { createDiskStore } from '@/lib/background/storage/disk-store';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { createRecordings } from '@/lib/background/storage/recordings';
import { PRIVATE_LENGTH_MAX } from '@/lib/messages/limits';
import {
  armedMemo,
  armSites,
  askUser,
  isAnywhere,
  isGranted,
  isThere,
  memo,
  newId,
  onPort,
  room,
  showArmed,
  showCount,
  siteOf,
  siteSettings,
  sitesApi,
  startDirectors,
  startMarkers,
} from './browser';
import { createDevtoolsQuery } from './devtools-query';

export default defineBackground(() => {
  const database = createDatabase();
  const disk = createDiskStore(database);
  Object.assign(globalThis, { lensQuery: createDevtoolsQuery(disk) });
  const onUpdated = (tab: number, { status }: { readonly status?: string }): void => {
    if (status !== undefined) hub.navigated(tab);
  };
  const hub = createHub({
    disk,
    recordings: createRecordings(database, () => Date.now()),
    room,
    memory: createMemoryStore(PRIVATE_LENGTH_MAX),
    memo,
    siteSettings,
    nowMs: () => Date.now(),
    after: (ms, work) => setTimeout(work, ms),
    isGranted,
    isThere,
    isAnywhere,
    startMarkers,
    // Any API call keeps the background alive.
    stayAwake: () => void browser.runtime.getPlatformInfo(),
    newId,
    site: siteOf,
    askUser,
    showCount,
    startDirectors,
    armedMemo,
    armSites(sites, keepsOthers) {
      // Only with sites: otherwise every page load would wake the background.
      if (sites.length > 0) browser.tabs.onUpdated.addListener(onUpdated);
      else browser.tabs.onUpdated.removeListener(onUpdated);
      return armSites(sites, keepsOthers);
    },
    showArmed,
  });
  const sites = createSites(sitesApi);
  const sync = (): void => void sites.sync();

  onPort(hub);
  browser.tabs.onRemoved.addListener(hub.tabClosed);
  // Chromium gives a discarded tab another id. Firefox keeps the id.
  browser.tabs.onReplaced?.addListener((_, tab) => hub.tabClosed(tab));
  browser.permissions.onAdded.addListener(({ origins = [] }) => {
    const captured = sites.sync().then(() => sites.captureOpen(origins));
    // Panels query their pages again.
    void captured.finally(hub.sitesChanged);
  });
  browser.permissions.onRemoved.addListener(() => {
    sync();
    hub.sitesChanged();
  });
  browser.storage.local.onChanged.addListener((changes) => {
    if (SITE_SETTINGS_KEY in changes) hub.siteSettingsChanged();
    if (hasStartMarker(changes)) hub.startMarked();
  });
  browser.runtime.onStartup.addListener(sync);
  browser.runtime.onInstalled.addListener(sync);
});
