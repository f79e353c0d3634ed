import { expect, test } from 'vitest';
import { readLog } from '@/lib/core/files/read-log';
import { scopeBatches } from '@/lib/core/files/scope';
import { responsesOfEvents, servedExchanges } from '@/lib/core/files/served-exchanges';
import type { FileBatch } from '@/lib/core/files/types';
import { parsePageRules } from '@/lib/messages/page-rules';
import type { CapturedRecord } from '@/lib/messages/records';
import { batchesOf, batchOf } from '../../support/exported';
import { sse } from '../../support/logs';

const events = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_START', messageId: 'm2', role: 'assistant' },
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'x', parentMessageId: 'm2' },
  {
    type: 'MESSAGES_SNAPSHOT',
    messages: [
      { id: 'm1', role: 'user', content: 'Hello' },
      { id: 'm3', role: 'assistant', toolCalls: [{ id: 'c2', type: 'function', function: {} }] },
    ],
  },
];
const body = sse(...events);
const requestBody = JSON.stringify({
  threadId: 't',
  runId: 'r',
  state: {},
  messages: [{ id: 'm1', role: 'user', content: 'Hello' }],
  tools: [],
  context: [],
});
const open = {
  kind: 'open',
  t: 100,
  transport: 'fetch',
  url: 'http://localhost/run',
  method: 'POST',
  requestBody,
  headT: 110,
  status: 200,
  headers: { 'content-type': 'text/event-stream', 'content-length': '9' },
} as const;
const { headT: _, status: __, headers: ___, ...refused } = open;
const records: readonly CapturedRecord[] = [
  { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_700_000_000_000, top: true },
  { ...open, stream: 1 },
  { kind: 'chunk', t: 120, stream: 1, text: body.slice(0, 50) },
  { kind: 'chunk', t: 150, stream: 1, text: body.slice(50) },
  { kind: 'close', t: 160, stream: 1, how: 'complete' },
  { ...open, stream: 2, t: 200, headT: 210 },
  { kind: 'close', t: 220, stream: 2, how: 'network-error' },
  { ...refused, stream: 3, t: 300 },
  { kind: 'close', t: 320, stream: 3, how: 'network-error' },
];

test('answers of a recording are served with their times, generated ids and the messages of their requests', () => {
  const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records };
  const log = readLog([batch]);
  const exchanges = servedExchanges(log, [batch]);
  expect(exchanges).toEqual([
    {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      headT: 10,
      chunks: [
        { t: 20, text: body.slice(0, 50) },
        { t: 50, text: body.slice(50) },
      ],
      endT: 60,
      thread: 't',
      run: 'r',
      endpoint: '/run',
      userText: 'Hello',
      input: [{ id: 'm1', role: 'user' }],
      ids: ['m2', 'c1', 'm3', 'c2'],
    },
    expect.objectContaining({ chunks: [], endT: 20, isBroken: true, ids: [] }),
    expect.objectContaining({ chunks: [], endT: 20, isRefused: true }),
  ]);
  const action = { kind: 'serve', source: 'x', exchanges, isPaused: false, pace: 1 };
  expect(parsePageRules([{ id: 'r', isOn: true, match: {}, action }])).toHaveLength(1);
  expect(servedExchanges(log, [batch], ({ index }) => index === 1)).toHaveLength(1);
});

test('answers of connections are served as server-sent events', () => {
  const sent = (n: number): string =>
    JSON.stringify({ ...JSON.parse(requestBody), runId: `r${n}`, threadId: 't' });
  const connection = { kind: 'open', t: 100, method: 'GET' } as const;
  const frame = { kind: 'frame', t: 120, stream: 1, dir: 'in' } as const;
  const [start = {}, message = {}] = events;
  const batch: FileBatch = {
    doc: 'd',
    frameId: 0,
    n: 0,
    records: [
      ...records.slice(0, 1),
      { ...connection, stream: 1, transport: 'event-source', url: 'http://localhost/events' },
      { ...frame, event: 'RUN_STARTED', text: JSON.stringify(start) },
      { ...frame, t: 130, lastEventId: '7', text: JSON.stringify(message, undefined, 1) },
      { ...connection, stream: 2, transport: 'web-socket', url: 'ws://localhost/socket' },
      { ...frame, t: 140, stream: 2, text: '{"type":"ping"}' },
      { ...frame, t: 150, stream: 2, dir: 'out', text: sent(1) },
      { ...frame, t: 160, stream: 2, text: JSON.stringify(start) },
      { ...frame, t: 200, stream: 2, dir: 'out', text: sent(2) },
      { ...frame, t: 230, stream: 2, text: JSON.stringify(message) },
      { kind: 'close', t: 240, stream: 2, how: 'network-error' },
    ],
  };
  const exchanges = servedExchanges(readLog([batch]), [batch]);
  expect(exchanges).toMatchObject([
    {
      headers: { 'content-type': 'text/event-stream' },
      chunks: [
        { t: 20, text: `event: RUN_STARTED\ndata: ${JSON.stringify(start)}\n\n` },
        { t: 30, text: expect.stringMatching(/^id: 7\ndata: \{\ndata: {2}"type"/) },
      ],
      run: 'r',
      ids: ['m2'],
    },
    { chunks: [{ t: 10, text: sse(start) }], run: 'r1', thread: 't' },
    { chunks: [{ t: 30, text: sse(message) }], run: 'r2', isBroken: true },
  ]);
  expect(exchanges[1]?.isBroken).toBeUndefined();
});

const [started = {}] = events;
const second = { ...started, runId: 'r2', threadId: 't2' };
const message = { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'x' };
const other = { ...message, messageId: 'm2' };

test.each([
  ['file.json', JSON.stringify([message, started, message, second, other])],
  ['file.sse', sse(message, started, message, second, other).trimEnd()],
])(
  'a file without requests is served as one answer for each run, as server-sent events: %s',
  (name, text) => {
    const batches = batchesOf({ name, text });
    expect(servedExchanges(readLog(batches), batches)).toMatchObject([
      {
        headers: { 'content-type': 'text/event-stream' },
        chunks: [message, started, message].map((event) => ({ t: 0, text: sse(event) })),
        thread: 't',
        run: 'r',
        ids: ['m'],
      },
      {
        chunks: [second, other].map((event) => ({ t: 0, text: sse(event) })),
        thread: 't2',
        run: 'r2',
        ids: ['m2'],
      },
    ]);
  },
);

test('a file with several events in each frame is served unchanged', () => {
  const text = sse([started, message]);
  const batches = batchesOf({ name: 'file.sse', text });
  const log = readLog(batches);
  expect(log.length).toBe(2);
  expect(servedExchanges(log, batches)).toMatchObject([{ chunks: [{ t: 0, text }] }]);
});

test('a selected part keeps the requests and the times of its answers', () => {
  const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records };
  const part = scopeBatches(readLog([batch]), [batch], (seq) => seq === 0 || seq === 3);
  const [answer, ...others] = servedExchanges(readLog(part), part);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ thread: 't', run: 'r', userText: 'Hello', headT: 10, endT: 60 });
  const kept = [events[0], events[3]].map((event) => sse(event));
  expect(answer?.chunks.map(({ text }) => text)).toEqual(kept);
  expect(answer?.chunks.every(({ t }) => t === 50)).toBe(true);
});

const textsOf = (chunks: readonly { readonly text?: string }[] = []) => chunks.map(({ text }) => text);

test('a frame of several events is served once, without those that a part leaves out', () => {
  const array = sse(events);
  const batch = batchOf([
    { ...open, stream: 1 },
    { kind: 'chunk', t: 120, stream: 1, text: array },
  ]);
  const served = (isWanted: (seq: number) => boolean) => {
    const part = scopeBatches(readLog([batch]), [batch], isWanted);
    return textsOf(servedExchanges(readLog(part), part)[0]?.chunks);
  };
  expect(readLog([batch]).length).toBe(4);
  expect(served(() => true)).toEqual([array]);
  const kept = sse([events[0], events[2]]);
  expect(served((seq) => seq === 0 || seq === 2)).toEqual([kept]);
});

test('a selected part of a socket keeps its run requests if the server numbers its runs itself', () => {
  const socketMessage = (t: number, dir: 'in' | 'out', value: object) =>
    ({ kind: 'frame', t, stream: 1, dir, text: JSON.stringify(value) }) as const;
  const answer = (runId: string, t: number) => [
    socketMessage(t, 'out', { ...JSON.parse(requestBody), runId: `asked-${runId}` }),
    socketMessage(t + 1, 'in', { type: 'RUN_STARTED', threadId: 't', runId }),
    socketMessage(t + 2, 'in', { type: 'CUSTOM', name: 'noise', value: 1 }),
    socketMessage(t + 3, 'in', { type: 'RUN_FINISHED', threadId: 't', runId }),
  ];
  const url = 'ws://localhost/run';
  const socket = { kind: 'open', t: 1, stream: 1, method: 'GET', transport: 'web-socket', url } as const;
  const batch = batchOf([socket, ...answer('1', 10), ...answer('2', 20)]);
  const log = readLog([batch]);
  const part = scopeBatches(log, [batch], (seq) => log.typeOf(seq) !== 'CUSTOM');
  expect(servedExchanges(readLog(part), part).map(({ run, chunks }) => [run, chunks.length])).toEqual([
    ['asked-1', 2],
    ['asked-2', 2],
  ]);
});

test('events that begin within a run are a separate answer from the next run', () => {
  const start = { type: 'RUN_STARTED', threadId: 't', runId: 'r2' };
  const end = { type: 'RUN_FINISHED', threadId: 't', runId: 'r1' };
  const framed = [end, start, end].map((event) => ({ text: JSON.stringify(event), event }));
  const answers = responsesOfEvents({ url: 'file:///events' }, framed);
  expect(answers.map(({ run, chunks }) => [run, chunks.length])).toEqual([
    ['r1', 1],
    ['r2', 2],
  ]);
  const step = { type: 'STEP_STARTED', stepName: 's' };
  const led = [step, start].map((event) => ({ text: JSON.stringify(event), event }));
  expect(responsesOfEvents({ url: 'file:///events' }, led)).toHaveLength(1);
});
