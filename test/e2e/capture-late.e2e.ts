// A stream goes on after Clear: its rest is in the panel, with a row on where the beginning is.
import type { Tab } from './drive/browser';
import { accountOfPanel, expectedEvents, lastMessage, panelEvents } from './drive/demo';
import { expect, panelOn, story } from './story';

/** Slow enough that something can happen in the middle of an answer, on a busy machine too; its rest is hurried. */
const SLOW = 500;

for (const dies of [false, true]) {
  story(
    `Clear in mid-stream, the background ${dies ? 'dies' : 'lives'}`,
    async ({ driver, server, tab, visit }) => {
      const panel = await panelOn(tab, visit({ pace: SLOW, say: 'Hello?' }));
      await panelEvents(panel, 5);
      if (dies) {
        await driver.killBackground();
        // The next one is there and has the panel's line.
        await panelEvents(panel, 10 + (await panel.evaluate(() => lens.length)));
      }
      await panel.click('button', 'Clear');
      const all = (await expectedEvents(tab)).map(({ type }) => type);
      // However much has come since: the old session began with the run's first event, and the new one does not.
      const first = () => panel.evaluate(() => lens.events()[0]?.type ?? '');
      await expect.poll(first).not.toBe(all[0]);
      if (dies) await driver.killBackground();
      server.hurry();
      await tab.evaluate(() => window.demo.idle());
      await expect.poll(async () => (await panelEvents(panel, 1)).at(-1)).toBe(all.at(-1));
      const rest = await panelEvents(panel, 1);
      expect(rest.length).toBeLessThan(all.length);
      expect(rest).toEqual(all.slice(-rest.length));
      const text = await panel.evaluate(() => JSON.stringify(lens.boundaries()));
      const boundaries = JSON.parse(text) as readonly { readonly kind: string; readonly timeMs: number }[];
      expect(boundaries.slice(0, 3).map(({ kind }) => kind)).toEqual(['navigation', 'open', 'gap']);
      // A time of the page's own clock, not one that counts from 1970.
      expect(Math.abs((boundaries[0]?.timeMs ?? 0) - Date.now())).toBeLessThan(600_000);
      await panel.click('grid', 'Events');
      await panel.press('Home');
      await expect
        .poll(async () => (await panel.texts('row')).join('\n'))
        .toContain('missing: the beginning is in the previous session');
      expect((await accountOfPanel(panel)).messages.length).toBeGreaterThan(0);
    },
  );
}

/** Waits until the answer has grown so many times. */
async function goBy(tab: Tab, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const message = await lastMessage(tab);
    await expect.poll(() => lastMessage(tab), { intervals: [SLOW / 2] }).not.toBe(message);
  }
}

story('capture switched off and on in mid-stream leaves a row', async ({ server, tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: SLOW, say: 'Hello?' }));
  const before = await panelEvents(panel, 5);
  await panel.click('button', 'Capture');
  await goBy(tab, 3);
  await panel.click('button', 'Capture');
  server.hurry();
  const all = (await expectedEvents(tab)).map(({ type }) => type);
  await tab.evaluate(() => window.demo.idle());
  await expect.poll(async () => (await panelEvents(panel, 1)).at(-1)).toBe(all.at(-1));
  const seen = await panelEvents(panel, before.length);
  expect(seen.length).toBeLessThan(all.length);
  const boundaries = JSON.parse(await panel.evaluate(() => JSON.stringify(lens.boundaries())));
  expect(boundaries.filter(({ kind }: { kind: string }) => kind === 'gap')).toMatchObject([
    { kind: 'gap', reason: 'late', detail: 'capture was off' },
  ]);
});

story('capture that is off until a stream has ended reports its gap', async ({ server, tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: SLOW, say: 'Hello?' }));
  await panelEvents(panel, 5);
  await panel.click('button', 'Capture');
  await goBy(tab, 3);
  server.hurry();
  await tab.evaluate(() => window.demo.idle());
  await panel.click('button', 'Capture');
  await expect
    .poll(async () => JSON.parse(await panel.evaluate(() => JSON.stringify(lens.boundaries()))).slice(2))
    .toMatchObject([{ kind: 'gap', detail: 'capture was off' }, { kind: 'close' }]);
});

story('an answer that is read after Clear misses nothing', async ({ tab, visit, server }) => {
  const panel = await panelOn(tab, visit());
  await tab.evaluate(async (url) => {
    const input = { threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {} };
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = JSON.stringify({ ...input, forwardedProps: {} });
    const answer = await fetch(`${url}/agents/chat`, { method: 'POST', headers, body });
    Object.assign(window, { answer });
  }, server.url);
  const boundaries = async () => JSON.parse(await panel.evaluate(() => JSON.stringify(lens.boundaries())));
  await expect.poll(async () => (await boundaries()).at(-1)?.kind).toBe('open');
  await panel.click('button', 'Clear');
  await expect.poll(boundaries).toEqual([]);
  await tab.evaluate(() => (window as never as { answer: Response }).answer.text());
  await expect
    .poll(async () => (await boundaries()).map(({ kind }: { kind: string }) => kind))
    .toEqual(['navigation', 'open', 'close']);
});
