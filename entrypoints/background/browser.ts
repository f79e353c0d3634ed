// Adapts the browser's APIs for lib/background/relay.
import { type Browser, browser } from 'wxt/browser';
import type { ArmedMemo, TabSite } from '@/lib/background/relay/arming';
import type { Hub } from '@/lib/background/relay/hub';
import { fromRuntimePort } from '@/lib/background/relay/port';
import { SITE_SETTINGS_KEY } from '@/lib/background/relay/site-settings';
import { patternOf, type SitesApi } from '@/lib/background/relay/sites';
import type { StartMarkers } from '@/lib/background/relay/start-marker';
import type { Memo } from '@/lib/background/relay/tabs';
import { ARMING_PORT } from '@/lib/messages/arming';
import type { Room } from '@/lib/messages/library';
import { type AreYouThere, BRIDGE_PORT, PANEL_PORT } from '@/lib/messages/messages';

const MEMO_KEY = 'tabs';

/** Lasts until the browser quits. */
export const memo: Memo = {
  load: async () => (await browser.storage.session.get(MEMO_KEY))[MEMO_KEY],
  save: (memory) => browser.storage.session.set({ [MEMO_KEY]: memory }),
};

export const startMarkers: StartMarkers = {
  load: () => browser.storage.local.get(null),
  remove: (keys) => browser.storage.local.remove(keys),
};

export const siteSettings = async (): Promise<unknown> =>
  (await browser.storage.local.get(SITE_SETTINGS_KEY))[SITE_SETTINGS_KEY];

export const newId = (): string =>
  `${Date.now().toString(36)}${(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36)}`;

/** Passes each port to the hub. A bridge runs in a tab's frame; a panel is a page of the extension. */
export function onPort(hub: Hub): void {
  browser.runtime.onConnect.addListener((runtimePort) => {
    const { name, sender } = runtimePort;
    const port = fromRuntimePort(runtimePort, () => browser.runtime.lastError);
    const isOurPage = sender?.url?.startsWith(browser.runtime.getURL('/')) ?? false;
    if (name === PANEL_PORT && isOurPage) hub.panel(port);
    if (name === ARMING_PORT && sender?.tab?.id !== undefined)
      hub.director(port, {
        tab: sender.tab.id,
        frame: sender.frameId ?? 0,
        ...(sender.origin !== undefined && { origin: sender.origin }),
      });
    if (name !== BRIDGE_PORT || sender?.tab?.id === undefined) return;
    const { tab, frameId = 0, origin, url } = sender;
    // A frame with an opaque origin belongs to the page around it.
    const site = patternOf(origin) ?? patternOf(url) ?? patternOf(tab.url);
    hub.bridge(port, {
      tab: sender.tab.id,
      frameId,
      private: tab.incognito,
      ...(site !== undefined && { site }),
    });
  });
}

// Timeout of an answer. A page that the browser has frozen answers after it is resumed.
const ANSWER_MS = 2000;
// Pause before a tab is asked again: during a navigation, and while a prerendered page is activated, no frame
// answers.
const ASK_AGAIN_MS = 300;

/** True if the bridge of the document answers. A page in the back/forward cache does not. */
export async function isThere(tab: number, frameId: number | undefined, doc: string): Promise<boolean> {
  const question: AreYouThere = { kind: 'are-you-there', doc };
  const frozen = new Promise<true>((resolve) => setTimeout(resolve, ANSWER_MS, true));
  const isIn = async (frame: { readonly frameId?: number }): Promise<boolean> => {
    try {
      return (await Promise.race([browser.tabs.sendMessage(tab, question, frame), frozen])) === true;
    } catch {
      // There is no such tab or frame, or no bridge in it.
      return false;
    }
  };
  // Activation gives the frame of a page prerendered by Chromium another number.
  const isInTab = async () => (frameId !== undefined && (await isIn({ frameId }))) || isIn({});
  if (await isInTab()) return true;
  await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  return isInTab();
}

export async function isAnywhere(doc: string): Promise<boolean> {
  const tabs = await browser.tabs.query({});
  const answers = await Promise.all(tabs.map(({ id }) => id !== undefined && isThere(id, undefined, doc)));
  return answers.includes(true);
}

/** The browser reveals a tab's URL only if we may read the page. */
export async function siteOf(tab: number): Promise<TabSite> {
  const { url, incognito = false } = (await tabOf(tab)) ?? {};
  const pattern = patternOf(url);
  if (url === undefined || pattern === undefined) return { granted: false, isPrivate: incognito };
  return { origin: new URL(url).origin, granted: await isGranted(pattern), isPrivate: incognito };
}

/** The user may revoke even localhost. */
export function isGranted(site: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [site] });
}

/** Undefined also for tabs that are closed or never existed. */
async function tabOf(tab: number): Promise<Browser.tabs.Tab | undefined> {
  try {
    return await browser.tabs.get(tab);
  } catch {
    return undefined;
  }
}

/** Opens the popup's page as a tab, where the user can grant access to an origin in any browser. */
export function askUser(tab: number, origin: string | undefined): void {
  const query = new URLSearchParams({ tab: String(tab), ...(origin ? { origin } : {}) });
  void browser.tabs.create({ url: `${browser.runtime.getURL('/popup.html')}?${query}` });
}

export async function room(): Promise<Room> {
  const { usage, quota } = await navigator.storage.estimate();
  const isPersistent = await navigator.storage.persisted();
  return { ...(usage !== undefined && { used: usage }), ...(quota !== undefined && { quota }), isPersistent };
}

const ARMED_TABS_KEY = 'armed tabs';

export const armedMemo: ArmedMemo = {
  load: async () => (await browser.storage.session.get(ARMED_TABS_KEY))[ARMED_TABS_KEY],
  save: (tabs) => browser.storage.session.set({ [ARMED_TABS_KEY]: tabs }),
};

const DIRECTOR_SCRIPTS = [
  { id: 'arming', file: '/arming.js', world: 'ISOLATED' },
  { id: 'director', file: '/director.js', world: 'MAIN' },
] as const;

export async function startDirectors(tabId: number): Promise<void> {
  for (const { file, world } of DIRECTOR_SCRIPTS)
    await browser.scripting.executeScript({ target: { tabId, allFrames: true }, files: [file], world });
}

const hasMatches = (present: readonly string[] | undefined, matches: readonly string[]): boolean =>
  present?.length === matches.length && matches.every((pattern) => present.includes(pattern));

/** Updates scripts in place: a document that loads between unregistering and registering would have no director. */
export async function armSites(patterns: readonly string[], keepsOthers: boolean): Promise<void> {
  const ids = DIRECTOR_SCRIPTS.map(({ id }) => id);
  const present = await browser.scripting.getRegisteredContentScripts({ ids });
  const others = keepsOthers ? present.flatMap(({ matches = [] }) => matches) : [];
  const matches = [...new Set([...others, ...patterns])];
  const scripts = DIRECTOR_SCRIPTS.map(({ id, file, world }) => ({
    id,
    js: [file],
    world,
    matches,
    runAt: 'document_start' as const,
    allFrames: true,
    matchOriginAsFallback: true,
    persistAcrossSessions: false,
  }));
  if (matches.length === 0) {
    if (present.length > 0)
      await browser.scripting.unregisterContentScripts({ ids: present.map(({ id }) => id) });
  } else if (present.length === 0) await browser.scripting.registerContentScripts(scripts);
  else if (present.some((script) => !hasMatches(script.matches, matches)))
    await browser.scripting.updateContentScripts(scripts);
}

export const sitesApi: SitesApi = {
  granted: async () => (await browser.permissions.getAll()).origins ?? [],
  registered: async () =>
    (await browser.scripting.getRegisteredContentScripts()).flatMap(({ id, matches }) =>
      DIRECTOR_SCRIPTS.some((script) => script.id === id) ? [] : { id, matches: matches ?? [] },
    ),
  register: (scripts) => browser.scripting.registerContentScripts([...scripts]),
  unregister: (ids) => browser.scripting.unregisterContentScripts({ ids }),
  openTabs: async (patterns) =>
    (await browser.tabs.query({ url: [...patterns] })).flatMap(({ id }) => id ?? []),
  async inject(tabId) {
    const isThere = () => Reflect.has(globalThis, 'agUiLens');
    const frames = await browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      func: isThere,
    });
    const frameIds = frames.flatMap(({ frameId, result }) => (result === true ? [] : frameId));
    if (frameIds.length === 0) return;
    const target = { tabId, frameIds };
    const [bridge, page] = ['/content-scripts/bridge.js', '/content-scripts/page.js'] as const;
    await browser.scripting.executeScript({ target, files: [bridge] });
    await browser.scripting.executeScript({ target, files: [page], world: 'MAIN' });
  },
};

const BADGE_COLOR = '#4a5568';
const ARMED_COLOR = '#c5221f';

const counts = new Map<number, number>();
const armedTabs = new Set<number>();

function paintIcon(tabId: number): void {
  const count = counts.get(tabId) ?? 0;
  const isArmed = armedTabs.has(tabId);
  const number = count === 0 ? '' : count > 999 ? '999+' : String(count);
  const title = count === 0 ? 'AG-UI Lens' : `AG-UI Lens: ${count} captured`;
  // The tab may be closed.
  void Promise.all([
    browser.action.setBadgeBackgroundColor({ tabId, color: isArmed ? ARMED_COLOR : BADGE_COLOR }),
    browser.action.setBadgeText({ tabId, text: number === '' && isArmed ? '!' : number }),
    browser.action.setTitle({ tabId, title: isArmed ? `${title}, rules change this page` : title }),
  ]).catch(() => undefined);
}

/** Number on the toolbar icon of a tab; none for 0. */
export function showCount(tabId: number, count: number): void {
  if (count > 0) counts.set(tabId, count);
  else counts.delete(tabId);
  paintIcon(tabId);
}

/** Red while rules change the page. */
export function showArmed(tabId: number, isArmed: boolean): void {
  if (isArmed) armedTabs.add(tabId);
  else armedTabs.delete(tabId);
  paintIcon(tabId);
}
