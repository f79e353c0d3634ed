// The first five minutes: the popup of a tab, the number on the icon, empty states, and the tour, once.
import type { Browser, Tab } from './drive/browser';
import { converse, demoUrl, expectedEvents, panelEvents } from './drive/demo';
import { launch } from './drive/launch';
import { expect, nameOf, panelOn, story } from './story';

async function openPopup(browser: Browser, id: number, origin: string): Promise<Tab> {
  const popup = await browser.newTab();
  await popup.goto(`${browser.origin}/popup.html?tab=${id}&origin=${encodeURIComponent(origin)}`);
  return popup;
}

const textOf = (tab: Tab) => tab.evaluate(() => document.body.innerText);

/** Number on the icon of a tab. */
const countOn = (popup: Tab, tabId: number) =>
  popup.evaluate((id) => {
    const { chrome } = globalThis as unknown as {
      chrome: { action: { getBadgeText(of: { tabId: number }): Promise<string> } };
    };
    return chrome.action.getBadgeText({ tabId: id });
  }, tabId);

story(
  'popup: the next step, then the runs and findings of the tab',
  async ({ driver, tab, server, visit }) => {
    await visit({ agent: 'broken-bad-patch', pace: 2 });
    const id = await tab.id();
    const popup = await openPopup(driver, id, server.url);
    await expect
      .poll(() => textOf(popup))
      .toMatch(/Capturing\. Start a run in the page\.[\s\S]*Open DevTools F12 › AG-UI/);
    expect(await countOn(popup, id)).toBe('');
    await converse(tab, 'One.').catch(() => undefined);
    await converse(tab, 'Two.').catch(() => undefined);
    await expect.poll(() => textOf(popup)).toMatch(/2 runs · 2 warnings/);
    await expect.poll(() => countOn(popup, id)).toBe('2');
    // With the panel's own styles it would be white on white.
    expect(await popup.evaluate(() => [...document.styleSheets].map(({ href }) => href))).toEqual([
      expect.stringContaining('/assets/popup'),
    ]);
    await popup.close();
  },
);

story('popup: a site that is not captured', async ({ driver }) => {
  const popup = await openPopup(driver, 0, 'https://example.org');
  await expect.poll(() => textOf(popup)).toMatch(/Not captured[\s\S]*Capture this site/);
  await popup.close();
});

story('empty panel: the next step, the sample in one click', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const text = () => panel.evaluate(() => document.querySelector('.empty')?.textContent ?? '');
  await expect.poll(text).toMatch(/Start a run to see its events here/);
  await panel.click('button', 'Load a sample');
  await expect.poll(() => panel.evaluate(() => lens.length)).toBeGreaterThan(100);
});

story('tour: four steps once, and never again', async ({ server }, { project }) => {
  const browser = await launch(nameOf(project), { hasTour: true });
  try {
    const { tab } = browser;
    await tab.goto(demoUrl(server.url, { pace: 2 }));
    const first = await tab.openPanel();
    const steps = (panel: typeof first) => panel.texts('complementary', 'Tour');
    expect(await steps(first)).toEqual([]);
    await converse(tab, 'Hello?');
    await panelEvents(first, (await expectedEvents(tab)).length);
    for (const [title, next] of [
      ['Events', 'Next step'],
      ['Views', 'Next step'],
      ['Timeline', 'Next step'],
      ['Export', 'Done'],
    ] as const) {
      await expect.poll(async () => (await steps(first)).join()).toContain(title);
      await first.click('button', next);
    }
    await expect.poll(() => steps(first)).toEqual([]);
    await first.close();
    const again = await tab.openPanel();
    await panelEvents(again, 1);
    expect(await steps(again)).toEqual([]);
  } finally {
    await browser.close();
  }
});
