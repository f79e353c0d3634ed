// What the safe compaction makes smaller, what it keeps of time, and what it says where it refuses.
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/agui/json';
import { compactSafe } from '@/lib/compact/safe';
import { runStockClient, silently } from '../model/stock-client';

const STARTED = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const FINISHED = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const PLAN = { messageId: 'a', activityType: 'PLAN' };

function compacted(...events: readonly JsonObject[]): readonly JsonObject[] {
  const result = compactSafe(events);
  if ('refused' in result) throw new Error(result.refused);
  return result.events;
}

function patch(...operations: readonly JsonObject[]): JsonObject {
  return { type: 'ACTIVITY_DELTA', ...PLAN, patch: operations };
}

test('patches of an activity become one, and one that fails stays where it is', async () => {
  const events = [
    STARTED,
    { type: 'ACTIVITY_SNAPSHOT', ...PLAN, content: { list: [] } },
    patch({ op: 'add', path: '/list/-', value: 1 }),
    { type: 'CUSTOM', name: 'n', value: 1 },
    patch({ op: 'add', path: '/list/-', value: 2 }),
    patch({ op: 'remove', path: '/later' }),
    patch({ op: 'add', path: '/later', value: true }),
    patch({ op: 'add', path: '/list/-', value: 3 }),
    FINISHED,
  ];
  const result = compacted(...events);
  expect(result.map(({ type, patch: operations }) => [type, (operations as [])?.length])).toEqual([
    ['RUN_STARTED', undefined],
    ['ACTIVITY_SNAPSHOT', undefined],
    ['ACTIVITY_DELTA', 2],
    ['CUSTOM', undefined],
    ['ACTIVITY_DELTA', 1],
    ['ACTIVITY_DELTA', 2],
    ['RUN_FINISHED', undefined],
  ]);
  const [before, after] = await silently(async () => [
    (await runStockClient(events)).at(-1),
    (await runStockClient([...result])).at(-1),
  ]);
  expect(after).toEqual(before);
});

test('of many deltas the first and the last time are kept', () => {
  const delta = (at: number, text: string) => {
    return { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: text, timestamp: at };
  };
  const start = { type: 'TEXT_MESSAGE_START', messageId: 'm' };
  const end = { type: 'TEXT_MESSAGE_END', messageId: 'm' };
  const result = compacted(STARTED, start, delta(1, 'a'), delta(2, 'b'), delta(3, 'c'), end, FINISHED);
  expect(result.slice(2, -2)).toEqual([delta(1, 'ab'), delta(3, 'c')]);
  expect(compacted(...result)).toEqual(result);
});

test('a request in the log does not repeat the messages that the thread has', () => {
  const user = (id: string) => ({ id, role: 'user', content: `${id}?` });
  const inputOf = (runId: string, ...messages: readonly JsonObject[]) => {
    return { threadId: 't', runId, messages, tools: [], context: [] };
  };
  const second = { ...STARTED, runId: 's', input: inputOf('s', user('u1'), user('u2')) };
  const result = compacted({ ...STARTED, input: inputOf('r', user('u1')) }, FINISHED, second, {
    ...FINISHED,
    runId: 's',
  });
  expect(result[2]).toEqual({ ...second, input: inputOf('s', user('u2')) });
});

test('ids that thinking got by its place are no difference', () => {
  const content = (delta: string) => ({ type: 'THINKING_TEXT_MESSAGE_CONTENT', delta });
  const text = (delta: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta });
  const result = compacted(
    STARTED,
    { type: 'TEXT_MESSAGE_START', messageId: 'm' },
    text('a'),
    text('b'),
    { type: 'THINKING_START' },
    { type: 'THINKING_TEXT_MESSAGE_START' },
    content('x'),
    { type: 'THINKING_TEXT_MESSAGE_END' },
    { type: 'THINKING_END' },
    { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    FINISHED,
  );
  expect(result.map(({ type }) => type)).toContain('THINKING_START');
  expect(result).toHaveLength(10);
});

test('where a replay would give something else, it says what', () => {
  const events = [
    STARTED,
    { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/0', value: 'lo' }] },
    { type: 'STATE_DELTA', delta: [{ op: 'move', from: '/list', path: '' }] },
    FINISHED,
  ];
  expect(compactSafe(events)).toEqual({
    refused:
      "This log cannot be compacted without changing its replay: the state of thread 't' at '/0' would differ.",
  });
});
