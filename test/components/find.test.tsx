// The search of a view: over the model, as of the cursor, in every view.
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { one as oneIn, pressKey, setValue } from '../support/dom';
import { answer, finished, requestOf, started } from '../support/exchanges';
import { sseRecords } from '../support/logs';
import { mountPanel, testContainer } from '../support/panel';
import { events } from '../support/stream-text';

const call = (id: string, name: string, args: string) =>
  events(`tool ${id} ${name} ${args} · result ${id} "sunny"`);
const run = (id: string, inner: readonly object[]) => [
  started(id, 't1'),
  ...inner,
  { ...finished(id), threadId: 't1', result: `done ${id}` },
];

const container = testContainer();

/** The last records come `later`. */
async function shown(view: string, list: readonly object[], later = 0, request?: object) {
  const records = sseRecords(list, request);
  const batch = (n: number, some: typeof records) => [{ doc: 'd', frameId: 0, n, records: some }];
  const first = batch(0, records.slice(0, records.length - later));
  const made = await mountPanel(container, first, { view });
  return { ...made, rest: () => made.feed(...batch(1, records.slice(records.length - later))) };
}

const one = <E extends HTMLElement = HTMLElement>(selector: string): E => oneIn<E>(container, selector);
const status = () => one('.find-bar [role=status]').textContent;

async function find(words: string, turns: { run(): void }) {
  await pressKey(one('#view'), 'f', { ctrlKey: true });
  const input = one('.find-bar input');
  await setValue(input, words, 'input');
  await act(() => turns.run());
  return input;
}

test('Ctrl+F opens the search of a view, Enter goes to the next match, Escape closes only the search', async () => {
  const { turns, session, workspace } = await shown('messages', run('r1', answer('m1', 'tea, Tea and TEA')));
  const input = await find('tea', turns);
  expect(document.activeElement).toBe(input);
  expect(one('.find-bar').getAttribute('aria-label')).toBe('Find in Messages');
  expect(status()).toBe('1 of 3');
  await pressKey(input, 'Enter');
  expect(status()).toBe('2 of 3');
  await pressKey(input, 'Enter', { shiftKey: true });
  await pressKey(input, 'Enter', { shiftKey: true });
  expect(status()).toBe('3 of 3');
  expect(one('[data-found]').closest('.message')).not.toBeNull();
  await pressKey(input, 'Escape');
  expect(container.querySelector('.find-bar, [data-found]')).toBeNull();
  expect(workspace.settings.values.value.closed).toEqual([]);
  expect(document.activeElement).toBe(one('#view'));
  expect(session.filter.text.value).toBe('');
});

test('Escape gives the focus back to the element of the view that had it', async () => {
  await shown('state', run('r1', [{ type: 'STATE_SNAPSHOT', snapshot: { tea: 1 } }]));
  const tree = one('#view [role=tree]');
  tree.focus();
  await pressKey(tree, 'f', { ctrlKey: true });
  const input = one('.find-bar input');
  expect(document.activeElement).toBe(input);
  await pressKey(input, 'Escape');
  expect(document.activeElement).toBe(tree);
});

test('messages outside the DOM are found, as of the cursor, and while more arrive', async () => {
  const many = Array.from({ length: 300 }, (_, n) =>
    answer(`m${n}`, n === 2 || n === 250 ? 'saffron' : 'rice'),
  );
  const all = run('r1', [...many.flat(), ...answer('late', 'more saffron')]);
  const { turns, session, rest } = await shown('messages', all, 5);
  await find('saffron', turns);
  expect(status()).toBe('1 of 2');
  await rest();
  await act(() => turns.run());
  expect(status()).toBe('1 of 3');
  await act(() => session.cursor.goTo(20));
  await act(() => turns.run());
  expect(status()).toBe('1 of 1');
});

test('a match in a folded call opens it', async () => {
  const args = JSON.stringify({ filler: 'x'.repeat(400), deep: { city: 'Oslo' } });
  const { turns } = await shown('messages', run('r1', call('c1', 'weather', args)));
  await find('oslo', turns);
  expect(status()).toBe('1 of 1');
  await act(() => turns.run());
  expect(one<HTMLDetailsElement>('.inline-call').open).toBe(true);
  expect(one('.inline-call [role=tree]').textContent).toContain('Oslo');
});

test('calls are found by their arguments and results, and the found one is selected', async () => {
  const calls = [...call('c1', 'weather', '{"city":"Oslo"}'), ...call('c2', 'flight', '{"to":"Rome"}')];
  const { turns, session } = await shown('tools', run('r1', calls));
  const input = await find('oslo', turns);
  expect(status()).toBe('1 of 1');
  expect(session.choices.call.value).toBe(0);
  await setValue(input, 'sunny', 'input');
  await act(() => turns.run());
  expect(status()).toBe('1 of 2');
  await pressKey(input, 'Enter');
  expect(session.choices.call.value).toBe(1);
});

test('calls after the cursor are neither counted nor marked', async () => {
  const marked = new Map<string, ReadonlySet<Range>>();
  vi.stubGlobal('CSS', { ...CSS, highlights: marked });
  class Marked extends Set<Range> {
    constructor(...ranges: readonly Range[]) {
      super(ranges);
    }
  }
  vi.stubGlobal('Highlight', Marked);
  onTestFinished(() => void vi.unstubAllGlobals());
  const calls = [...call('c1', 'weather', '{}'), ...call('c2', 'flight', '{}')];
  const { turns, session } = await shown('tools', run('r1', calls));
  await act(() => session.cursor.goTo(4));
  await find('flight', turns);
  expect(one('.calls').textContent).toContain('flight');
  expect(status()).toBe('No matches');
  expect(marked.get('find')?.size).toBe(0);
});

test('runs are found by their result without moving the cursor', async () => {
  const { turns, session } = await shown('run', [...run('r1', []), ...run('r2', []), ...run('r3', [])]);
  await find('done r2', turns);
  expect(status()).toBe('1 of 1');
  expect(session.choices.run.value).toMatchObject({ index: 1, at: 'live' });
  expect(session.cursor.at.value).toBe('live');
});

test('runs and calls are found by the content of their request, which is opened', async () => {
  const schema = { type: 'object', properties: { city: { description: 'a seaport' } } };
  const request = requestOf('r1', [{ id: 'u1', role: 'user', content: 'Where to?' }], {
    threadId: 't1',
    tools: [{ name: 'weather', description: 'forecast', parameters: schema }],
    forwardedProps: { region: { of: { the: { user: 'Lapland' } } } },
  });
  const calls = [...call('c1', 'weather', '{}'), ...call('c2', 'flight', '{}')];
  const { turns, session, workspace } = await shown('run', run('r1', calls), 0, request);
  const input = await find('lapland', turns);
  expect(status()).toBe('1 of 1');
  await act(() => turns.run());
  expect(one('[data-find=details]').textContent).toContain('Lapland');
  await act(() => void (workspace.view.value = 'tools'));
  await act(() => turns.run());
  expect(status()).toBe('No matches');
  await setValue(input, 'seaport', 'input');
  await act(() => turns.run());
  expect(status()).toBe('1 of 1');
  expect(session.choices.call.value).toBe(0);
  expect(one('[data-find=details]').textContent).toContain('a seaport');
});

test('a found call shows every match of a long result', async () => {
  const content = JSON.stringify({ rows: Array.from({ length: 40 }, (_, n) => ({ n, city: `city ${n}` })) });
  const result = { type: 'TOOL_CALL_RESULT', messageId: 'm', toolCallId: 'c1', content };
  const { turns } = await shown('tools', run('r1', [...call('c1', 'weather', '{}').slice(0, 3), result]));
  const height = () => Number.parseInt(one('.result [role=tree]').style.height, 10);
  const before = height();
  await find('city 39', turns);
  await act(() => turns.run());
  // 40 items and their members, with the two rows around them, of 20 pixels.
  expect(height()).toBe(122 * 20);
  await pressKey(one('.find-bar input'), 'Escape');
  expect(height()).toBe(before);
});

test('the search scrolls to a value that it opens', async () => {
  const snapshot = { a: { b: { c: { d: { e: 'needle' } } } } };
  const { turns, session } = await shown('event', run('r1', [{ type: 'STATE_SNAPSHOT', snapshot }]));
  await act(() => session.cursor.goTo(1));
  const view = one('#view');
  view.style.overflowY = 'auto';
  // The opened row is below the view, all else at its top.
  const bounds = vi.spyOn(Range.prototype, 'getBoundingClientRect');
  bounds.mockImplementation(() => new DOMRect(0, 900, 100, 20));
  onTestFinished(() => bounds.mockRestore());
  await find('needle', turns);
  await act(() => turns.run());
  expect(view.scrollTop).toBe(900);
});

test('a value in a closed node of the event is found and shown', async () => {
  const snapshot = { a: { b: { c: { d: { e: 'needle' } } } } };
  const { turns, session } = await shown('event', run('r1', [{ type: 'STATE_SNAPSHOT', snapshot }]));
  await act(() => session.cursor.goTo(1));
  await find('needle', turns);
  // In the tree and in the raw text.
  expect(status()).toBe('1 of 2');
  expect(one('[role=treeitem][aria-selected=true]').textContent).toContain('needle');
});

test('an open search continues in another view, from its first match', async () => {
  const snapshot = { deep: { er: { and: { deeper: 'saffron' } } } };
  const { turns, workspace } = await shown('messages', run('r1', [{ type: 'STATE_SNAPSHOT', snapshot }]));
  await find('saffron', turns);
  expect(status()).toBe('No matches');
  await act(() => void (workspace.view.value = 'state'));
  await act(() => turns.run());
  expect(status()).toBe('1 of 1');
  expect(one('[role=treeitem][aria-selected=true]').textContent).toContain('saffron');
});

test('findings are found by their text', async () => {
  const { turns } = await shown('findings', run('r1', [{ type: 'TEXT_MESSAGE_END', messageId: 'lost' }]));
  // The label of a box above the findings.
  await find('warning (', turns);
  expect(one('.severities').textContent).toContain('warning (');
  expect(status()).toBe('No matches');
  const input = await find('lost', turns);
  expect(status()).toMatch(/^1 of \d+$/);
  expect(one('[data-found]').textContent).toContain('lost');
  await pressKey(input, 'F3');
  expect(status()).not.toBe('No matches');
});
