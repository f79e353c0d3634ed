import { expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { callState } from '@/lib/panel/call-state';
import { createSession } from '@/lib/panel/session';
import { sseRecords } from '../support/logs';
import { createTurns } from '../support/sessions';

const START = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const END = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const CALL = { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'paint' };
const CALLED = { type: 'TOOL_CALL_END', toolCallId: 'c' };
const RESULT = { type: 'TOOL_CALL_RESULT', messageId: 'm', toolCallId: 'c', content: 'done' };
const TOOLS = [{ name: 'paint', description: '', parameters: {} }];

type Turn = readonly [events: readonly object[], request?: object];

function sessionOf(turnsOfThread: readonly Turn[], isOpen = false) {
  const turns = createTurns();
  const session = createSession(turns);
  for (const [n, [events, more = {}]] of turnsOfThread.entries()) {
    const request = { threadId: 't', runId: n === 0 ? 'r' : `r${n}`, messages: [], ...more };
    const records = sseRecords(events, request).map((record) =>
      'stream' in record ? ({ ...record, stream: n + 1 } as CapturedRecord) : record,
    );
    session.reading.append([{ doc: 'd', frameId: 0, n, records: isOpen ? records.slice(0, -1) : records }]);
  }
  turns.run();
  return session;
}

function stateOf(turnsOfThread: readonly Turn[], isOpen = false, cursorAt?: number) {
  const { models, cursor } = sessionOf(turnsOfThread, isOpen);
  if (cursorAt !== undefined) cursor.goTo(cursorAt);
  const model = models.current.value;
  const call = model.toolCalls.at(0);
  if (call === undefined) throw new Error('There is a call.');
  return callState(call, model, models.newest());
}

test('a call streams, waits for the agent, and is answered', () => {
  expect(stateOf([[[START, CALL]]], true)).toEqual({ kind: 'streaming' });
  expect(stateOf([[[START, CALL, CALLED]]], true)).toMatchObject({ kind: 'waiting', for: 'agent' });
  expect(stateOf([[[START, CALL, CALLED, RESULT, END]]])).toEqual({ kind: 'answered' });
});

test("a frontend tool's call waits for the app until the thread goes on without an answer", () => {
  const asked: Turn = [[START, CALL, CALLED, END], { tools: TOOLS }];
  expect(stateOf([asked])).toMatchObject({ kind: 'waiting', for: 'app' });
  expect(stateOf([asked, [[{ ...START, runId: 'r1' }], {}]])).toEqual({ kind: 'unanswered' });
  const answer = { id: 'm', role: 'tool', toolCallId: 'c', content: 'done' };
  const call = { id: 'c', type: 'function', function: { name: 'paint', arguments: '' } };
  const messages = [{ id: 'a', role: 'assistant', toolCalls: [call] }, answer];
  expect(stateOf([asked, [[{ ...START, runId: 'r1' }], { messages }]])).toEqual({ kind: 'answered' });
});

test('a call that its run left open is unanswered', () => {
  expect(stateOf([[[START, CALL, CALLED, END]]])).toEqual({ kind: 'unanswered' });
  expect(stateOf([[[START, CALL, { type: 'RUN_ERROR', message: 'no' }], { tools: TOOLS }]])).toEqual({
    kind: 'unanswered',
  });
});

test('a call whose page went is not streaming any more, also at the last event that came of it', () => {
  const cut: Turn = [[START, CALL, { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"a":' }]];
  expect(stateOf([cut], false, 2)).toEqual({ kind: 'unanswered' });
  expect(stateOf([cut], false, 1)).toEqual({ kind: 'streaming' });
  expect(stateOf([cut], true, 2)).toEqual({ kind: 'streaming' });
});

test('a run waits only for calls that the app has to answer', () => {
  const endOf = (tools: readonly object[]) => {
    const { models, summaries } = sessionOf([[[START, CALL, CALLED, END], { tools }]]);
    const run = models.newest().runs.at(0);
    return run && summaries.endingOf(run).kind;
  };
  expect(endOf(TOOLS)).toBe('waiting');
  // A tool of the agent's own whose result is not streamed.
  expect(endOf([])).toBe('finished');
});
