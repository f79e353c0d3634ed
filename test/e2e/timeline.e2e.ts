// The list as people work with it: folded rows, the filter, commands, settings, the overview.
import type { Panel, Tab } from './drive/browser';
import { exported, openFile, panelEvents } from './drive/demo';
import { cursorOf, runCommand } from './drive/panel-actions';
import { paced, recordingOf } from './drive/recorded';
import { converseShown, expect, panelOn, story } from './story';

const rowsOf = async (panel: Panel) => Number(await panel.attribute('grid', 'Events', 'aria-rowcount'));

async function begin(tab: Tab, visit: (options: { agent?: string; pace: number }) => Promise<void>) {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  return { panel, events: await converseShown(tab, panel) };
}

story('the deltas of a message are one row that opens and closes', async ({ tab, visit }) => {
  const { panel, events } = await begin(tab, visit);
  const folded = await rowsOf(panel);
  expect(folded).toBeLessThan(events.length);
  await panel.click('grid', 'Events');
  await panel.press('Home');
  const start = events.findIndex(({ type }) => type === 'TEXT_MESSAGE_START');
  for (let seq = 0; seq < start + 2; seq++) await panel.press('ArrowDown');
  await expect.poll(() => cursorOf(panel)).toBe(start + 2);
  await panel.press('Enter');
  await expect.poll(() => rowsOf(panel)).toBeGreaterThan(folded);
  expect(await cursorOf(panel)).toBe(start + 2);
  await panel.press('ArrowLeft');
  await expect.poll(() => rowsOf(panel)).toBe(folded);
  await panel.press('m');
  await expect.poll(() => cursorOf(panel)).toBe(start);
  await panel.press('m');
  await expect.poll(async () => events[Number(await cursorOf(panel))]?.type).toBe('TEXT_MESSAGE_END');
});

story('a query is completed, counts what matches and leads from match to match', async ({ tab, visit }) => {
  const { panel, events } = await begin(tab, visit);
  await panel.click('grid', 'Events');
  await panel.press('/');
  await panel.type('typ');
  const offers = async () => (await panel.texts('listbox', 'Suggestions')).join(' ');
  await expect.poll(offers).toContain('type:TOOL_*');
  await panel.press('ArrowDown');
  await panel.press('Enter');
  await panel.type('state_d');
  await expect.poll(offers).toBe('STATE_DELTA');
  await panel.press('ArrowDown');
  await panel.press('Enter');
  const deltas = events.flatMap(({ type }, seq) => (type === 'STATE_DELTA' ? [seq] : []));
  await expect
    .poll(() => panel.texts('status'))
    .toContainEqual(expect.stringContaining(`${deltas.length} of ${events.length}`));
  await panel.press('Enter');
  await expect.poll(async () => deltas.includes(Number(await cursorOf(panel)))).toBe(true);
});

story('commands are found by name, keys are listed, settings stay', async ({ tab, visit }) => {
  const { panel } = await begin(tab, visit);
  await panel.click('grid', 'Events');
  await runCommand(panel, 'show tools');
  await expect.poll(() => panel.attribute('tab', /^Tools\b/, 'aria-selected')).toBe('true');
  await panel.click('grid', 'Events');
  await panel.press('?');
  await expect.poll(() => panel.count('dialog', 'Keyboard shortcuts')).toBe(1);
  await panel.press('Escape');
  await expect.poll(() => panel.count('dialog')).toBe(0);
  const columns = async () => Number(await panel.attribute('grid', 'Events', 'aria-colcount'));
  const before = await columns();
  await panel.click('button', 'Settings');
  await panel.click('checkbox', /Since previous event/);
  await panel.click('button', 'Close');
  await expect.poll(columns).toBe(before - 1);
  await panel.close();
  const again = await tab.openPanel();
  const columnsAgain = async () => Number(await again.attribute('grid', 'Events', 'aria-colcount'));
  await expect.poll(columnsAgain).toBe(before - 1);
  await again.click('button', 'Settings');
  await again.click('button', 'Reset to defaults');
  await again.click('button', 'Close');
  await expect.poll(columnsAgain).toBe(before);
  // The tour is offered again, and would lie over the next story.
  await again.click('button', 'Skip the tour');
});

story('a part of the overview is a part of the list', async ({ tab, visit }) => {
  const { panel } = await begin(tab, visit);
  const all = await rowsOf(panel);
  await panel.click('slider', 'Overview');
  await expect.poll(() => cursorOf(panel)).not.toBe('live');
  for (let times = 0; times < 6; times++) await panel.press('w');
  await expect.poll(() => rowsOf(panel)).toBeLessThan(all);
  await panel.press('Escape');
  await expect.poll(() => rowsOf(panel)).toBe(all);
});

story('a row has a menu; a note is saved with the recording and is there again', async ({ tab, visit }) => {
  const { panel, events } = await begin(tab, visit);
  await panel.evaluate(async () => {
    // In a low panel, the first row is out of sight.
    lens.cursor = 0;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const row = document.querySelector('[role=grid] [data-seq="0"]');
    const { x = 0, y = 0 } = row?.getBoundingClientRect() ?? {};
    const init = { button: 2, clientX: x + 60, clientY: y + 8, bubbles: true, cancelable: true };
    row?.dispatchEvent(new MouseEvent('contextmenu', init));
  });
  await expect.poll(() => panel.count('menuitem', 'Show only RUN_STARTED')).toBe(1);
  await panel.click('menuitem', 'Show only RUN_STARTED');
  await expect
    .poll(() => panel.texts('status'))
    .toContainEqual(expect.stringContaining(`1 of ${events.length}`));
  await panel.click('grid', 'Events');
  await panel.press('Home');
  await panel.press('b');
  await panel.click('tab', /^Event\b/);
  await panel.click('textbox', 'Note');
  // Every sign of it: / and ? and b and digits are keys of the panel elsewhere.
  await panel.type('see /cart? b 1');
  const recording = await exported(panel, /^Recording/);
  expect(JSON.parse(recording.split('\n')[0] ?? '').notes).toEqual([[0, 'see /cart? b 1']]);
  await openFile(panel, 'again.agui.jsonl', recording);
  await panelEvents(panel, events.length);
  await panel.evaluate(() => void (lens.cursor = 0));
  await expect
    .poll(() => panel.evaluate(() => document.querySelector<HTMLInputElement>('.note input')?.value))
    .toBe('see /cart? b 1');
});

story('one line follows the pointer through overview, charts and list', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const ids = { threadId: 't', runId: 'r' };
  const change = (value: number) => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'replace', path: '/count', value }],
  });
  const text = { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'words ' };
  const events = paced(
    [
      { type: 'RUN_STARTED', ...ids },
      { type: 'STATE_SNAPSHOT', snapshot: { count: 0 } },
      ...Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? change(at) : text)),
      { type: 'RUN_FINISHED', ...ids },
    ],
    10,
    50,
  );
  await openFile(panel, 'line.agui.jsonl', recordingOf([{ request: ids, events, how: 'complete' }]));
  await panelEvents(panel, events.length);
  await panel.click('tab', 'Run');
  await expect.poll(() => panel.evaluate(() => document.querySelector('.u-over') !== null)).toBe(true);
  /** Moves the pointer to a share of the width of an element. */
  const point = (selector: string, share: number) =>
    panel.evaluate(
      (where, at) => {
        const element = document.querySelector(where);
        const { left, width, top } = element?.getBoundingClientRect() ?? new DOMRect();
        const init = { clientX: left + width * at, clientY: top + 2, bubbles: true };
        element?.dispatchEvent(new PointerEvent('pointermove', init));
      },
      selector,
      share,
    );
  /** Text of the line at a place; the range may still grow, and with it the time at the place. */
  const lineAt = (selector: string, share: number) => async () => {
    await point(selector, share);
    return panel.evaluate(() => document.querySelector('.hover-line')?.textContent ?? '');
  };
  /** Position in the chart, as a share of its width. */
  const inChart = () =>
    panel.evaluate(() => {
      const [box, cursor] = [document.querySelector('.u-over'), document.querySelector('.u-cursor-x')];
      const { left = 0, width = 1 } = box?.getBoundingClientRect() ?? {};
      return ((cursor?.getBoundingClientRect().left ?? 0) - left) / width;
    });
  await expect.poll(lineAt('.overview [role=slider]', 0.5)).toMatch(/^#1[01] · 5\d\d ms$/);
  await expect.poll(inChart).toBeGreaterThan(0.4);
  expect(await inChart()).toBeLessThan(0.6);
  await expect.poll(lineAt('.u-over', 0.9)).toMatch(/^#(19|20) · /);
  await expect.poll(lineAt('[data-seq="22"]', 0.5)).toMatch(/^#22 · 1\.10 s$/);

  // The chart of a watched path has the same line.
  await panel.click('tab', 'State');
  await panel.click('treeitem', /^▸?\s*count/);
  await panel.click('button', 'Actions for this value');
  await panel.press('ArrowDown');
  await panel.press('Enter');
  await expect.poll(() => panel.count('img', /^\/count over time/)).toBe(1);
  await expect.poll(lineAt('.u-over', 0.9)).toMatch(/^#(19|20) · /);
  await expect.poll(lineAt('.overview [role=slider]', 0.25)).toMatch(/^#[456] · 2\d\d ms$/);
  await expect.poll(inChart).toBeLessThan(0.35);
  expect(await inChart()).toBeGreaterThan(0.15);
});
