// The Run view: the tree with the links named, keys, questions with their answers, and the parts of the request that are new.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { actAndLoad, buttonIn, contextMenu, one, pressKey, textsOf } from '../support/dom';
import { answer, finished, requestOf as request, started } from '../support/exchanges';
import { sseRecords } from '../support/logs';
import { mountPanel, testContainer } from '../support/panel';
import { batchOf } from '../support/sessions';
import { events } from '../support/stream-text';

const container = testContainer();

const U1 = { id: 'u1', role: 'user', content: 'Hello?' };
const A1 = { id: 'a1', role: 'assistant', content: 'Hello' };
const run = (runId: string, outcome?: object) => [
  started(runId),
  ...answer(`a-${runId}`),
  finished(runId, outcome),
];

async function show(exchanges: readonly (readonly [events: object[], request: object])[]) {
  const batches = exchanges.map(([list, input], n) => ({ ...batchOf(list, n, input, n + 1), doc: 'd' }));
  const { turns, host } = await mountPanel(container, batches, { view: 'run' });
  return { copied: host.copied, turns };
}

const rows = () => [...container.querySelectorAll<HTMLElement>('[role=row][data-run]')];
const details = () => container.querySelector('[role=tabpanel] .details section')?.textContent ?? '';
const grid = () => container.querySelector('[role=treegrid]');
const press = (key: string) => pressKey(one(container, '[role=treegrid]'), key);
const button = (name: string | RegExp) => buttonIn(container, name);

const outcome = { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'approval', message: 'May I?' }] };
const resume = [{ interruptId: 'i1', status: 'resolved', payload: { approved: true } }];
const CONVERSATION = [
  [run('r1', outcome), request('r1', [U1])],
  [run('r2'), request('r2', [U1, { ...A1, id: 'a-r1', content: '' }], { resume })],
  [run('r3'), request('r3', [U1])],
] as const satisfies readonly (readonly [object[], object])[];

test('the table shows the origin of each run; the newest is selected, keys select others', async () => {
  await show(CONVERSATION);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('#1 “Hello?”'),
    expect.stringContaining('answers #1 “Hello?”'),
    expect.stringContaining('restarts the thread'),
  ]);
  expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
  await press('Home');
  expect(rows()[0]?.getAttribute('aria-selected')).toBe('true');
  expect(grid()?.getAttribute('aria-activedescendant')).toBe(rows()[0]?.id);
});

test('the menu opened by keyboard applies to the selected run and returns the focus', async () => {
  await show(CONVERSATION);
  await press('Home');
  const table = one(container, '[role=treegrid]');
  table.focus();
  await contextMenu(table, 0);
  const menu = one(container, '[role=menu]');
  expect(menu.textContent).toContain('What if its response breaks…');
  await pressKey(menu, 'Escape');
  expect(container.querySelector('[role=menu]')).toBeNull();
  expect(document.activeElement).toBe(table);
});

test('the title of a run names its thread only where the thread has several runs, its payload by that name', async () => {
  await show(CONVERSATION.slice(0, 1));
  const title = () => container.querySelector('.details h2')?.textContent;
  expect(title()).toBe('‖ #1 “Hello?” waiting');
  const folds = textsOf(container, '.details summary');
  expect(folds).toContainEqual(expect.stringMatching(/^Payload · 1 new message/));
  await act(() => render(null, container));
  await show(CONVERSATION);
  expect(title()).toMatch(/ · thread “Hello\?”$/);
});

test('a run that ended twice links to its last end', async () => {
  const twice = [...run('r1'), { type: 'CUSTOM', name: 'more' }, finished('r1')];
  await show([[twice, request('r1', [U1])]]);
  expect(button('ended by #5')).toBeDefined();
  await act(() => rows()[0]?.click());
  expect(container.querySelector('.past-bar')).toBeNull();
});

test('a subagent is shown with its time, the call that started it, its description and its result', async () => {
  const list = [
    started('r1'),
    { type: 'TOOL_CALL_START', toolCallId: 't1', toolCallName: 'delegate' },
    { type: 'TOOL_CALL_END', toolCallId: 't1' },
    {
      type: 'SUBAGENT_STARTED',
      subagentRunId: 's1',
      name: 'researcher',
      description: 'Looks things up',
      parentToolCallId: 't1',
    },
    { type: 'SUBAGENT_STARTED', subagentRunId: 's2', name: 'reader', parentSubagentRunId: 's1' },
    { type: 'STEP_STARTED', stepName: 'read', subagentRunId: 's2' },
    { type: 'SUBAGENT_FINISHED', subagentRunId: 's2' },
    { type: 'SUBAGENT_FINISHED', subagentRunId: 's1', result: { hits: 2 } },
    finished('r1'),
  ];
  await show([[list, request('r1', [U1])]]);
  expect(details()).toMatch(
    /researcher success [\d.]+ ms · s1 · started by call delegate · Looks things up · result: \{hits: 2\}/,
  );
  expect(details()).toMatch(/reader success [\d.]+ ms · s2 · under researcher/);
  expect(details()).toMatch(/read not finished · subagent reader/);
  expect(button('delegate')).toBeDefined();
});

test('steps and subagents of a run that was cut off are not running', async () => {
  const parts = [
    { type: 'STEP_STARTED', stepName: 'plan' },
    { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'researcher' },
  ];
  await show([[[started('r1'), ...parts], request('r1', [U1])]]);
  expect(details()).toMatch(/plan not finished/);
  expect(details()).toMatch(/researcher not finished/);
  expect(details()).not.toContain('running');
});

test('runs after the cursor are greyed, and one click leads back to the newest event', async () => {
  await show(CONVERSATION);
  await act(() => rows()[0]?.click());
  expect(rows().map(({ className }) => className.includes('later'))).toEqual([false, true, true]);
  expect(container.textContent).toContain('Viewing event #3, 8 newer');
  await act(() => button('Back to latest').click());
  expect(container.querySelector('.past-bar')).toBeNull();
  expect(rows().map(({ className }) => className.includes('later'))).toEqual([false, false, false]);
});

test('the header sorts runs by largest first, then smallest first, then natural order', async () => {
  const usage = (outputTokens: number) => [{ model: 'm', inputTokens: 1, outputTokens }];
  const ended = (runId: string, tokens: number) => [
    started(runId),
    { ...finished(runId), usage: usage(tokens) },
  ];
  await show([
    [ended('r1', 5), request('r1', [U1])],
    [ended('r2', 9), request('r2', [U1])],
    [ended('r3', 7), request('r3', [U1])],
  ]);
  const order = () => rows().map(({ dataset }) => dataset['run']);
  const sort = () => act(() => button(/^Tokens out/).click());
  const orders = [order()];
  for (let turn = 0; turn < 3; turn++) {
    await sort();
    orders.push(order());
  }
  expect(orders).toEqual([
    ['0', '1', '2'],
    ['1', '2', '0'],
    ['0', '2', '1'],
    ['0', '1', '2'],
  ]);
  expect(container.querySelector('[role=table]')?.textContent).toMatch(/Median.*7.*95th percentile.*9/);
});

test('two runs are chosen by box, by Ctrl+click or by key, and stand side by side', async () => {
  const { turns } = await show([
    [run('r1'), request('r1', [U1], { state: { a: 1 } })],
    [events('run r2 · text a-r2 "Hi" · end'), request('r2', [U1], { state: { a: 2 } })],
    [run('r3'), request('r3', [U1])],
  ]);
  await act(() => rows()[0]?.querySelector('input')?.click());
  expect(container.textContent).toContain('Select another run');
  await actAndLoad(() => {
    rows()[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  });
  const compared = () => container.querySelector('.run-compare')?.textContent ?? '';
  expect(compared()).toContain('#1 “Hello?” and #2 “Hello?”');
  expect(container.querySelector('.run-shares')).toBeNull();
  await act(() => turns.run());
  expect(compared()).toMatch(/Final state.*\/a.*1.*2/);
  expect(compared()).toMatch(/Messages.*assistant.*Hi/);
  await press('End');
  await press('c');
  expect(compared()).toBe('');
  expect(container.textContent).toContain('3 runs selected');
  expect(container.querySelector('.run-shares')?.textContent).toContain('Median of 3 runs');
  await press('Home');
  await press('c');
  expect(compared()).toContain('#2 “Hello?” and #3 “Hello?”');
  await act(() => button('End comparison').click());
  expect(compared()).toBe('');
});

test('a question is shown with its answer once it is answered', async () => {
  await show(CONVERSATION);
  await act(() => rows()[0]?.click());
  expect(details()).toContain('May I?');
  expect(details()).not.toMatch(/answered|Resolved by/);
  await act(() => rows()[1]?.click());
  expect(details()).toContain('Answers to interrupts');
  expect(details()).toMatch(/answered.*May I\?.*Resolved by/);
});

test('the request marks repeated messages; new ones can be shown and copied alone', async () => {
  const { copied } = await show(CONVERSATION);
  await act(() => rows()[1]?.click());
  expect(details()).toContain('0 new messages, 2 repeated');
  const fold = [...container.querySelectorAll('details')].find(({ textContent }) =>
    textContent.includes('0 new messages'),
  );
  await act(() => fold?.querySelector('summary')?.click());
  await act(() => button('Only new').click());
  expect(button('Only new').getAttribute('aria-pressed')).toBe('true');
  await act(() => button('Copy as JSON').click());
  expect(JSON.parse(copied[0] ?? '')).toEqual({ threadId: 't', runId: 'r2', messages: [], resume });
  await act(() => rows()[2]?.click());
  expect(details()).toContain('0 new messages, 1 repeated · 2 dropped');
});

test('a run that was requested during another one is marked', async () => {
  const [opened, ...first] = sseRecords(run('r1'), request('r1', [U1]));
  const second = sseRecords(run('r2'), request('r2', [U1, A1, { ...U1, id: 'u2' }]), 2).map((record) =>
    record.kind === 'navigation' ? record : { ...record, t: record.t + 1 },
  );
  const later = first.map((record) => ({ ...record, t: record.t + 1000 }));
  const body = JSON.stringify([opened, ...later.slice(0, 1), ...second, ...later.slice(1)]);
  await mountPanel(container, [{ doc: 'd', frameId: 0, n: 0, body }], { view: 'run' });
  expect(details()).toContain('Overlaps#1');
});

test('the metrics count tokens per second from the first token, as the table does', async () => {
  const usage = [{ model: 'm', inputTokens: 1, outputTokens: 100 }];
  const [begin, start, content] = events('run r1 · text a-r1 "Hello"');
  const list = [begin, start, content, { ...finished('r1'), usage }] as object[];
  const { turns } = await show([[list, request('r1', [U1])]]);
  await act(() => turns.run());
  expect(details()).toMatch(/Time4 ms · first token after 3 ms .*Output tokens100 \(100,000\.0\/s\)/);
});

test('an unrecorded parent is not shown as missing parent', async () => {
  await show([[run('r2').map((event) => ({ ...event, parentRunId: 'r1' })), request('r2', [U1])]]);
  expect(details()).toMatch(/Parentnot recorded.*parentRunIdr1/);
});

test('a run that goes on after its first end waits for no tool', async () => {
  const upToEnd = 'run r1 · tool c search · end';
  const asked = { ...request('r1', [U1]), tools: [{ name: 'search', description: '', parameters: {} }] };
  await show([[events(upToEnd), asked]]);
  expect(details()).toContain('Waits for toolsc');
  await act(() => render(null, container));
  await show([[events(`${upToEnd} · result c "3" · end`), asked]]);
  expect(details()).not.toContain('Waits for tools');
});

test("a run with a call of the agent's own tool waits for no tool", async () => {
  await show([[events('run r1 · tool c search · end'), request('r1', [U1])]]);
  expect(details()).toContain('Without a resultc');
  expect(details()).not.toContain('Waits for tools');
});
