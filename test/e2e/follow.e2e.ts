// The end of a list is followed while events arrive, until its user scrolls up. A wheel scrolls over several frames.
import type { Panel } from './drive/browser';
import { panelEvents } from './drive/demo';
import { expect, panelOn, story } from './story';

const LISTS = ['.conversation-box', '.event-list .virtual-list'];
const STEPS = 8;
const STEP = 15;

/** Scrolls up as a wheel does. Returns how far the end is below the view after it, pixels. */
const scrollUp = (panel: Panel, selector: string) =>
  panel.evaluate(
    async (wanted, steps, step) => {
      const box = document.querySelector<HTMLElement>(wanted);
      if (box === null) return -1;
      box.dispatchEvent(new WheelEvent('wheel', { deltaY: -steps * step }));
      for (let count = 0; count < steps; count++) {
        // A list that is pulled back in between goes on from there.
        box.scrollTop -= step;
        await new Promise((done) => requestAnimationFrame(done));
      }
      await new Promise((done) => setTimeout(done, 500));
      return box.scrollHeight - box.clientHeight - box.scrollTop;
    },
    selector,
    STEPS,
    STEP,
  );

const toggleFolding = (panel: Panel) =>
  panel.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
  });

story(
  'a list scrolled up while events arrive stays there, and follows again at the end',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent: 'long', pace: 4 }));
    await panel.resize(900, 420);
    await tab.evaluate(() => void window.demo.run('Go on.'));
    await panelEvents(panel, 10);
    await panel.evaluate(() => document.querySelector<HTMLElement>('#tab-messages')?.click());
    await toggleFolding(panel);
    await panelEvents(panel, 300);
    for (const selector of LISTS) {
      expect(await scrollUp(panel, selector), selector).toBeGreaterThan((STEPS - 1) * STEP);
      const below = () =>
        panel.evaluate((wanted) => {
          const box = document.querySelector(wanted);
          return box === null ? Infinity : box.scrollHeight - box.clientHeight - box.scrollTop;
        }, selector);
      await panel.evaluate((wanted) => {
        const box = document.querySelector(wanted);
        if (box !== null) box.scrollTop = box.scrollHeight;
      }, selector);
      if (selector.startsWith('.event')) {
        // The way back does not lie on the last row.
        const isApart = () =>
          panel.evaluate((wanted) => {
            const [list, jump] = [wanted, '.jump'].map((each) =>
              document.querySelector(each)?.getBoundingClientRect(),
            );
            return list !== undefined && jump !== undefined && jump.top >= list.bottom;
          }, selector);
        await expect.poll(isApart).toBe(true);
        await panel.click('button', 'Back to latest');
      }
      await expect.poll(below, { message: selector }).toBeLessThan(3);
    }
    await toggleFolding(panel);
    await panel.resize();
  },
);
