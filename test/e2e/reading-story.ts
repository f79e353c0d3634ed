// Stories about pages that read streams: compares read with stored text, and expects the rest to be reported.
import { parseStartMarkers } from '@/lib/background/relay/start-marker';
import { type Browser, dropsPages, type Tab, until } from './drive/browser';
import { type ReadingServer, type Reads, sentText, startReadingServer } from './drive/reading-page';
import { type Kept, openReader, storedSessions } from './drive/stored';
import { story as base, expect } from './story';

export interface Parts {
  readonly driver: Browser;
  readonly tab: Tab;
  readonly pages: ReadingServer;
  /** A page of the extension, from which the database is read. */
  readonly reader: Tab;
  /** A page of the same origin, which knows what others have read. */
  readonly witness: Tab;
  /** No other story has sessions in this browser: one without its requests, which a deleted database leaves, is ours. */
  readonly hasOwnBrowser?: true;
}

export const story = base.extend<{ parts: Parts }, Pick<Parts, 'pages'>>({
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

export const SIZE = 20;
let visits = 0;
export const visit = (over: Partial<Reads> = {}): Reads => ({
  name: `visit${visits++}`,
  size: SIZE,
  ...over,
});

/** Characters that pages have read of each run of a visit. */
export async function readLengths({ witness }: Parts, { name }: Reads): Promise<ReadonlyMap<string, number>> {
  const entries = await witness.evaluate(
    (prefix) => Object.entries(localStorage).filter(([run]) => run.startsWith(prefix)),
    `${name}-`,
  );
  return new Map(entries.map(([run, length]) => [run, Number(length)]));
}

/** Starts the streams of the page once more. */
export const readSome = (tab: Tab): Promise<void> =>
  tab.evaluate(() => (window as never as { readSome: () => void }).readSome());

/** Waits until that many runs of a visit were read for a while. */
export async function untilRead(
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

const hasRuns = ({ asked }: Kept, { name }: Reads): boolean =>
  asked.some((run) => run.startsWith(`${name}-`));

/** Finds the session of a visit by its address, which may be all that is stored. */
const isVisited = ({ row }: Kept, { name }: Reads): boolean =>
  new URLSearchParams(row.url.split('?')[1]).get('name') === name;

/** Expects a run to be stored as sent, in order, without a repeat; returns its length. */
function storedLength(kept: Kept | undefined, run: string): number {
  const text = kept?.texts.get(run) ?? '';
  expect(text === sentText(run, SIZE, text.length), `${run} is stored as it was sent`).toBe(true);
  return text.length;
}

/** Characters read and not stored, and the panel's rows about missing data. */
export interface Account {
  readonly read: number;
  readonly lacking: number;
  readonly missing: readonly string[];
  readonly running: number;
  /** Documents that have not ended. */
  readonly open: number;
}

export async function accountOf(parts: Parts, reads: Reads): Promise<Account> {
  const lengths = await readLengths(parts, reads);
  const sessions = await storedSessions(parts.reader);
  const kept = sessions.find((each) => hasRuns(each, reads));
  let read = 0;
  let lacking = 0;
  for (const [run, length] of lengths) {
    read += length;
    lacking += Math.max(0, length - storedLength(kept, run));
  }
  const running = Object.values(kept?.runs ?? {}).filter((status) => status === 'running').length;
  const own = sessions.filter(
    (each) => parts.hasOwnBrowser === true || hasRuns(each, reads) || isVisited(each, reads),
  );
  const open = own.reduce((sum, { row }) => sum + (row.open?.length ?? 0), 0);
  return { read, lacking, missing: own.flatMap(({ missing }) => missing), running, open };
}

interface ExtensionApi {
  readonly runtime: { connect(): { disconnect(): void } };
  readonly storage: { readonly local: { get(): Promise<object> } };
}

type ExtensionGlobal = Record<'browser' | 'chrome', ExtensionApi>;

/** Runs in a page of the extension. */
function wake(): void {
  const { browser, chrome } = globalThis as never as ExtensionGlobal;
  (browser ?? chrome).runtime.connect().disconnect();
}

/** Runs in a page of the extension. */
async function readStorage(): Promise<string> {
  const { browser, chrome } = globalThis as never as ExtensionGlobal;
  return JSON.stringify(await (browser ?? chrome).storage.local.get());
}

/** The account once every run has ended and losses are reported. */
export async function settledAccount(parts: Parts, reads: Reads): Promise<Account> {
  let last: Account | undefined;
  const since = Date.now();
  const settled = async () => {
    // A background that was dying as the page ended may have slept since. A panel wakes it.
    if (Date.now() - since > 10_000) await parts.reader.evaluate(wake);
    last = await accountOf(parts, reads);
    const isReported = last.lacking === 0 || last.missing.length > 0;
    return last.read > 0 && last.running === 0 && isReported && last;
  };
  try {
    return await until(settled, { what: 'every run to have ended, with losses reported' });
  } catch (error) {
    // With markers, no background did its work.
    const markers = parseStartMarkers(JSON.parse(await parts.reader.evaluate(readStorage)));
    const stored = (await storedSessions(parts.reader)).map(({ row, asked, missing }) => ({
      row,
      asked,
      missing,
    }));
    throw new Error(`Not settled: ${JSON.stringify({ ...last, markers, stored })}`, { cause: error });
  }
}

/** Prints what a story tried, and what of it was lost. */
export function logCounts(what: string, accounts: readonly Account[]): void {
  const sum = (pick: (account: Account) => number) => accounts.reduce((total, each) => total + pick(each), 0);
  const reported = accounts.filter(({ missing }) => missing.length > 0).length;
  console.log(
    `${what}: ${accounts.length} tries, ${sum(({ read }) => read)} characters read, ${sum(({ lacking }) => lacking)} lost, reported by ${reported}`,
  );
}

/** Expects every run to have ended, and all read data to be stored, or its loss to be reported. */
export async function expectNoSilentLoss(parts: Parts, reads: Reads): Promise<void> {
  const account = await settledAccount(parts, reads);
  for (const each of account.missing)
    expect(each).toMatch(/still reading when it closed|ended unexpectedly|stopped a script/);
}

/** Expects all read data to be stored and every run to have ended; losses reported if the browser drops pages. */
export async function expectWhole(parts: Parts, reads: Reads): Promise<void> {
  if (dropsPages(parts.driver)) return expectNoSilentLoss(parts, reads);
  await expect
    .poll(async () => {
      const { read, lacking, missing, running } = await accountOf(parts, reads);
      return { lacking, missing, running, isRead: read > 0 };
    })
    .toEqual({ lacking: 0, missing: [], running: 0, isRead: true });
}

export { expect, nameOf } from './story';
