// Private windows: left alone where the user has not let the extension in, and else in memory only.
import { launch } from './drive/launch';
import { readingUrl } from './drive/reading-page';
import { openReader, storedSessions } from './drive/stored';
import { expect, nameOf, story, visit } from './reading-story';

for (const inPrivate of [false, true]) {
  const what = inPrivate ? 'is shown, and never written to disk' : 'is left alone';
  story(`a page in a private window ${what}`, async ({ pages }, { project }) => {
    const driver = await launch(nameOf(project), { inPrivate });
    const reader = await openReader(driver);
    const [secret, open] = [visit({ streams: 2 }), visit({ streams: 2 })];
    const id = await driver.openPrivate(readingUrl(pages.url, secret));
    expect(id !== undefined).toBe(inPrivate);
    if (id !== undefined) {
      const panel = await driver.newTab();
      await panel.goto(`${driver.origin}/panel.html?tab=${id}`);
      const length = () => panel.evaluate(() => lens.length);
      await expect.poll(length).toBeGreaterThan(50);
      // The library shows that it cannot be saved.
      await panel.evaluate(() => document.querySelector<HTMLElement>('button[aria-label=Library]')?.click());
      const text = () => panel.evaluate(() => document.querySelector('dialog')?.innerText ?? '');
      await expect.poll(text).toContain('lost when the window closes');
      expect(await panel.evaluate(() => document.querySelectorAll('.library-save').length)).toBe(0);
      // Nothing else remembers it: its page sends it again.
      await driver.killBackground();
      const before = await length();
      await expect.poll(length).toBeGreaterThan(before + 50);
      expect(await panel.evaluate(() => JSON.stringify(lens.runs()))).toContain(secret.name);
    }
    const tab = await driver.newTab();
    await tab.goto(readingUrl(pages.url, open));
    const namesOf = async () =>
      (await storedSessions(reader)).flatMap(({ runs }) => Object.keys(runs)).sort();
    // The private window came first: so would its rows.
    await expect.poll(namesOf).toEqual([`${open.name}-1-0`, `${open.name}-1-1`]);
    await expect.poll(async () => (await storedSessions(reader))[0]?.row.length).toBeGreaterThan(20_000);
    const rows = (await storedSessions(reader)).map(({ row }) => row);
    expect(rows.filter((row) => row.private || row.url.includes(secret.name))).toEqual([]);
    expect(await namesOf()).toEqual([`${open.name}-1-0`, `${open.name}-1-1`]);
    await driver.close();
  });
}
