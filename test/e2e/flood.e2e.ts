// A page that floods: its own results are what they were, the panel answers, what is stored is bounded, and what was not
// kept is a row with its size.
import { PAYLOAD_MAX } from '@/lib/messages/limits';
import type { Panel, Tab } from './drive/browser';
import { type Flood, floodUrl, readOf, sentBy, startFloodServer } from './drive/flood-page';
import { launch } from './drive/launch';
import { openReader, storedSessions } from './drive/stored';
import { expect, nameOf, story } from './story';

const FLOOD: Flood = { many: 120_000, size: 20, giant: 20 * 1024 * 1024, streams: 500, each: 20 };

// Data is stored as JSON: quotes are escaped, and each batch contains its position.
const OVERHEAD = 1.2;

/** Missing data in the panel, and the number of runs, all and running. */
function accountIn(panel: Panel): Promise<{ missing: string[]; runs: number; running: number }> {
  return panel.evaluate(async () => {
    await lens.settled();
    // A click may have hit a row of the list on its way.
    lens.cursor = 'live';
    const boundaries = lens.boundaries() as unknown as { kind: string; reason?: string; detail?: string }[];
    const runs = lens.runs() as unknown as { status: string }[];
    return {
      missing: boundaries.flatMap(({ kind, detail = '' }) => (kind === 'gap' ? detail : [])),
      runs: runs.length,
      running: runs.filter(({ status }) => status === 'running').length,
    };
  });
}

/** Sizes that rows name. */
const bytesIn = (rows: readonly string[]): number =>
  rows.reduce((sum, row) => sum + Number.parseInt(row, 10), 0);

/** Length of the longest session that is stored. */
function storedLength(reader: Tab): Promise<number> {
  return reader.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('ag-ui-lens');
        opening.onsuccess = () => {
          const all = opening.result.transaction('sessions').objectStore('sessions').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            opening.result.close();
            resolve(Math.max(0, ...all.result.map(({ length }: { length: number }) => length)));
          };
        };
      }),
  );
}

/** A click that hits what has just moved away is done again. */
async function expectAnswer(panel: Panel, view: RegExp): Promise<void> {
  // The benchmark measures the time of an answer. A busy machine may need as long as the flood lasts, and the driver
  // gives a click up before.
  const click = async () => {
    const failed = await panel.click('tab', view).then(() => '', String);
    const selected = await panel.attribute('tab', view, 'aria-selected');
    return selected === 'true' ? selected : failed || `${selected}, though clicked`;
  };
  await expect.poll(click, { timeout: 120_000 }).toBe('true');
}

story(
  'a flooding page gets all its data, the panel stays responsive, and loss is reported',
  async ({ tab: _ }, { project }) => {
    story.setTimeout(600_000);
    const sent = sentBy(FLOOD);
    const server = await startFloodServer(sent);
    const driver = await launch(nameOf(project));
    const { tab } = driver;
    await tab.goto(floodUrl(server.url, FLOOD));
    const panel = await tab.openPanel();
    await tab.evaluate(() => {
      const page = window as never as { flood: () => Promise<string>; done?: string };
      void page.flood().then((done) => void (page.done = done));
    });
    // In the middle of it, and again and again.
    for (const view of [/^Messages\b/, /^Run\b/, /^Event\b/]) await expectAnswer(panel, view);
    await expect
      .poll(() => tab.evaluate(() => (window as never as { done?: string }).done ?? ''), { timeout: 300_000 })
      .not.toBe('');
    const done = await tab.evaluate(() => (window as never as { done: string }).done);
    const expected = Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, readOf(text)]));
    expect(JSON.parse(done)).toEqual(expected);
    await expectAnswer(panel, /^Findings\b/);

    // All that was sent has arrived, or a row counts the missing rest.
    await expect
      .poll(async () => ({ ...(await accountIn(panel)), missing: [] }), { timeout: 300_000 })
      .toEqual({ missing: [], runs: FLOOD.streams + 3, running: 0 });
    const { missing } = await accountIn(panel);
    const atMost = 'at most 16 MiB of one read, message or frame are kept';
    const tooLarge = [
      `${(sent['body']?.length ?? 0) - PAYLOAD_MAX} bytes, ${atMost}`,
      `${sent['socket']?.length} bytes, one message, in, ${atMost}`,
    ];
    expect(missing.filter((row) => tooLarge.includes(row)).sort()).toEqual(tooLarge.sort());
    const reader = await openReader(driver);
    const length = await storedLength(reader);
    const texts = Object.values(sent).map((text) => text.length);
    const total = texts.reduce((sum, each) => sum + each);
    console.log(`${driver.name}: ${length} stored of ${total}; ${missing.join('; ')}`);
    expect(missing.length).toBe(tooLarge.length);
    expect(length).toBeLessThan(OVERHEAD * (total - bytesIn(missing)));
    const stored = (await storedSessions(reader)).find(({ row }) => row.streams > 0)?.texts;
    const whole = Object.keys(sent).filter((name) => name !== 'body' && name !== 'socket');
    expect(whole.filter((name) => stored?.get(name) !== sent[name])).toEqual([]);
    expect(stored?.get('body')).toBe(sent['body']?.slice(0, PAYLOAD_MAX));
    await driver.close();
    await server.close();
  },
);
