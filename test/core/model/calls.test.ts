// Tool calls as streams: arguments at every delta, the two times, every result, and who answered.
import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { modelFold } from '@/lib/core/model/model';
import { argumentsAt, readArguments } from '@/lib/core/model/queries/arguments';
import {
  answerOf,
  argumentsMs,
  isDeclared,
  orphanResults,
  waitingMs,
} from '@/lib/core/model/queries/call-times';
import { createExchanges, finished, question, requestOf, started } from '../../support/exchanges';

const U1 = question('u1');
const START = { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'find' };
const END = { type: 'TOOL_CALL_END', toolCallId: 'c1' };
const args = (delta: string) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta });
const result = (messageId: string, content: string, toolCallId = 'c1') => {
  return { type: 'TOOL_CALL_RESULT', messageId, toolCallId, content };
};
const TOOLS = { tools: [{ name: 'find', description: 'Finds' }] };

function modelOf(log: Log) {
  const model = createHistory(modelFold, log).head();
  const [call, thread] = [model.toolCalls.at(0), model.threads.at(0)];
  if (call === undefined || thread === undefined) throw new Error('There is a call.');
  return { model, call, thread };
}

test('arguments are known at every delta, as text and as a tree, with both durations', () => {
  const talk = createExchanges();
  const feed = talk.open({ request: requestOf('r1', [U1], TOOLS) });
  feed.send(started('r1'), START);
  talk.pass(99);
  feed.send(args('{"q":'), args('"te'), args('a"}'));
  talk.pass(9);
  feed.send(END);
  talk.pass(499);
  feed.send(result('t1', 'three'), result('t2', 'four'), result('t3', 'lost', 'nobody'), finished('r1'));
  const { model, call, thread } = modelOf(talk.log);
  const texts = [0, 1, 2, 3, 4, 9].map((seq) => argumentsAt(call, seq));
  expect(texts).toEqual(['', '', '{"q":', '{"q":"te', '{"q":"tea"}', '{"q":"tea"}']);
  expect(readArguments(argumentsAt(call, 3) ?? '')).toEqual({ value: { q: 'te' }, complete: false });
  expect(readArguments(argumentsAt(call, 4) ?? '')).toEqual({ value: { q: 'tea' }, complete: true });
  expect([...call.jsonTurns]).toEqual([{ seq: 4, verdict: 'valid' }]);
  expect([argumentsMs(call), waitingMs(call)]).toEqual([12, 500]);
  expect([...call.results].map(({ messageId, content, via }) => [messageId, content, via])).toEqual([
    ['t1', 'three', 'stream'],
    ['t2', 'four', 'stream'],
  ]);
  expect(answerOf(call)).toMatchObject({ by: 'agent', run: 0, waitingMs: 500 });
  expect(orphanResults(model, thread)).toEqual([{ messageId: 't3', toolCallId: 'nobody' }]);
  expect(isDeclared(model, call)).toBe(true);
});

test.each([
  ['{"a":1,"b":"te', { a: 1, b: 'te' }],
  ['{"a":"te\\u00', { a: 'te' }],
  ['{"__proto__":{"x":1},"b":2,', { ['__proto__']: { x: 1 }, b: 2 }],
  [
    '[[1,2],[3,"x"',
    [
      [1, 2],
      [3, 'x'],
    ],
  ],
  ['{"a":tr', {}],
  ['{"a":1 "b":2', {}],
  ['no JSON', undefined],
  ['', undefined],
])('the arrived part of %s is read', (text, value) => {
  expect(readArguments(text)).toEqual({ ...(value !== undefined && { value }), complete: false });
});

test.each([
  ['open', '['.repeat(100_000)],
  ['open objects', '{"a":'.repeat(100_000)],
  ['closed', '['.repeat(100_000) + ']'.repeat(100_000)],
])('arguments that are nested too deep are not parsed, %s', (_, text) => {
  expect(readArguments(text)).toEqual({ complete: false, isTooDeep: true });
});

test('a frontend tool is answered by the next request, once', () => {
  const talk = createExchanges();
  const first = talk.open({ request: requestOf('r1', [U1]) });
  first.send(started('r1'), START, args('{}'), END, finished('r1'));
  const call = {
    id: 'c1',
    role: 'assistant',
    toolCalls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
  };
  const done = { id: 't1', role: 'tool', toolCallId: 'c1', content: 'done' };
  talk.pass(199);
  for (const runId of ['r2', 'r3']) {
    const feed = talk.open({ request: requestOf(runId, [U1, call, done]) });
    feed.send(started(runId), { type: 'MESSAGES_SNAPSHOT', messages: [U1, call, done] }, finished(runId));
  }
  const { model, call: entry } = modelOf(talk.log);
  expect(entry.results.length).toBe(1);
  expect(answerOf(entry)).toMatchObject({
    by: 'frontend',
    run: 1,
    waitingMs: 201,
    result: { via: 'request' },
  });
  expect(model.toolCalls.length).toBe(1);
  expect(model.runs.at(0)).toMatchObject({ pendingToolCallIds: ['c1'], unansweredToolCallIds: ['c1'] });
  expect(isDeclared(model, entry)).toBe(false);
});

test('pending calls of the outcome are kept beside those of the stream', () => {
  const talk = createExchanges();
  const outcome = { type: 'success', pendingToolCallIds: ['other'] };
  const feed = talk.open({ request: requestOf('r1', [U1]) });
  feed.send(started('r1'), START, END, finished('r1', outcome));
  expect(modelOf(talk.log).model.runs.at(0)).toMatchObject({
    pendingToolCallIds: ['other'],
    unansweredToolCallIds: ['c1'],
  });
});

test('arguments replaced by a snapshot are unknown at earlier events', () => {
  const talk = createExchanges();
  const call = (text: string) => ({
    id: 'c1',
    role: 'assistant',
    toolCalls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: text } }],
  });
  const feed = talk.open({ request: requestOf('r1', [U1]) });
  feed.send(started('r1'), START, args('{"a":1}'), END);
  feed.send({ type: 'MESSAGES_SNAPSHOT', messages: [U1, call('{"b":2}')] });
  const { call: entry } = modelOf(talk.log);
  expect(entry.args).toBe('{"b":2}');
  expect(argumentsAt(entry, 2)).toBeUndefined();
  expect(argumentsAt(entry, 2)).toBeUndefined();
});
