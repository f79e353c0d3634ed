// HAR as browsers write it: whose request it was, how it ended, when its events came, and what of a body is missing.
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { har } from '@/lib/core/files/har';
import { initiatorOf } from '@/lib/core/files/har-initiator';
import { readFile } from '@/lib/core/files/read-file';
import { recording } from '@/lib/core/files/recording';
import type { FileBatch } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import { createLintFold } from '@/lib/core/lint/lint';
import type { Log } from '@/lib/core/log/log';
import { redact } from '@/lib/core/redact/redact';
import { batchesOf as batchesOfFile, exported, logOfBatches } from '../../support/exported';
import { findingsOf, gapsIn, headOf, modelOf, rulesOf, sseTexts } from '../../support/logs';
import { createRandom } from '../model/random';

const START = Date.parse('2026-11-20T14:00:00.000Z');
const STARTED = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}';
const FINISHED = '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}';
const BODY = `data: ${STARTED}\n\ndata: ${FINISHED}\n\n`;
const SSE = { mimeType: 'text/event-stream' };
const SEND = { method: 'POST', url: 'http://localhost/agent', headers: [] };
const GET = { ...SEND, method: 'GET', headers: [{ name: 'Accept', value: 'text/event-stream' }] };

interface Made {
  readonly request?: object;
  readonly response?: object;
  readonly content?: object;
  readonly [key: string]: unknown;
}

function entryOf({ request = SEND, response = {}, content = { ...SSE, text: BODY }, ...more }: Made): object {
  return {
    startedDateTime: '2026-11-20T14:00:00.000Z',
    time: 500,
    request,
    response: { status: 200, headers: [], content, ...response },
    ...more,
  };
}

function batchesOf(...entries: readonly Made[]): readonly FileBatch[] {
  const text = JSON.stringify({ log: { entries: entries.map(entryOf) } });
  const bytes = new TextEncoder().encode(text);
  const result = readFile({
    name: 'a.har',
    bytes,
    brotli: (packed, isCut) =>
      brotliDecompressSync(packed, isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
  });
  if ('error' in result) throw new Error(result.error);
  return [...result.batches];
}

const logOf = (...entries: readonly Made[]): Log => logOfBatches(batchesOf(...entries));

const clientRules = (log: Log): string[] => rulesOf(log, createLintFold(CLIENT_1_0));

test.each<readonly [string, Made, string]>([
  ['an EventSource, as Chrome says', { request: GET, _resourceType: 'eventsource' }, 'event-source'],
  ['an EventSource, by its request', { request: GET }, 'event-source'],
  ['fetch with GET, as Chrome says', { request: GET, _resourceType: 'fetch' }, 'fetch'],
  [
    'GET that asks for anything',
    { request: { ...GET, headers: [{ name: 'accept', value: '*/*' }] } },
    'fetch',
  ],
  ['XMLHttpRequest', { _resourceType: 'xhr' }, 'xhr'],
  ['a POST of which nothing is said', {}, 'fetch'],
  ['a kind of request that is a name of JavaScript’s', { _resourceType: 'constructor' }, 'fetch'],
])('the transport of %s', (_name, made, transport) => {
  expect(logOf(made).streams[0]?.transport).toBe(transport);
});

test.each<readonly [string, string, readonly object[], object]>([
  ['the title, which is the URL in Chrome', 'http://x/chat', [{ id: 'p', title: 'http://x/chat' }], {}],
  ['the document of the page in Firefox', 'http://x/', [{ id: 'p', title: 'Chat' }], { pageref: 'p' }],
  ['the document of Chrome', 'http://x/', [], { pageref: 'p', _resourceType: 'document' }],
  ['the file, without a document of the page', 'file:///a.har', [], { pageref: 'other' }],
])('the URL of the page is that of %s', (_name, url, pages, document) => {
  const page = { request: { ...GET, url: 'http://x/' }, content: { mimeType: 'text/html', text: '' } };
  const entries = [entryOf({ ...page, ...document }), entryOf({ pageref: 'p' })];
  // The second is read as a whole.
  for (const log of [
    { pages, entries },
    { entries, pages, creator: {} },
  ]) {
    const [batch] = batchesOfFile({ name: 'a.har', text: JSON.stringify({ log }) });
    expect(batch?.records[0]).toMatchObject({ kind: 'navigation', url });
  }
});

test('each page of a file is a document: its URL and times, in the order of all events', () => {
  const second = (n: number) => `2026-11-20T14:00:0${n}.000Z`;
  const pages = ['a', 'b'].map((id) => ({ id, title: `http://x/${id}` }));
  // A script may write several pages that were open at once.
  const entries = [undefined, 'a', 'b', 'a', undefined].map((pageref, n) =>
    entryOf({ startedDateTime: second(n), ...(pageref !== undefined && { pageref }) }),
  );
  const batches = batchesOfFile({ name: 'a.har', text: JSON.stringify({ log: { pages, entries } }) });
  const log = logOfBatches(batches);
  expect(gapsIn(log)).toEqual([]);
  const pageOf = new Map(
    log.boundaries.flatMap((fact) => (fact.kind === 'navigation' ? [[fact.doc, fact.url] as const] : [])),
  );
  expect(log.streams.map(({ doc, startMs }) => [pageOf.get(doc), startMs - START])).toEqual([
    ['http://x/a', 0],
    ['http://x/a', 1000],
    ['http://x/b', 2000],
    ['http://x/a', 3000],
    ['http://x/a', 4000],
  ]);
  expect(log.streams.every(({ close }) => close?.how === 'complete')).toBe(true);
});

test('CR LF is no problem for an EventSource', () => {
  const content = { ...SSE, text: BODY.replaceAll('\n', '\r\n') };
  expect(clientRules(logOf({ request: GET, _resourceType: 'eventsource', content }))).not.toContain(
    'unreadable-frame',
  );
  expect(clientRules(logOf({ content }))).toContain('crlf-framing');
});

test.each([
  ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'network-error'],
  ['net::ERR_CONNECTION_RESET', 'network-error'],
  ['net::ERR_ABORTED', 'aborted'],
])('an error ends a stream: %s', (_error, how) => {
  const content = { ...SSE, text: `data: ${STARTED}\n\n` };
  const inResponse = logOf({ content, response: { _error } }).streams[0]?.close;
  expect(inResponse).toMatchObject({ how, detail: _error });
  expect(logOf({ content, _error }).streams[0]?.close).toMatchObject({ how, detail: _error });
});

const MESSAGES = [
  { time: START / 1000 + 0.1, eventName: 'message', eventId: '1', data: STARTED },
  { time: START / 1000 + 0.3, eventName: 'message', eventId: '2', data: FINISHED },
];

test.each<readonly [string, Made]>([
  ['of an EventSource', { request: GET, _resourceType: 'eventsource' }],
  ['of an EventSource without its body', { request: GET, _resourceType: 'eventsource', content: SSE }],
  ['of fetch', { _resourceType: 'fetch' }],
  ['of fetch without its body', { _resourceType: 'fetch', content: SSE }],
])('each event has its time: %s', (_name, made) => {
  const log = logOf({ ...made, _eventSourceMessages: MESSAGES });
  expect(log.length).toBe(2);
  expect([0, 1].map((seq) => Math.round(log.timeMsOf(seq) - START))).toEqual([100, 300]);
  expect(log.streams[0]?.close?.timeMs).toBe(START + 500);
});

test('listed messages that differ from the body are ignored', () => {
  const log = logOf({ _resourceType: 'fetch', _eventSourceMessages: MESSAGES.slice(1) });
  expect([0, 1].map((seq) => log.timeMsOf(seq) - START)).toEqual([500, 500]);
});

test('a named event keeps its name', () => {
  const _eventSourceMessages = [{ time: START / 1000, eventName: 'metadata', data: '{"run_id":"1"}' }];
  const log = logOf({ request: GET, _resourceType: 'eventsource', content: SSE, _eventSourceMessages });
  expect(log.streams[0]?.dialect).toBe('langgraph-platform');
});

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

test.each<readonly [string, JsonObject, number, string | undefined]>([
  ['is whole', { text: base64(BODY), size: BODY.length }, 2, undefined],
  ['is cut in a group', { text: base64(BODY).slice(0, 93), size: BODY.length }, 2, 'cut off'],
  ['is cut between groups', { text: base64(BODY).slice(0, 80), size: BODY.length }, 1, 'cut off'],
  ['is none', { text: '!!!!' }, 0, 'broken'],
  ['holds gzip', { text: base64(gzipSync(BODY)), size: BODY.length }, 2, undefined],
  ['holds gzip that is cut', { text: base64(gzipSync(BODY).subarray(0, 40)) }, 1, 'damaged'],
])('base64 that %s', (_name, content, events, gap) => {
  const log = logOf({ content: { ...SSE, encoding: 'base64', ...content } });
  expect(log.length).toBe(events);
  expect(gapsIn(log)).toEqual(gap === undefined ? [] : [expect.stringContaining(gap)]);
  // Data missing from the file is not the server's fault.
  if (gap !== undefined) expect(clientRules(log)).not.toContain('truncated-run');
});

/** Incompressible text. */
const noise = Array.from({ length: 2000 }, (_none, at) => `: ${Math.imul(at + 1, 0x9e3779b1)}\n`).join('');

test('a Brotli body, as some proxies save it, is read', () => {
  const response = { headers: [{ name: 'Content-Encoding', value: 'br' }] };
  const content = { ...SSE, encoding: 'base64', text: base64(brotliCompressSync(BODY)) };
  expect(logOf({ response, content }).length).toBe(2);
  const isUnpacked = { ...SSE, encoding: 'base64', text: base64(BODY) };
  expect(logOf({ response, content: isUnpacked }).length).toBe(2);
  const packed = brotliCompressSync(BODY + noise);
  const isCut = { ...SSE, encoding: 'base64', text: base64(packed.subarray(0, packed.length - 500)) };
  const log = logOf({ response, content: isCut });
  expect(log.length).toBeGreaterThanOrEqual(2);
  expect(gapsIn(log)).toEqual([expect.stringContaining('is cut off or damaged')]);
});

test('streams are ordered by their start, whatever the order in the file', () => {
  const log = logOf(
    { request: { ...SEND, url: 'http://x/2' }, startedDateTime: '2026-11-20T14:00:02.000Z' },
    { request: { ...SEND, url: 'http://x/1' }, startedDateTime: '2026-11-20T14:00:01.000Z' },
  );
  expect(log.streams.map(({ url }) => url)).toEqual(['http://x/1', 'http://x/2']);
});

const TEXT = [
  '{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}',
  '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Hel"}',
  '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"lo"}',
  '{"type":"TEXT_MESSAGE_END","messageId":"m"}',
];
const ASKED = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Hi.' }] };
const POSTED = { ...SEND, postData: { mimeType: 'application/json', text: JSON.stringify(ASKED) } };

test.each([
  ['an EventSource', GET, { _resourceType: 'eventsource' }],
  ['the same request again', POSTED, { _resourceType: 'fetch' }],
])('a reconnect continues its run: %s', (_name, request, more) => {
  const log = logOf(
    {
      ...more,
      request,
      content: { ...SSE, text: sseTexts(STARTED, ...TEXT.slice(0, 2)) },
      response: { _error: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' },
    },
    {
      ...more,
      request: { ...request, headers: [...request.headers, { name: 'Last-Event-ID', value: '3' }] },
      startedDateTime: '2026-11-20T14:00:03.000Z',
      content: { ...SSE, text: sseTexts(...TEXT.slice(2), FINISHED) },
    },
  );
  const { runs, threads } = modelOf(log);
  expect([...runs].map(({ status, streams }) => [status, streams.length])).toEqual([['success', 2]]);
  expect([...(threads.at(0)?.messages ?? [])].at(-1)?.message.content).toBe('Hello');
});

test('overlapping streams are read in their order of arrival: a feed, and the requests whose runs it carries', () => {
  const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
  const feed = (runId: string, from: number) =>
    [STARTED, FINISHED].map((data, index) => ({
      time: START / 1000 + from + index,
      eventName: 'message',
      data: data.replace('"r"', `"${runId}"`),
    }));
  const ask = (runId: string, seconds: number) => ({
    request: { ...SEND, postData: { text: JSON.stringify({ ...ASKED, runId }) } },
    response: { status: 202 },
    content: { mimeType: 'application/json', text: '{}' },
    startedDateTime: at(seconds),
    time: 50,
  });
  const log = logOf(
    {
      request: { ...GET, url: 'http://localhost/feed' },
      _resourceType: 'eventsource',
      time: 30_000,
      content: SSE,
      _eventSourceMessages: [...feed('r1', 2), ...feed('r2', 12)],
    },
    ask('r1', 1),
    ask('r2', 10),
  );
  const { runs } = modelOf(log);
  expect([...runs]).toMatchObject([
    { runId: 'r1', status: 'success', streams: [{ index: 1 }, { index: 0 }] },
    { runId: 'r2', status: 'success', streams: [{ index: 2 }, { index: 0 }] },
  ]);
});

test('an incomplete body in the file is a gap, not a fault of the server', () => {
  const part = `data: ${STARTED}\n\n`;
  for (const content of [
    { ...SSE, text: part, size: part.length + 900 },
    { ...SSE, text: undefined, size: 900 },
  ]) {
    const log = logOf({ content, request: POSTED });
    expect(gapsIn(log)).toHaveLength(1);
    expect(clientRules(log)).toEqual([]);
  }
  const marked = { ...SSE, text: BODY, size: new TextEncoder().encode(BODY).length + 3 };
  expect(gapsIn(logOf({ content: marked }))).toEqual([]);
});

test('a large file comes in several batches, none of them large', () => {
  const text = BODY.repeat(2_000);
  const entries = [0, 1, 2].map((at) => ({
    startedDateTime: `2026-11-20T14:00:0${at}.000Z`,
    request: { method: 'POST', url: 'http://x/', headers: [] },
    response: { status: 200, headers: [], content: { ...SSE, text } },
  }));
  const batches = batchesOfFile({ name: 'a.har', text: JSON.stringify({ log: { entries } }) });
  expect(batches.map(({ n }) => n)).toEqual(batches.map((_batch, at) => at));
  const lengths = batches.map(({ records }) =>
    records.reduce((sum, record) => sum + (record.kind === 'chunk' ? (record.text?.length ?? 0) : 0), 0),
  );
  expect(Math.max(...lengths)).toBeLessThan(160 * 1024);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(3 * text.length);
});

test('a Brotli body without a decoder is missing, and the supported encodings are named', () => {
  const packed = { ...SSE, encoding: 'base64', text: brotliCompressSync(BODY).toString('base64') };
  const response = { headers: [{ name: 'content-encoding', value: 'br' }] };
  const entries = [entryOf({ content: packed, response }), entryOf({})];
  const batches = batchesOfFile({ name: 'a.har', text: JSON.stringify({ log: { entries } }) });
  const records = batches.flatMap((batch) => batch.records);
  expect(records.flatMap((record) => (record.kind === 'gap' ? [record.detail] : []))).toEqual([
    'this body is compressed with brotli, which cannot be unpacked here; `lens convert` on the command line can',
  ]);
  expect(records.filter(({ kind }) => kind === 'chunk')).toHaveLength(1);
});

test.each(['x-unknown', '', 'Text/Event-Stream'])(
  'a stream has the type %j that its header declares',
  (mimeType) => {
    const headers = [{ name: 'Content-Type', value: 'text/event-stream' }];
    const log = logOf({ request: GET, response: { headers }, content: { mimeType, text: BODY } });
    expect(log.streams.map(({ framing }) => framing)).toEqual(['sse']);
    expect(log.length).toBe(2);
  },
);

test('the failure of a socket is not read as a message', () => {
  const time = START / 1000;
  const log = logOf({
    _webSocketMessages: [
      { type: 'receive', time, opcode: 1, data: STARTED },
      { type: 'receive', time, opcode: 1, data: FINISHED },
      { type: 'error', time, opcode: -1, data: 'Could not decode a text frame as UTF-8.' },
    ],
  });
  expect(log.length).toBe(2);
  expect(clientRules(log)).not.toContain('unreadable-frame');
});

test('the initiator that Chrome writes is read, kept in recordings and HAR files, and hidden with placeholders', () => {
  const frame = {
    functionName: 'send',
    url: 'http://localhost/app.js?token=1',
    lineNumber: 9,
    columnNumber: 4,
  };
  const own = { ...frame, url: 'chrome-extension://id/content-scripts/page.js' };
  const parent = { callFrames: [{ ...frame, functionName: 'click' }] };
  const batches = batchesOf(
    { _initiator: { type: 'script', stack: { callFrames: [own, frame], parent } } },
    {},
  );
  const expected = {
    type: 'script',
    frames: ['send', 'click'].map((functionName) => ({ functionName, url: frame.url, line: 10, column: 5 })),
  };
  const initiators = (some: readonly FileBatch[]) => logOfBatches(some).streams.map(initiatorOf);
  expect(initiators(batches)).toEqual([expected, undefined]);
  for (const format of [har, recording])
    expect(initiators(batchesOfFile({ name: 'a', text: exported(format, batches) }))).toEqual([
      expected,
      undefined,
    ]);
  const placeholders = redact({ batches }, { level: 'share', random: createRandom(1).below });
  expect(initiators(placeholders.batches)).toEqual([undefined, undefined]);
});

test.each([
  ['not an object', 'script'],
  ['frames that are none', { type: 'script', stack: { callFrames: [1, { functionName: 2 }] } }],
  ['names without end', { type: 'script', stack: { callFrames: [{ functionName: 'x'.repeat(1e5) }] } }],
])('an initiator with %s does not lose the request', (_what, _initiator) => {
  const log = logOf({ _initiator });
  expect(log.length).toBe(2);
  expect(log.streams[0]?.initiator?.length ?? 0).toBeLessThan(8192);
});

const REQUEST = {
  threadId: 't',
  runId: 'r',
  state: {},
  messages: [],
  tools: [],
  context: [],
  forwardedProps: {},
};
const RUN = { ...SEND, postData: { mimeType: 'application/json', text: JSON.stringify(REQUEST) } };
const redirect = (status: number, location: string): Made => ({
  request: RUN,
  response: { status, headers: [{ name: 'Location', value: location }] },
  content: { mimeType: 'x-unknown' },
});

test.each([307, 308])('a redirect with HTTP %d and its response are one request', (status) => {
  const target = { request: { ...RUN, url: 'http://localhost/agent/' } };
  const failed = { ...target, response: { status: 500 }, content: { mimeType: 'text/plain', text: 'no' } };
  for (const location of ['/agent/', 'agent/', '//localhost/agent/', 'http://localhost:80/agent/'])
    expect(clientRules(logOf(redirect(status, location), target))).toEqual([]);
  expect(
    clientRules(
      logOf(
        redirect(status, '/b'),
        { ...redirect(status, '/agent/'), request: { ...RUN, url: 'http://localhost/b' } },
        target,
      ),
    ),
  ).toEqual([]);
  expect(clientRules(logOf(redirect(status, '/agent/'), failed))).toEqual(['http-error']);
});

test.each<readonly [string, readonly Made[]]>([
  ['without a following request', [redirect(307, '/agent/')]],
  [
    'before a request that failed',
    [redirect(307, '/b'), { request: { ...RUN, url: 'http://localhost/b' }, response: { status: 0 } }],
  ],
  [
    'long before the same request',
    [
      redirect(307, '/b'),
      { request: { ...RUN, url: 'http://localhost/b' }, startedDateTime: '2026-01-01T01:00:00Z' },
    ],
  ],
  [
    'of two that share a following request',
    [redirect(307, '/b'), redirect(307, '/b'), { request: { ...RUN, url: 'http://localhost/b' } }],
  ],
  ['followed with GET', [redirect(302, '/login'), { request: { ...GET, url: 'http://localhost/login' } }]],
  [
    'before another run at its target',
    [
      redirect(307, '/b'),
      {
        request: {
          ...RUN,
          url: 'http://localhost/b',
          postData: { text: JSON.stringify({ ...REQUEST, runId: 'r2' }) },
        },
      },
    ],
  ],
])('a redirect %s is an error', (_name, entries) => {
  expect(clientRules(logOf(...entries))).toContain('http-error');
});

test('a body without times has no reads: events before a violation are not reported as hidden', () => {
  const failed = sseTexts(STARTED, '{"type":"RUN_ERROR","message":"boom"}', FINISHED);
  const clean = ['run-error', 'event-after-terminal'];
  const log = logOf({ request: RUN, time: 42_000, content: { ...SSE, text: failed } });
  expect(clientRules(log)).toEqual(clean);
  expect(headOf(log, appFold(CLIENT_1_0)).model.runs.at(0)?.error?.message).toBe('boom');
  const lines = failed.replaceAll('data: ', '').replaceAll('\n\n', '\n');
  const base64 = { encoding: 'base64', text: Buffer.from(failed).toString('base64') };
  expect(clientRules(logOf({ request: RUN, content: { ...SSE, ...base64 } }))).toEqual(clean);
  expect(
    rulesOf(logOf({ request: RUN, content: { mimeType: 'application/x-ndjson', text: lines } })),
  ).not.toContain('masked-error');
  const batches = batchesOf({ request: RUN, content: { ...SSE, text: failed } });
  const again = batchesOfFile({ name: 'a.jsonl', text: exported(recording, batches) });
  expect(clientRules(logOfBatches(again))).toEqual(clean);
});

describe('a request that CORS forbids', () => {
  const preflight = (status: number, allowed: Readonly<Record<string, string>>, text = ''): Made => ({
    request: {
      ...SEND,
      method: 'OPTIONS',
      headers: [
        { name: 'Origin', value: 'http://app' },
        { name: 'Access-Control-Request-Method', value: 'POST' },
        { name: 'Access-Control-Request-Headers', value: 'authorization,content-type' },
      ],
    },
    response: {
      status,
      headers: Object.entries({ 'Content-Type': 'text/plain', ...allowed }).map(([name, value]) => ({
        name,
        value,
      })),
    },
    content: { mimeType: 'text/plain', text },
  });
  const failed = (_error?: string): Made => ({
    request: RUN,
    response: { status: 0, ...(_error !== undefined && { _error }) },
    content: { mimeType: 'x-unknown' },
  });
  const ORIGIN = { 'Access-Control-Allow-Origin': '*' };
  const OK = { ...ORIGIN, 'Access-Control-Allow-Headers': 'Content-Type, Authorization' };

  test.each<readonly [string, Made]>([
    ['the CORS preflight got HTTP 400: Disallowed CORS origin', preflight(400, {}, 'Disallowed CORS origin')],
    ['the CORS preflight got HTTP 307', preflight(307, { Location: '/agent/' })],
    ['the response to the CORS preflight has no access-control-allow-origin', preflight(200, {})],
    [
      'allows the origin http://b, not http://app',
      preflight(204, { ...OK, 'Access-Control-Allow-Origin': 'http://b' }),
    ],
    [
      'does not allow the header content-type',
      preflight(204, { ...OK, 'Access-Control-Allow-Headers': 'authorization' }),
    ],
    [
      'does not allow the header authorization',
      preflight(204, { ...OK, 'Access-Control-Allow-Headers': '*' }),
    ],
  ])('%s', (reason, before) => {
    for (const error of ['net::ERR_FAILED', undefined])
      for (const entries of [
        [before, failed(error)],
        [failed(error), before],
      ]) {
        const [finding, ...others] = findingsOf(logOf(...entries));
        expect(others).toEqual([]);
        expect(finding?.message).toContain(`POST http://localhost/agent failed before its first event: `);
        expect(finding?.message).toContain(reason);
      }
  });

  test.each<readonly [string, readonly Made[], string | undefined]>([
    ['is allowed', [preflight(204, OK), failed('net::ERR_FAILED')], 'net::ERR_FAILED'],
    [
      'is not reached',
      [preflight(400, {}), failed('net::ERR_CONNECTION_REFUSED')],
      'net::ERR_CONNECTION_REFUSED',
    ],
    ['is aborted', [preflight(400, {}), failed('net::ERR_ABORTED')], 'net::ERR_ABORTED'],
    ['gets a response', [preflight(400, {}), { request: RUN }], undefined],
    [
      'has no preflight, only a request for options',
      [{ ...preflight(404, {}), request: { ...SEND, method: 'OPTIONS' } }, failed('net::ERR_FAILED')],
      'net::ERR_FAILED',
    ],
    [
      'has the preflight of a later request',
      [{ ...preflight(400, {}), startedDateTime: '2026-01-01T01:00:00Z' }, failed('net::ERR_FAILED')],
      'net::ERR_FAILED',
    ],
  ])('and one that %s', (_name, entries, detail) => {
    expect(logOf(...entries).streams.at(-1)?.close?.detail).toBe(detail);
  });
});
