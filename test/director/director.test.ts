import { decode } from '@ag-ui/proto';
import { afterEach, expect, test, vi } from 'vitest';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import type { JsonObject } from '@/lib/core/json/json';
import { WAIT_MS } from '@/lib/director/director';
import { type HeldCommand, NO_CHANGES } from '@/lib/messages/arming';
import { joinBytes } from '@/lib/messages/base64';
import { waitIn } from '@/lib/messages/edit-notes';
import type { EventEdit, EventMatch } from '@/lib/messages/event-edits';
import type { PageRule, PageRuleAction, ServedExchange } from '@/lib/messages/page-rules';
import type { CapturedRecord } from '@/lib/messages/records';
import { fetchTap } from '@/lib/page/fetch';
import { slot } from '@/lib/page/slot';
import type { PageWindow } from '@/lib/page/tap';
import { installTap } from '../contract/tap';
import { readInit, streamParts } from '../page/fakes';
import { sseTexts } from '../support/logs';
import { framed } from '../support/packed';
import { createTestDirector, emptySlot, rule } from './test-director';

const RUN = {
  threadId: 'new-thread',
  runId: 'new-run',
  messages: [{ id: 'u9', role: 'user', content: 'Hello' }],
};

const exchange: ServedExchange = {
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  headT: 0,
  chunks: [
    {
      t: 20,
      text: 'data: {"type":"RUN_STARTED","threadId":"old-thread","runId":"old-run"}\n\ndata: {"messageI',
    },
    { t: 40, text: 'd":"m1","delta":"m1"}\n\n' },
  ],
  endT: 60,
  thread: 'old-thread',
  run: 'old-run',
  input: [{ id: 'u1', role: 'user' }],
  ids: ['m1'],
};

const serve = (change: Partial<Extract<PageRuleAction, { kind: 'serve' }>> = {}): PageRule =>
  rule({ kind: 'serve', source: 'demo', exchanges: [exchange], isPaused: false, pace: 0, ...change });

let undo = (): void => {};
afterEach(() => {
  vi.restoreAllMocks();
  undo();
  emptySlot();
});

/** A page with the tap and a director, whose time is counted by hand. */
function armed(
  rules?: readonly PageRule[],
  answer = () => new Response('from the server', { headers: { 'content-type': 'text/event-stream' } }),
) {
  const asked: unknown[] = [];
  const page = {
    fetch: async (...args: [unknown, RequestInit?]) => {
      readInit(args[1]);
      asked.push(args);
      return answer();
    },
    ...streamParts,
    location: new URL('http://page.test/app/'),
    MessageEvent,
    AbortController,
  } as unknown as PageWindow;
  const tap = installTap(fetchTap, page);
  undo = tap.undo;
  const { join, link, posted, advance } = createTestDirector(page);
  const director = join();
  if (rules !== undefined) director.receive({ kind: 'rules', rules });
  const run = (init: RequestInit = {}, url = 'http://page.test/app/run'): Promise<Response> =>
    page.fetch(url, { method: 'POST', body: JSON.stringify(RUN), ...init });
  const opens = (records: readonly CapturedRecord[] = tap.records) =>
    records.flatMap((record) => (record.kind === 'open' ? record : []));
  return { ...director, link, page, asked, posted, advance, run, opens, records: tap.records };
}

test('a recorded answer is served with the ids of the request, and the record names its source', async () => {
  const { run, opens, records, posted, asked } = armed([serve()]);
  const response = await run();
  const url = 'http://page.test/app/run';
  expect(response).toMatchObject({ status: 200, ok: true, url, type: 'basic', redirected: false });
  expect(response).toBeInstanceOf(Response);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.clone().url).toBe(response.url);
  expect(await response.text()).toBe(
    'data: {"type":"RUN_STARTED","threadId":"new-thread","runId":"new-run"}\n\ndata: {"messageId":"fresh-1","delta":"m1"}\n\n',
  );
  expect(asked).toEqual([]);
  expect(opens()).toMatchObject([{ url, origin: 'served from demo #1', status: 200 }]);
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: 'gap',
      reason: 'changed',
      detail: 'new ids: old-thread → new-thread, old-run → new-run, u1 → u9, m1 → fresh-1',
    }),
  );
  expect(records.map(({ kind }) => kind).slice(0, 3)).toEqual(['open', 'gap', 'chunk']);
  expect(records.at(-1)).toMatchObject({ kind: 'close', how: 'complete' });
  expect(posted.at(-1)).toEqual({ ...NO_CHANGES, affected: { 'rule of serve': 1 } });
  // Later requests have no recorded answer.
  await run();
  expect(asked.length).toBe(1);
  expect(opens().at(-1)?.origin).toBeUndefined();
});

test('chunks arrive at their times or by step, and wait while paused', async () => {
  const { receive, run, advance, posted } = armed([serve({ pace: 2, isPaused: true })]);
  const started = run();
  await advance(0);
  const reader = (await started).body?.getReader();
  const seen: string[] = [];
  const read = async (): Promise<void> => {
    const { done, value } = (await reader?.read()) ?? {};
    seen.push(done ? 'end' : new TextDecoder().decode(value).slice(0, 4));
    if (!done) await read();
  };
  const all = read();
  await advance(1000);
  expect(seen).toEqual([]);
  expect(posted.at(-1)).toEqual({ ...NO_CHANGES, affected: { 'rule of serve': 1 }, open: 1, paused: 1 });
  receive({ kind: 'playback', command: 'step' });
  await advance(0);
  expect(seen).toEqual(['data']);
  receive({ kind: 'playback', command: 'play' });
  await advance(9);
  expect(seen).toEqual(['data']);
  await advance(1);
  expect(seen).toHaveLength(2);
  await advance(10);
  await all;
  expect(seen.at(-1)).toBe('end');
});

test('a paused body continues to its end when the tab is disarmed, and the next request reaches the server', async () => {
  const { receive, run, advance, asked } = armed([serve({ isPaused: true })]);
  const response = await run();
  const text = response.text();
  receive({ kind: 'off' });
  await advance(0);
  expect(await text).toContain('fresh-1');
  expect(slot.fetch).toBeUndefined();
  await run();
  expect(asked.length).toBe(1);
});

test('an abort errors the body, and a request that waits for an answer', async () => {
  const { receive, run, records } = armed();
  const ends = async (action: PageRule, atHead: boolean): Promise<unknown> => {
    const controller = new AbortController();
    receive({ kind: 'rules', rules: [action] });
    const started = run({ signal: controller.signal });
    const ended = atHead ? started : (await started).text();
    controller.abort();
    return ended.catch((error: unknown) => (error as Error).name);
  };
  expect(await ends(serve({ isPaused: true }), false)).toBe('AbortError');
  expect(await ends(rule({ kind: 'no-answer' }), true)).toBe('AbortError');
  expect(records.filter(({ kind }) => kind === 'close')).toMatchObject([
    { how: 'aborted' },
    { how: 'aborted' },
  ]);
});

test('a page that cancels a body ends it', async () => {
  const { run, posted, records } = armed([serve({ isPaused: true })]);
  await (await run()).body?.cancel();
  expect(posted.at(-1)).toEqual({ ...NO_CHANGES, affected: { 'rule of serve': 1 } });
  expect(records.at(-1)).toMatchObject({ kind: 'close', how: 'aborted' });
});

test('a recorded broken connection breaks again', async () => {
  const { run } = armed([serve({ exchanges: [{ ...exchange, isBroken: true }] })]);
  await expect((await run()).text()).rejects.toThrow(new TypeError('network error'));
});

test('a request without a recorded answer fails at its recorded time', async () => {
  const { run, advance, opens } = armed([
    serve({ exchanges: [{ ...exchange, chunks: [], isRefused: true }], pace: 1 }),
  ]);
  let failed: unknown;
  void run().catch((error: unknown) => void (failed = error));
  await advance(exchange.endT - 1);
  expect(failed).toBeUndefined();
  await advance(1);
  expect(failed).toEqual(new TypeError('Failed to fetch'));
  expect(opens()).toMatchObject([{ origin: 'served from demo #1' }]);
});

test('a request fails with a status, or as a network error; the record names the rule', async () => {
  const { run, opens, asked } = armed([
    rule({ kind: 'pass' }, { method: 'PUT' }),
    rule(
      { kind: 'status', status: 500, body: '{"error":"no"}', contentType: 'application/json' },
      { nth: 1 },
    ),
    rule({ kind: 'network-error' }),
  ]);
  const response = await run();
  expect([response.status, response.ok, await response.json()]).toEqual([500, false, { error: 'no' }]);
  await expect(run()).rejects.toThrow(TypeError);
  await run({ method: 'PUT' });
  expect(asked.length).toBe(1);
  expect(opens().map(({ origin, status }) => [origin, status])).toEqual([
    ['failed by rule 2', 500],
    ['failed by rule 3', undefined],
    [undefined, 200],
  ]);
});

test('an invalid request fails as natively, and one that starts no run passes at once', async () => {
  const { receive, run, page, asked } = armed();
  await page.fetch('data');
  receive({ kind: 'rules', rules: [rule({ kind: 'network-error' })] });
  await expect(run({ method: 'GET' }, 'http://page.test/')).rejects.toThrow(/body/);
  await page.fetch('data', { method: 'POST', body: '{"a":1}' });
  expect(asked.length).toBe(2);
});

test.each(['rules', 'no rules', 'off'] as const)(
  'a run request waits for the first rules: %s',
  async (what) => {
    const { receive, run, advance, asked, opens } = armed();
    const started = run({}, 'http://page.test/run').then((response) => response.text());
    await advance(WAIT_MS - 1);
    expect(asked).toEqual([]);
    if (what === 'rules') receive({ kind: 'rules', rules: [serve()] });
    if (what === 'off') receive({ kind: 'off' });
    if (what === 'no rules') await advance(1);
    expect(await started).toContain(what === 'rules' ? 'new-run' : 'from the server');
    expect(opens()).toHaveLength(1);
    expect(opens()[0]?.origin).toBe(what === 'rules' ? 'served from demo #1' : undefined);
    expect(opens()[0]?.requestBody).toBe(JSON.stringify(RUN));
  },
);

test('a run request that is aborted while it waits for the first rules ends at once, and is not sent', async () => {
  const { receive, run, advance, asked } = armed();
  const controller = new AbortController();
  const started = run({ signal: controller.signal });
  await advance(100);
  controller.abort();
  await expect(started).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  receive({ kind: 'rules', rules: [] });
  await advance(WAIT_MS);
  expect(asked).toEqual([]);
});

const change = (edit: EventEdit, event: EventMatch = {}): PageRule => rule({ kind: 'change', event, edit });

const EVENTS = [
  '{"type":"RUN_STARTED"}',
  '{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"weather"}',
  '{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}',
  '{"type":"TOOL_CALL_ARGS","toolCallId":"d","delta":"{}"}',
  '{"type":"RUN_FINISHED"}',
];
const [, START = ''] = EVENTS;

/** An answer whose chunks are written by hand. */
function written(type = 'text/event-stream') {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled: unknown;
  const encoder = new TextEncoder();
  return {
    answer: () =>
      new Response(
        new ReadableStream({
          start: (given) => void (controller = given),
          cancel: (reason) => void (cancelled = reason ?? 'no reason'),
        }),
        { headers: { 'content-type': type } },
      ),
    write: (text: string | Uint8Array) =>
      controller?.enqueue(typeof text === 'string' ? encoder.encode(text) : text),
    close: () => controller?.close(),
    error: (error: unknown) => controller?.error(error),
    cancelled: () => cancelled,
    /** Number of chunks that were written and not read. */
    waiting: () => -(controller?.desiredSize ?? 0) + 1,
  };
}

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();
const notes = (records: readonly CapturedRecord[]) =>
  records.flatMap((record) => (record.kind === 'gap' ? [[record.reason, record.detail]] : []));

const RUN_ERROR_TEXT = '{"type":"RUN_ERROR","message":"The agent failed.","code":"what-if"}';

test.each<[string, PageRule, readonly string[]]>([
  ['nothing that matches', change({ kind: 'drop' }, { query: 'type:STATE_*' }), EVENTS],
  ['drop', change({ kind: 'drop' }, { query: 'type:TOOL_CALL_ARGS', nth: 2 }), EVENTS.toSpliced(3, 1)],
  ['drop those of a tool', change({ kind: 'drop' }, { query: 'tool:weather' }), EVENTS.toSpliced(1, 2)],
  ['repeat', change({ kind: 'repeat' }, { nth: 2 }), EVENTS.toSpliced(1, 0, START)],
  ['halve', change({ kind: 'halve' }, { nth: 1 }), EVENTS.with(0, '{"type":"RU')],
  ['replace', change({ kind: 'replace', event: '{"a":1}' }, { nth: 1 }), EVENTS.with(0, '{"a":1}')],
  [
    'insert before',
    change({ kind: 'insert', event: '1', isAfter: false }, { query: 'type:RUN_FINISHED' }),
    EVENTS.toSpliced(4, 0, '1'),
  ],
  [
    'insert after',
    change({ kind: 'insert', event: '1', isAfter: true }, { query: 'type:RUN_STARTED,X' }),
    EVENTS.toSpliced(1, 0, '1'),
  ],
  ['end', change({ kind: 'end' }, { nth: 4 }), EVENTS.slice(0, 3)],
  ['RUN_ERROR', change({ kind: 'run-error' }, { nth: 3 }), [...EVENTS.slice(0, 2), RUN_ERROR_TEXT]],
])('events of the answer: %s', async (_, made, expected) => {
  const server = written();
  const { run, records, asked, opens, posted } = armed([made], server.answer);
  const answered = run();
  const text = textOf(answered);
  server.write(sseTexts(...EVENTS));
  server.close();
  expect(await text).toBe(sseTexts(...expected));
  expect(asked.length).toBe(1);
  // One record of the page's own answer, with its bytes and a note at each edit.
  expect(opens()).toHaveLength(1);
  const chunks = records.flatMap((record) => (record.kind === 'chunk' ? (record.text ?? '') : ''));
  expect(chunks.join('')).toBe(sseTexts(...expected));
  expect(records.at(-1)).toMatchObject({ kind: 'close', how: 'complete' });
  const edits = notes(records);
  expect(edits.length).toBe(expected === EVENTS ? 0 : made.id && (posted.at(-1)?.affected[made.id] ?? 0));
  for (const [reason, detail] of edits)
    expect([reason, detail]).toEqual(['changed', expect.stringMatching(/by rule 1$/)]);
});

test('an edited answer has the properties of the real one, and its chunks', async () => {
  const server = written('application/x-ndjson');
  const { run } = armed([change({ kind: 'drop' }, { query: 'type:B' })], server.answer);
  const response = await run();
  expect(response).toMatchObject({ status: 200, statusText: '', redirected: false });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const reader = response.body?.getReader({ mode: 'byob' });
  const read = async (): Promise<string> =>
    new TextDecoder().decode((await reader?.read(new Uint8Array(100)))?.value);
  server.write('{"type":"A"}\n{"type":"A","n":2}\n{"ty');
  expect(await read()).toBe('{"type":"A"}\n{"type":"A","n":2}\n');
  server.write('pe":"B"}\n{"type":"C"}');
  server.close();
  expect(await read()).toBe('{"type":"C"}');
  expect((await reader?.read(new Uint8Array(1)))?.done).toBe(true);
});

test('rules above the answering one edit its answer; those below do nothing', async () => {
  const { run, opens, records } = armed([
    { ...change({ kind: 'drop' }, { query: 'type:RUN_STARTED' }), id: 'above' },
    serve(),
    { ...change({ kind: 'drop' }), id: 'below' },
  ]);
  expect(await textOf(run())).toBe('data: {"messageId":"fresh-1","delta":"m1"}\n\n');
  expect(opens()).toMatchObject([{ origin: 'served from demo #1' }]);
  expect(notes(records)).toEqual([['changed', 'RUN_STARTED: dropped by rule 1']]);
});

test('a connection breaks at an event, and the request to the server is cancelled', async () => {
  const server = written();
  const { run, records } = armed([change({ kind: 'break' }, { query: 'type:TOOL_*' })], server.answer);
  const text = textOf(run());
  server.write(sseTexts(...EVENTS));
  await expect(text).rejects.toThrow(new TypeError('network error'));
  expect(server.cancelled()).toBeDefined();
  expect(notes(records)).toEqual([['changed', 'TOOL_CALL_START: the connection was broken here by rule 1']]);
});

test('a delayed event is released when the rules are switched off; later events are unchanged', async () => {
  const server = written();
  const { receive, run, advance, records } = armed(
    [change({ kind: 'delay', ms: 1000 }, { query: 'type:TOOL_*' })],
    server.answer,
  );
  let got = '';
  const all = (async () => {
    for await (const chunk of (await run()).body ?? []) got += new TextDecoder().decode(chunk);
  })();
  server.write(sseTexts(...EVENTS));
  await advance(0);
  await advance(999);
  expect(got).toBe(sseTexts(...EVENTS.slice(0, 1)));
  await advance(1);
  expect(got).toBe(sseTexts(...EVENTS.slice(0, 2)));
  await advance(300);
  receive({ kind: 'off' });
  server.close();
  await all;
  expect(got).toBe(sseTexts(...EVENTS));
  expect(notes(records).map(([, note]) => waitIn(String(note)))).toEqual([
    { endsAfterMs: 1000 },
    { endsAfterMs: 300 },
  ]);
});

const PROTO_EVENTS: readonly JsonObject[] = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'weather' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{}' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
];
const NEWS: JsonObject = { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'news' };
const asProto = (events: readonly (JsonObject | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  joinBytes(events.map((event) => (event instanceof Uint8Array ? event : framed(event))));
const bytesOf = async (response: Promise<Response>): Promise<Uint8Array> =>
  new Uint8Array(await (await response).arrayBuffer());
/** Text as a message. */
const textFrame = (text: string): Uint8Array => {
  const bytes = new TextEncoder().encode(text);
  return joinBytes([new Uint8Array([0, 0, 0, bytes.length]), bytes]);
};
const [, ofCall = new Uint8Array()] = PROTO_EVENTS.map(framed);
const half = ofCall.slice(0, 4 + Math.ceil((ofCall.length - 4) / 2));
half[3] = half.length - 4;
// As old encoders write an event that they do not know, and no event at all.
const ODD = [new Uint8Array(4), new Uint8Array([0, 0, 0, 3, 1, 2, 3])];

test.each<[string, PageRule, readonly (JsonObject | Uint8Array)[]]>([
  ['nothing that matches', change({ kind: 'drop' }, { query: 'type:STATE_*' }), PROTO_EVENTS],
  ['drop', change({ kind: 'drop' }, { query: 'tool:weather' }), PROTO_EVENTS.toSpliced(1, 2)],
  ['repeat', change({ kind: 'repeat' }, { nth: 2 }), PROTO_EVENTS.toSpliced(1, 0, PROTO_EVENTS[1] ?? {})],
  [
    'halve',
    change({ kind: 'halve' }, { nth: 2 }),
    PROTO_EVENTS.map((event, at) => (at === 1 ? half : event)),
  ],
  [
    'replace',
    change({ kind: 'replace', event: JSON.stringify(NEWS, null, 2) }, { nth: 2 }),
    PROTO_EVENTS.with(1, NEWS),
  ],
  ...['{"type":"RUN_ST', '1', '{"a":1}', '{"type":"NEW"}', '{"type":"STATE_DELTA","delta":1}'].map(
    (event): [string, PageRule, readonly (JsonObject | Uint8Array)[]] => [
      `replace by ${event}`,
      change({ kind: 'replace', event }, { nth: 2 }),
      PROTO_EVENTS.map((own, at) => (at === 1 ? textFrame(event) : own)),
    ],
  ),
  [
    'insert before',
    change({ kind: 'insert', event: JSON.stringify(NEWS), isAfter: false }, { query: 'type:RUN_FINISHED' }),
    PROTO_EVENTS.toSpliced(3, 0, NEWS),
  ],
  [
    'insert after',
    change({ kind: 'insert', event: JSON.stringify(NEWS), isAfter: true }, { query: 'type:RUN_STARTED' }),
    PROTO_EVENTS.toSpliced(1, 0, NEWS),
  ],
  ['end', change({ kind: 'end' }, { nth: 3 }), PROTO_EVENTS.slice(0, 2)],
  [
    'RUN_ERROR',
    change({ kind: 'run-error' }, { nth: 3 }),
    [...PROTO_EVENTS.slice(0, 2), JSON.parse(RUN_ERROR_TEXT)],
  ],
])('events of a protobuf answer: %s', async (_, made, expected) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const server = written(PROTO_TYPE);
  const { run, records } = armed([made], server.answer);
  const bytes = bytesOf(run());
  const body = asProto([...ODD, ...PROTO_EVENTS]);
  for (let at = 0; at < body.length; at += 7) server.write(body.slice(at, at + 7));
  server.close();
  expect(await bytes).toEqual(asProto([...ODD, ...expected]));
  const edits = notes(records);
  expect(edits.length > 0).toBe(expected !== PROTO_EVENTS);
  for (const [, detail] of edits) expect(detail).toMatch(/^(RUN|TOOL)_\w+: .+ by rule 1$/);
});

test.each([...['{"type":"RUN_ST', '1', '{"a":1}', '{"type":"NEW"}', '東'].map(textFrame), half])(
  'clients cannot decode a truncated message or a text',
  (frame) => expect(() => decode(frame.subarray(4))).toThrow(Error),
);

test.each<[HeldCommand, readonly JsonObject[]]>([
  [{ kind: 'forward' }, PROTO_EVENTS],
  [{ kind: 'replace', event: JSON.stringify(NEWS) }, PROTO_EVENTS.with(1, NEWS)],
  [{ kind: 'drop' }, PROTO_EVENTS.toSpliced(1, 1)],
])('an event of a protobuf answer is held as JSON: %j', async (command, expected) => {
  const server = written(`${PROTO_TYPE}; charset=utf-8`);
  const { receive, run, posted, advance } = armed(
    [change({ kind: 'hold' }, { query: 'type:TOOL_CALL_START' })],
    server.answer,
  );
  const bytes = bytesOf(run());
  server.write(asProto(PROTO_EVENTS));
  // Cut off.
  server.write(ofCall.slice(0, 9));
  server.close();
  await advance(0);
  const [event] = posted.at(-1)?.held ?? [];
  expect(JSON.parse(event?.text ?? '')).toEqual(PROTO_EVENTS[1]);
  receive({ kind: 'held', id: event?.id ?? '', command });
  expect(await bytes).toEqual(joinBytes([asProto(expected), ofCall.slice(0, 9)]));
});

test('content that cannot be edited is left unchanged, and reported', async () => {
  const type = 'application/octet-stream';
  const made = change({ kind: 'drop' });
  const { run, posted, opens } = armed(
    [made],
    () => new Response('bytes', { headers: { 'content-type': type } }),
  );
  expect(await textOf(run())).toBe('bytes');
  expect(posted.at(-1)).toMatchObject({ affected: {}, notEditable: { [made.id]: type } });
  expect(opens()).toHaveLength(1);
});

test('a rule about messages of sockets leaves answers alone', async () => {
  const { run, posted } = armed(
    [change({ kind: 'drop' }, { isSent: true }), serve()],
    () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
  );
  await run();
  expect(posted.at(-1)).toMatchObject({ affected: { 'rule of serve': 1 } });
  await run();
  expect(posted.at(-1)).toMatchObject({ notEditable: {} });
});

test.each(['cancels', 'aborts', 'is cut off'] as const)('a page that %s', async (what) => {
  const server = written();
  const { run, records, advance } = armed(
    [change({ kind: 'delay', ms: 1000 }, { query: 'type:TOOL_*', nth: 1 })],
    server.answer,
  );
  const controller = new AbortController();
  const response = await run({ signal: controller.signal });
  const reader = response.body?.getReader();
  server.write(sseTexts(...EVENTS));
  await reader?.read();
  const next = reader?.read().then(
    ({ done }) => done,
    (error: unknown) => (error as Error).name,
  );
  await advance(0);
  if (what === 'cancels') await reader?.cancel();
  if (what === 'aborts') controller.abort();
  if (what === 'is cut off') {
    server.error(new TypeError('network error'));
    await advance(1000);
    await reader?.read();
    await expect(reader?.read()).rejects.toThrow('network error');
  }
  expect(await next).toBe(what === 'cancels' ? true : what === 'aborts' ? 'AbortError' : false);
  if (what === 'is cut off') return;
  expect(records.at(-1)).toMatchObject({ kind: 'close', how: 'aborted' });
  expect(server.cancelled()).toBeDefined();
});

/** A page that reads an answer in which tool calls are held. */
function holding(match: EventMatch = { query: 'type:TOOL_CALL_START' }, hasBackPressure = false) {
  const server = written();
  const tap = armed([change({ kind: 'hold', hasBackPressure }, match)], server.answer);
  const got: string[] = [];
  const controller = new AbortController();
  const ended = (async () => {
    const { body } = await tap.run({ signal: controller.signal });
    for await (const chunk of body ?? []) got.push(new TextDecoder().decode(chunk));
    return 'complete';
  })().catch((error: unknown) => (error as Error).name);
  const held = () => tap.posted.at(-1)?.held ?? [];
  const command = async (made: HeldCommand): Promise<void> => {
    tap.receive({ kind: 'held', id: held()[0]?.id ?? '', command: made });
    await tap.advance(0);
  };
  return { ...tap, server, got, controller, ended, held, command };
}

const READ_FIRST = sseTexts(...EVENTS.slice(0, 1));

test.each<[HeldCommand, readonly string[], string]>([
  [{ kind: 'forward' }, EVENTS, 'went on after 2.5 s'],
  [{ kind: 'replace', event: '{"a":1}' }, EVENTS.with(1, '{"a":1}'), 'replaced after 2.5 s'],
  [{ kind: 'drop' }, EVENTS.toSpliced(1, 1), 'dropped after 2.5 s'],
  [{ kind: 'end' }, EVENTS.slice(0, 1), 'the response was ended here after 2.5 s'],
  [
    { kind: 'run-error' },
    [...EVENTS.slice(0, 1), RUN_ERROR_TEXT],
    'replaced by RUN_ERROR, and the response ended after 2.5 s',
  ],
])('an event is held until a command: %j', async (made, expected, did) => {
  const { server, got, held, command, advance, ended, records, posted } = holding();
  server.write(sseTexts(...EVENTS));
  await advance(0);
  expect(held()).toEqual([{ id: 'fresh-1', rule: 'rule of change', type: 'TOOL_CALL_START', text: START }]);
  await advance(2500);
  expect(got).toEqual([READ_FIRST]);
  server.close();
  await command(made);
  expect(await ended).toBe('complete');
  expect(got.join('')).toBe(sseTexts(...expected));
  expect(held()).toEqual([]);
  expect(posted.at(-1)?.affected).toEqual({ 'rule of change': 1 });
  expect(notes(records)).toEqual([
    ['changed', 'TOOL_CALL_START: held by rule 1'],
    ['changed', `TOOL_CALL_START: ${did}`],
  ]);
  expect(notes(records).map(([, note]) => waitIn(String(note)))).toEqual(['begins', 'ends']);
});

test('the next event is held after F10, and none after F8', async () => {
  const { server, held, command, advance, ended, got } = holding();
  server.write(sseTexts(...EVENTS));
  server.close();
  await advance(0);
  await command({ kind: 'next' });
  expect(held().map(({ type }) => type)).toEqual(['TOOL_CALL_ARGS']);
  await command({ kind: 'forward' });
  expect(await ended).toBe('complete');
  expect(got.join('')).toBe(sseTexts(...EVENTS));
});

test.each([
  ['the source is read on while an event is held', false],
  ['with back pressure the source is not read while an event is held', true],
])('%s', async (_, hasBackPressure) => {
  const { server, advance, command, ended, got } = holding(undefined, hasBackPressure);
  server.write(sseTexts(...EVENTS.slice(0, 2)));
  await advance(0);
  for (const event of EVENTS.slice(2)) server.write(sseTexts(event));
  await advance(0);
  expect(server.waiting() > 0).toBe(hasBackPressure);
  server.close();
  await command({ kind: 'forward' });
  await ended;
  expect(got.join('')).toBe(sseTexts(...EVENTS));
});

test.each(['off', 'no arming script'] as const)('a page is never left waiting: %s', async (what) => {
  const { server, advance, receive, link, ended, got, records, held } = holding({});
  server.write(sseTexts(...EVENTS));
  server.close();
  await advance(0);
  expect(held()).toHaveLength(1);
  if (what === 'off') receive({ kind: 'off' });
  else {
    await advance(1000);
    expect(held()).toHaveLength(1);
    link.isThere = false;
    await advance(1000);
  }
  expect(await ended).toBe('complete');
  expect(got.join('')).toBe(sseTexts(...EVENTS));
  expect(notes(records).at(-1)?.[1]).toMatch(
    /^RUN_STARTED: went on after \d\.\d s, because the rules were switched off$/,
  );
  expect(notes(records)).toHaveLength(2);
  expect(slot.fetch).toBeUndefined();
});

test('an event that went on is not shown as held again', async () => {
  const { server, advance, command, ended, held } = holding();
  server.write(sseTexts(...EVENTS));
  server.close();
  await advance(500);
  await command({ kind: 'forward' });
  await ended;
  expect(held()).toEqual([]);
  await advance(1000);
  expect(held()).toEqual([]);
});

test('a page that aborts, or whose connection breaks, gets its error while an event is held', async () => {
  const aborted = holding();
  aborted.server.write(sseTexts(...EVENTS));
  await aborted.advance(0);
  aborted.controller.abort();
  expect(await aborted.ended).toBe('AbortError');
  await aborted.advance(0);
  expect(aborted.held()).toEqual([]);
  expect(aborted.server.cancelled()).toBeDefined();
  undo();
  const broken = holding();
  broken.server.write(sseTexts(...EVENTS.slice(0, 2)));
  await broken.advance(0);
  broken.server.error(new TypeError('network error'));
  await broken.advance(0);
  // Earlier data comes first.
  expect(broken.held()).toHaveLength(1);
  await broken.command({ kind: 'forward' });
  expect(await broken.ended).toBe('TypeError');
  expect(broken.got.join('')).toBe(sseTexts(...EVENTS.slice(0, 2)));
});

test('new rules do not release a held event; a rule that is switched off holds no more events', async () => {
  const { server, advance, receive, command, ended, held, got } = holding({});
  server.write(sseTexts(...EVENTS));
  server.close();
  await advance(0);
  receive({ kind: 'rules', rules: [{ ...change({ kind: 'hold' }), isOn: false }] });
  expect(held()).toHaveLength(1);
  await command({ kind: 'forward' });
  expect(await ended).toBe('complete');
  expect(got.join('')).toBe(sseTexts(...EVENTS));
});

const SENT = {
  url: 'http://page.test/app/run',
  headers: { accept: 'text/event-stream' },
  body: JSON.stringify({ ...RUN, runId: 'sent' }),
};

test('a request of the panel is sent by the tapped fetch, past all rules, and recorded as sent by you', async () => {
  const { receive, advance, opens, records, asked, posted, run } = armed([rule({ kind: 'network-error' })]);
  receive({ kind: 'send', request: SENT });
  expect(posted.at(-1)).toMatchObject({ sending: 1 });
  await advance(0);
  expect(asked).toMatchObject([[SENT.url, { method: 'POST', headers: SENT.headers, body: SENT.body }]]);
  expect(opens()).toMatchObject([{ origin: 'sent by you', requestBody: SENT.body, status: 200 }]);
  expect(records.slice(-2)).toMatchObject([{ text: 'from the server' }, { kind: 'close', how: 'complete' }]);
  expect(posted.at(-1)).toMatchObject({ sending: 0, affected: {} });
  // The page's own request, even with the same body, is one of the page.
  await expect(run({ body: SENT.body })).rejects.toThrow();
  expect(opens().at(-1)?.origin).toBe('failed by rule 1');
});

test('a sent run is aborted by Stop, by disarming, and when the arming script is gone', async () => {
  const ends = [
    ({ receive }: ReturnType<typeof armed>) => receive({ kind: 'stop-sent' }),
    ({ receive }: ReturnType<typeof armed>) => receive({ kind: 'off' }),
    async ({ link, advance }: ReturnType<typeof armed>) => {
      link.isThere = false;
      await advance(1000);
    },
  ];
  for (const end of ends) {
    const page = armed(
      [],
      () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    );
    page.receive({ kind: 'send', request: SENT });
    await page.advance(0);
    expect(page.posted.at(-1)).toMatchObject({ sending: 1 });
    await end(page);
    await page.advance(0);
    expect(page.records.at(-1)).toMatchObject({ kind: 'close', how: 'aborted' });
    undo();
    emptySlot();
  }
});

test('a disarmed director sends nothing', async () => {
  const { receive, advance, asked } = armed();
  receive({ kind: 'off' });
  receive({ kind: 'send', request: SENT });
  await advance(0);
  expect(asked).toEqual([]);
});

test.each([
  ['/app/run', true],
  ['page.test', true],
  ['/app/run/', false],
  ['*/run', true],
  ['*/app', false],
])('the URL of a rule is a part of the URL, and with a star all of it: %s', async (url, matches) => {
  const { run } = armed([
    rule({ kind: 'status', status: 500, body: '', contentType: 'text/plain' }, { url }),
  ]);
  expect((await run()).status).toBe(matches ? 500 : 200);
});
