// The tree of a JSON value: rows, hundreds, marks, keys; and what is found in it.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { findInJson, idsAbove, jsonRows } from '@/components/ui/json-rows';
import { JsonTree, type JsonTreeProps } from '@/components/ui/json-tree';
import { createTreeState, reveal, setOpen } from '@/components/ui/tree-state';
import { assertExists } from '@/lib/core/json/assert';
import { one, pressKey, textsOf } from '../support/dom';
import { testContainer } from '../support/panel';

const container = testContainer();

const show = (props: Omit<JsonTreeProps, 'label'>) =>
  act(() => render(<JsonTree label="Tree" {...props} />, container));
const texts = () => textsOf(container, '[role=treeitem]').map((text) => text.trim());
const press = (key: string, more?: KeyboardEventInit) => pressKey(one(container, '[role=tree]'), key, more);
const chosen = () => container.querySelector('[aria-selected=true]')?.textContent?.trim();

const WIDE = { list: Array.from({ length: 250 }, (_, n) => ({ n })) };

test('members of large values are shown in groups of a hundred; the rows above a path are known', () => {
  const open = jsonRows(WIDE, (id) => !/^\d/.test(id) && id.length < 6);
  expect(open.map(({ range, key }) => range?.join('–') ?? key ?? '')).toEqual([
    '',
    'list',
    '0–99',
    '100–199',
    '200–249',
  ]);
  expect(idsAbove(WIDE, '/list/120/n')).toEqual(['', '/list', '100/list', '/list/120']);
  const ids = new Set(idsAbove(WIDE, '/list/120/n'));
  expect(jsonRows(WIDE, (id) => ids.has(id)).map(({ id }) => id)).toContain('/list/120/n');
  const all = jsonRows(WIDE, () => true);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('a revealed place is selected, and a subtree can be opened completely', () => {
  const state = createTreeState();
  reveal(state, WIDE, '/list/249/n');
  expect(state.active.value).toBe('/list/249/n');
  const rows = () => jsonRows(WIDE, (id) => state.toggled.value.get(id) ?? false).map(({ id }) => id);
  expect(rows()).toContain('/list/249/n');
  const whole = createTreeState();
  setOpen(whole, { id: '/list', pointer: '/list', value: WIDE.list }, true, true);
  whole.toggled.value = new Map(whole.toggled.value).set('', true);
  expect(jsonRows(WIDE, (id) => whole.toggled.value.get(id) ?? false)).toHaveLength(2 + 3 + 500);
});

test('an empty key is shown as one', async () => {
  await show({ value: { '': 1 }, depth: 1 });
  expect(texts()[1]).toBe('"": 1');
});

test('keys move, open and close rows, which show their changes', async () => {
  await show({
    value: { a: { b: 1 }, c: [1, 2] },
    depth: 1,
    highlights: [
      { pointer: '/c/0', kind: 'added' },
      { pointer: '/a/gone', kind: 'removed' },
    ],
  });
  expect(texts()).toEqual([
    '▾2 keys',
    '▾a: 1 key − gone removed',
    'b: 1',
    '▾c: 2 items',
    '0: 1 + added',
    '1: 2',
  ]);
  expect(container.querySelectorAll('.json-row.changed')).toHaveLength(4);
  await press('ArrowDown');
  await press('ArrowLeft');
  expect(texts()).toHaveLength(5);
  await press('ArrowRight');
  await press('ArrowRight');
  expect(chosen()).toBe('b: 1');
  await press('ArrowLeft');
  expect(chosen()).toContain('a:');
  await press('End');
  expect(chosen()).toBe('1: 2');
});

test('the menu opens by mouse and by keyboard', async () => {
  const onMenu = vi.fn();
  await show({ value: { a: 1 }, onMenu });
  await press('End');
  await press('ContextMenu');
  await press('F10', { shiftKey: true });
  const row = assertExists(container.querySelectorAll('[role=treeitem]')[1], 'There are two rows.');
  await act(
    () => void row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX: 5, clientY: 6 })),
  );
  expect(onMenu.mock.calls.map(([, pointer]) => pointer)).toEqual(['/a', '/a', '/a']);
  expect(onMenu.mock.lastCall?.[0]).toMatchObject({ clientX: 5, clientY: 6 });
  // By keyboard, below the row.
  expect(onMenu.mock.calls[0]?.[2]).toMatchObject({ x: expect.any(Number), y: expect.any(Number) });
});

test('words are found in keys and values, not in indexes', () => {
  const value = { Cart: { items: ['Tea', 10] }, total: 10, none: null };
  expect(findInJson(value, 'cart')).toEqual(['/Cart']);
  expect(findInJson(value, 't')).toEqual(['/Cart', '/Cart/items', '/Cart/items/0', '/total']);
  expect(findInJson(value, '10')).toEqual(['/Cart/items/1', '/total']);
  expect(findInJson(value, '0')).toEqual(['/Cart/items/1', '/total']);
  expect(findInJson(value, '')).toEqual([]);
});

test('few of 50,000 open nodes are in the DOM', async () => {
  const value = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [
      `key ${n}`,
      { text: 'x'.repeat(100), list: [1, 2, 3, 4, 5, 6, 7] },
    ]),
  );
  const state = createTreeState();
  setOpen(state, { id: '', pointer: '', value }, true, true);
  await show({ value, state, fill: true });
  expect(container.querySelectorAll('[role=treeitem]').length).toBeLessThan(100);
});
