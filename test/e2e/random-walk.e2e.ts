// Random clicks in two tabs, while the background dies now and then: all read data is stored, or the panel shows that
// something may be missing. `npm run test:all` walks further.
import { createRandom } from '../core/model/random';
import type { Tab } from './drive/browser';
import { type Reads, readingUrl } from './drive/reading-page';
import {
  type Account,
  logCounts,
  readLengths,
  readSome,
  settledAccount,
  story,
  visit,
} from './reading-story';

const WALKS = process.env['LENS_LONG'] === '1' ? 20 : 1;
const STEPS = 20;
const ENOUGH_MS = 3000;
/** Least age of a page when its tab is closed; earlier, data is lost before any message can report it. */
const BEGUN_MS = 200;
const PAUSES_MS = [0, 20, 60, 150, 400, 900];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** User actions in a page; without an effect where they do not apply. */
const CLICKS: readonly ((tab: Tab) => Promise<void>)[] = [
  (tab) => tab.evaluate(() => void setTimeout(() => history.back())),
  (tab) => tab.evaluate(() => void setTimeout(() => history.go(-2))),
  (tab) => tab.evaluate(() => void setTimeout(() => history.forward())),
  (tab) => tab.evaluate(() => void setTimeout(() => location.reload())),
  (tab) => tab.evaluate(() => history.pushState({}, '', `#${performance.now()}`)),
  (tab) => tab.evaluate(() => document.querySelector('iframe')?.remove()),
  readSome,
];

for (let walk = 1; walk <= WALKS; walk++) {
  story(`random walk ${walk} of ${STEPS} steps loses nothing unreported`, async ({ parts }) => {
    story.setTimeout(300_000);
    const { driver, pages } = parts;
    const { below, chance, pick } = createRandom(walk);
    const visits: Reads[] = [];
    const tabs = [await driver.newTab(), await driver.newTab()];
    let begunAt = 0;
    const close = async (tab: Tab): Promise<void> => {
      await wait(begunAt + BEGUN_MS - Date.now());
      await tab.close();
      // Its connections are free: a page that waited for one begins.
      begunAt = Date.now();
    };
    const actions: readonly ((tab: Tab, at: number) => Promise<void>)[] = [
      async (tab) => {
        const reads = visit({ streams: 1 + below(2), pace: pick([3, 10, 30]), framed: chance(0.25) });
        visits.push(reads);
        await tab.goto(readingUrl(pages.url, reads));
        begunAt = Date.now();
      },
      (tab) => tab.goto(`${pages.url}/elsewhere`),
      async (tab, at) => {
        await close(tab);
        tabs[at] = await driver.newTab();
      },
      () => driver.killBackground(),
      (tab) => pick(CLICKS)(tab),
    ];
    const often = [0, 0, 0, 1, 2, 3, 4, 4, 4, 4];
    for (let steps = 0; steps < STEPS; steps++) {
      const at = below(2);
      const tab = tabs[at];
      // An action may end the previous one of its tab, and a page waits while others use all the connections that a
      // browser opens.
      const act = tab && actions[pick(often)]?.(tab, at).catch(() => undefined);
      await Promise.race([act, wait(ENOUGH_MS)]);
      await wait(pick(PAUSES_MS));
    }
    for (const tab of tabs) await close(tab);
    const accounts: Account[] = [];
    for (const reads of visits) {
      const lengths = [...(await readLengths(parts, reads)).values()];
      if (lengths.some((length) => length > 0)) accounts.push(await settledAccount(parts, reads));
    }
    logCounts(`${driver.name}, walk ${walk}`, accounts);
  });
}
