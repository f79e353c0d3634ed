// A stream goes on after Clear: its rest is in the panel, with a row that says where the beginning is.
import { accountOfPanel, expectedEvents, panelEvents } from './drive/demo';
import { expect, story } from './story';

/** Slow enough that something can happen in the middle of an answer. */
const SLOW = 120;

for (const dies of [false, true]) {
  story(`Clear in mid-stream, the background ${dies ? 'dies' : 'lives'}`, async ({ driver, tab, visit }) => {
    await visit({ pace: SLOW, say: 'Hello?' });
    const panel = await tab.openPanel();
    await panelEvents(panel, 5);
    if (dies) {
      await driver.killBackground();
      // The next one is there and has the panel's line.
      await panelEvents(panel, 10 + (await panel.evaluate(() => lens.length)));
    }
    await panel.click('button', 'Clear');
    const all = (await expectedEvents(tab)).map(({ type }) => type);
    await expect.poll(() => panel.evaluate(() => lens.length)).toBeLessThan(5);
    if (dies) await driver.killBackground();
    await tab.evaluate(() => window.demo.idle());
    await expect.poll(async () => (await panelEvents(panel, 1)).at(-1)).toBe(all.at(-1));
    const rest = await panelEvents(panel, 1);
    expect(rest.length).toBeLessThan(all.length);
    expect(rest).toEqual(all.slice(-rest.length));
    const text = await panel.evaluate(() => JSON.stringify(lens.marks()));
    const marks = JSON.parse(text) as readonly { readonly kind: string; readonly timeMs: number }[];
    expect(marks.slice(0, 3).map(({ kind }) => kind)).toEqual(['navigation', 'open', 'gap']);
    // A time of the page's own clock, not one that counts from 1970.
    expect(Math.abs((marks[0]?.timeMs ?? 0) - Date.now())).toBeLessThan(600_000);
    await panel.click('grid', 'Events');
    await panel.press('Home');
    await expect
      .poll(async () => (await panel.texts('row')).join('\n'))
      .toContain('missing here: the beginning is in the session before');
    expect((await accountOfPanel(panel)).messages.length).toBeGreaterThan(0);
  });
}
