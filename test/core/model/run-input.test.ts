// The run request at an event: what an app has there, and what it waits for.
import { expect, test } from 'vitest';
import { checkInput } from '@/lib/core/agui/check-input';
import { promptIn } from '@/lib/core/agui/request-facts';
import type { JsonObject } from '@/lib/core/json/json';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { threadIn } from '@/lib/core/model/queries/blame';
import { openCustomOf } from '@/lib/core/model/queries/interrupts';
import {
  commandIn,
  inputAt,
  inputInNewThread,
  withCommand,
  withPrompt,
} from '@/lib/core/model/queries/run-input';
import { finished } from '../../support/exchanges';
import { logOf } from '../../support/logs';
import { events } from '../../support/stream-text';

const QUESTION = { id: 'u1', role: 'user', content: 'Weather?' };
const TOOL = { name: 'weather', description: '', parameters: {} };
const RECORDED = {
  threadId: 't',
  runId: 'r',
  state: { n: 0 },
  messages: [QUESTION],
  tools: [TOOL],
  context: [{ description: 'd', value: 'v' }],
  forwardedProps: { x: 1 },
  resume: [{ interruptId: 'old', status: 'resolved' }],
};
const INTERRUPT = {
  id: 'i1',
  reason: 'approval',
  responseSchema: {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      why: { enum: ['a', 'b'] },
      who: { type: 'object', properties: {} },
    },
  },
};
const EVENTS = [
  ...events('run · state {"n":1} · text a1 "Let me see"'),
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'weather', parentMessageId: 'a1' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c1' },
  { type: 'TOOL_CALL_START', toolCallId: 'c2', toolCallName: 'weather', parentMessageId: 'a1' },
  { type: 'TOOL_CALL_END', toolCallId: 'c2' },
  { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'c2', content: 'sunny' },
  { type: 'ACTIVITY_SNAPSHOT', messageId: 'x1', activityType: 'plan', content: {} },
  finished('r', { type: 'interrupt', interrupts: [INTERRUPT] }),
];

function partsAt(seq: number, list: readonly object[], recorded: JsonObject) {
  const model = createHistory(modelFold, logOf(list, recorded)).at(seq);
  const thread = threadIn(model, 't');
  if (thread === undefined) throw new Error('There is no thread.');
  let ids = 0;
  const newId = () => `new-${++ids}`;
  const isAsked = openCustomOf(model, thread) !== undefined;
  return { run: { threadId: 't', runId: 'r1' }, thread, isAsked, recorded, newId };
}

const at = (seq: number, list: readonly object[] = EVENTS, recorded: JsonObject = RECORDED) =>
  inputAt(partsAt(seq, list, recorded));

test('a run at an event has its messages and state, and the rest of the recorded request', () => {
  const { input, openCalls, interrupts } = at(3);
  expect(input).toEqual({
    threadId: 't',
    runId: expect.stringMatching(/^new-/),
    state: { n: 1 },
    messages: [QUESTION, { id: 'a1', role: 'assistant', content: 'Let me see' }],
    tools: [TOOL],
    context: RECORDED.context,
    forwardedProps: { x: 1 },
  });
  expect([openCalls, interrupts, checkInput(input)]).toEqual([[], [], []]);
  expect(at(0).input).toMatchObject({ state: { n: 0 }, messages: [QUESTION] });
});

test('an open call gets an empty tool message, an interrupt an answer made from its schema', () => {
  const { input, openCalls, interrupts } = at(EVENTS.length - 1);
  expect(openCalls).toEqual([{ id: 'c1', name: 'weather' }]);
  expect(interrupts).toMatchObject([{ id: 'i1' }]);
  expect(input).toMatchObject({
    messages: [
      { id: 'u1' },
      { id: 'a1', toolCalls: [{ id: 'c1' }, { id: 'c2' }] },
      { id: 'm2', role: 'tool', toolCallId: 'c2', content: 'sunny' },
      { role: 'tool', toolCallId: 'c1', content: '' },
    ],
    resume: [{ interruptId: 'i1', status: 'resolved', payload: { ok: false, why: 'a', who: {} } }],
    parentRunId: 'r1',
  });
  expect(checkInput(input)).toEqual([]);
  // Answered later, it is not open any more.
  expect(at(9).openCalls).toMatchObject([{ id: 'c1' }, { id: 'c2' }]);
});

test('a call that an interrupt is about is answered by resume alone', () => {
  const interrupt = { ...INTERRUPT, toolCallId: 'c1' };
  const asked = EVENTS.with(-1, finished('r', { type: 'interrupt', interrupts: [interrupt] }));
  expect(at(EVENTS.length - 1, asked)).toMatchObject({ openCalls: [], interrupts: [{ id: 'i1' }] });
});

test('a prompt replaces the user message at the end, or follows what is there', () => {
  const asked = at(0).input;
  expect(promptIn(asked)).toBe('Weather?');
  expect(withPrompt(asked, 'News?', 'p')['messages']).toEqual([{ id: 'p', role: 'user', content: 'News?' }]);
  const answered = at(4).input;
  expect(promptIn(answered)).toBeUndefined();
  const next = withPrompt(answered, 'News?', 'p');
  expect(next['messages']).toMatchObject([{ id: 'u1' }, { id: 'a1' }, { id: 'p', content: 'News?' }]);
  expect(withPrompt(next, '', 'p')).toEqual(answered);
  expect(withPrompt({}, 'News?', 'p')).toEqual({ messages: [{ id: 'p', role: 'user', content: 'News?' }] });
});

test('problems are reported with their paths', () => {
  expect(
    checkInput({ threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 1 }] })[0],
  ).toMatchObject({ pointer: '/messages/0/content' });
});

test('a run in a new thread has new ids of thread and messages, the same calls, and no open interrupts', () => {
  const { input } = at(12);
  expect(input).toHaveProperty('resume');
  const { input: other, openCalls, interrupts } = inputInNewThread(partsAt(12, EVENTS, RECORDED));
  expect(other['threadId']).toMatch(/^new-/);
  expect(other).not.toHaveProperty('parentRunId');
  expect(other).not.toHaveProperty('resume');
  expect([openCalls, interrupts]).toEqual([[{ id: 'c1', name: 'weather' }], []]);
  const [messages = [], renamed = []] = [input, other].map((each) => each['messages'] as { id: string }[]);
  expect(renamed.every(({ id }) => id.startsWith('new-'))).toBe(true);
  expect(renamed.map(({ id: _, ...rest }) => rest)).toEqual(messages.map(({ id: _, ...rest }) => rest));
  expect(checkInput(other)).toEqual([]);
});

test('an interrupt of a CUSTOM event is answered where its clients send answers, without a tool result', () => {
  const value = JSON.stringify({ question: 'Delete it?' });
  const asking = [...EVENTS.slice(0, 8), { type: 'CUSTOM', name: 'on_interrupt', value }, finished('r')];
  for (const seq of [8, 9]) {
    const { input, openCalls } = at(seq, asking);
    expect(openCalls).toEqual([]);
    expect(input['messages']).toHaveLength(2);
    // A server takes an empty text for an answer, too.
    expect([input['forwardedProps'], commandIn(input)]).toEqual([{ x: 1 }, undefined]);
    const answered = withCommand(input, value, 'Yes');
    expect(answered['forwardedProps']).toEqual({ x: 1, command: { resume: 'Yes', interruptEvent: value } });
    expect([commandIn(answered), checkInput(answered)]).toEqual(['Yes', []]);
    expect(withCommand(answered, value, '')).toEqual(input);
  }
  expect(at(7, asking).openCalls).toEqual([{ id: 'c1', name: 'weather' }]);
  expect(inputInNewThread(partsAt(9, asking, RECORDED)).openCalls).toEqual([{ id: 'c1', name: 'weather' }]);
});

test('an answer that the recorded request gave is not given again', () => {
  const command = { resume: 'Yes', interruptEvent: '{}', update: 1 };
  const recorded = { ...RECORDED, parentRunId: 'r0', forwardedProps: { x: 1, command } };
  const { input } = at(1, EVENTS, recorded);
  expect(input['forwardedProps']).toEqual({ x: 1, command: { update: 1 } });
  expect([input['parentRunId'], input['resume']]).toEqual([undefined, undefined]);
});
