// The library in real DevTools: what is saved under a name outlives its panel and opens equal, what was deleted comes back
// until it is gone for good, and Recent is forgotten at once.
import { violations } from './drive/axe';
import type { Panel } from './drive/browser';
import { accountOfPanel, converse, expectedEvents, panelEvents } from './drive/demo';
import { fill } from './drive/panel-actions';
import { converseShown, expect, panelOn, story } from './story';

const QUESTION = 'Is the library open?';
const NAME = 'Opening hours, wrong weekday';

/** Opens the library; the name of what is on screen has the focus. */
async function openLibrary(panel: Panel): Promise<void> {
  await panel.click('button', 'Library');
  await expect.poll(() => panel.count('tab', 'Recent')).toBe(1);
}

const titles = (panel: Panel): Promise<string[]> =>
  panel.evaluate(() =>
    [...document.querySelectorAll('.session-title')].map(({ textContent }) => textContent ?? ''),
  );

story(
  'library: saved under a name, found in another panel, opened equal, deleted with undo',
  async ({ tab, visit }) => {
    await visit({ pace: 2 });
    let panel = await tab.openPanel();
    await converse(tab, QUESTION);
    const { length } = await expectedEvents(tab);
    const types = await panelEvents(panel, length);
    const account = await accountOfPanel(panel);
    await openLibrary(panel);
    await panel.click('button', 'Save');
    await expect.poll(() => titles(panel)).toEqual([QUESTION]);
    await fill(panel, 'Name', NAME);
    await panel.press('Enter');
    await fill(panel, 'Tags', 'bug, opening');
    await panel.press('Enter');
    await expect.poll(() => titles(panel)).toEqual([NAME]);
    expect(await violations(panel)).toEqual([]);
    // DevTools at the right of a page: the buttons are one row.
    await panel.resize(555);
    const rows = () =>
      panel.evaluate(() => {
        const buttons = document.querySelectorAll('.session-details .session-actions button');
        return new Set([...buttons].map((button) => button.getBoundingClientRect().top)).size;
      });
    await expect.poll(rows).toBe(1);
    await panel.resize();
    await panel.close();

    panel = await tab.openPanel();
    await openLibrary(panel);
    await panel.click('searchbox', /^Search/);
    await panel.type('opening bug');
    await expect.poll(() => titles(panel)).toEqual([NAME]);
    await panel.click('rowheader', new RegExp(NAME));
    await panel.press('Enter');
    await expect
      .poll(() => panel.evaluate(() => document.body.innerText))
      .toContain(`Viewing ${NAME} (saved recording)`);
    expect(await panelEvents(panel, length)).toEqual(types);
    expect(await accountOfPanel(panel)).toEqual(account);

    await openLibrary(panel);
    await panel.click('rowheader', new RegExp(NAME));
    await panel.press('Delete');
    await expect.poll(() => titles(panel)).toEqual([]);
    await expect.poll(() => panel.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await panel.press('Control+z');
    await expect.poll(() => titles(panel)).toEqual([NAME]);
    await panel.click('button', 'Delete');
    await expect.poll(() => titles(panel)).toEqual([]);
    await panel.close();
    panel = await tab.openPanel();
    await openLibrary(panel);
    await panel.click('button', 'Undo');
    await expect.poll(() => titles(panel)).toEqual([NAME]);
    await panel.click('button', 'Delete');
    await panel.click('button', 'Delete permanently');
    await expect.poll(() => panel.count('button', 'Undo')).toBe(0);
    expect(await titles(panel)).toEqual([]);
    await panel.close();
  },
);

story('library: recent sessions are named by their prompts, and deleted at once', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel, [QUESTION]);
  await openLibrary(panel);
  await panel.click('tab', 'Recent');
  await expect.poll(() => titles(panel)).toContain(QUESTION);
  expect(await violations(panel)).toEqual([]);
  await panel.click('button', 'Delete all');
  await expect.poll(() => panel.count('button', 'Cancel')).toBe(1);
  await panel.evaluate(() => document.querySelector<HTMLElement>('.library [role=alert] button')?.click());
  await expect.poll(() => titles(panel)).toEqual([]);
  await expect.poll(() => panel.evaluate(() => lens.length)).toBe(0);
  await panel.press('Escape');
  // The page's next run is recorded from its beginning.
  await converse(tab, 'And now?');
  await expect
    .poll(() => panel.evaluate(() => lens.runs()))
    .toEqual([expect.objectContaining({ status: 'success' })]);
  await panel.close();
});

story('a site that is captured only while DevTools is open', async ({ driver, tab, server, visit }) => {
  const popup = await driver.newTab();
  await popup.goto(
    `${driver.origin}/popup.html?tab=1&origin=${encodeURIComponent(new URL(server.url).origin)}`,
  );
  const isOn = () =>
    popup.evaluate(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked);
  const toggle = () =>
    popup.evaluate(() => document.querySelector<HTMLElement>('input[type=checkbox]')?.click());
  await expect.poll(isOn).toBe(true);
  await toggle();
  await popup.reload();
  await expect.poll(isOn).toBe(false);
  try {
    await visit({ pace: 2 });
    await converse(tab, 'Does anybody listen?');
    const panel = await tab.openPanel();
    await converse(tab, 'And now?');
    await expect
      .poll(() => panel.evaluate(() => lens.runs()))
      .toEqual([expect.objectContaining({ runId: 'thread-1-run-2', status: 'success' })]);
    await panel.close();
  } finally {
    await toggle();
    await popup.reload();
    await expect.poll(isOn).toBe(true);
    await popup.close();
  }
});
