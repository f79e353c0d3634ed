// DevTools with several panels: ours is notified when another comes to the front, and still receives events.
import { accountOfPage, accountOfPanel, converse, panelEvents } from './drive/demo';
import { expect, panelOn, story } from './story';

story(
  'behind another panel of DevTools, our panel paints nothing and misses nothing',
  async ({ driver, tab, visit }) => {
    const panel = await panelOn(tab, visit());
    await converse(tab, 'Hello?');
    await panelEvents(panel, 5);
    await panel.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seenOfDevTools: seen });
      for (const name of ['lens-shown', 'lens-hidden']) addEventListener(name, () => seen.push(name));
    });
    const seen = () =>
      panel.evaluate(() => JSON.stringify((window as never as { seenOfDevTools: string[] }).seenOfDevTools));
    // The keys of both browsers' DevTools for the panel beside this one, and back.
    await panel.press('Control+[');
    // Firefox's driver reaches the document of the panel in front only.
    const isReachable = driver.name === 'chromium';
    if (isReachable) await expect.poll(seen).toBe('["lens-hidden"]');
    const rows = isReachable ? await panel.count('row') : 0;
    await converse(tab, 'Are you there?');
    if (isReachable) expect(await panel.count('row')).toBe(rows);
    await panel.press('Control+]');
    await expect.poll(() => seen().catch(() => '')).toBe('["lens-hidden","lens-shown"]');
    await expect.poll(() => accountOfPanel(panel)).toEqual(await accountOfPage(tab));
  },
);
