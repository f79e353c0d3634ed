// Lists and names as long as somebody cares to send: a part of them is in the document, and a sentence says so.
import { expect, test } from 'vitest';
import { showPanel } from '../support/panel';

const many = <T,>(make: (n: number) => T): T[] => Array.from({ length: 1_000 }, (_none, n) => make(n));
const START = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const END = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const message = (n: number) => ({ id: `m${n}`, role: 'user', content: 'a' });

test.each([
  ['steps', 'run', [START, ...many((n) => ({ type: 'STEP_STARTED', stepName: `s${n}` }))], '800 earlier.'],
  [
    'subagents',
    'run',
    [START, ...many((n) => ({ type: 'SUBAGENT_STARTED', subagentRunId: `s${n}`, name: `n${n}` }))],
    '800 earlier.',
  ],
  [
    'questions',
    'run',
    [
      START,
      { ...END, outcome: { type: 'interrupt', interrupts: many((n) => ({ id: `i${n}`, reason: 'x' })) } },
    ],
    '800 earlier.',
  ],
  ['messages', 'event', [START, { type: 'MESSAGES_SNAPSHOT', messages: many(message) }], '800 more.'],
])('of a thousand %s 200 are listed', async (_what, view, events, sentence) => {
  const panel = await showPanel(events, { view });
  await expect.poll(() => panel.view()).toContain(sentence);
  expect(panel.container.querySelectorAll('[role=tabpanel] li').length).toBeLessThan(300);
  panel.remove();
});

test.each([
  [
    'threads to choose from',
    'messages',
    many((n) => [
      { ...START, threadId: `t${n}`, runId: `r${n}` },
      { ...END, threadId: `t${n}`, runId: `r${n}` },
    ]).flat(),
    'option',
    '800 earlier.',
  ],
  [
    'tools to choose from',
    'tools',
    [START, ...many((n) => ({ type: 'TOOL_CALL_START', toolCallId: `c${n}`, toolCallName: `n${n}` }))],
    'option',
    '800 more.',
  ],
  [
    'calls of one message',
    'messages',
    [
      START,
      ...many((n) => ({
        type: 'TOOL_CALL_START',
        toolCallId: `c${n}`,
        toolCallName: 'f',
        parentMessageId: 'm',
      })),
    ],
    '.inline-call',
    '800 earlier.',
  ],
])('of a thousand %s a part is shown', async (_what, view, events, element, sentence) => {
  const panel = await showPanel(events, { view });
  await expect.poll(() => panel.view()).toContain(sentence);
  expect(panel.container.querySelectorAll(`[role=tabpanel] ${element}`).length).toBeLessThan(600);
  panel.remove();
});

test('of 2,200 runs the newest are in the table, and it says so', async () => {
  const runs = Array.from({ length: 2_200 }, (_none, n) => [
    { ...START, runId: `r${n}` },
    { ...END, runId: `r${n}` },
  ]);
  const panel = await showPanel(runs.flat(), { view: 'run' });
  await expect.poll(() => panel.view()).toContain('200 earlier runs are not in the table.');
  panel.remove();
});

test.each(['event', 'messages', 'run', 'tools', 'findings'])(
  'names of 60,000 letters in the view %s',
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
    panel.remove();
  },
);
