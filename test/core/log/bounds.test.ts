// The limits of a log, which reports what it leaves out; frames without an event cost next to nothing.
import { expect, test } from 'vitest';
import { LOG_BOUNDS } from '@/lib/core/log/bounds';
import { EMPTY_KEPT } from '@/lib/core/log/empty-run';
import { createLog, type Log, type LogOptions } from '@/lib/core/log/log';
import { createWalk } from '@/lib/core/log/walk';
import type { CapturedRecord, OpenRecord } from '@/lib/messages/records';
import { findingsOf, gapsIn, openOf } from '../../support/logs';
import { framed } from '../../support/packed';

const START = { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1e12, top: true } as const;
const MANY = 50_000;
const CUSTOM = { type: 'CUSTOM', name: 'n', value: 1 };
const EVENT = JSON.stringify(CUSTOM);

const batchOf = (records: readonly CapturedRecord[]) => ({ doc: 'd', frameId: 0, records });

const textChunk = (text: string, stream = 1): CapturedRecord => ({ kind: 'chunk', t: 2, stream, text });
const bytesChunk = (bytes: Uint8Array): CapturedRecord => ({
  kind: 'chunk',
  t: 2,
  stream: 1,
  b64: Buffer.from(bytes).toString('base64'),
});
const closeOf = (stream = 1): CapturedRecord => ({ kind: 'close', t: 3, stream, how: 'complete' });

const openAs = (contentType: string): OpenRecord => ({
  ...openOf(),
  headers: { 'content-type': contentType },
});

function logOf(records: readonly CapturedRecord[], options?: LogOptions): Log {
  const log = createLog(options);
  log.append(batchOf([START, ...records]));
  return log;
}

const SSE = 'text/event-stream';
const sseEvent = textChunk(`data: ${EVENT}\n\n`);

/** Frames without an event, `MANY` of them, and an event behind them, as each framer reads them. */
const FLOODS: Readonly<Record<string, readonly CapturedRecord[]>> = {
  'empty protobuf messages': [
    openAs('application/vnd.ag-ui.event+proto'),
    bytesChunk(new Uint8Array(4 * MANY)),
    bytesChunk(framed(CUSTOM)),
  ],
  'data that is not JSON': [openAs(SSE), textChunk('data:x\n\n'.repeat(MANY)), sseEvent],
  'data that breaks off': [openAs(SSE), textChunk('data:{"a\n\n'.repeat(MANY)), sseEvent],
  'different data': [
    openAs(SSE),
    textChunk(Array.from({ length: MANY }, (_none, n) => `data: x${n}\n\n`).join('')),
    sseEvent,
  ],
  'objects without a type': [openAs(SSE), textChunk('data: {}\n\n'.repeat(MANY)), sseEvent],
  'lines of one byte': [
    openAs('application/x-ndjson'),
    textChunk('1\n'.repeat(MANY)),
    textChunk(`${EVENT}\n`),
  ],
  'elements of a JSON array': [
    openAs('application/json'),
    textChunk(`[${EVENT},${'{},'.repeat(MANY)}`),
    textChunk(`${EVENT}]`),
  ],
};

test.each(Object.entries(FLOODS))(
  '%s: few become rows, the others are counted, later events are read',
  (_name, records) => {
    const log = logOf([...records, closeOf()]);
    expect(log.length).toBeLessThan(EMPTY_KEPT + 10);
    expect(log.typeOf(log.length - 1)).toBe('CUSTOM');
    const [stream] = log.streams;
    expect((stream?.unlisted ?? 0) + log.length).toBeGreaterThanOrEqual(MANY);
    expect(gapsIn(log)).toHaveLength(1);
    expect(gapsIn(log)[0]).toMatch(/^49,\d{3} more frames without an event, (bytes|units) 0–\d+,\d{3}$/);
    // They are no loss, and what the app is judged by is whole.
    expect(stream?.incompleteFrom).toBeUndefined();
  },
);

test('a few frames without an event are rows, also if they occur repeatedly', () => {
  const junk = 'data:x\n\n'.repeat(EMPTY_KEPT);
  const log = logOf([openAs(SSE), textChunk(junk), sseEvent, textChunk(junk), sseEvent, closeOf()]);
  expect(log.length).toBe(2 * EMPTY_KEPT + 2);
  expect(gapsIn(log)).toEqual([]);
});

test('each run of such frames is one row, at its place', () => {
  const junk = 'data:x\n\n'.repeat(EMPTY_KEPT + 5);
  const log = logOf([openAs(SSE), textChunk(junk), sseEvent, textChunk(junk), sseEvent, closeOf()]);
  expect(log.length).toBe(2 * EMPTY_KEPT + 2);
  const rows = log.boundaries.filter(({ kind }) => kind === 'gap');
  expect(rows.map(({ beforeSeq }) => beforeSeq)).toEqual([EMPTY_KEPT, 2 * EMPTY_KEPT + 1]);
  expect(gapsIn(log).every((detail) => detail.startsWith('5 more frames'))).toBe(true);
});

test('another dialect is recognized behind many frames without an event', () => {
  const other = `42["message",${EVENT}]`;
  const frames = [...Array.from({ length: MANY / 10 }, () => 'x'), other];
  const log = logOf([
    { ...openAs(SSE), transport: 'web-socket' },
    ...frames.map((text): CapturedRecord => ({ kind: 'frame', t: 2, stream: 1, dir: 'in', text })),
  ]);
  expect(log.typeOf(log.length - 1)).toBe('CUSTOM');
});

const full = { bounds: { events: 100, cost: LOG_BOUNDS.cost } };
const custom = `data: ${EVENT}\n\n`;

test('a full log takes no more events, and one row reports how many are omitted', () => {
  const log = logOf([openAs(SSE)], full);
  for (let n = 0; n < 1000; n++) log.append(batchOf([textChunk(custom)]));
  log.append(batchOf([openAs(SSE), { ...openAs(SSE), stream: 2 }, textChunk(custom, 2), closeOf(1)]));
  expect(log.length).toBe(100);
  expect(log.streams).toHaveLength(1);
  const units = 901 * custom.length;
  expect(gapsIn(log)).toEqual([
    expect.stringMatching(
      `^903 records with ${units.toLocaleString('en')} units, because the session is full .at most 100 events`,
    ),
  ]);
  // Its end is known all the same, and no rule blames the app for what was left out.
  expect(log.streams[0]).toMatchObject({ incompleteFrom: 100, close: { how: 'complete' } });
  const findings = findingsOf(log);
  expect(findings.filter(({ seq }) => seq >= 100)).toEqual([]);
});

test('a stream that turns out to be another protocol ends, also in a full log', () => {
  const notOurs = { kind: 'gap', t: 2, reason: 'not-ag-ui', stream: 1 } as const;
  const log = logOf([openAs(SSE), textChunk(custom.repeat(200)), textChunk('x'), notOurs, notOurs], full);
  expect(log.streams[0]?.close).toMatchObject({ how: 'complete' });
  expect(gapsIn(log)).toHaveLength(2);
});

test('a read that fills the log is stopped at the next piece', () => {
  const log = logOf([openAs(SSE), textChunk(custom.repeat(MANY)), closeOf()], full);
  expect(log.length).toBeLessThan(1000);
  expect(gapsIn(log)[0]).toMatch(/^1 records with 2,\d{3},\d{3} units/);
});

test('bodies, requests and streams count towards the limit', () => {
  const bounds = { events: LOG_BOUNDS.events, cost: 1_000_000 };
  const body = logOf([openAs(SSE)], { bounds });
  for (let n = 0; n < 100; n++) body.append(batchOf([textChunk('x'.repeat(50_000))]));
  expect(body.streams[0]?.length).toBeLessThan(1_100_000);
  expect(gapsIn(body)).toHaveLength(1);
  const streams = logOf([], { bounds });
  for (let n = 1; n <= 10_000; n++) streams.append(batchOf([{ ...openAs(SSE), stream: n }, closeOf(n)]));
  expect(streams.streams.length).toBeLessThan(300);
  expect(gapsIn(streams)).toHaveLength(1);
});

test('a walk has the limits of a log', () => {
  const walk = createWalk([batchOf([START, openAs(SSE), textChunk(custom.repeat(MANY)), closeOf()])], full);
  let events = 0;
  const rows: string[] = [];
  for (const step of walk.steps()) {
    if ('event' in step) events++;
    else if (step.boundary.kind === 'gap') rows.push(step.boundary.detail);
  }
  expect(events).toBeLessThan(1000);
  expect(rows).toHaveLength(1);
});
