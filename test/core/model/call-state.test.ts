import { expect, test } from 'vitest';
import { callState } from '@/lib/core/model/queries/call-state';
import { sseRecords } from '../../support/logs';
import { startSession } from '../../support/sessions';
import { events } from '../../support/stream-text';

const CALL = 'run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"paint"}';
const CALLED = 'run · tool c paint';
const TOOLS = [{ name: 'paint', description: '', parameters: {} }];

type Turn = readonly [events: string, request?: object];

function sessionOf(turnsOfThread: readonly Turn[], isOpen = false) {
  const batches = turnsOfThread.map(([text, more = {}], n) => {
    const request = { threadId: 't', runId: n === 0 ? 'r' : `r${n}`, messages: [], ...more };
    const records = sseRecords(events(text), request, n + 1);
    return { doc: 'd', frameId: 0, n, records: isOpen ? records.slice(0, -1) : records };
  });
  return startSession(...batches).session;
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
  expect(stateOf([[CALL]], true)).toEqual({ kind: 'streaming' });
  expect(stateOf([[CALLED]], true)).toMatchObject({ kind: 'waiting', for: 'agent' });
  expect(stateOf([[`${CALLED} · result c "done" · end`]])).toEqual({ kind: 'answered' });
});

test("a frontend tool's call waits for the app until the thread goes on without an answer", () => {
  const asked: Turn = [`${CALLED} · end`, { tools: TOOLS }];
  expect(stateOf([asked])).toMatchObject({ kind: 'waiting', for: 'app' });
  expect(stateOf([asked, ['run r1']])).toEqual({ kind: 'unanswered' });
  const answer = { id: 'm', role: 'tool', toolCallId: 'c', content: 'done' };
  const call = { id: 'c', type: 'function', function: { name: 'paint', arguments: '' } };
  const messages = [{ id: 'a', role: 'assistant', toolCalls: [call] }, answer];
  expect(stateOf([asked, ['run r1', { messages }]])).toEqual({ kind: 'answered' });
});

test('a call that its run left open is unanswered', () => {
  expect(stateOf([[`${CALLED} · end`]])).toEqual({ kind: 'unanswered' });
  expect(stateOf([[`${CALL} · error "no"`, { tools: TOOLS }]])).toEqual({ kind: 'unanswered' });
});

test('a call whose page went is not streaming any more, also at the last event that came of it', () => {
  const cut: Turn = [`${CALL} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"{"}`];
  expect(stateOf([cut], false, 2)).toEqual({ kind: 'unanswered' });
  expect(stateOf([cut], false, 1)).toEqual({ kind: 'streaming' });
  expect(stateOf([cut], true, 2)).toEqual({ kind: 'streaming' });
});

test('a run waits only for calls that the app has to answer', () => {
  const endOf = (tools: readonly object[]) => {
    const { models, summaries } = sessionOf([[`${CALLED} · end`, { tools }]]);
    const run = models.newest().runs.at(0);
    return run && summaries.endingOf(run).kind;
  };
  expect(endOf(TOOLS)).toBe('waiting');
  // A tool of the agent's own whose result is not streamed.
  expect(endOf([])).toBe('finished');
});
