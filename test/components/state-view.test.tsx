// The State view: who wrote a place, its history, watched paths, diffs, a failed patch with its fix, the search.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { findOf } from '@/components/ui/find';
import { assertExists } from '@/lib/core/json/assert';
import { buttonIn, one, setValue, textsOf } from '../support/dom';
import { mountPanel, testContainer } from '../support/panel';
import { batchOf } from '../support/sessions';

const delta = (...ops: object[]) => ({ type: 'STATE_DELTA', delta: ops });
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' }, // 0
  { type: 'STATE_SNAPSHOT', snapshot: { cart: { total: 1, items: ['tea'] }, status: 'idle' } }, // 1
  delta({ op: 'replace', path: '/cart/total', value: 2 }), // 2
  delta({ op: 'replace', path: '/status', value: 'busy' }), // 3
  delta({ op: 'replace', path: '/cart/total', value: 3 }), // 4
  delta({ op: 'replace', path: '/cart/shipping/price', value: 9 }), // 5: fails
  { type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' }, // 6
  { type: 'RUN_STARTED', threadId: 't1', runId: 'r2' }, // 7
  delta({ op: 'add', path: '/cart/items/-', value: 'milk' }), // 8
  { type: 'RUN_FINISHED', threadId: 't1', runId: 'r2' }, // 9
];

const container = testContainer();

const shown = () => mountPanel(container, [batchOf(EVENTS)], { view: 'state' });

const text = (selector: string) => container.querySelector(selector)?.textContent ?? '';
const texts = (selector: string) => textsOf(container, selector).map((each) => each.trim());

const button = (name: string | RegExp) => buttonIn(one(container, '.state'), name);

const click = (name: string | RegExp) => act(() => button(name).click());

async function find(words: string, turns: { run(): void }) {
  await act(() => assertExists(findOf(one(container, '#view')), 'The view has a search').open());
  await setValue(one(container, '.find-bar input'), words, 'input');
  await act(() => turns.run());
}

test('a found value shows the event that wrote it and its previous value', async () => {
  const { turns, session } = await shown();
  await find('total', turns);
  await click(/History/);
  await act(() => turns.run());
  expect(text('.find-bar [role=status]')).toBe('1 of 1');
  expect(text('.value-pointer')).toBe('/cart/total');
  expect(text('.value-writer')).toContain('#4 STATE_DELTA');
  expect(texts('.value-history li').slice(0, 3)).toEqual([
    expect.stringMatching(/^#4 STATE_DELTA #1 .* · at .* 2 → 3$/),
    expect.stringMatching(/^#2 .* 1 → 2$/),
    expect.stringMatching(/^#1 STATE_SNAPSHOT .* 1$/),
  ]);
  await act(() => session.cursor.goTo(3));
  expect(text('.value-writer')).toContain('#2 STATE_DELTA');
  await click(/^#2 STATE_DELTA$/);
  expect(session.cursor.at.value).toBe(2);
});

test('a path can be watched and unwatched', async () => {
  const { workspace, turns } = await shown();
  await find('total', turns);
  await click('Actions for this value');
  await click('Watch this path');
  await act(() => turns.run());
  expect(workspace.settings.values.value.watched).toEqual(['/cart/total']);
  expect(text('.watch')).toContain('#4 STATE_DELTA');
  const label = container.querySelector('.watch [role=img]')?.getAttribute('aria-label');
  expect(label).toBe('/cart/total over time, between 1 and 3');
  await click('Stop watching /cart/total');
  expect(container.querySelector('.watch')).toBeNull();
});

test('events are filtered by the path', async () => {
  const { session, turns } = await shown();
  await find('total', turns);
  await click('Actions for this value');
  await click('Show only events that touch this path');
  expect(session.filter.text.value).toBe('path:/cart/total');
});

test('a failed patch shows its operation, the state around it, and a patch that works', async () => {
  const { session } = await shown();
  await act(() => session.cursor.goTo(6));
  expect(container.querySelector('.failed-patch')).toBeNull();
  await click('Go there');
  expect(session.cursor.at.value).toBe(5);
  expect(text('.bar-error')).toContain('The patch in #5 was not applied: operation 0 failed.');
  expect(text('.failed-patch')).toContain('State at that point, at /cart');
  expect(text('.fixes')).toContain('Create /cart/shipping first, then add /cart/shipping/price.');
  expect(JSON.parse(text('.fixes pre'))).toEqual([
    { op: 'add', path: '/cart/shipping', value: {} },
    { op: 'add', path: '/cart/shipping/price', value: 9 },
  ]);
});

test('the state is compared with the end of any run', async () => {
  const { session } = await shown();
  await act(() => session.cursor.goTo(9));
  await click(/^Diff$/);
  const picker = one<HTMLSelectElement>(container, '.state label select');
  expect([...picker.options].map(({ value }) => value)).toEqual(['previous', 'run', 'end 1', 'end 0']);
  expect(texts('.diff-tree > li')).toContain('+1: "milk"');
  await setValue(picker, 'end 1');
  expect(text('.state')).toContain('No differences');
  await setValue(picker, 'end 0');
  expect(texts('.diff-tree > li')).toEqual([
    '(root) {…}',
    'cart: {…}',
    '1 unchanged',
    'items: [2]',
    '1 unchanged',
    '+1: "milk"',
    '1 unchanged',
  ]);
  await click('List');
  expect(texts('.differences > li')).toEqual(['+/cart/items/1 "milk"']);
  await click(/^Tree$/);
});

test('a snapshot that repeats the state is not named as its last change', async () => {
  const snapshot = { type: 'STATE_SNAPSHOT', snapshot: { total: 1 } };
  const events = [EVENTS[0] ?? {}, snapshot, snapshot];
  const { session } = await mountPanel(container, [batchOf(events)], { view: 'state' });
  expect(text('.last-changed')).toBe('#2 changed nothing');
  await act(() => session.cursor.goTo(1));
  expect(text('.last-changed')).toBe('last changed by #1');
});

test('the time of the last change and the value before are apart', async () => {
  await shown();
  expect(text('.value-writer')).toMatch(/at \S+ m?s was \{/);
});
