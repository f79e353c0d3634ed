// What the popup asks of the browser.
import { browser } from 'wxt/browser';
import { isLocal, patternOf } from '@/lib/relay/sites';

/** The site that the popup is about. */
export interface Site {
  readonly tab: number | undefined;
  /** Absent where the page is none of http or https. */
  readonly origin: string | undefined;
  readonly granted: boolean;
}

/** The site of the address's `tab` and `origin`, else of the tab that the popup opened over. */
export async function currentSite(): Promise<Site> {
  const query = new URLSearchParams(location.search);
  const asked = query.get('tab');
  const [active] = asked ? [] : await browser.tabs.query({ active: true, currentWindow: true });
  const url = query.get('origin') ?? active?.url;
  const pattern = patternOf(url);
  const tab = asked ? Number(asked) : active?.id;
  if (url === undefined || pattern === undefined) return { tab, origin: undefined, granted: false };
  const granted = isLocal(url) || (await browser.permissions.contains({ origins: [pattern] }));
  return { tab, origin: new URL(url).origin, granted };
}

/** Asks the user for an origin; must be called straight from a click. The background sees the answer by itself. */
export async function allow(origin: string): Promise<void> {
  const pattern = patternOf(origin);
  if (pattern) await browser.permissions.request({ origins: [pattern] });
}

/** Loads a page again, so that it is captured from its first request. */
export function reload(tab: number): void {
  void browser.tabs.reload(tab);
}

/** Opens the panel for a tab as a tab of its own. */
export function openPanel(tab: number, origin: string | undefined): void {
  const query = new URLSearchParams({ tab: String(tab), ...(origin === undefined ? {} : { origin }) });
  void browser.tabs.create({ url: browser.runtime.getURL(`/panel.html?${query}` as '/panel.html') });
}
