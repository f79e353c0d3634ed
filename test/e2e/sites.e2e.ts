// A site that the user grants, revokes and grants again while its page reads: what came before stays, what comes while it
// is revoked is not captured, and a row of the panel reports it.
import type { Browser, Tab } from './drive/browser';
import { launch } from './drive/launch';
import { readingUrl } from './drive/reading-page';
import { type Kept, openReader, storedSessions } from './drive/stored';
import { expect, nameOf, story, visit } from './reading-story';

const SITE = 'http://127.0.0.2/*';
const REVOKED = 'access to the site was revoked';

/** Stored characters of the page's only stream, and its status. */
async function stored(reader: Tab): Promise<{ length: number; statuses: readonly string[]; kept?: Kept }> {
  const sessions = await storedSessions(reader);
  const kept = sessions.find(({ texts }) => texts.size > 0);
  const length = [...(kept?.texts.values() ?? [])].reduce((sum, text) => sum + text.length, 0);
  return { length, statuses: Object.values(kept?.runs ?? {}), ...(kept && { kept }) };
}

/** Characters read by the page; others cannot read its storage. */
const read = (tab: Tab): Promise<number> =>
  tab.evaluate(() => Math.max(0, ...Object.values(localStorage).map(Number)));

async function openPanelTab(driver: Browser, tab: Tab, origin: string): Promise<Tab> {
  const id = await tab.id();
  const panel = await driver.newTab();
  await panel.goto(`${driver.origin}/panel.html?tab=${id}&origin=${encodeURIComponent(origin)}`);
  return panel;
}

for (const dies of [false, true]) {
  story(
    `a site is captured while it is granted${dies ? ', even if the background dies' : ''}`,
    async ({ pages }, { project }) => {
      const driver = await launch(nameOf(project), { grantable: [SITE] });
      const origin = pages.url.replace('localhost', '127.0.0.2');
      const reader = await openReader(driver);
      const { tab } = driver;
      await tab.goto(readingUrl(origin, visit()));
      await expect.poll(() => read(tab)).toBeGreaterThan(1000);
      expect((await stored(reader)).length).toBe(0);

      await driver.grant(SITE);
      await tab.reload();
      const panel = await openPanelTab(driver, tab, origin);
      await expect.poll(async () => (await stored(reader)).length).toBeGreaterThan(1000);
      expect((await stored(reader)).statuses).toEqual(['running']);
      const text = () => panel.evaluate(() => document.body.innerText);
      expect(await text()).not.toContain(REVOKED);

      if (dies) await driver.killBackground();
      await driver.revoke(SITE);
      await expect.poll(text).toContain(REVOKED);
      const before = await stored(reader);
      expect(before.statuses).not.toContain('running');
      const readThen = await read(tab);
      await expect.poll(() => read(tab)).toBeGreaterThan(readThen + 3000);
      if (dies) await driver.killBackground();
      await expect.poll(() => read(tab)).toBeGreaterThan(readThen + 6000);
      expect((await stored(reader)).length).toBe(before.length);

      await driver.grant(SITE);
      await expect.poll(async () => (await stored(reader)).length).toBeGreaterThan(before.length + 1000);
      const { kept, length } = await stored(reader);
      const all = await read(tab);
      expect(length).toBeLessThan(all - 5000);
      expect(kept?.missing.filter((row) => row.includes(REVOKED)).length).toBeGreaterThan(0);
      expect(kept?.missing.length).toBeGreaterThan(1);
      console.log(
        `${driver.name}: ${all} characters read, ${length} stored, missing: ${kept?.missing.join('; ')}`,
      );
      await driver.close();
    },
  );
}
