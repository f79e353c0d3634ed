// Several panels at once. Those of one tab show the same, live, and what is done in one holds for the other; those of two
// tabs know nothing of each other; closing one leaves the others.
import type { Browser, Panel, Tab } from './drive/browser';
import { accountOfPage, accountOfPanel, converse, demoUrl, expectedEvents, panelEvents } from './drive/demo';
import { expect, story } from './story';

/** Slow enough that both can be looked at in the middle of an answer. */
const SLOW = 100;

type Shown = Pick<Panel, 'evaluate'>;

async function openInTab(driver: Browser, tab: Tab): Promise<Tab> {
  const id = await tab.id();
  const panel = await driver.newTab();
  await panel.goto(`${driver.origin}/panel.html?tab=${id}`);
  await expect.poll(() => panel.evaluate(() => 'lens' in window)).toBe(true);
  return panel;
}

const lengthOf = (panel: Shown): Promise<number> => panel.evaluate(() => lens.length);
const isRunning = (): boolean => JSON.stringify(lens.runs()).includes('"running"');
const press = (panel: Shown, name: string): Promise<void> =>
  panel.evaluate((label) => {
    const named = [...document.querySelectorAll('button')].find(
      (button) => (button.ariaLabel ?? button.textContent?.trim()) === label,
    );
    if (!named) throw new Error(`There is no button named ${label}.`);
    named.click();
  }, name);

/** Both have everything of the page, and the same. */
async function expectSame(tab: Tab, panels: readonly Panel[]): Promise<void> {
  const types = (await expectedEvents(tab)).map(({ type }) => type);
  const account = await accountOfPage(tab);
  for (const panel of panels) {
    expect(await panelEvents(panel, types.length)).toEqual(types);
    expect(await accountOfPanel(panel)).toEqual(account);
  }
}

story('two panels of one tab show the same events and follow each other', async ({ driver, tab, visit }) => {
  await visit({ pace: SLOW });
  const first = await tab.openPanel();
  // A panel in a tab has all that these stories ask of one.
  const second = (await openInTab(driver, tab)) as Tab & Panel;
  const both = [first, second];
  await tab.evaluate(() => void window.demo.run('Hello?'));
  for (const panel of both) await expect.poll(() => panel.evaluate(isRunning)).toBe(true);
  await tab.evaluate(() => window.demo.idle());
  await expectSame(tab, both);

  for (const clearing of both) {
    await press(clearing, 'Clear');
    for (const panel of both) await expect.poll(() => lengthOf(panel)).toBe(0);
    await visit({ pace: 5 });
    await converse(tab, 'Once more?');
    await expectSame(tab, both);
  }

  await press(second, 'Capture');
  await expect.poll(() => first.attribute('button', 'Capture', 'aria-pressed')).toBe('false');
  await press(first, 'Capture');
  await expect.poll(() => first.attribute('button', 'Capture', 'aria-pressed')).toBe('true');

  await driver.killBackground();
  await first.close();
  await visit({ pace: 5 });
  await press(second, 'Clear');
  await converse(tab, 'Still there?');
  await expectSame(tab, [second]);
  await second.close();
});

story('panels of two tabs do not affect each other', async ({ driver, tab, server }) => {
  const other = await driver.newTab();
  const tabs = [tab, other];
  for (const each of tabs) await each.goto(demoUrl(server.url, { pace: 10, say: 'Here?' }));
  const [first, second] = [await tab.openPanel(), await other.openPanel()];
  for (const each of tabs) await each.evaluate(() => window.demo.idle());
  await expectSame(tab, [first]);
  await expectSame(other, [second]);
  await press(first, 'Clear');
  await expect.poll(() => lengthOf(first)).toBe(0);
  await expectSame(other, [second]);
  await first.close();
  await converse(other, 'And now?');
  await expectSame(other, [second]);
  await other.close();
});

story('a setting changed in one panel applies in the other', async ({ driver, tab, visit }) => {
  await visit();
  const first = await tab.openPanel();
  const second = await openInTab(driver, tab);
  const save = (panel: Shown, filter: string) =>
    panel.evaluate(async (text) => {
      const input = document.querySelector<HTMLInputElement>('.filter');
      if (input === null) throw new Error('There is no filter.');
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await lens.settled();
      document.querySelector<HTMLElement>('.save-filter')?.click();
    }, filter);
  const saved = (panel: Shown) => panel.evaluate(() => localStorage.getItem('settings') ?? '');
  await save(first, 'is:error');
  await expect.poll(() => saved(second)).toContain('is:error');
  await save(second, 'kind:tools');
  await expect.poll(() => saved(first)).toContain('"filters":["kind:tools","is:error"]');
  await second.close();
});
