// A stream goes on after Clear: its rest is in the panel, with a row that says where the beginning is.
import { accountOfPanel, expectedEvents, panelEvents } from './drive/demo';
import { expect, story } from './story';

/** Slow enough that something can happen in the middle of an answer. */
const SLOW = 60;

for (const dies of [false, true]) {
  story(`Clear in mid-stream, the background ${dies ? 'dies' : 'lives'}`, async ({ driver, tab, visit }) => {
    await visit({ pace: SLOW, say: 'Hello?' });
    const panel = await tab.openPanel();
    await panelEvents(panel, 5);
    if (dies) await driver.killBackground();
    await panel.click('button', 'Clear');
    const all = (await expectedEvents(tab)).map(({ type }) => type);
    await expect.poll(() => panel.evaluate(() => lens.length)).toBeLessThan(5);
    if (dies) await driver.killBackground();
    await tab.evaluate(() => window.demo.idle());
    await expect.poll(async () => (await panelEvents(panel, 1)).at(-1)).toBe(all.at(-1));
    const rest = await panelEvents(panel, 1);
    expect(rest.length).toBeLessThan(all.length);
    expect(rest).toEqual(all.slice(-rest.length));
    const kinds = await panel.evaluate(() => lens.marks().map(({ kind }) => kind));
    expect(kinds.slice(0, 3)).toEqual(['navigation', 'open', 'gap']);
    await expect
      .poll(async () => (await panel.texts('row')).join('\n'))
      .toContain('missing here: the beginning is in the session before');
    // A time of the page's own clock, not one that counts from 1970.
    const startMs = await panel.evaluate(() => lens.marks().at(0)?.timeMs ?? 0);
    expect(Math.abs(startMs - Date.now())).toBeLessThan(600_000);
    expect((await accountOfPanel(panel)).messages.length).toBeGreaterThan(0);
  });
}
