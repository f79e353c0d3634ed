// Steps of stories about rules that change the page.
import type { Browser, Tab } from './drive/browser';
import { accountOfPage } from './drive/demo';

interface StoredTexts {
  get(keys: null): Promise<object>;
  remove(keys: readonly string[]): Promise<void>;
}

/** The browser of a worker keeps the rules of a site from one story to the next. */
export async function forgetRules({
  tab,
  driver,
}: {
  readonly tab: Tab;
  readonly driver: Browser;
}): Promise<void> {
  await tab.goto(`${driver.origin}/popup.html?tab=0`);
  await tab.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { local: StoredTexts } } };
    return chrome.storage.local
      .get(null)
      .then((all) =>
        chrome.storage.local.remove(Object.keys(all).filter((key) => key.startsWith('rules of '))),
      );
  });
}

/** Messages without their ids, and the state. */
export async function contentOf(tab: Tab): Promise<{ readonly contents: unknown; readonly state: unknown }> {
  const { messages, state } = await accountOfPage(tab);
  const contents = messages.map((message) => ({ ...message, id: '', toolCallId: '' }));
  return JSON.parse(JSON.stringify({ contents, state }).replace(/"id":"[^"]*"/g, '"id":""'));
}
