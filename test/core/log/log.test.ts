// The log: broken order is ordinary; what is asked for later is what was there at first.
import { expect, test } from 'vitest';
import { createLog, type Log } from '@/lib/core/log/log';
import type { LoggedEvent } from '@/lib/core/log/types';
import type { CapturedRecord } from '@/lib/messages/records';
import { logOf, logOfRecords, STARTED as STARTED_EVENT, sseRecords, typesIn } from '../../support/logs';
import { framed, packedLogOf } from '../../support/packed';
import { events } from '../../support/stream-text';
import { randomStream } from '../model/random-stream';

const OPEN = sseRecords([]).slice(0, 2);
const STARTED = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}';
const STEP = '{"type":"STEP_STARTED","stepName":"s"}';
const CLOSE: CapturedRecord = { kind: 'close', t: 9, stream: 1, how: 'complete' };

const logOfChunks = (chunks: readonly CapturedRecord[]): Log => logOfRecords([...OPEN, ...chunks, CLOSE]);

test('events of one read are known as such, also when they are decoded again', () => {
  const line = (n: number): string => `data: {"type":"CUSTOM","name":"n","value":${n}}\n\n`;
  const [first, second] = [`${line(0)}${line(1)}data: {"ty`, `pe":"CUSTOM","name":"n","value":2}\n\n`];
  const many = Array.from({ length: 2000 }, (_, n) => line(n)).join('');
  const chunks = [first, second, many].map(
    (text): CapturedRecord => ({ kind: 'chunk', t: 1, stream: 1, text }),
  );
  const log = logOfChunks(chunks);
  const places = [0, 1, 2, 3, 2002].map((seq) => [log.at(seq)?.record, log.at(seq)?.hasMore]);
  expect(places).toEqual([
    [0, true],
    [0, false],
    [1, false],
    [2, true],
    [2, false],
  ]);
});

test('an event that is no longer decoded is decoded again to the same', () => {
  const events = Array.from({ length: 60 }, (_, seed) => randomStream(seed)).flat();
  const log = createLog();
  const first: (LoggedEvent | undefined)[] = [];
  for (const record of sseRecords(events)) {
    log.append({ doc: 'd', frameId: 0, records: [record] });
    while (first.length < log.length) first.push(log.at(first.length));
  }
  expect(log.length).toBeGreaterThan(2048);
  for (const [seq, event] of first.entries()) expect(log.at(seq)).toEqual(event);
});

test('a long event is decoded once for several readers', () => {
  const long = (n: number) => ({ type: 'CUSTOM', name: `n${n}`, value: 'x'.repeat(70_000) });
  const log = logOf([STARTED_EVENT, ...Array.from({ length: 200 }, (_, n) => long(n))]);
  const asked = log.at(200);
  expect(asked?.event?.['name']).toBe('n199');
  expect(log.at(200)).toBe(asked);
  // One of long ago is decoded once more, and then kept.
  const old = log.at(1);
  expect(old?.event?.['name']).toBe('n0');
  expect(log.at(1)).toBe(old);
});

test('columns match their events', () => {
  const log = logOf(randomStream(3));
  for (let seq = 0; seq < log.length; seq++) {
    const event = log.at(seq);
    expect(log.typeOf(seq)).toBe(event?.type);
    expect(log.timeMsOf(seq)).toBe(event?.timeMs);
    expect(log.streamOf(seq)).toBe(event?.stream);
    expect(log.lengthOf(seq)).toBe(event?.raw.length);
    expect(log.hasProblems(seq)).toBe((event?.problems.length ?? 0) > 0);
  }
  expect(log.at(-1)).toBeUndefined();
  expect(log.at(log.length)).toBeUndefined();
  expect(log.bytes).toBe(
    Array.from({ length: log.length }, (_, seq) => log.lengthOf(seq)).reduce((a, b) => a + b),
  );
});

test('the length of a protobuf event is that of its bytes', () => {
  const list = events('run · text m "a" "ab" "abc" "abcd" · end');
  const log = packedLogOf(list, 'protobuf');
  const lengths = list.map((_event, seq) => log.lengthOf(seq));
  // Each frame begins with four bytes for its length.
  expect(lengths).toEqual(list.map((event) => framed(event).length - 4));
});

test('the run request is found bare and in an envelope', () => {
  const input = { threadId: 't', runId: 'r', messages: [] };
  expect(logOf([], input).streams[0]?.input).toEqual(input);
  const wrapped = logOf([], { method: 'agent/run', params: {}, body: input }).streams[0];
  expect(wrapped?.input).toEqual(input);
  expect(wrapped?.envelope).toBe('agent/run');
  expect(logOf([], { method: 'info' }).streams[0]?.input).toBeUndefined();
});

test('a socket: sent messages are requests, received ones are events', () => {
  const input = { threadId: 't', runId: 'r', messages: [] };
  const log = logOfRecords([
    { kind: 'open', t: 0, stream: 1, transport: 'web-socket', url: 'ws://x', method: 'GET' },
    { kind: 'frame', t: 1, stream: 1, dir: 'out', text: JSON.stringify(input) },
    { kind: 'frame', t: 2, stream: 1, dir: 'in', text: STARTED },
    { kind: 'frame', t: 3, stream: 1, dir: 'in', text: '{"type":"ping"}' },
  ]);
  expect(log.length).toBe(1);
  expect(log.streams[0]?.input).toEqual(input);
  expect(log.boundaries.map((boundary) => boundary.kind)).toEqual(['open', 'request']);
});

test('chunks without an open, repeated opens and closes without an open neither throw nor lose data', () => {
  const text = 'data: {"type":"RAW","event":1}\n\n';
  const log = logOfRecords([
    { kind: 'chunk', t: 1, stream: 5, text },
    { kind: 'close', t: 2, stream: 9, how: 'aborted' },
    { kind: 'gap', t: 2, stream: 77, reason: 'overflow', records: 3 },
    ...OPEN.slice(1),
    { kind: 'chunk', t: 1, stream: 1, text },
    ...OPEN.slice(1),
    { kind: 'chunk', t: 1, stream: 1, text },
  ]);
  log.finish();
  expect(log.length).toBe(3);
  expect(log.streams).toHaveLength(3);
});

test('a dialect that is detected late applies from that event on', () => {
  const log = logOf([STARTED_EVENT, { type: 'THINKING_START', title: 'Hm' }]);
  expect(log.at(1)?.problems).toEqual([]);
  expect(log.streams[0]?.dialect).toBe('ag-ui-0.0');
});

test.each([
  [
    'between events, is a row as a broken frame is',
    [STARTED, '{"type":nothing}', STEP],
    ['RUN_STARTED', '', 'STEP_STARTED'],
  ],
  ['without any event, is another kind of answer', ['{"name":nothing}', '{"name":"x"}'], []],
])('a broken element of a JSON array %s', (_what, elements, types) => {
  const headers = { 'content-type': 'application/json' };
  const [navigation, open] = OPEN;
  const text = `[${elements.join()}]`;
  const log = logOfRecords([
    navigation,
    { ...open, headers },
    { kind: 'chunk', t: 1, stream: 1, text },
    CLOSE,
  ] as CapturedRecord[]);
  expect(typesIn(log)).toEqual(types);
});

test('a body without events keeps its head, one with events does not', () => {
  const html = logOfChunks([{ kind: 'chunk', t: 1, stream: 1, text: '<!doctype html><p>no</p>' }]);
  expect(html.length).toBe(0);
  expect(html.streams[0]?.head).toContain('<!doctype html>');
  expect(logOf(randomStream(1)).streams[0]?.head).toBeUndefined();
});

test('a dropped stream has ended, with its type and size', () => {
  const [navigation, open] = OPEN;
  if (navigation === undefined || open?.kind !== 'open') throw new Error('A stream begins with its opening');
  const headers = { 'content-type': 'audio/mpeg', 'content-length': '900000' };
  const log = logOfRecords([
    navigation,
    { ...open, headers },
    { kind: 'chunk', t: 1, stream: 1, text: 'x'.repeat(70_000) },
    { kind: 'gap', t: 2, stream: 1, reason: 'not-ag-ui' },
  ]);
  expect(log.length).toBe(0);
  expect(log.streams[0]?.close).toMatchObject({
    how: 'complete',
    detail: 'audio/mpeg, 900000 bytes, not AG-UI',
  });
});
