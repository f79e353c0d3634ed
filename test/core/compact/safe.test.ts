// The safe compaction: what it shortens, which times it keeps, and its sentence if it refuses.
import { expect, test } from 'vitest';
import { compactSafe } from '@/lib/core/compact/safe';
import type { JsonObject } from '@/lib/core/json/json';
import { FINISHED, STARTED } from '../../support/logs';
import { events } from '../../support/stream-text';
import { runClient10 } from '../clients/client-1.0';

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
  expect((await runClient10(result)).at(-1)).toEqual((await runClient10(events)).at(-1));
});

test('the first and the last time of joined deltas are kept', () => {
  const delta = (at: number, text: string) => {
    return { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: text, timestamp: at };
  };
  const start = { type: 'TEXT_MESSAGE_START', messageId: 'm' };
  const end = { type: 'TEXT_MESSAGE_END', messageId: 'm' };
  const result = compacted(STARTED, start, delta(1, 'a'), delta(2, 'b'), delta(3, 'c'), end, FINISHED);
  expect(result.slice(2, -2)).toEqual([delta(1, 'ab'), delta(3, 'c')]);
  expect(compacted(...result)).toEqual(result);
  // One without a time is no last one, and removes none.
  const timeless = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: '-' };
  const deltas = [delta(1, 'a'), delta(2, 'b'), timeless, timeless, delta(3, 'c')];
  const mixed = compacted(STARTED, start, ...deltas, end);
  expect(mixed.slice(2, -1)).toEqual([delta(1, 'ab--'), delta(3, 'c')]);
});

test('a request in the log does not repeat the messages that the thread has', () => {
  const user = (id: string) => ({ id, role: 'user', content: `${id}?` });
  const inputOf = (runId: string, ...messages: readonly JsonObject[]) => {
    return { threadId: 't', runId, messages, tools: [], context: [] };
  };
  const second = { ...STARTED, runId: 's', input: inputOf('s', user('u1'), user('u2')) };
  const first = { ...STARTED, input: inputOf('r', user('u1')) };
  const result = compacted(first, FINISHED, second, { ...FINISHED, runId: 's' });
  expect(result[2]).toEqual({ ...second, input: inputOf('s', user('u2')) });
});

test('a request with invalid messages stays unchanged', () => {
  const odd = { ...STARTED, runId: 's', input: { messages: [null, 3, { role: 'user' }] } };
  expect(compacted(STARTED, FINISHED, odd)).toEqual([STARTED, FINISHED, odd]);
});

test('generated ids of thinking messages are ignored in comparisons', () => {
  const log = events(`
    run · TEXT_MESSAGE_START {"messageId":"m"} · say m "a" "b" · THINKING_START · THINKING_TEXT_MESSAGE_START
    THINKING_TEXT_MESSAGE_CONTENT {"delta":"x"} · THINKING_TEXT_MESSAGE_END · THINKING_END
    TEXT_MESSAGE_END {"messageId":"m"} · end
  `);
  const result = compacted(...log);
  expect(result.map(({ type }) => type)).toContain('THINKING_START');
  expect(result).toHaveLength(10);
});

test('where a replay would differ, the difference is described', () => {
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

/** The log after compaction: types, or what they add. */
function outline(text: string): readonly unknown[] {
  return compacted(...events(text)).map((event) => event['delta'] ?? event['type']);
}

test('deltas are joined across unrelated events', () => {
  expect(
    outline(
      'run · TEXT_MESSAGE_START {"messageId":"m"} · say m "a" · raw {} · say m "b" · step x · say m "c" · end',
    ),
  ).toEqual(['RUN_STARTED', 'TEXT_MESSAGE_START', 'abc', 'RAW', 'STEP_STARTED', 'RUN_FINISHED']);
});

test.each([
  [
    'the end of the message',
    'run · text m "a" · text m "b" · end',
    [...['a', 'b'].flatMap((delta) => ['TEXT_MESSAGE_START', delta, 'TEXT_MESSAGE_END']), 'RUN_FINISHED'],
  ],
  [
    'a snapshot of the messages',
    'run · TEXT_MESSAGE_START {"messageId":"m"} · say m "a" · messages [{"id":"m","role":"assistant","content":"A"}] · say m "b" · end',
    ['TEXT_MESSAGE_START', 'a', 'MESSAGES_SNAPSHOT', 'b', 'RUN_FINISHED'],
  ],
  [
    'an event that the client stops at',
    'run · TEXT_MESSAGE_START {"messageId":"m"} · say m "a" · TEXT_MESSAGE_CHUNK {"role":"user"} · say m "b" · end',
    ['TEXT_MESSAGE_START', 'a', 'TEXT_MESSAGE_CHUNK', 'b', 'RUN_FINISHED'],
  ],
  [
    'an event that cannot be read',
    'run · TEXT_MESSAGE_START {"messageId":"m"} · say m "a" · STEP_STARTED {"stepName":1} · say m "b" · end',
    ['TEXT_MESSAGE_START', 'a', 'STEP_STARTED', 'b', 'RUN_FINISHED'],
  ],
  [
    'a call in the message',
    'run · TEXT_MESSAGE_START {"messageId":"m"} · say m "a" · TOOL_CALL_START {"toolCallId":"c","toolCallName":"f","parentMessageId":"m"} · say m "b" · end',
    ['TEXT_MESSAGE_START', 'a', 'TOOL_CALL_START', 'b', 'RUN_FINISHED'],
  ],
  [
    'another agent’s word for it',
    'run · TEXT_MESSAGE_START {"messageId":"m","subagentRunId":"s"} · TEXT_MESSAGE_CONTENT {"messageId":"m","delta":"a","subagentRunId":"s"} · TEXT_MESSAGE_CONTENT {"messageId":"m","delta":"b","subagentRunId":"s"} · say m "c" "d" · end',
    ['TEXT_MESSAGE_START', 'ab', 'cd', 'RUN_FINISHED'],
  ],
  [
    'another message in chunks',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a"} · TEXT_MESSAGE_CHUNK {"delta":"b"} · TEXT_MESSAGE_CHUNK {"messageId":"n","delta":"c"} · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"d"} · end',
    ['ab', 'c', 'd', 'RUN_FINISHED'],
  ],
  [
    'what ends a message in chunks',
    'run · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"a"} · step x · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"b"} · TEXT_MESSAGE_CHUNK {"delta":"c"} · end',
    ['a', 'STEP_STARTED', 'bc', 'RUN_FINISHED'],
  ],
])('deltas are not joined across %s', (_name, text, expected) =>
  expect(outline(text).slice(1)).toEqual(expected),
);

test('chunks of two agents are joined separately; a new entity of one agent does not end chunks of the other', () => {
  const chunk = (id: string, sub: string, delta: string): JsonObject => {
    return { type: 'TEXT_MESSAGE_CHUNK', messageId: id, subagentRunId: sub, delta };
  };
  const chunks = [chunk('m', 's', 'a'), chunk('n', 'q', '1'), chunk('m', 's', 'b')];
  const more = [chunk('o', 's', 'x'), chunk('n', 'q', '2'), chunk('o', 's', 'y')];
  expect(compacted(STARTED, ...chunks, ...more, FINISHED).flatMap(({ delta }) => delta ?? [])).toEqual([
    'ab',
    '12',
    'xy',
  ]);
});

test('state events between two ends of runs become one', () => {
  expect(
    outline('run · state {"a":1} · patch /a = 2 · end · run s · patch /a = 3 · patch /a = 4 · end'),
  ).toEqual([
    'RUN_STARTED',
    'STATE_SNAPSHOT',
    'RUN_FINISHED',
    'RUN_STARTED',
    [
      { op: 'replace', path: '/a', value: 3 },
      { op: 'replace', path: '/a', value: 4 },
    ],
    'RUN_FINISHED',
  ]);
});

test('a patch that fails fails again in the compacted log, at the same place', () => {
  const log = events(
    'run · state {"a":1} · patch /a = 2 · patch /b = 1 · patch [{"op":"add","path":"/b","value":1}] · patch /b = 2',
  );
  const result = compacted(...log);
  expect(result.map(({ type, snapshot, delta }) => [type, snapshot ?? (delta as [])?.length])).toEqual([
    ['RUN_STARTED', undefined],
    ['STATE_SNAPSHOT', { a: 2 }],
    ['STATE_DELTA', 1],
    ['STATE_DELTA', 2],
  ]);
});
