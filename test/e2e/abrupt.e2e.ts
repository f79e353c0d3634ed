// Abrupt ends and lost stores: data may be lost, each loss is reported.
import { type Tab, until } from './drive/browser';
import { launch } from './drive/launch';
import { createProfile } from './drive/profile';
import { readingUrl } from './drive/reading-page';
import { type Kept, openReader, storedSessions } from './drive/stored';
import {
  expect,
  logCounts,
  nameOf,
  readSome,
  settledAccount,
  story,
  untilRead,
  visit,
} from './reading-story';

const statusesOf = (kept: Kept | undefined): readonly string[] => Object.values(kept?.runs ?? {});

/** Waits until every run that is stored has ended, and a row reports missing records. */
async function untilReported(reader: Tab): Promise<readonly Kept[]> {
  return until(
    async () => {
      const sessions = (await storedSessions(reader)).filter(({ runs }) => Object.keys(runs).length > 0);
      const isReported = sessions.every(
        (kept) => !statusesOf(kept).includes('running') && kept.missing.length > 0,
      );
      return sessions.length > 0 && isReported && sessions;
    },
    { what: 'every session to have ended' },
  );
}

story('a crashed page has its runs ended and possible loss reported', async ({ parts }) => {
  const { driver, pages } = parts;
  const reads = visit({ streams: 3 });
  const tab = await driver.newTab();
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 3000);
  await tab.crash();
  const account = await settledAccount(parts, reads);
  expect(account.missing).toEqual([expect.stringContaining('ended unexpectedly')]);
  logCounts(`${driver.name}, crashed`, [account]);
  await tab.close();
});

story('a database deleted in mid-stream is created again, with the loss reported', async ({ parts }) => {
  const { driver, pages, tab, reader } = parts;
  const reads = visit();
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 3000);
  const panel = await driver.newTab();
  await panel.goto(`${driver.origin}/panel.html?tab=${await tab.id()}`);
  const events = () => panel.evaluate(() => lens.length);
  await expect.poll(events).toBeGreaterThan(20);
  await reader.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('ag-ui-lens');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );
  const before = await events();
  // The open panel goes on, and a later one shows what is missing.
  await expect.poll(events).toBeGreaterThan(before + 50);
  await tab.goto(`${pages.url}/elsewhere`);
  await expect
    .poll(async () => (await storedSessions(reader)).flatMap(({ missing }) => missing).join())
    .toMatch(/^\d+ bytes, the database was deleted, with all that was stored of this session$/);
  await panel.close();
});

story(
  'a database of a newer version: nothing is stored, and the panel shows it',
  async ({ parts }, { project }) => {
    const driver = await launch(nameOf(project));
    const { pages } = parts;
    const reader = await openReader(driver);
    await reader.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('ag-ui-lens', 99);
          opening.onsuccess = () => {
            opening.result.close();
            resolve();
          };
          opening.onerror = () => reject(opening.error);
        }),
    );
    const tab = await driver.newTab();
    await tab.goto(readingUrl(pages.url, visit()));
    const panel = await driver.newTab();
    await panel.goto(`${driver.origin}/panel.html?tab=${await tab.id()}`);
    const text = () => panel.evaluate(() => document.body.innerText);
    await expect.poll(text).toContain('written by a newer version of AG-UI Lens');
    expect(await text()).not.toMatch(/nothing is missing|no events are lost/i);
    await driver.close();
  },
);

story(
  'a browser killed in mid-stream has its sessions kept, with the loss reported',
  async ({ pages }, { project }) => {
    const name = nameOf(project);
    const profile = createProfile(name);
    try {
      const first = await launch(name, { profile });
      await first.tab.goto(readingUrl(pages.url, visit({ streams: 3 })));
      const before = await openReader(first);
      await expect
        .poll(async () => Math.max(0, ...(await storedSessions(before)).map(({ row }) => row.length)))
        .toBeGreaterThan(10_000);
      await first.kill();
      const second = await launch(name, { profile });
      const sessions = await untilReported(await openReader(second));
      expect(sessions.map(({ row }) => row.open)).toEqual(sessions.map(() => []));
      await second.close();
    } finally {
      await profile.end();
    }
  },
);

story(
  'an extension reloaded in mid-stream ends its sessions, with the loss reported',
  async ({ pages }, { project }) => {
    const driver = await launch(nameOf(project));
    const tab = await driver.newTab();
    await tab.goto(readingUrl(pages.url, visit({ streams: 3 })));
    const before = await openReader(driver);
    await expect
      .poll(async () => Math.max(0, ...(await storedSessions(before)).map(({ row }) => row.length)))
      .toBeGreaterThan(10_000);
    const id = await tab.id();
    await driver.reloadExtension();
    const after = await until(() => openReader(driver), { what: 'the extension to be loaded again' });
    // The streams that were open then have ended in the old session, with a row.
    await untilReported(after);
    const panel = await driver.newTab();
    await panel.goto(`${driver.origin}/panel.html?tab=${id}`);
    if (driver.name === 'chromium') {
      // Nothing of ours is in the old page.
      await expect.poll(() => panel.evaluate(() => document.body.innerText)).toMatch(/reload/i);
      await tab.reload();
    } else await readSome(tab);
    // Firefox puts new scripts into the old page.
    await expect.poll(() => panel.evaluate(() => lens.length)).toBeGreaterThan(10);
    await driver.close();
  },
);
