// The panel's own controls, used as a user does: keys, buttons, export and import.
import { sse } from '../support/logs';
import {
  accountOfPage,
  accountOfPanel,
  converse,
  expectedEvents,
  exported,
  openFile,
  panelEvents,
} from './drive/demo';
import { cursorOf } from './drive/panel-actions';
import { converseShown, expect, panelOn, story } from './story';

story('arrow keys move from event to event', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel);
  expect(await cursorOf(panel)).toBe('live');

  await panel.click('grid', 'Events');
  await panel.press('Home');
  await expect.poll(() => cursorOf(panel)).toBe(0);
  await panel.press('ArrowDown');
  await panel.press('ArrowDown');
  await expect.poll(() => cursorOf(panel)).toBe(2);
  await panel.press('ArrowUp');
  await expect.poll(() => cursorOf(panel)).toBe(1);

  const page = await accountOfPage(tab);
  expect(await accountOfPanel(panel)).not.toEqual(page);
  await panel.press('End');
  await expect.poll(() => accountOfPanel(panel)).toEqual(page);
});

story(
  'Ctrl+F in the list is for the filter, and a list that was cleared comes back by Ctrl+Z',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ pace: 2 }));
    const { length } = await converseShown(tab, panel);
    await panel.click('grid', 'Events');
    // Chrome's DevTools have a search of their own for this key, which would take the focus.
    await panel.press('Control+f');
    await panel.type('type:RUN_FINISHED');
    await expect.poll(() => panel.texts('status')).toContain(`1 of ${length}`);
    await panel.press('Escape');
    await panel.press('Escape');
    await panel.click('grid', 'Events');
    await panel.press('Control+l');
    await expect.poll(() => panel.count('button', 'Open the cleared session')).toBe(1);
    await panel.press('Control+z');
    await expect.poll(() => panel.evaluate(() => lens.length)).toBe(length);
    await expect
      .poll(() => panel.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Events');
  },
);

story('the grid has its row count, and each view opens', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'everything', pace: 2 }));
  await converse(tab, 'Hello?');
  const { length } = await expectedEvents(tab, 'everything');
  await panelEvents(panel, length);
  expect(await panel.count('grid', 'Events')).toBe(1);
  const rows = async () => Number(await panel.attribute('grid', 'Events', 'aria-rowcount'));
  await expect.poll(rows).toBeGreaterThan(0);
  for (const view of ['Event', 'Messages', 'State', 'Tools', 'Run', 'Findings']) {
    await panel.click('tab', new RegExp(`^${view}\\b`));
    await expect.poll(() => panel.attribute('tab', new RegExp(`^${view}\\b`), 'aria-selected')).toBe('true');
    await expect.poll(async () => (await panel.texts('tabpanel')).join('').trim()).not.toBe('');
  }
});

story('an export that is imported after Clear gives the same session', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converse(tab, 'One?', 'Two?');
  const expected = (await expectedEvents(tab)).map(({ type }) => type);
  await panelEvents(panel, expected.length);
  const page = await accountOfPage(tab);
  const recording = await exported(panel, /^Recording/);
  expect(recording.split('\n')[0]).toContain('"format":"ag-ui-lens"');
  const compacted = await exported(panel, /^Compacted log \(replays/);
  const events: unknown = JSON.parse(compacted);
  expect(Array.isArray(events) && events.length > 0 && events.length < expected.length).toBe(true);

  await panel.click('button', 'Clear');
  await expect.poll(() => panel.evaluate(() => lens.length)).toBe(0);
  await openFile(panel, 'again.agui.jsonl', recording);
  expect(await panelEvents(panel, expected.length)).toEqual(expected);
  expect(await accountOfPanel(panel)).toEqual(page);
  await openFile(panel, 'again.json', compacted);
  await expect.poll(() => panel.evaluate(() => lens.length)).toBe(Array.isArray(events) && events.length);
  await expect.poll(() => accountOfPanel(panel)).toEqual(page);
});

story('nothing is recorded while capture is off', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converse(tab, 'One?');
  const { length } = await expectedEvents(tab);
  await panelEvents(panel, length);
  await panel.click('button', 'Capture');
  await expect.poll(() => panel.attribute('button', 'Capture', 'aria-pressed')).toBe('false');
  await converse(tab, 'Two?');
  // The last events of the run may wait for their batch to be full; a page that goes away hands over what it has.
  await tab.reload();
  await panel.click('button', 'Capture');
  await expect.poll(() => panel.attribute('button', 'Capture', 'aria-pressed')).toBe('true');
  expect(await panel.evaluate(() => lens.length)).toBe(length);
});

story(
  'copied text is on the clipboard, also where the panel has no clipboard of its own',
  async ({ tab }) => {
    const panel = await tab.openPanel();
    const ids = { threadId: 't', runId: 'r' };
    const events = [
      { type: 'RUN_STARTED', ...ids },
      { type: 'RUN_FINISHED', ...ids },
    ];
    await openFile(panel, 'run.sse', sse(...events));
    await panelEvents(panel, events.length);
    await panel.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('There is none.'));
    });
    await panel.click('tab', 'Run');
    await panel.click('button', 'Copy');
    await expect.poll(async () => (await panel.texts('status')).join(' ')).toContain('Copied');
    await panel.press('/');
    await panel.press('Control+v');
    const pasted = () => panel.evaluate(() => document.querySelector<HTMLInputElement>('.filter')?.value);
    await expect.poll(pasted).toContain('Events');
  },
);
