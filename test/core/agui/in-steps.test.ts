// A long event is enforced in steps, and comes to the same as at once.
import { expect, test } from 'vitest';
import { enforce, enforceInSteps } from '@/lib/core/agui/enforce';
import type { EventTypeName } from '@/lib/core/agui/events';
import type { JsonObject } from '@/lib/core/json/json';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { STARTED, sse, sseRecords } from '../../support/logs';

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_none, at) => make(at));
const call = (at: number) => ({ id: `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } });
const assistant = (at: number, toolCalls: readonly unknown[]) => ({
  id: `a${at}`,
  role: 'assistant',
  toolCalls,
});
const user = (at: number) => ({ id: `u${at}`, role: 'user', content: `hello ${at}` });
const snapshot = (messages: readonly unknown[], more: object = {}) => ({
  type: 'MESSAGES_SNAPSHOT',
  messages,
  ...more,
});
const put = <T>(items: readonly T[], at: number, item: unknown): unknown[] =>
  items.map((each, index) => (index === at ? item : each));

const MESSAGES = many(200, (at) => (at % 2 === 0 ? user(at) : assistant(at, [call(at)])));
const PARTS = [
  { type: 'text', text: 'see' },
  { type: 'binary', mimeType: 'image/png', data: 'AA==' },
  { type: 'new' },
];

const EVENTS: Readonly<Record<string, object>> = {
  'many messages': snapshot(MESSAGES),
  'many calls in one of few messages': snapshot([user(0), assistant(1, many(300, call)), user(2)]),
  'many calls in one of many messages': snapshot(put(MESSAGES, 7, assistant(7, many(300, call)))),
  'what nobody knows': snapshot(
    put(put(MESSAGES, 3, { ...user(3), odd: 1, more: { deep: 2 } }), 9, { id: 'n', role: 'nobody' }),
    { strange: true, metadata: { any: many(100, String) } },
  ),
  'a message before many calls that is dropped': snapshot([
    { id: 'n', role: 'nobody' },
    assistant(1, many(300, call)),
  ]),
  'calls with what nobody knows': snapshot([assistant(1, put(many(300, call), 5, { ...call(5), odd: 1 }))]),
  'parts and nulls that are repaired': snapshot(
    put(put(MESSAGES, 4, { ...user(4), content: PARTS }), 5, {
      ...assistant(5, []),
      content: null,
      name: null,
    }),
  ),
  'a message that is invalid': snapshot(put(MESSAGES, 150, { id: 5, role: 'user' })),
  'a call that is invalid': snapshot([assistant(1, put(many(300, call), 200, { id: 'c' }))]),
  'messages that are none': snapshot(many(200, String)),
  'an event that is invalid besides': snapshot(MESSAGES, { timestamp: 'now' }),
  'a patch of many operations': {
    type: 'STATE_DELTA',
    delta: put(
      many(200, (at) => ({ op: 'add', path: `/k${at}`, value: { at } })),
      8,
      { op: 'odd', path: '/' },
    ),
  },
  'a request with many messages': {
    type: 'RUN_STARTED',
    threadId: 't',
    runId: 'r',
    input: { threadId: 't', runId: 'r', messages: MESSAGES, tools: [], context: [], state: {}, odd: 1 },
  },
};

const typeOf = (event: JsonObject): EventTypeName => event['type'] as EventTypeName;

test.each(Object.entries(EVENTS))('%s', (_what, made) => {
  const text = JSON.stringify(made);
  const [atOnce, inSteps]: JsonObject[] = [JSON.parse(text), JSON.parse(text)];
  if (atOnce === undefined || inSteps === undefined) throw new Error('Both are objects');
  const expected: string[] = [];
  const warnings: string[] = [];
  const wanted = enforce(atOnce, typeOf(atOnce), (warning) => expected.push(warning));
  for (const step of enforceInSteps(inSteps, typeOf(inSteps))) expect(step).toBeUndefined();
  const found = enforce(inSteps, typeOf(inSteps), (warning) => warnings.push(warning));
  expect(found).toEqual(wanted);
  expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));
  expect(warnings).toEqual(expected);
  // Nothing is done a second time, and the event is as it was.
  expect(enforce(inSteps, typeOf(inSteps))).toBe(found);
  expect(JSON.stringify(inSteps)).toBe(text);
});

const LONG = snapshot(many(4_000, user));
const body = sse(STARTED, LONG);
const [navigation] = sseRecords([]);
const opened = { kind: 'open', t: 1, stream: 1, url: 'http://localhost/agent', method: 'POST' } as const;
const RECORDS: Readonly<Record<string, readonly CapturedRecord[]>> = {
  'of a body': [
    { ...opened, transport: 'fetch', headers: { 'content-type': 'text/event-stream' } },
    { kind: 'chunk', t: 2, stream: 1, text: body },
  ],
  'of a socket': [
    { ...opened, transport: 'web-socket' },
    { kind: 'frame', t: 2, stream: 1, dir: 'in', text: JSON.stringify(STARTED) },
    { kind: 'frame', t: 3, stream: 1, dir: 'in', text: JSON.stringify(LONG) },
  ],
};

test.each(Object.entries(RECORDS))('one long event %s is read in many pieces', (_what, records) => {
  const log = createLog();
  const whole = createLog();
  const all = navigation === undefined ? records : [navigation, ...records];
  const batch = { doc: 'd', frameId: 0, n: 0, records: all };
  expect([...log.pieces(batch)].length).toBeGreaterThan(500);
  whole.append(batch);
  expect([log.length, log.at(1)]).toEqual([2, whole.at(1)]);
});
