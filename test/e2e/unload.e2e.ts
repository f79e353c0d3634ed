// A page that goes away hands over its data, even if the background has just died; one that comes back from the
// back/forward cache is recorded again. Lost data is reported.
import { dropsPages, type Tab, until } from './drive/browser';
import { type ReadingServer, readingUrl, runLength } from './drive/reading-page';
import {
  type Account,
  accountOf,
  expect,
  expectNoSilentLoss,
  expectWhole,
  logCounts,
  readLengths,
  readSome,
  SIZE,
  settledAccount,
  story,
  untilRead,
  visit,
} from './reading-story';

async function goBack(tab: Tab): Promise<void> {
  // Not at once: the answer to this has to arrive first.
  await tab.evaluate(() => void setTimeout(() => history.back()));
  await until(async () => (await tab.evaluate(() => document.title)) === 'reading', {
    what: 'the page to come back',
  });
}

story('a page that leaves in mid-stream hands over everything, ends included', async ({ parts }) => {
  const { tab, pages } = parts;
  const reads = visit({ streams: 3 });
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 3000);
  await tab.goto(`${pages.url}/elsewhere`);
  await expectWhole(parts, reads);
});

story(
  'a page that goes to another site in mid-stream hands over everything, or reports a loss',
  async ({ parts }) => {
    const { driver, tab, pages } = parts;
    const reads = visit({ streams: 5, pace: 5 });
    await tab.goto(readingUrl(pages.url, reads));
    await untilRead(parts, reads, 1000);
    await tab.goto(`${pages.url.replace('localhost', 'second.localhost')}/elsewhere`);
    // Firefox may stop the scripts of a page when its process ends.
    if (driver.name === 'firefox') await expectNoSilentLoss(parts, reads);
    else await expectWhole(parts, reads);
  },
);

for (const framed of [false, true]) {
  story(
    `a document that its script opens again hands over everything as it leaves, framed: ${framed}`,
    async ({ parts }) => {
      const { tab, pages } = parts;
      const reads = visit({ streams: 2, framed });
      await tab.goto(readingUrl(pages.url, reads));
      await untilRead(parts, reads, 1);
      await tab.evaluate(() => {
        const { document: opened, readSome: again } = (window.frames[0] ?? window) as never as Window & {
          readSome: () => void;
        };
        // This ends all listeners of the document and of its window.
        opened.open();
        opened.write('<title>opened again</title>');
        opened.close();
        again();
      });
      await untilRead(parts, reads, 3000);
      if (framed) await tab.evaluate(() => document.querySelector('iframe')?.remove());
      else await tab.goto(`${pages.url}/elsewhere`);
      await expectWhole(parts, reads);
    },
  );
}

story('a page that comes back is recorded again; streams that were open go on', async ({ parts }) => {
  const { driver, tab, pages } = parts;
  const reads = visit({ streams: 2 });
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 3000);
  await tab.goto(`${pages.url}/elsewhere`);
  await goBack(tab);
  // Firefox does not keep a page with open streams, nor does Chromium 120: it is loaded again.
  const isSame = driver.name === 'chromium' && !dropsPages(driver);
  if (isSame) await untilRead(parts, reads, 6000);
  await readSome(tab);
  await untilRead(parts, reads, 3000, isSame ? 4 : 6);
  await tab.goto(`${pages.url}/elsewhere`);
  await expectWhole(parts, reads);
  expect((await readLengths(parts, reads)).size).toBe(isSame ? 4 : 6);
});

story('a calm page that comes back is recorded again, time after time', async ({ parts }) => {
  const { tab, pages } = parts;
  const reads = visit({ streams: 2, events: 20 });
  const whole = runLength(`${reads.name}-1-0`, SIZE, 20);
  await tab.goto(readingUrl(pages.url, reads));
  const loads = () => tab.evaluate(() => Number(sessionStorage.getItem('loads')));
  let count = 2;
  let kept = 0;
  // A browser need not keep a page, and a busy one may load it again.
  for (let tries = 0; kept < 3 && tries < 9; tries++) {
    await untilRead(parts, reads, whole, count);
    await until(() => tab.evaluate(() => Reflect.get(globalThis, 'isCalm')()), {
      what: 'the streams to end',
    });
    const before = await loads();
    await tab.goto(`${pages.url}/elsewhere`);
    await goBack(tab);
    const isKept = (await loads()) === before;
    if (isKept) kept++;
    await readSome(tab);
    // One that was loaded again reads by itself too.
    count += isKept ? 2 : 4;
  }
  expect(kept).toBe(3);
  await untilRead(parts, reads, whole, count);
  await tab.goto(`${pages.url}/elsewhere`);
  await expectWhole(parts, reads);
});

/** Ways in which a document ends. */
const ENDS: Readonly<Record<string, (tab: Tab, pages: ReadingServer) => Promise<void>>> = {
  navigated: (tab, pages) => tab.goto(`${pages.url}/elsewhere`),
  removed: (tab) => tab.evaluate(() => document.querySelector('iframe')?.remove()),
  closed: (tab) => tab.close(),
};

for (const [how, end] of Object.entries(ENDS)) {
  story(
    `nothing is lost unreported if the background dies and the page is ${how} 0, 30 and 150 ms later`,
    async ({ parts }) => {
      const { driver, pages } = parts;
      const accounts: Account[] = [];
      for (const ms of [0, 30, 150]) {
        const reads = visit({ streams: 3, framed: how === 'removed' });
        const tab = await driver.newTab();
        await tab.goto(readingUrl(pages.url, reads));
        await untilRead(parts, reads, 3000);
        await driver.killBackground();
        await new Promise((resolve) => setTimeout(resolve, ms));
        await end(tab, pages);
        accounts.push(await settledAccount(parts, reads));
        // A page in the back/forward cache would keep its connections to the server.
        if (how !== 'closed') await tab.close();
      }
      logCounts(`${driver.name}, ${how}`, accounts);
    },
  );
}

for (const framed of [false, true]) {
  story(
    `nothing is lost unreported if the tab closes 0, 20 and 50 ms after its page began to read, framed: ${framed}`,
    async ({ parts }) => {
      const { driver, pages } = parts;
      const accounts: Account[] = [];
      for (const ms of [0, 20, 50]) {
        const reads = visit({ streams: 3, framed });
        const tab = await driver.newTab();
        await tab.goto(readingUrl(pages.url, reads));
        await untilRead(parts, reads, 1);
        await new Promise((resolve) => setTimeout(resolve, ms));
        await tab.close();
        const account = await settledAccount(parts, reads);
        for (const each of account.missing) expect(each).toContain('the tab was closed');
        accounts.push(account);
      }
      logCounts(`${driver.name}, closed early, framed: ${framed}`, accounts);
    },
  );
}

story(
  'a tab whose pages have read everything is closed, and nothing is reported as missing',
  async ({ parts }) => {
    const { driver, pages } = parts;
    for (const framed of [false, true]) {
      const reads = visit({ streams: 2, events: 20, framed });
      const tab = await driver.newTab();
      await tab.goto(readingUrl(pages.url, reads));
      await untilRead(parts, reads, runLength(`${reads.name}-1-0`, SIZE, 20));
      await until(async () => (await accountOf(parts, reads)).lacking === 0, { what: 'all to be stored' });
      await tab.close();
      await until(async () => (await accountOf(parts, reads)).open === 0, { what: 'its documents to end' });
      const { lacking, missing, running } = await accountOf(parts, reads);
      expect({ framed, lacking, missing, running }).toEqual({ framed, lacking: 0, missing: [], running: 0 });
    }
  },
);

story(
  'nothing is lost unreported if the background dies twice and the page, which had come back, is closed',
  async ({ parts }) => {
    const { driver, pages } = parts;
    const accounts: Account[] = [];
    // A browser need not keep a page: one that is loaded again shows nothing.
    for (let tries = 0; accounts.length < 3 && tries < 9; tries++) {
      const reads = visit({ streams: 2, events: 20 });
      const tab = await driver.newTab();
      await tab.goto(readingUrl(pages.url, reads));
      await untilRead(parts, reads, runLength(`${reads.name}-1-0`, SIZE, 20), 2);
      await until(async () => (await accountOf(parts, reads)).lacking === 0, { what: 'all to be stored' });
      await tab.goto(`${pages.url}/elsewhere`);
      await goBack(tab);
      const isKept = (await tab.evaluate(() => sessionStorage.getItem('loads'))) === '1';
      if (isKept) {
        await driver.killBackground();
        await readSome(tab);
        await untilRead(parts, reads, 1, 4);
        await driver.killBackground();
      }
      await tab.close();
      if (isKept) accounts.push(await settledAccount(parts, reads));
    }
    logCounts(`${driver.name}, came back and closed between two deaths`, accounts);
    expect(accounts).toHaveLength(3);
  },
);

story(
  'nothing is lost unreported if a page is loaded and closed between two deaths of the background',
  async ({ parts }) => {
    const { driver, pages } = parts;
    const accounts: Account[] = [];
    for (const ms of [0, 10, 30]) {
      const reads = visit({ streams: 2 });
      const tab = await driver.newTab();
      await tab.goto(`${pages.url}/elsewhere`);
      await driver.killBackground();
      await tab.goto(readingUrl(pages.url, reads));
      await untilRead(parts, reads, 1);
      await driver.killBackground();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await tab.close();
      accounts.push(await settledAccount(parts, reads));
    }
    logCounts(`${driver.name}, loaded and closed between two deaths`, accounts);
  },
);
