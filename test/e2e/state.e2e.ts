// The state as people look into it: what wrote a place, how it came about, what is watched, what failed and why.
import { events } from '../support/stream-text';
import { violations } from './drive/axe';
import type { Panel } from './drive/browser';
import { openFile, panelEvents } from './drive/demo';
import { cursorOf } from './drive/panel-actions';
import { expect, panelOn, story } from './story';

// The patch of #5 fails.
const EVENTS = events(`
  run · state {"cart":{"total":1,"items":["tea","milk"]},"status":"idle"}
  patch /cart/total = 2 · patch [{"op":"remove","path":"/cart/items/0"}]
  patch /status = "busy" · patch /cart/shipping/price = 9 · end
`);

const strip = async (panel: Panel) => (await panel.texts('region', 'Selected value')).join('');

async function open(panel: Panel): Promise<void> {
  await openFile(panel, 'state.json', JSON.stringify(EVENTS));
  await panelEvents(panel, EVENTS.length);
  await panel.click('tab', 'State');
  // An earlier story may have left the diff.
  await panel.click('button', 'Tree');
}

story('a value of the state shows its writer, by keys alone', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  await open(panel);
  await panel.click('tab', 'State');
  await panel.press('Control+f');
  await panel.type('milk');
  await expect.poll(() => strip(panel)).toContain('/cart/items/0');
  // The second item became the first when the first one was removed.
  await expect.poll(() => strip(panel)).toContain('#3 STATE_DELTA');
  await panel.press('Control+a');
  await panel.type('total');
  await expect.poll(() => strip(panel)).toContain('#2 STATE_DELTA');
  // A narrow panel begins with one line.
  if ((await panel.attribute('button', /History$/, 'aria-expanded')) === 'false')
    await panel.click('button', /History$/);
  await expect
    .poll(() => panel.texts('list', 'History of /cart/total'))
    .toEqual([expect.stringMatching(/#2 STATE_DELTA.*1 → 2.*#1 STATE_SNAPSHOT/s)]);
  await panel.click('button', '#2 STATE_DELTA');
  await expect.poll(() => cursorOf(panel)).toBe(2);
});

story('a path is watched until it is not, also after the panel was closed', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  await open(panel);
  await panel.click('treeitem', /^▸?\s*status/);
  await panel.click('button', 'Actions for this value');
  await panel.press('ArrowDown');
  await panel.press('Enter');
  await expect.poll(() => panel.count('img', '/status over time, between idle and busy')).toBe(1);
  expect(await violations(panel), 'a watched path').toEqual([]);
  await panel.close();
  const again = await tab.openPanel();
  await open(again);
  await expect.poll(() => again.count('region', 'Watched paths')).toBe(1);
  await again.click('button', 'Stop watching /status');
  await expect.poll(() => again.count('region', 'Watched paths')).toBe(0);
});

story(
  'a failed patch shows what would have worked; a diff folds what is the same',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit());
    await open(panel);
    await panel.click('button', 'Go there');
    await expect.poll(() => cursorOf(panel)).toBe(5);
    const view = async () => (await panel.texts('tabpanel')).join('');
    await expect.poll(view).toContain('Create /cart/shipping first, then add /cart/shipping/price.');
    expect(await violations(panel), 'a failed patch').toEqual([]);
    await panel.click('button', 'Diff');
    await expect.poll(view).toMatch(/1 unchanged.*idle.*busy/s);
    await panel.click('button', '1 unchanged');
    await expect.poll(view).toContain('cart: {');
    expect(await violations(panel), 'a diff').toEqual([]);
    await panel.click('button', 'List');
    await expect.poll(view).toContain('/status');
  },
);

story(
  'a view is searched by keys; matches are highlighted, and Escape closes the search alone',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit());
    await open(panel);
    const sizes = () =>
      panel.evaluate(() => ['find', 'find-here'].map((name) => CSS.highlights.get(name)?.size ?? 0));
    const count = async () => (await panel.texts('search', 'Find in State')).join('');
    await panel.press('Control+f');
    await panel.type('milk');
    await expect.poll(count).toContain('1 of 1');
    await expect.poll(sizes).toEqual([expect.any(Number), 1]);
    expect(await violations(panel), 'an open search').toEqual([]);
    await panel.press('Escape');
    await expect.poll(() => panel.count('search', 'Find in State')).toBe(0);
    await expect.poll(sizes).toEqual([0, 0]);
    expect(await panel.count('tree', 'State')).toBe(1);
  },
);
