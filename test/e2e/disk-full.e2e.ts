// A full disk, for real: the browser's profile is on a small file system. Captured data waits, the panel shows it,
// and it is stored when there is room again; discarded data is reported. Needs the right to mount.
import { launch } from './drive/launch';
import { createProfile } from './drive/profile';
import { readingUrl } from './drive/reading-page';
import { canMount, mountSmallDisk } from './drive/small-disk';
import { openReader } from './drive/stored';
import {
  expect,
  logCounts,
  nameOf,
  readLengths,
  settledAccount,
  story,
  untilRead,
  visit,
} from './reading-story';

/** More than a fresh profile takes. */
const SIZE_MB = 256;

if (canMount)
  story('a disk that is full for some time loses nothing unreported', async ({ pages }, { project }) => {
    const name = nameOf(project);
    const disk = mountSmallDisk(SIZE_MB);
    const profile = createProfile(name, disk.path);
    try {
      const driver = await launch(name, { profile });
      const { tab } = driver;
      const reader = await openReader(driver);
      const witness = await driver.newTab();
      await witness.goto(`${pages.url}/elsewhere`);
      const parts = { driver, tab, pages, reader, witness, hasOwnBrowser: true } as const;
      const reads = visit({ streams: 3 });
      await tab.goto(readingUrl(pages.url, reads));
      const panel = await driver.newTab();
      await panel.goto(`${driver.origin}/panel.html?tab=${await tab.id()}`);
      await untilRead(parts, reads, 3000);
      const text = () => panel.evaluate(() => document.body.innerText);
      disk.fill();
      await expect
        .poll(text, { timeout: 60_000 })
        .toMatch(/cannot be stored|could not be stored|were discarded/);
      expect(await text()).not.toMatch(/nothing is missing|no events are lost/i);
      // The database cannot be read now: Chromium does not even open it.
      const whileFull = Math.max(...(await readLengths(parts, reads)).values());
      await untilRead(parts, reads, whileFull + 3000);
      disk.free();
      await untilRead(parts, reads, whileFull + 6000);
      await tab.goto(`${pages.url}/elsewhere`);
      const account = await settledAccount(parts, reads).catch(async (error: unknown) => {
        throw new Error(`${error} The panel showed: ${(await text()).slice(0, 1000)}`);
      });
      logCounts(`${name}, disk full`, [account]);
      console.log(account.missing.join('; '));
      await driver.close();
    } finally {
      await profile.end();
      disk.end();
    }
  });
