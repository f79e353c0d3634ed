// The Tools view: the list, arguments as they grew, the schema, every result, and another call of the same tool.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { buttonIn, one, pressKey, setValue, textsOf, unfold } from '../support/dom';
import { FINISHED, STARTED as START } from '../support/logs';
import { mountPanel, testContainer } from '../support/panel';
import { batchOf } from '../support/sessions';

const container = testContainer();

const END = { ...FINISHED, outcome: { type: 'success', pendingToolCallIds: ['x'] } };
const result = (toolCallId: string, messageId: string, content: unknown) => {
  return { type: 'TOOL_CALL_RESULT', toolCallId, messageId, content };
};
function* call(toolCallId: string, toolCallName: string, ...deltas: readonly string[]) {
  yield { type: 'TOOL_CALL_START', toolCallId, toolCallName };
  for (const delta of deltas) yield { type: 'TOOL_CALL_ARGS', toolCallId, delta };
  yield { type: 'TOOL_CALL_END', toolCallId };
}
const REQUEST = {
  threadId: 't',
  runId: 'r',
  messages: [{ id: 'u', role: 'user', content: 'Hi' }],
  tools: [
    {
      name: 'find',
      description: 'finds',
      parameters: { type: 'object', properties: { q: { type: 'string' }, n: { type: 'number' } } },
    },
  ],
  ...{ context: [], state: {}, forwardedProps: {} },
};

const EVENTS = [
  START,
  ...call('a', 'find', '{"q":"tea",', '"n":1}'),
  result('a', 'a1', '{"found":1}'),
  ...call('b', 'save', '{}', '{}'),
  ...call('c', 'find', '{"q":"te', 'a","n":', '"two"}'),
  result('c', 'c1', '{"found":2}'),
  result('c', 'c2', [{ type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } }]),
  result('nobody', 'n1', 'x'),
  END,
];

async function show(events: readonly object[] = EVENTS, request: object = REQUEST) {
  return (await mountPanel(container, [batchOf(events, 0, request)], { view: 'tools' })).session;
}

const rows = () => textsOf(container, '[aria-label="Tool calls"] [role=row]');
const row = (name: string) =>
  [...container.querySelectorAll<HTMLElement>('.call-row')].find(({ textContent }) =>
    textContent?.includes(name),
  );
const details = () => container.querySelector('section[aria-label^="Call of"]')?.textContent ?? '';
const button = (name: RegExp) => buttonIn(container, name);

test('only visible calls and the selected one are in the DOM', async () => {
  const many = Array.from({ length: 2_000 }, (_, n) => [...call(`c${n}`, `tool-${n}`, '{}')]);
  const session = await show([START, ...many.flat(), END]);
  expect(rows().length).toBeLessThan(100);
  expect(rows().join()).toContain('tool-1999');
  await act(() => void (session.choices.call.value = 1_000));
  expect(rows().join()).toContain('tool-1000');
  expect(rows().join()).not.toContain('tool-1999');
  expect(container.querySelector('[data-call="1000"]')?.getAttribute('aria-rowindex')).toBe('1002');
});

test('the list is filtered by tool and sorted by time', async () => {
  await show();
  expect(rows().map((row) => /find|save/.exec(row)?.[0])).toEqual(['find', 'save', 'find']);
  // The row of a call shows its problems.
  expect(rows()[2]).toContain('⚠');
  await setValue(one(container, 'select[aria-label="Show calls of"]'), 'find');
  expect(rows()).toHaveLength(2);
  await act(() => button(/^Arguments/).click());
  expect(
    button(/^Arguments/)
      .closest('[role=columnheader]')
      ?.getAttribute('aria-sort'),
  ).toBe('descending');
  expect(rows()[0]).toContain('3 ms');
  // Not scrolled to, but named to screen readers.
  expect(
    container.querySelector('[role=grid][aria-label="Tool calls"]')?.getAttribute('aria-activedescendant'),
  ).toBe('call-row-0');
  await act(() => button(/^Arguments/).click());
  expect(rows()[0]).toContain('2 ms');
});

test('the list is one tab stop; arrow keys select a call', async () => {
  const session = await show();
  const list = one(container, '[role=grid][aria-label="Tool calls"]');
  expect(list.tabIndex).toBe(0);
  expect(container.querySelectorAll('.call-row button')).toHaveLength(0);
  const press = (key: string) => pressKey(list, key);
  const at = session.cursor.at.value;
  await press('ArrowUp');
  expect(details()).toContain('ƒ save');
  await press('Home');
  expect(session.choices.call.value).toBe(0);
  await press('ArrowUp');
  expect(session.choices.call.value).toBe(0);
  await press('End');
  expect(session.choices.call.value).toBe(2);
  expect(list.getAttribute('aria-activedescendant')).toBe('call-row-2');
  expect(container.querySelector('#call-row-2')?.getAttribute('aria-selected')).toBe('true');
  expect(session.cursor.at.value).toBe(at);
});

test('arguments are followed delta by delta; the schema is checked and marked', async () => {
  const session = await show();
  expect(details()).toContain('21 characters in 3 deltas');
  expect(details()).toContain('/n (type)');
  const marked = () =>
    [...container.querySelectorAll('.json-row.changed')].map((row) => row.getAttribute('title'));
  expect(marked()).toContain('/n');
  const slider = one(container, '.delta-slider input');
  const tree = () => container.querySelector('[role=tree][aria-label=Arguments]')?.textContent;
  await setValue(slider, '1', 'input');
  expect(slider.getAttribute('aria-valuetext')).toContain('1 of 3 deltas');
  expect(tree()).toContain('"te"');
  expect(tree()).not.toContain('two');
  expect(marked()).toEqual([]);
  await act(() => button(/^#11$/).click());
  expect(session.cursor.at.value).toBe(11);
});

test('arguments that contain two JSON documents are marked', async () => {
  await show();
  await act(() => row('save')?.click());
  expect(details()).toContain('valid JSON from #7');
  expect(details()).toContain('invalid JSON from #8: two documents');
  expect(details()).toContain('Server-side tool (not in the request’s tools).');
  expect(details()).toContain('No result: neither the run nor the next request contains one.');
  expect(details()).toContain('Waits for toolsx');
  expect(details()).toContain('Without a resultb');
});

test('a client tool that the client will not run is marked, in its row and in its details', async () => {
  const events = [START, ...call('a', 'find', '{"q":"tea"}'), { ...END, outcome: { type: 'success' } }];
  // As TanStack AI writes its messages.
  const metadata = { tanstack: { createdAt: '2026-01-01T00:00:00Z' } };
  const messages = [{ ...REQUEST.messages[0], metadata }];
  const session = await show(events, { ...REQUEST, messages, data: {} });
  expect(rows()[0]).toContain('never runs');
  expect(details()).toContain(
    'TanStack AI runs a client tool only if the run ends with an interrupt for it.',
  );
  expect(details()).toContain('Client tool (in the request’s tools): the app runs it.');
  expect(details()).not.toContain('The app has not sent a result');
  await act(() => session.cursor.goTo(3));
  expect(rows()[0]).not.toContain('never runs');
});

test('a call after the cursor has its state at the end, and no times', async () => {
  const session = await show();
  await act(() => session.cursor.goTo(1));
  const cells = (at: number) => rows()[at]?.replace(/\s+/g, ' ');
  expect(cells(0)).toMatch(/find ?streaming…/);
  expect(row('save')?.className).toContain('later');
  expect(cells(1)).toMatch(/save ?unanswered ?#1/);
  expect(cells(2)).toMatch(/find ?answered ?#1/);
});

test('all results are shown; those without a call are marked', async () => {
  await show();
  expect(details()).toContain('2 results for one call');
  expect(container.querySelector('.result img')).not.toBeNull();
  expect(details()).toContain('In the request’s tools, but answered by the server.');
  expect(details()).not.toContain('Client tool');
  expect(details()).toContain('Answered by the server.');
  expect(container.querySelector('.orphans')?.textContent).toContain('n1 answer to nobody');
});

test('a call is compared with the one before it of the same tool', async () => {
  await show();
  const compare = () => container.querySelector('.compare')?.textContent ?? '';
  await unfold(one(container, 'details.compare'));
  expect(compare()).toContain('#1 a');
  expect(compare()).toContain('/n 1 → "two"');
  await act(() => row('save')?.click());
  expect(compare()).toBe('');
});
