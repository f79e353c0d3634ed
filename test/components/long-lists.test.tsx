import { expect, test } from 'vitest';
import { contextMenu, one, textsOf } from '../support/dom';
import { FINISHED as END, openOf, STARTED as START, sse } from '../support/logs';
import { showPanel } from '../support/panel';
import { events } from '../support/stream-text';

const many = <T,>(make: (n: number) => T): T[] => Array.from({ length: 1_000 }, (_none, n) => make(n));
const message = (n: number) => ({ id: `m${n}`, role: 'user', content: 'a' });

test.each<readonly [what: string, view: string, list: object[], element: string, sentence: string]>([
  ['steps', 'run', many((n) => ({ type: 'STEP_STARTED', stepName: `s${n}` })), 'li', '800 earlier.'],
  [
    'subagents',
    'run',
    many((n) => ({ type: 'SUBAGENT_STARTED', subagentRunId: `s${n}`, name: `n${n}` })),
    'li',
    '800 earlier.',
  ],
  [
    'questions',
    'run',
    [{ ...END, outcome: { type: 'interrupt', interrupts: many((n) => ({ id: `i${n}`, reason: 'x' })) } }],
    'li',
    '800 earlier.',
  ],
  ['messages', 'event', [{ type: 'MESSAGES_SNAPSHOT', messages: many(message) }], 'li', '800 more.'],
  [
    'threads to choose from',
    'messages',
    many((n) => events(`run r${n} on t${n} · end`)).flat(),
    'option',
    '800 earlier.',
  ],
  [
    'tools to choose from',
    'tools',
    many((n) => ({ type: 'TOOL_CALL_START', toolCallId: `c${n}`, toolCallName: `n${n}` })),
    'option',
    '800 more.',
  ],
  [
    'calls of one message',
    'messages',
    many((n) => ({
      type: 'TOOL_CALL_START',
      toolCallId: `c${n}`,
      toolCallName: 'f',
      parentMessageId: 'm',
    })),
    '.inline-call',
    '800 earlier.',
  ],
])('a part of a thousand %s is shown', async (what, view, list, element, sentence) => {
  const panel = await showPanel(what.startsWith('threads') ? list : [START, ...list], { view });
  await expect.poll(() => panel.view()).toContain(sentence);
  const most = element === 'li' ? 300 : 600;
  expect(panel.container.querySelectorAll(`[role=tabpanel] ${element}`).length).toBeLessThan(most);
});

test('the newest of 2,200 runs are in the table, which states the limit', async () => {
  const runs = Array.from({ length: 2_200 }, (_none, n) => events(`run r${n} · end`));
  const panel = await showPanel(runs.flat(), { view: 'run' });
  await expect.poll(() => panel.view()).toContain('200 earlier runs are not in the table.');
});

test.each(['event', 'messages', 'run', 'tools', 'findings'])(
  'names of 60,000 letters are truncated in the view %s',
  async (view) => {
    const long = (letter: string) => letter.repeat(60_000);
    const panel = await showPanel(
      [
        { type: 'RUN_STARTED', threadId: long('t'), runId: long('r') },
        { type: 'STEP_STARTED', stepName: long('s') },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: long('m'), delta: 'a' },
        { type: 'ACTIVITY_SNAPSHOT', messageId: long('a'), activityType: long('y'), content: { a: 1 } },
        { type: 'TOOL_CALL_START', toolCallId: long('c'), toolCallName: long('f') },
        { type: 'TOOL_CALL_RESULT', messageId: long('q'), toolCallId: long('c'), content: '{}' },
        { type: 'RUN_ERROR', message: long('e'), code: long('c') },
      ],
      { view },
    );
    await expect.poll(() => panel.view()).not.toBe('');
    const rows = () => [...panel.container.querySelectorAll('[role=grid] [role=row]')];
    await expect.poll(() => rows().length).toBeGreaterThan(4);
    for (const row of rows()) expect(row.textContent?.length).toBeLessThan(5_000);
    for (const { attributes } of panel.container.querySelectorAll('*'))
      for (const { name, value } of attributes) expect(value.length, name).toBeLessThan(5_000);
  },
);

const long = (text: string) => text.repeat(60_000);

test.each([
  [
    'subagents and their steps',
    'run',
    [
      START,
      { type: 'SUBAGENT_STARTED', subagentRunId: long('p'), name: 'parent' },
      {
        type: 'SUBAGENT_STARTED',
        subagentRunId: long('s'),
        parentSubagentRunId: long('p'),
        name: 'child',
        description: long('d'),
      },
      { type: 'STEP_STARTED', stepName: 'step', subagentRunId: long('s') },
      { type: 'SUBAGENT_ERROR', subagentRunId: long('s'), message: long('e') },
    ],
    'child',
  ],
  [
    'questions',
    'run',
    [
      START,
      {
        ...END,
        outcome: {
          type: 'interrupt',
          interrupts: [{ id: long('i'), reason: long('r'), message: 'Sure?', expiresAt: long('x') }],
        },
      },
    ],
    'Sure?',
  ],
  [
    'keys',
    'state',
    [START, { type: 'STATE_SNAPSHOT', snapshot: { [long('k ')]: { [long('l ')]: 'deep' } } }],
    'deep',
  ],
])('%s with texts of 60,000 letters are only partly in the DOM', async (_what, view, list, shown) => {
  const panel = await showPanel(list, { view });
  await expect.poll(() => panel.view()).toContain(shown);
  expect(panel.view().length).toBeLessThan(30_000);
  for (const { attributes } of panel.container.querySelectorAll('*'))
    for (const { name, value } of attributes) expect(value.length, name).toBeLessThan(5_000);
});

test('the menu of an event with an id of 100,000 letters shows its beginning', async () => {
  const id = 'm'.repeat(100_000);
  const panel = await showPanel([START, { type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta: 'a' }]);
  await contextMenu(one(panel.container, '[data-seq="1"]'));
  const labels = textsOf(panel.container, '.menu-label');
  expect(labels.some((label) => label.includes('mmm'))).toBe(true);
  for (const label of labels) expect(label.length).toBeLessThan(500);
});

test('the overview names the first hundred agents and counts the others', async () => {
  const panel = await showPanel([START, END]);
  const records = Array.from({ length: 130 }, (_none, n) => [
    { ...openOf({ threadId: 't', runId: `x${n}` }, `http://localhost/agent-${n}-of-many`), stream: n + 2 },
    { kind: 'chunk' as const, t: 50, stream: n + 2, text: sse({ ...START, runId: `x${n}` }) },
  ]).flat();
  await panel.feed({ doc: 'd0', frameId: 0, n: 1, records });
  const named = textsOf(panel.container, '.agent-legend li');
  expect(named).toHaveLength(101);
  expect(named.at(-1)).toBe('31 more.');
});
