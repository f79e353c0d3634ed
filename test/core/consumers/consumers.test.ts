import { expect, test, vi } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { readerOfThread } from '@/lib/core/clients/thread-reader';
import { chosenReaders, consumers, readerOf } from '@/lib/core/consumers/consumers';
import { createLintFold } from '@/lib/core/lint/lint';
import { createLog, type Log } from '@/lib/core/log/log';
import type { CapturedRecord, OpenRecord } from '@/lib/messages/records';
import { createExchanges, question } from '../../support/exchanges';
import { batchOf, logOfBatches } from '../../support/exported';
import { RECORDINGS, recorded } from '../../support/fixture-records';
import { findingsOf, headOf, logOf, logOfRecords, modelOf, rulesOf, sseRecords } from '../../support/logs';
import { inputOf } from '../../support/played';
import { events } from '../../support/stream-text';

const SSE = 'text/event-stream';
const BODY_1_0: { protocolVersion?: string } = inputOf('client-1.0', { messages: [] });
const BODY_0_0 = inputOf('client-0.0', { messages: [] });
// As assistant-ui draws them.
const DRAWN = { runId: 'PXZ5lzn', messages: [question('lv2lV3t')] };
const { protocolVersion: _version, ...BODY_OF_ANYBODY } = BODY_1_0;

const RUN = events('run · say m "x" · end');

function opened(body: object | undefined, more: Partial<OpenRecord> = {}, list = RUN): Log {
  const records = sseRecords(list, body).map((record) =>
    record.kind === 'open' ? { ...record, accept: SSE, ...more } : record,
  );
  return logOfBatches([batchOf(records)]);
}

function consumerOf(log: Log): string | undefined {
  const [stream] = log.streams;
  return stream && readerOf(stream).consumer.id;
}

const AGENT = 'http://localhost/api/copilotkit/agent/default';

test.each<readonly [string, object | undefined, Partial<OpenRecord>, string]>([
  ['the stock client 1.0', BODY_1_0, {}, 'client-1.0'],
  ['the same, resuming', { ...BODY_1_0, resume: [] }, {}, 'client-1.0'],
  ['the stock client 1.1', { ...BODY_1_0, protocolVersion: '1.1' }, {}, 'client-1.1'],
  ['a version that is none', { ...BODY_1_0, protocolVersion: '1.1.1' }, {}, 'client-1.0'],
  ['the same, asking for protobuf', BODY_1_0, { accept: 'application/vnd.ag-ui.event+proto' }, 'client-1.0'],
  ['its body, asking for anything', BODY_1_0, { accept: '*/*' }, 'client-1.0'],
  [
    'a part of it, asking for anything',
    { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] },
    { accept: '*/*' },
    'unknown',
  ],
  ['its body over XMLHttpRequest', BODY_1_0, { transport: 'xhr' }, 'unknown'],
  ['the stock client 0.0.x', BODY_0_0, {}, 'client-0.0'],
  ['the same, resuming', { ...BODY_0_0, resume: [] }, {}, 'client-0.0'],
  ['its body, asking for anything', BODY_0_0, { accept: '*/*' }, 'unknown'],
  ['the order of the documentation', BODY_OF_ANYBODY, {}, 'unknown'],
  ['three members', { threadId: 't', runId: 'r', messages: [] }, {}, 'unknown'],
  ['no body', undefined, {}, 'unknown'],
  [
    'members of 0.0.x, but not all',
    { threadId: 't', runId: 'r', tools: [], context: [], messages: [] },
    {},
    'unknown',
  ],
  [
    '1.0 with messages of another library',
    { ...BODY_1_0, messages: [{ id: 'u', role: 'user', content: '', parts: [] }] },
    {},
    'client-1.0',
  ],
  ['1.0 with data of its own', { ...BODY_1_0, data: {} }, {}, 'client-1.0'],
  ['data of the app’s own', { ...BODY_OF_ANYBODY, data: { a: 1 } }, {}, 'unknown'],
  [
    'an EventSource that joins',
    undefined,
    { method: 'GET', url: 'http://localhost/api?offset=2&runId=r', transport: 'event-source' },
    'own',
  ],
  ['assistant-ui', { ...BODY_0_0, ...DRAWN }, {}, 'assistant-ui'],
  ['assistant-ui with a client 1.0', { ...BODY_1_0, ...DRAWN }, {}, 'assistant-ui'],
  [
    'short ids of an app',
    { ...BODY_0_0, runId: 'run0001', messages: [question('msg0001')] },
    {},
    'client-0.0',
  ],
  ['a short run id alone', { ...BODY_0_0, runId: 'PXZ5lzn', messages: [question('u')] }, {}, 'client-0.0'],
  ['its ids in a body of another client', { ...BODY_OF_ANYBODY, ...DRAWN }, {}, 'unknown'],
  ['CopilotKit, run', BODY_0_0, { url: `${AGENT}/run` }, 'copilotkit'],
  ['CopilotKit, connect', BODY_0_0, { url: `${AGENT}/connect?x=1` }, 'copilotkit'],
  ['CopilotKit, one endpoint', { method: 'agent/run', params: {}, body: BODY_0_0 }, {}, 'copilotkit'],
  [
    'CopilotKit, connect over a socket',
    { ...BODY_0_0, lastSeenEventId: 'x' },
    { url: `${AGENT}/connect`, accept: '*/*' },
    'copilotkit',
  ],
  ['another client at such a path', BODY_OF_ANYBODY, { url: `${AGENT}/run` }, 'unknown'],
  ['JSON-RPC', { jsonrpc: '2.0', method: 'run', params: BODY_OF_ANYBODY }, {}, 'unknown'],
  ['TanStack AI', { ...BODY_OF_ANYBODY, data: {} }, { accept: '*/*' }, 'tanstack'],
  ['TanStack AI over XMLHttpRequest', { ...BODY_OF_ANYBODY, data: {} }, { transport: 'xhr' }, 'tanstack'],
  [
    'TanStack AI by its messages',
    { ...BODY_OF_ANYBODY, messages: [{ id: 'u', role: 'user', content: '', metadata: { tanstack: {} } }] },
    {},
    'tanstack',
  ],
  [
    'TanStack AI, joining again',
    undefined,
    { method: 'GET', url: 'http://localhost/api?offset=-1&runId=r', accept: '*/*' },
    'tanstack',
  ],
  [
    'CopilotKit’s feed for tools',
    undefined,
    { method: 'GET', url: 'http://localhost/api/copilotkit/cpk-debug-events', transport: 'event-source' },
    'observer',
  ],
  ['an EventSource', undefined, { method: 'GET', transport: 'event-source' }, 'own'],
  ['a socket', undefined, { method: 'GET', transport: 'web-socket', url: 'ws://localhost/ws' }, 'own'],
  [
    'CopilotKit’s socket',
    undefined,
    { method: 'GET', transport: 'web-socket', url: 'ws://localhost/socket/websocket?join_token=x&vsn=2.0.0' },
    'copilotkit',
  ],
  ['bare events in a file', undefined, { transport: 'file' }, 'client-1.0'],
])('%s is detected as its consumer', (_name, body, more, expected) =>
  expect(consumerOf(opened(body, more))).toBe(expected),
);

test('a socket shows its client with the first request sent on it', () => {
  const url = 'ws://localhost/ws';
  const open = { kind: 'open', t: 1, stream: 1, transport: 'web-socket', url, method: 'GET' } as const;
  const log = logOfRecords([open]);
  expect(consumerOf(log)).toBe('own');
  const text = JSON.stringify({ ...BODY_OF_ANYBODY, data: {} });
  log.append({ doc: 'd', frameId: 0, records: [{ kind: 'frame', t: 2, stream: 1, dir: 'out', text }] });
  expect(consumerOf(log)).toBe('tanstack');
});

test('the client of a stream is detected once, and again when a socket identifies it', () => {
  const asked = consumers.map((consumer) => vi.spyOn(consumer, 'evidence'));
  const url = vi.fn(() => 'ws://localhost/ws');
  const log = createLog();
  const open: OpenRecord = { kind: 'open', t: 1, stream: 1, transport: 'web-socket', url: '', method: 'GET' };
  const many = (from: number): CapturedRecord[] =>
    Array.from({ length: 100 }, (_none, n) => ({
      kind: 'frame',
      t: from + n,
      stream: 1,
      dir: 'in',
      text: JSON.stringify({ type: 'CUSTOM', name: 'n', value: n }),
    }));
  const body = JSON.stringify({ ...BODY_OF_ANYBODY, data: {} });
  const request: CapturedRecord = { kind: 'frame', t: 200, stream: 1, dir: 'out', text: body };
  log.append({ doc: 'd', frameId: 0, records: [open, ...many(2), request, ...many(201)] });
  const [stream] = log.streams;
  if (stream !== undefined) Object.defineProperty(stream, 'url', { get: url, enumerable: true });
  for (const chosen of [{}, { 'http://elsewhere': 'own' }])
    headOf(log, createLintFold(chosenReaders(chosen)));
  for (const evidence of asked) expect(evidence.mock.calls.length).toBeLessThanOrEqual(2);
  expect(url.mock.calls.length).toBeLessThan(100);
  vi.restoreAllMocks();
});

const REAL: Readonly<Record<string, string>> = {
  'a1-httpagent': 'client-1.0',
  'a2-copilotkit': 'copilotkit',
  'a4-langgraph': 'client-1.0',
  'a5-tanstack': 'tanstack',
};

test('every recording of a real app is read by the client that made it, or by an unknown one', () => {
  for (const name of RECORDINGS) {
    const wanted = REAL[name.split('.')[0] ?? ''];
    const found = logOfBatches(recorded(name)).streams.map((stream) => readerOf(stream).consumer.id);
    if (wanted === undefined)
      expect(
        found.every((id) => id === 'own' || id === 'unknown'),
        name,
      ).toBe(true);
    else expect(found, name).toEqual(found.map(() => wanted));
  }
});

test('every consumer has a name and evidence in words', () => {
  for (const { name } of consumers) expect(name).not.toBe('');
  const [stream] = opened(BODY_1_0).streams;
  expect(stream && readerOf(stream).evidence).toBe('The request states protocolVersion "1.0".');
});

const STOPPING = events('run · text m "a" · say gone "b" · say m "c" · end');

const stopping = (body: object): Log => opened(body, 'data' in body ? { accept: '*/*' } : {}, STOPPING);

test.each<readonly [string, object, string | undefined, boolean | undefined]>([
  ['1.0', BODY_1_0, 'error', true],
  ['0.0.x', BODY_0_0, 'error', true],
  ['TanStack AI', { ...BODY_OF_ANYBODY, data: {} }, 'info', undefined],
  ['an unknown client', BODY_OF_ANYBODY, 'warning', undefined],
])('a violation of the protocol is judged by its effect on %s', (_name, body, severity, stops) => {
  const findings = findingsOf(stopping(body));
  const finding = findings.find(({ rule }) => rule === 'text-not-open');
  expect(finding?.severity).toBe(severity);
  expect(finding?.clientStops).toBe(stops);
  expect(finding?.message.startsWith('Against AG-UI 1.0: ')).toBe(stops === undefined);
});

test('unknown properties are no finding for a client that accepts them', () => {
  const odd = events('run').map((event) => ({ ...event, finishReason: 'stop' }));
  const rulesFor = (body: object) => rulesOf(logOf([...odd, ...events('end')], body));
  expect(rulesFor(BODY_1_0)).toEqual(['unknown-property']);
  expect(rulesFor(BODY_0_0)).toEqual([]);
});

test('a choice by hand holds for the streams of its site', () => {
  const log = stopping(BODY_OF_ANYBODY);
  for (const { id } of consumers) {
    const [stream] = log.streams;
    expect(stream && chosenReaders({ 'http://localhost': id })(stream).consumer.id).toBe(id);
    expect(stream && chosenReaders({ 'http://elsewhere': id })(stream).consumer.id).toBe('unknown');
  }
  const readers = chosenReaders({ 'http://localhost': 'client-1.0' });
  const findings = findingsOf(log, createLintFold(readers));
  expect(findings.find(({ rule }) => rule === 'text-not-open')?.clientStops).toBe(true);
  const { model } = headOf(log, appFold(readers));
  expect([...(model.threads.at(0)?.messages ?? [])].map(({ message }) => message.content)).toEqual(['a']);
});

test('one page with two clients: each thread is read by its own', () => {
  const { log, open } = createExchanges();
  const stock = open({ request: { ...BODY_1_0, threadId: 'a', messages: [question('u')] } });
  const other = open({ request: { ...BODY_OF_ANYBODY, threadId: 'b', data: {}, messages: [question('v')] } });
  for (const [feed, threadId] of [
    [stock, 'a'],
    [other, 'b'],
  ] as const)
    feed.send({ type: 'RUN_STARTED', threadId, runId: 'r' }, ...STOPPING.slice(1, -1));
  const { model } = headOf(log, appFold());
  const texts = [...model.threads].map(({ messages }) => [...messages].map(({ message }) => message.content));
  expect(texts.map((each) => each.slice(1))).toEqual([['a'], ['abc']]);
  const sent = modelOf(log);
  const names = [...sent.threads].map((thread) => readerOfThread(sent, thread, readerOf)?.consumer.id);
  expect(names).toEqual(['client-1.0', 'tanstack']);
});

function foundIn(text: string) {
  const records = sseRecords(events('run · text m "a"'), { ...BODY_OF_ANYBODY, data: {} });
  const odd: CapturedRecord = { kind: 'chunk', t: 50, stream: 1, text };
  const log = logOfRecords([...records.slice(0, -1), odd, ...records.slice(-1)]);
  return findingsOf(log).find(({ rule }) => rule === 'unreadable-frame');
}

test('an event that TanStack’s own client cannot parse is its error, not another client’s', () => {
  expect(foundIn('data: {oops\n\n')).toMatchObject({
    severity: 'error',
    clientStops: true,
    message: expect.stringMatching(/^TanStack AI's client cannot parse this frame and stops here: /),
  });
});

test.each([
  'data: [DONE]\n\n',
  'data: {"type":"CUSTOM","name":"a"}\ndata: {"type":"CUSTOM","name":"b"}\n\n',
  '{"type":"CUSTOM","name":"a"}\ndata: {"type":"CUSTOM","name":"b"}\n\n',
])('TanStack’s client does not stop at events that others reject: %j', (text) => {
  expect(foundIn(text)?.clientStops).not.toBe(true);
});
