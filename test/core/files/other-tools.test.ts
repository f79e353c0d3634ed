// Recordings of other tools are known by what is in them, and read to the same streams.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimockFixture } from '@/lib/core/files/aimock-fixture';
import { formatOf, readFile } from '@/lib/core/files/read-file';
import type { Log } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { batchesOf, batchOf, exported, logOfBatches } from '../../support/exported';
import { eventsIn, gapsIn, openOf, sseRecords, typesIn } from '../../support/logs';
import { events as eventsOf } from '../../support/stream-text';

const opened = (name: string, text: string): Log => logOfBatches(batchesOf({ name, text }));

const linesOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const INPUT = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Hello?' }] };
const EVENTS = eventsOf('run · text m "Hello." · end');
const TYPES = EVENTS.map(({ type }) => type);

// The shape is that of its codec.ts.
const BLOVE = [
  {
    kind: 'header',
    schemaVersion: 1,
    tool: 'ag-ui-devtools',
    capturedAt: '2026-08-15T10:00:00.000Z',
    url: 'http://localhost:3000/',
    transport: 'sse',
    redacted: [],
  },
  {
    kind: 'request',
    connId: 'c1',
    tMs: 10,
    method: 'POST',
    url: 'http://localhost:3000/agent',
    input: INPUT,
  },
  ...EVENTS.map((event, seq) => ({ kind: 'event', connId: 'c1', seq, tMs: 20 + seq, event })),
  { kind: 'keepalive', connId: 'c2', seq: 9, tMs: 40, comment: 'ping' },
];

test('blove/ag-ui-chrome-extension: connections are streams, with request, times and end', () => {
  const text = linesOf(BLOVE);
  expect(formatOf({ name: 'capture.agui.jsonl', text })?.id).toBe('blove-recording');
  const log = opened('capture.agui.jsonl', text);
  expect(typesIn(log)).toEqual(TYPES);
  expect(log.streams).toHaveLength(2);
  expect(log.streams[0]).toMatchObject({ method: 'POST', input: INPUT, close: { how: 'complete' } });
  expect(log.streams[1]?.close).toBeUndefined();
  expect(log.timeMsOf(1)).toBe(Date.parse('2026-08-15T10:00:00.021Z'));
});

test('blove/ag-ui-chrome-extension: broken parts are gaps, and newer ones are reported', () => {
  const [header, ...rest] = BLOVE;
  const broken = `${JSON.stringify(header)}\n{"kind":\n{"kind":"new"}\n${linesOf(rest)}`;
  const log = opened('capture.agui.jsonl', broken);
  expect(typesIn(log)).toEqual(TYPES);
  expect(gapsIn(log)).toEqual(['Line 2 is not a JSON object.', 'Line 3 is of an unknown kind.']);
  const newer = readFile({ name: 'a.jsonl', text: linesOf([{ ...header, schemaVersion: 2 }]) });
  expect(newer).toEqual({ error: 'a.jsonl has the schema version 2, which is not known.' });
});

// The shape is that of its contracts.ts.
function inspectorSession(transport: string, more: object = {}): string {
  const frames = EVENTS.map((event, index) => ({
    id: `f${index}`,
    exchangeId: 'e1',
    index,
    classification: 'data',
    envelope: `data: ${JSON.stringify(event)}\r\n\r\n`,
    data: JSON.stringify(event),
    offsetMs: 5 + index,
    eventType: event.type,
    summary: '',
    jsonVerdict: 'valid',
    schemaVerdict: 'valid',
    parsed: event,
    provenance: 'raw',
  }));
  const exchange = {
    id: 'e1',
    kind: 'conversation',
    method: 'POST',
    path: 'http://localhost:8000/agent',
    requestBody: JSON.stringify(INPUT),
    status: 200,
    startedAt: 1_790_000_000_000,
    elapsedMs: 12,
    transport,
    frameIds: frames.map(({ id }) => id),
    ...more,
  };
  const before = { ...exchange, id: 'e0', kind: 'preparation', frameIds: [], startedAt: 1_780_000_000_000 };
  const session = { id: 's', exchanges: [before, exchange], runs: [], frames, findings: [], derived: [] };
  return JSON.stringify({ version: 0, session }, null, 2);
}

test('agui-inspector: frames of the wire are read, without those of earlier requests', () => {
  const text = inspectorSession('completed');
  expect(formatOf({ name: 'agui-inspector-session.json', text })?.id).toBe('inspector-session');
  const log = opened('agui-inspector-session.json', text);
  expect(typesIn(log)).toEqual(TYPES);
  expect(log.rawOf(0)).toContain('\r\n');
  expect(log.timeMsOf(1)).toBe(1_790_000_000_006);
  expect(log.streams).toHaveLength(1);
  expect(log.streams[0]).toMatchObject({ status: 200, input: INPUT, close: { how: 'complete' } });
});

test.each([
  ['transport-error', 'network-error'],
  ['user-stopped', 'aborted'],
  ['streaming', undefined],
])('agui-inspector: an exchange that is %s is read', (transport, how) => {
  expect(opened('s.json', inspectorSession(transport)).streams[0]?.close?.how).toBe(how);
});

test('agui-inspector: an answer that is no stream is read', () => {
  const text = inspectorSession('completed', { status: 500, responseBody: '{"error":"no"}' });
  const [stream] = opened('s.json', text.replaceAll('"exchangeId": "e1"', '"exchangeId": "gone"')).streams;
  expect(stream).toMatchObject({ status: 500, events: 0 });
});

test('aimock: fixtures of its own recorder are read', () => {
  const name = 'aimock-recorded.json';
  const bytes = readFileSync(join(import.meta.dirname, '../../fixtures/other-tools', name));
  expect(formatOf({ name, bytes })?.id).toBe('aimock-fixture');
  const { events } = JSON.parse(bytes.toString()).fixtures[0];
  expect(eventsIn(logOfBatches(batchesOf({ name, bytes })))).toEqual(events);
});

test('aimock: the configuration of a server is read; fixtures without AG-UI are refused', () => {
  const fixtures = [{ match: { message: 'hi' }, events: EVENTS, delayMs: 20 }];
  const log = opened('aimock.json', JSON.stringify({ agui: { path: '/agui', fixtures } }));
  expect([log.timeMsOf(0), log.timeMsOf(4)]).toEqual([20, 100]);
  const other = { fixtures: [{ match: { userMessage: 'hi' }, response: { content: 'Hello' } }] };
  expect(readFile({ name: 'f.json', text: JSON.stringify(other) })).toEqual({
    error: 'f.json contains no fixture with AG-UI events.',
  });
});

test('aimock: the most specific request matches first; delays and requests are kept', () => {
  const asked = (messages: readonly object[]) => ({ ...INPUT, messages });
  const user = { id: 'u', role: 'user', content: 'Hello?' };
  const tool = { id: 'x', role: 'tool', toolCallId: 'c', content: 'done' };
  const second = sseRecords(EVENTS, asked([user, tool])).flatMap((record): CapturedRecord[] =>
    record.kind === 'navigation'
      ? []
      : [{ ...record, t: record.t + 50, ...('stream' in record && { stream: 2 }) }],
  );
  const batch = batchOf([...sseRecords(EVENTS, asked([user])), ...second]);
  const text = exported(aimockFixture, [batch]);
  const { fixtures } = JSON.parse(text);
  expect(fixtures.map(({ match }: { match: object }) => match)).toEqual([
    { toolCallId: 'c' },
    { message: 'Hello?' },
  ]);
  expect(fixtures[1]).toMatchObject({ delayMs: 1, delaysMs: [1, 1, 1, 1, 1], request: asked([user]) });
  const parts = [
    { type: 'image', url: 'a' },
    { type: 'text', text: 'Look' },
    { type: 'text', text: 'here' },
  ];
  const inParts = asked([parts, ''].map((content) => ({ ...user, content })));
  const shown = exported(aimockFixture, [batchOf(sseRecords(EVENTS, inParts))]);
  expect(JSON.parse(shown).fixtures[0].match).toEqual({ message: 'Look here' });
  const again = opened('again.json', text);
  expect(again.streams.map(({ input }) => input)).toEqual([asked([user]), asked([user, tool])]);
  expect(exported(aimockFixture, [batchOf([openOf()])])).toBe('There is no event in this session.');
});
