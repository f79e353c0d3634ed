// Pages that Chromium prerenders: they are recorded while they are invisible, get another frame id on navigation, and
// are present all the while.

import { PANEL_PORT } from '../../lib/messages/messages';
import { until } from './drive/browser';
import { aheadUrl, readingUrl, runLength, sentText } from './drive/reading-page';
import { type Kept, storedSessions } from './drive/stored';
import { startUndriven, type Undriven } from './drive/undriven';
import { story as base, expect, SIZE, visit } from './reading-story';

const EVENTS = 20;

interface Chrome {
  readonly tabs: {
    create(made: { url: string }): Promise<{ id: number }>;
    remove(tab: number): Promise<void>;
    update(tab: number, change: { url: string }): Promise<unknown>;
  };
  readonly scripting: {
    executeScript<R>(on: {
      target: { tabId: number };
      func: (...args: string[]) => R;
      args: string[];
    }): Promise<{ result: R }[]>;
  };
  readonly runtime: { connect(as: { name: string }): unknown };
}
declare const chrome: Chrome;

const story = base.extend<{ chromium: Undriven }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
  chromium: async ({}, use) => {
    const chromium = await startUndriven();
    await use(chromium);
    await chromium.close();
  },
});

/** Waits until a session has two runs, each with so many characters. */
function untilStored(chromium: Undriven, name: string, length: number): Promise<Kept> {
  return until(
    async () => {
      const sessions = await storedSessions(chromium);
      return sessions.find(({ texts }) => {
        const own = [...texts].filter(([run]) => run.startsWith(`${name}-`));
        return own.length === 2 && own.every(([, text]) => text.length >= length);
      });
    },
    { what: 'two runs to be stored' },
  );
}

/** Opens a page that has another one loaded ahead; gives the number of the tab. */
const open = (chromium: Undriven, url: string): Promise<number> =>
  chromium.evaluate(async (address) => (await chrome.tabs.create({ url: address })).id, url);

/** Goes to the page that was loaded ahead, and waits until it is the page of the tab. */
async function goTo(chromium: Undriven, tab: number, url: string): Promise<void> {
  const go = (tabId: number, address: string) =>
    chrome.scripting.executeScript({
      target: { tabId },
      func: (to) => void setTimeout(() => location.assign(to)),
      args: [address],
    });
  await chromium.evaluate(go, tab, url);
  const isThere = async (tabId: number) => {
    const func = () => {
      const [entry] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
      return document.title === 'reading' && Number(entry?.activationStart) > 0;
    };
    const [answer] = await chrome.scripting.executeScript({ target: { tabId }, func, args: [] });
    return answer?.result === true;
  };
  await until(() => chromium.evaluate(isThere, tab), { what: 'the page that was loaded ahead' });
}

/**
 * Runs in a page of the extension: stores the oldest session, with a document that does not exist; with `isAdded` false,
 * returns whether that document is still open.
 */
const missingDocument = (session: string, isAdded: boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('ag-ui-lens');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const tx = opening.result.transaction('sessions', 'readwrite');
      const sessions = tx.objectStore('sessions');
      const all = sessions.getAll();
      all.onsuccess = () => {
        const rows: { session: string; open?: object[] }[] = all.result;
        if (isAdded)
          sessions.put({ ...rows[0], session, lastMs: 0, open: [{ doc: session, frameId: 0, n: 0 }] });
        const open = rows.find((row) => row.session === session)?.open ?? [];
        tx.oncomplete = () => {
          opening.result.close();
          resolve(open.length > 0);
        };
      };
    };
  });

/** The background dies, comes back for a panel, and looks for every document, for that of the oldest session last. */
async function killAndLook(chromium: Undriven, session: string): Promise<void> {
  await chromium.killBackground();
  await chromium.evaluate(missingDocument, session, true);
  await chromium.evaluate((name) => void chrome.runtime.connect({ name }), PANEL_PORT);
  await until(async () => !(await chromium.evaluate(missingDocument, session, false)), {
    what: 'the background to have looked for every document',
  });
}

story('a calm prerendered page is captured, before and after its activation', async ({ chromium, pages }) => {
  const reads = visit({ streams: 2, events: EVENTS });
  const whole = runLength(`${reads.name}-1-0`, SIZE, EVENTS);
  const tab = await open(chromium, aheadUrl(pages.url, reads));
  const { row } = await untilStored(chromium, reads.name, whole);
  const account = async () => {
    const kept = (await storedSessions(chromium)).find(({ row: { session } }) => session === row.session);
    return { missing: kept?.missing, open: kept?.row.open?.length };
  };
  await killAndLook(chromium, 'missing-1');
  await expect.poll(account, 'while it is nowhere to be seen').toEqual({ missing: [], open: 2 });
  await goTo(chromium, tab, readingUrl(pages.url, reads));
  // A background that dies before it has stored the end of the page that was left reports that as unexpected.
  await expect.poll(account, 'the page before it has ended').toEqual({ missing: [], open: 1 });
  await killAndLook(chromium, 'missing-2');
  await expect.poll(account, 'while it is looked at').toEqual({ missing: [], open: 1 });
  await chromium.evaluate((id) => chrome.tabs.remove(id), tab);
  await expect.poll(account).toEqual({ missing: [], open: 0 });
});

story('a prerendered page goes on when it is activated', async ({ chromium, pages }) => {
  const reads = visit({ streams: 2 });
  const tab = await open(chromium, aheadUrl(pages.url, reads));
  await untilStored(chromium, reads.name, 1000);
  await goTo(chromium, tab, readingUrl(pages.url, reads));
  const { texts } = await untilStored(chromium, reads.name, 50_000);
  for (const [run, text] of texts) expect(text).toBe(sentText(run, SIZE, text.length));
  await chromium.evaluate((id) => chrome.tabs.remove(id), tab);
  const ended = await until(
    async () =>
      (await storedSessions(chromium)).find(
        ({ row, texts: own }) => own.size === 2 && row.open?.length === 0,
      ),
    { what: 'the page to have ended' },
  );
  expect(Object.values(ended.runs)).toEqual(['aborted', 'aborted']);
});

story(
  'a prerendered page that is never activated has ended, and that is reported',
  async ({ chromium, pages }) => {
    const reads = visit({ streams: 2 });
    const tab = await open(chromium, aheadUrl(pages.url, reads));
    await untilStored(chromium, reads.name, 1000);
    await chromium.evaluate(
      (id, url) => chrome.tabs.update(id, { url }).then(() => true),
      tab,
      `${pages.url}/elsewhere`,
    );
    const account = async () => {
      const kept = (await storedSessions(chromium)).find(({ texts }) => texts.size === 2);
      return { runs: Object.values(kept?.runs ?? {}), missing: kept?.missing };
    };
    await expect.poll(account).toEqual({
      runs: ['aborted', 'aborted'],
      missing: [expect.stringContaining('discarded tab or preloaded page')],
    });
  },
);
