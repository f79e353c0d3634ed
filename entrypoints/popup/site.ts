// Access of the popup to the browser.
import { browser } from 'wxt/browser';
import {
  parseSiteSettings,
  SITE_SETTINGS_KEY,
  type SiteSettings,
} from '@/lib/background/relay/site-settings';
import { patternOf } from '@/lib/background/relay/sites';
import { PANEL_PORT, type StoredSession } from '@/lib/messages/messages';
import { createBackground } from '@/lib/panel/background-requests';

export const background = createBackground(() => browser.runtime.connect({ name: PANEL_PORT }));

export interface Site {
  readonly tab: number | undefined;
  /** Absent if the page is not http or https. */
  readonly origin: string | undefined;
  readonly granted: boolean;
  readonly settings: SiteSettings;
  /** Absent before the first capture in the tab. */
  readonly session?: StoredSession;
}

/** The site in `tab` and `origin` of the URL, else that of the tab below the popup. */
export async function currentSite(): Promise<Site> {
  const query = new URLSearchParams(location.search);
  const asked = query.get('tab');
  const [active] = asked ? [] : await browser.tabs.query({ active: true, currentWindow: true });
  const url = query.get('origin') ?? active?.url;
  const pattern = patternOf(url);
  const tab = asked ? Number(asked) : active?.id;
  if (url === undefined || pattern === undefined)
    return { tab, origin: undefined, granted: false, settings: {} };
  // Localhost is granted on installation, and can be revoked like any site.
  const granted = await browser.permissions.contains({ origins: [pattern] });
  const settings = (await storedSettings()).get(pattern) ?? {};
  const answer =
    tab === undefined || !granted ? undefined : await background.site(tab).catch(() => undefined);
  const session = answer?.session;
  return { tab, origin: new URL(url).origin, granted, settings, ...(session !== undefined && { session }) };
}

/** Must be called directly from a click. The background detects the new permission itself. */
export async function allow(origin: string): Promise<void> {
  const pattern = patternOf(origin);
  if (pattern) await browser.permissions.request({ origins: [pattern] });
}

async function storedSettings(): Promise<ReadonlyMap<string, SiteSettings>> {
  return parseSiteSettings((await browser.storage.local.get(SITE_SETTINGS_KEY))[SITE_SETTINGS_KEY]);
}

export async function setSiteSettings(origin: string, settings: SiteSettings): Promise<void> {
  const pattern = patternOf(origin);
  if (pattern === undefined) return;
  const all = new Map(await storedSettings()).set(pattern, settings);
  await browser.storage.local.set({ [SITE_SETTINGS_KEY]: Object.fromEntries(all) });
}

/** Reloads a page, so that it is captured from its first request. */
export function reload(tab: number): void {
  void browser.tabs.reload(tab);
}

export function openPanel(tab: number, origin: string | undefined): void {
  const query = new URLSearchParams({ tab: String(tab), ...(origin === undefined ? {} : { origin }) });
  // The types list the path without a query.
  void browser.tabs.create({ url: browser.runtime.getURL(`/panel.html?${query}` as '/panel.html') });
}
