// Background tabs that the browser discards to save memory or energy.
import { until } from './drive/browser';
import { readingUrl } from './drive/reading-page';
import { storedSessions } from './drive/stored';
import { expect, logCounts, settledAccount, story, untilRead, visit } from './reading-story';

interface Tabs {
  query(filter: object): Promise<{ readonly id?: number; readonly url?: string }[]>;
  discard(tab: number): Promise<unknown>;
  update(tab: number, change: { readonly active: boolean }): Promise<unknown>;
  remove(tab: number): Promise<void>;
}
declare const chrome: { readonly tabs: Tabs };

story('a tab discarded in mid-stream and visited again has its loss reported', async ({ parts }) => {
  const { driver, pages, reader } = parts;
  const reads = visit({ streams: 2 });
  const tab = await driver.newTab();
  const url = readingUrl(pages.url, reads);
  await tab.goto(url);
  await untilRead(parts, reads, 3000);
  const id = await tab.id();
  const other = await driver.newTab();
  await reader.evaluate((own) => chrome.tabs.discard(own).then(() => true), id);
  const account = await settledAccount(parts, reads);
  logCounts(`${driver.name}, discarded`, [account]);
  // Firefox does not notify extensions.
  const why = driver.name === 'chromium' ? 'the tab was closed or discarded' : 'ended unexpectedly';
  for (const each of account.missing) expect(each).toContain(why);
  const ofTab = async () => (await storedSessions(reader)).filter(({ row }) => row.url === url);
  expect((await ofTab()).flatMap(({ row }) => row.open)).toEqual([]);
  // Chromium has given it another number.
  const loaded = await reader.evaluate(async (address) => {
    const tabs = await chrome.tabs.query({});
    const own = tabs.find((each) => each.url === address)?.id ?? -1;
    await chrome.tabs.update(own, { active: true });
    return own;
  }, url);
  await untilRead(parts, reads, 3000, 4);
  await until(async () => (await ofTab()).flatMap(({ asked }) => asked).length === 4, {
    what: 'the streams of the page that was loaded again',
  });
  // Their connections are too few for the next story otherwise: Firefox has six to a host.
  await reader.evaluate((own) => chrome.tabs.remove(own), loaded);
  await other.close();
});
