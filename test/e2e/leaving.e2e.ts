// A page that goes away hands over what it holds, even if the background has just died; one that comes back from the
// back/forward cache is recorded again. What cannot be there is said.
import { type Browser, type Tab, until } from './drive/browser';
import {
  type ReadingServer,
  type Reads,
  readingUrl,
  runLength,
  sentText,
  startReadingServer,
} from './drive/reading-page';
import { type Kept, openReader, storedSessions } from './drive/stored';
import { story as base, expect } from './story';

interface Parts {
  readonly driver: Browser;
  readonly tab: Tab;
  readonly pages: ReadingServer;
  /** A page of the extension, from which the database is read. */
  readonly reader: Tab;
  /** A page of the same origin, which knows what others have read. */
  readonly witness: Tab;
}

const story = base.extend<{ parts: Parts }, Pick<Parts, 'pages'>>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use) => {
      const pages = await startReadingServer();
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  parts: async ({ driver, pages, tab }, use) => {
    const reader = await openReader(driver);
    const witness = await driver.newTab();
    await witness.goto(`${pages.url}/elsewhere`);
    await use({ driver, tab, pages, reader, witness });
    await witness.close();
    await reader.close();
  },
});

const SIZE = 20;
let visits = 0;
const visit = (over: Partial<Reads> = {}): Reads => ({ name: `visit${visits++}`, size: SIZE, ...over });

/** How many characters pages have read of each run of a visit. */
async function readLengths({ witness }: Parts, { name }: Reads): Promise<ReadonlyMap<string, number>> {
  const entries = await witness.evaluate(
    (prefix) => Object.entries(localStorage).filter(([run]) => run.startsWith(prefix)),
    `${name}-`,
  );
  return new Map(entries.map(([run, length]) => [run, Number(length)]));
}

/** Waits until that many runs of a visit were read for a while. */
async function untilRead(
  parts: Parts,
  reads: Reads,
  length: number,
  count = reads.streams ?? 1,
): Promise<void> {
  await until(
    async () =>
      [...(await readLengths(parts, reads)).values()].filter((each) => each >= length).length >= count,
    { what: `${count} streams to be read` },
  );
}

/** The session that has the runs of a visit. */
async function sessionOf({ reader }: Parts, { name }: Reads): Promise<Kept | undefined> {
  const sessions = await storedSessions(reader);
  return sessions.find(({ runs }) => Object.keys(runs).some((run) => run.startsWith(`${name}-`)));
}

/** What of a run is stored is what was sent, in order, without a repeat; returns its length. */
function storedLength(kept: Kept | undefined, run: string): number {
  const text = kept?.texts.get(run) ?? '';
  expect(text === sentText(run, SIZE, text.length), `${run} is stored as it was sent`).toBe(true);
  return text.length;
}

/** How much was read and is not stored, in characters, and what the panel says about it. */
interface Account {
  readonly read: number;
  readonly lacking: number;
  readonly missing: readonly string[];
  readonly running: number;
}

async function accountOf(parts: Parts, reads: Reads): Promise<Account> {
  const lengths = await readLengths(parts, reads);
  const kept = await sessionOf(parts, reads);
  let read = 0;
  let lacking = 0;
  for (const [run, length] of lengths) {
    read += length;
    lacking += Math.max(0, length - storedLength(kept, run));
  }
  const running = Object.values(kept?.runs ?? {}).filter((status) => status === 'running').length;
  return { read, lacking, missing: kept?.missing ?? [], running };
}

/** What there is once every run has ended; what is lacking is said to be missing. */
async function settledAccount(parts: Parts, reads: Reads): Promise<Account> {
  const settled = await until(
    async () => {
      const account = await accountOf(parts, reads);
      const isSaid = account.lacking === 0 || account.missing.length > 0;
      return account.running === 0 && isSaid && account;
    },
    { what: 'every run to have ended, with what is lacking said' },
  );
  return settled;
}

/** Prints what a story tried, and what of it was lost. */
function sayCounts(what: string, accounts: readonly Account[]): void {
  const sum = (pick: (account: Account) => number) => accounts.reduce((total, each) => total + pick(each), 0);
  const said = accounts.filter(({ missing }) => missing.length > 0).length;
  console.log(
    `${what}: ${accounts.length} tries, ${sum(({ read }) => read)} characters read, ${sum(({ lacking }) => lacking)} lost, said in ${said}`,
  );
}

/** All that was read is stored, and every run has ended. */
async function expectWhole(parts: Parts, reads: Reads): Promise<void> {
  await expect
    .poll(() => accountOf(parts, reads))
    .toMatchObject({ lacking: 0, missing: [], running: 0, read: expect.any(Number) });
}

async function goBack(tab: Tab): Promise<void> {
  // Not at once: the answer to this has to arrive first.
  await tab.evaluate(() => void setTimeout(() => history.back()));
  await until(async () => (await tab.evaluate(() => document.title)) === 'reading', {
    what: 'the page to come back',
  });
}

/** Starts the streams of the page once more. */
const readSome = (tab: Tab): Promise<void> =>
  tab.evaluate(() => (window as never as { readSome: () => void }).readSome());

story('a page that leaves in mid-stream hands over everything, ends included', async ({ parts }) => {
  const { tab, pages } = parts;
  const reads = visit({ streams: 3 });
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 3000);
  await tab.goto(`${pages.url}/elsewhere`);
  await expectWhole(parts, reads);
});

story('a page that comes back is recorded again; streams that were open go on', async ({ parts }) => {
  const { driver, tab, pages } = parts;
  const reads = visit({ streams: 2 });
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 3000);
  await tab.goto(`${pages.url}/elsewhere`);
  await goBack(tab);
  // Firefox does not keep a page with open streams: it is loaded again.
  const isSame = driver.name === 'chromium';
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
  for (let times = 1; times <= 3; times++) {
    await untilRead(parts, reads, whole, 2 * times);
    await tab.goto(`${pages.url}/elsewhere`);
    await goBack(tab);
    expect(await tab.evaluate(() => sessionStorage.getItem('loads'))).toBe('1');
    await readSome(tab);
  }
  await untilRead(parts, reads, whole, 8);
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
  story(`the background dies and the page is ${how} 0, 30 and 150 ms after`, async ({ parts }) => {
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
      // What is in the back/forward cache would keep its connections to the server.
      if (how !== 'closed') await tab.close();
    }
    sayCounts(`${driver.name}, ${how}`, accounts);
  });
}
