// @vitest-environment happy-dom
// One context menu on everything: what it offers for each kind of thing, and that it does it.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { actAndLoad, contextMenu, one, textsOf } from '../support/dom';
import { showPanel, type TestPanel } from '../support/panel';
import { events } from '../support/stream-text';

let panel: TestPanel;
const CALL = events(`
  run · tool c weather {"city":"Rome"}
  TOOL_CALL_RESULT {"messageId":"m","toolCallId":"c","content":"sunny"} · text a "It is sunny."
  state {"city":"Rome"} · end
`);

const filter = () => panel.session.filter.text.value;
const entries = () => textsOf(panel.container, '[role=menuitem] .menu-label');
const rightClick = (selector: string) => contextMenu(one(panel.container, selector));

test.each([
  ['an event', 'event', '[data-seq="1"]', 'Show only tool weather', 'tool:"weather"'],
  ['a request', 'event', '.boundary-open', 'Show only this URL', 'url:"'],
  ['a call', 'tools', '.call-row', 'Show only this call', 'id:"c"'],
  ['a run', 'run', '[role=row][data-run]', 'Show only this run', 'run:"r"'],
  ['a message', 'messages', '.message.role-assistant:last-of-type', 'Show only this message', 'id:"a"'],
])('the menu of %s filters by it', async (_what, view, selector, entry, term) => {
  const request = { threadId: 't', runId: 'r', messages: [] };
  panel = await showPanel(CALL, { view, request });
  await rightClick(selector);
  expect(entries()).toContain(entry);
  await panel.click('menuitem', entry);
  expect(filter()).toContain(term);
  expect(entries()).toEqual([]);
});

test('the menu of a folded row copies what the row shows', async () => {
  panel = await showPanel(CALL, { view: 'event' });
  const { copied } = panel.host;
  const copy = async (entry: string) => {
    await rightClick('[data-seq="1"]');
    await panel.click('menuitem', entry);
    return copied.at(-1) ?? '';
  };
  expect(await copy('Copy summary')).toBe('weather({"city":"Rome"})');
  expect(JSON.parse(await copy('Copy 3 events as JSON'))).toEqual(CALL.slice(1, 4));
  const { list } = panel.session;
  const { rows } = list.shown.value;
  await act(() => list.toggleGroup(rows.groupAt(rows.positionOf(1, undefined))));
  await rightClick('[data-seq="2"]');
  expect(entries()).not.toContain('Copy 3 events as JSON');
});

test('values of any tree can be copied, by pointer and by keyboard', async () => {
  panel = await showPanel(CALL, { view: 'event' });
  const { copied } = panel.host;
  await act(() => panel.session.cursor.goTo(8));
  await rightClick('[role=treeitem][aria-level="3"]');
  await panel.click('menuitem', 'Copy value');
  expect(copied.at(-1)).toBe('Rome');
  await panel.press(panel.find('tree', 'Decoded'), 'ContextMenu');
  await panel.click('menuitem', 'Copy path');
  expect(copied.at(-1)).toBe('/snapshot/city');
  // The root has no path.
  await panel.press(panel.find('tree', 'Decoded'), 'Home');
  await panel.press(panel.find('tree', 'Decoded'), 'ContextMenu');
  expect(entries()).toContain('Copy value');
  expect(entries()).not.toContain('Copy path');
});

test('the palette goes to an event, a run and a tool, and offers the menu of the event', async () => {
  panel = await showPanel(CALL);
  const { cursor } = panel.session;
  const palette = async (typed: string, option: RegExp | string) => {
    await actAndLoad(() => void (panel.workspace.dialog.value = 'palette'));
    await panel.type('combobox', 'Commands', typed);
    await panel.click('option', option);
  };
  await palette('#3', 'Go to event #3');
  expect(cursor.at.value).toBe(3);
  await palette('weath', /^Go to the last call of weather/);
  expect([cursor.at.value, panel.workspace.view.value]).toEqual([1, 'tools']);
  await palette('copy raw', 'Copy raw frame');
  expect(panel.host.copied.at(-1)).toContain('TOOL_CALL_START');
});

test('the palette offers nothing twice, also what is in the menu of the event, too', async () => {
  panel = await showPanel(CALL);
  panel.session.cursor.goTo(1);
  await actAndLoad(() => void (panel.workspace.dialog.value = 'palette'));
  const labels = textsOf(document, '.palette [role=option] > :first-child');
  expect(labels).toContain('Jump to the matching start or end');
  expect(labels).toEqual([...new Set(labels)]);
});
