import { expect, test } from 'vitest';
import type { Log } from '@/lib/core/log/log';
import { normalisedInput, requestDiff, requestStateDiff } from '@/lib/core/model/queries/request-diff';
import { answer, createExchanges, finished, question, requestOf, started } from '../../support/exchanges';
import { modelOf } from '../../support/logs';

const U1 = question('u1');
const reply = { id: 'a1', role: 'assistant', content: 'Hello' };
const TOOLS = [
  { name: 'find', description: 'Finds' },
  { name: 'old', description: 'Goes' },
];
const CONTEXT = [{ description: 'page', value: '1' }];

function talkOf(second: object): Log {
  const talk = createExchanges();
  const first = requestOf('r1', [U1], { tools: TOOLS, context: CONTEXT, state: { a: 1, b: 2 } });
  talk.open({ request: first }).send(started('r1'), ...answer('a1', 'Hello'), finished('r1'));
  talk.open({ request: second }).send(started('r2'), finished('r2'));
  return talk.log;
}

function diffsOf(log: Log) {
  const model = modelOf(log);
  const run = model.runs.at(1);
  if (run === undefined) throw new Error('There are two runs.');
  return {
    diff: requestDiff(model, run),
    state: requestStateDiff(run),
    normal: normalisedInput(model, run),
    run,
  };
}

test('invalid messages in a request, and invalid calls in a message, are left out', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const garbage = [
    null,
    3,
    [],
    { id: 5, role: 'user' },
    { id: 'x' },
    { id: 'a', role: 'assistant', toolCalls: 'x' },
    { id: 'b', role: 'assistant', toolCalls: [null, { id: 3 }, { id: 'd' }, 'x', call] },
    { id: 'c', role: 'tool', toolCallId: 7 },
  ];
  const { log, open } = createExchanges();
  open({ request: requestOf('r', garbage as object[], { tools: 'x', resume: [null, 4], state: null }) });
  const thread = modelOf(log).threads.at(0);
  expect([...(thread?.messages ?? [])].map(({ message }) => message)).toEqual([
    { id: 'a', role: 'assistant' },
    { id: 'b', role: 'assistant', toolCalls: [call] },
    { id: 'c', role: 'tool', toolCallId: 7 },
  ]);
});

test('a request that repeats the history has one new message', () => {
  const state = { a: 1, b: 2 };
  const request = requestOf('r2', [U1, reply, question('u2')], { tools: TOOLS, context: CONTEXT, state });
  const { diff, state: changes, normal } = diffsOf(talkOf(request));
  expect(diff).toMatchObject({ isFull: true, repeated: 2, newIds: ['u2'], changedIds: [], droppedIds: [] });
  expect(diff?.tools).toEqual({ same: 2, added: [], removed: [], changed: [] });
  expect(diff).toMatchObject({ isStateChanged: false, isForwardedChanged: false, previous: 0 });
  expect(changes).toEqual([]);
  expect(normal).toEqual({ threadId: 't', runId: 'r2', messages: [question('u2')] });
});

test('a request that changes all parts has all changes reported', () => {
  const request = requestOf('r2', [question('u1', 'Other?')], {
    tools: [
      { name: 'find', description: 'Finds more' },
      { name: 'new', description: 'Comes' },
    ],
    context: [],
    state: { a: 1, b: 3 },
    forwardedProps: { model: 'x' },
    resume: [{ interruptId: 'i', status: 'resolved' }],
  });
  const { diff, state, normal, run } = diffsOf(talkOf(request));
  expect(diff).toMatchObject({ repeated: 0, newIds: [], changedIds: ['u1'], droppedIds: ['a1'], answers: 1 });
  expect(diff?.tools).toEqual({ same: 0, added: ['new'], removed: ['old'], changed: ['find'] });
  expect(diff?.context).toEqual({ same: 0, added: [], removed: ['page'], changed: [] });
  expect(diff).toMatchObject({ isStateChanged: true, isForwardedChanged: true });
  expect(state).toEqual([{ pointer: '/b', kind: 'changed', before: 2, after: 3 }]);
  expect(normal).toEqual(run.input);
});

test('entries of the same name are distinguished by their order, each counted once', () => {
  const twin = (value: string): object => ({ description: 'page', value });
  const talk = createExchanges();
  const first = requestOf('r1', [U1], { context: [twin('1'), twin('2'), twin('3')] });
  talk.open({ request: first }).send(started('r1'), finished('r1'));
  const second = requestOf('r2', [U1], { context: [twin('1'), twin('other')] });
  talk.open({ request: second }).send(started('r2'), finished('r2'));
  expect(diffsOf(talk.log).diff?.context).toEqual({
    same: 1,
    added: [],
    removed: ['page'],
    changed: ['page'],
  });
});

test('of two messages with one id, the one omitted by a request is dropped', () => {
  const first = { ...reply, content: 'First' };
  const result = { id: 'a1', role: 'tool', toolCallId: 'c', content: 'ok' };
  const edited = { ...result, content: 'other' };
  for (const kept of [result, edited]) {
    const talk = createExchanges();
    const plan = { id: 'p', role: 'activity', activityType: 'PLAN', content: {} };
    const snapshot = { type: 'MESSAGES_SNAPSHOT', messages: [first, plan, result] };
    talk.open({ request: requestOf('r1', [U1]) }).send(started('r1'), snapshot, finished('r1'));
    talk.open({ request: requestOf('r2', [kept]) }).send(started('r2'), finished('r2'));
    const thread = modelOf(talk.log).threads.at(0);
    expect([...(thread?.messages ?? [])].map(({ message }) => message)).toEqual([plan, kept]);
  }
});

test('of two equal messages, the one after those in between is the second', () => {
  const twin = { id: 'm', role: 'user', content: 'hi' };
  const between = { id: 'n', role: 'user', content: 'you' };
  const plan = { id: 'p', role: 'activity', activityType: 'PLAN', content: {} };
  const talk = createExchanges();
  const snapshot = { type: 'MESSAGES_SNAPSHOT', messages: [twin, between, twin, plan] };
  talk.open({ request: requestOf('r1', [U1]) }).send(started('r1'), snapshot, finished('r1'));
  talk.open({ request: requestOf('r2', [between, twin]) }).send(started('r2'), finished('r2'));
  const thread = modelOf(talk.log).threads.at(0);
  expect([...(thread?.messages ?? [])].map(({ message }) => message)).toEqual([between, twin, plan]);
});

test('a request with only new messages and one of a reloaded page are recognized', () => {
  expect(diffsOf(talkOf(requestOf('r2', [question('u2')]))).diff).toMatchObject({
    isFull: false,
    newIds: ['u2'],
    droppedIds: [],
  });
  const talk = createExchanges();
  talk.open({ request: requestOf('r1', [U1]) }).send(started('r1'), finished('r1'));
  talk.open({ doc: 'd2', request: requestOf('r2', [U1]) }).send(started('r2'), finished('r2'));
  expect(diffsOf(talk.log).diff).toMatchObject({ isNewDocument: true, repeated: 1 });
});
