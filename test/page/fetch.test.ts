import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createDirector } from '@/lib/director/director';
import type { CapturedRecord } from '@/lib/messages/records';
import { fetchTap } from '@/lib/page/fetch';
import { slot } from '@/lib/page/slot';
import type { PageWindow, Tap } from '@/lib/page/tap';
import { installTap, type TapPage, tapContract } from '../contract/tap';
import { emptySlot } from '../director/test-director';
import { logOfRecords } from '../support/logs';
import { waitUntilClosed } from '../support/wait-until';
import { textOf } from '../support/written';
import { readInit, streamParts } from './fakes';

const SSE = { 'content-type': 'text/event-stream' };
const RUN = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
const BODY = 'data: {"type":"RUN_STARTED"}\n\ndata: Grüße 👩‍👩‍👧\n\n';

type Answer = () => Response | Promise<Response>;

/** A body that arrives in pieces of some bytes. */
function inPieces(text: string, size: number, error?: unknown): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
        else if (error) controller.error(error);
        else controller.close();
        at += size;
      },
    },
    { highWaterMark: 0 },
  );
}

/** An answer of a type, or of none. */
function typed(body: BodyInit, type?: string): Response {
  const response = new Response(body, type ? { headers: { 'content-type': type } } : {});
  if (!type) response.headers.delete('content-type');
  return response;
}

const answer = (): Response => typed(inPieces(BODY, 5), SSE['content-type']);

/** A page whose fetch gives one answer after the other. */
function pageWith(...answers: Answer[]): PageWindow {
  let n = 0;
  const page = {
    fetch: async function fetch(_input: unknown, init?: RequestInit): Promise<Response> {
      readInit(init);
      const next = answers[n++ % answers.length];
      return next ? next() : Response.error();
    },
    ...streamParts,
  };
  return page as unknown as PageWindow;
}

async function drain(stream: ReadableStream | null): Promise<string> {
  const reader = stream?.getReader();
  const parts: Uint8Array[] = [];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return Buffer.concat(parts).toString();
    parts.push(value as Uint8Array);
  }
}

const post = (page: PageWindow, init: RequestInit = {}): Promise<Response> =>
  page.fetch('run', { method: 'POST', body: RUN, ...init });

/** All ways to read, and what a page could see of each. */
const ways: Readonly<Record<string, (response: Response) => Promise<unknown>>> = {
  text: (response) => response.text(),
  buffer: async (response) => new Uint8Array(await response.arrayBuffer()).length,
  blob: async (response) => (await response.blob()).text(),
  reader: (response) => drain(response.body),
  iterate: async (response) => {
    const parts = [];
    for await (const part of response.body ?? []) parts.push(part.length);
    return parts;
  },
  'break out': async (response) => {
    for await (const part of response.body ?? []) return [part.length, response.bodyUsed];
    return undefined;
  },
  tee: async (response) => {
    const [a, b] = response.body?.tee() ?? [];
    return [await drain(a ?? null), await drain(b ?? null)];
  },
  clone: async (response) => {
    const copy = response.clone();
    return [await copy.text(), await drain(response.body), copy.bodyUsed];
  },
  'clone after': async (response) => {
    await response.text();
    return String(
      await Promise.resolve()
        .then(() => response.clone())
        .catch((error: unknown) => error),
    );
  },
  twice: async (response) => [
    await response.text(),
    String(await response.text().catch((error: unknown) => error)),
  ],
  locked: async (response) => {
    const reader = response.body?.getReader();
    const errors = [response.text().catch(String), response.body?.cancel().catch(String)];
    const seen = [await Promise.all(errors), response.body?.locked];
    reader?.releaseLock();
    return [seen, await response.text()];
  },
  'released in the middle': async (response) => {
    const reader = response.body?.getReader();
    await reader?.read();
    const pending = reader?.read().catch((error: Error) => error.name);
    reader?.releaseLock();
    return [await pending, await drain(response.body)];
  },
  pipeThrough: (response) =>
    drain(
      response.body
        ?.pipeThrough(new CompressionStream('gzip'))
        .pipeThrough(new DecompressionStream('gzip')) ?? null,
    ),
  pipeTo: async (response) => {
    const parts: number[] = [];
    await response.body?.pipeTo(new WritableStream({ write: (part) => void parts.push(part.length) }));
    return [parts, response.body?.locked];
  },
  'pipe to a locked one': async (response) => {
    const sink = new WritableStream();
    sink.getWriter();
    return [
      String(await response.body?.pipeTo(sink).catch((error: Error) => error.name)),
      await response.text(),
    ];
  },
  cancel: async (response) => [await response.body?.cancel('enough'), response.bodyUsed],
};

const contractPage = (): TapPage => {
  const page = pageWith(answer);
  return {
    page,
    owners: [
      page,
      Response.prototype,
      Request.prototype,
      ReadableStream.prototype,
      ReadableStreamDefaultReader.prototype,
      ReadableStreamBYOBReader.prototype,
    ],
    async use() {
      const seen: unknown[] = [];
      for (const [name, way] of Object.entries(ways)) seen.push([name, await way(await post(page))]);
      return seen;
    },
  };
};

tapContract(fetchTap, contractPage);

describe('armed, without a rule that matches', () => {
  afterAll(emptySlot);
  const armed: Tap = {
    ...fetchTap,
    install(page, emit, patcher) {
      fetchTap.install(page, emit, patcher);
      const post = () => expect.unreachable();
      const { receive } = createDirector({
        page,
        slot,
        now: emit.now,
        after: emit.after,
        post,
        newId: () => '',
      });
      const match = { url: 'http://elsewhere/*' };
      receive({ kind: 'rules', rules: [{ id: 'r', isOn: true, match, action: { kind: 'network-error' } }] });
    },
  };
  tapContract(armed, contractPage);
});

let undo: (() => void) | undefined;
afterEach(() => undo?.());

function tapped(...answers: Answer[]) {
  const page = pageWith(...answers);
  const tap = installTap(fetchTap, page);
  undo = tap.undo;
  return { page, ...tap };
}

const closes = (records: readonly CapturedRecord[]) => records.filter((record) => record.kind === 'close');
const kinds = (records: readonly CapturedRecord[]): string[] => records.map(({ kind }) => kind);

// Iteration is followed in browsers only (see the end-to-end tests): node's iterators have no shared prototype.
for (const name of [
  'text',
  'buffer',
  'blob',
  'reader',
  'tee',
  'clone',
  'released in the middle',
  'pipeThrough',
  'pipeTo',
  'locked',
]) {
  test(`${name}: every byte is recorded once, with a complete end`, async () => {
    const { page, records } = tapped(answer);
    await ways[name]?.(await post(page));
    await waitUntilClosed(records, 1);
    expect(textOf(records)).toBe(BODY);
    expect(closes(records)).toMatchObject([{ how: 'complete' }]);
  });
}

test('the request of a run is reported with its response', async () => {
  const { page, records } = tapped(answer);
  await (await post(page, { headers: { Accept: 'text/event-stream' } })).text();
  expect(records[0]).toMatchObject({
    kind: 'open',
    stream: 1,
    transport: 'fetch',
    url: 'http://page.test/app/run',
    method: 'POST',
    requestBody: RUN,
    accept: 'text/event-stream',
    status: 200,
    headers: SSE,
  });
});

test('the method is recorded in capital letters', async () => {
  const { page, records } = tapped(answer);
  await (await post(page, { method: 'post' })).text();
  expect(records[0]).toMatchObject({ method: 'POST', requestBody: RUN });
});

test.each([
  ['app/agent/default/stop/t', undefined, true],
  ['app/agent/default/stop/t', '{"runId":"r"}', true],
  ['app/copilot', '{"method":"agent/stop","params":{"threadId":"t"}}', true],
  ['app/copilot', '{"method":"info"}', false],
  ['app/agent/default', undefined, false],
  ['trains/stop/t', undefined, false],
])(
  'a request to %s with the body %s is reported as a stop: %s; its response is not read',
  async (url, body, isReported) => {
    const { page, records } = tapped(() => typed('{"stopped":true}', 'application/json'));
    const response = await page.fetch(url, { method: 'POST', ...(body !== undefined && { body }) });
    expect(await response.json()).toEqual({ stopped: true });
    expect(records.map(({ kind }) => kind)).toEqual(isReported ? ['open', 'close'] : []);
    if (isReported) expect(records[0]).toMatchObject({ method: 'POST', status: 200 });
  },
);

test('a Request carries its body text, through clones and copies too', async () => {
  const { page, records } = tapped(answer);
  const first = new page.Request('http://page.test/run', { method: 'POST', body: RUN });
  const third = new page.Request(first.clone(), { headers: { accept: 'text/event-stream' } });
  await (await page.fetch(third)).text();
  expect(third).toBeInstanceOf(Request);
  expect(records[0]).toMatchObject({
    url: 'http://page.test/run',
    method: 'POST',
    requestBody: RUN,
    accept: 'text/event-stream',
  });
});

test.each([
  ['application/json', undefined, true],
  ['text/plain; charset=utf-8', RUN, true],
  [undefined, RUN, true],
  ['application/json', '{"query":1}', false],
  ['application/json', `[${RUN}]`, false],
  ['image/png', RUN, true],
  ['image/png', '{"query":1}', false],
  ['application/problem+json', RUN, true],
  ['application/problem+json', '{"query":1}', false],
  ['multipart/mixed; boundary=x', RUN, true],
  ['application/vnd.own+json', RUN, true],
  ['application/stream+json', '{"query":1}', true],
  ['application/x-json-stream', '{"query":1}', true],
  ['application/jsonlines', '{"query":1}', true],
  ['text/ndjson', '{"query":1}', true],
  ['text/x-sse', '{"query":1}', true],
  ['application/x-ndjson', '{"query":1}', true],
  ['application/vnd.ag-ui.event+proto; charset=utf-8', null, true],
  ['TEXT/EVENT-STREAM;charset=utf-8', null, true],
])('%s for %s is recorded: %s', async (type, body, isRecorded) => {
  const { page, records } = tapped(() => typed('[]', type));
  const response = await page.fetch('run', { method: 'POST', body: body === undefined ? RUN : body });
  await response.json();
  expect(records.length > 0).toBe(isRecorded);
});

const RUN_EVENTS = Array.from({ length: 300 }, (_, n) =>
  JSON.stringify({
    type: n === 0 ? 'RUN_STARTED' : 'CUSTOM',
    threadId: 't',
    runId: 'r',
    name: 'n',
    value: n,
  }),
);

test.each([
  'application/stream+json',
  'application/jsonlines',
  'application/x-json-stream',
  'text/ndjson',
  'text/x-sse',
  'multipart/mixed',
  'application/problem+json',
  'application/vnd.own+json',
  'application/json',
  'text/html',
  'text/plain',
  undefined,
])('a run that is answered as %s has all of its events, in lines and as server-sent events', async (type) => {
  for (const [before, after] of [
    ['', '\n'],
    ['data: ', '\n\n'],
  ]) {
    const body = RUN_EVENTS.map((event) => `${before}${event}${after}`).join('');
    const tap = tapped(() => typed(inPieces(body, 37), type));
    await (await post(tap.page)).text();
    await waitUntilClosed(tap.records, 1);
    tap.undo();
    const log = logOfRecords(tap.records);
    expect(log.length).toBe(300);
    expect(log.at(299)?.event).toMatchObject({ type: 'CUSTOM', value: 299 });
  }
});

test('a binary response to a run is kept only up to the inspected length', async () => {
  const { page, records } = tapped(() => typed(inPieces('x'.repeat(200), 2), 'audio/mpeg'));
  await (await post(page)).arrayBuffer();
  expect(textOf(records)).toBe('x'.repeat(128));
  expect(records.at(-1)).toMatchObject({ kind: 'gap', reason: 'not-ag-ui' });
  expect(records[0]).toMatchObject({ kind: 'open', headers: { 'content-type': 'audio/mpeg' } });
});

test('other responses and their promises are left untouched', async () => {
  const native = Promise.resolve(typed('{}', 'application/json'));
  const page = pageWith();
  page.fetch = () => native;
  const { undo: off, records } = installTap(fetchTap, page);
  undo = off;
  expect(page.fetch('x')).toBe(native);
  expect(page.fetch('x', { method: 'POST', body: 'a=1' })).toBe(native);
  expect(await (await native).json()).toEqual({});
  expect(records).toEqual([]);
});

test('getters of the page run as often as the browser reads them', async () => {
  const { page } = tapped(answer);
  let asked = 0;
  const init = {
    get method() {
      asked++;
      return 'POST';
    },
    get body() {
      asked++;
      return RUN;
    },
    get headers() {
      asked++;
      return { accept: 'text/event-stream' };
    },
  };
  await page.fetch('run', init);
  expect(asked).toBe(3);
});

test('a JSON response to a run is reported as text', async () => {
  const { page, records } = tapped(() => typed('{ "a": [1, 2] }', 'application/json'));
  expect(await (await post(page)).json()).toEqual({ a: [1, 2] });
  // Node reads the body through the stream; in a browser the text is made again, see the end-to-end tests.
  expect(JSON.parse(textOf(records))).toEqual({ a: [1, 2] });
});

test('errors, aborts and cancels are recorded as the end of a stream', async () => {
  const abort = new DOMException('stopped', 'AbortError');
  const { page, records } = tapped(
    () => new Response(inPieces('data', 2, new TypeError('network error')), { headers: SSE }),
    () => new Response(inPieces('data', 2, abort), { headers: SSE }),
    answer,
    answer,
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(abort),
    () => Promise.reject('a reason of the page'),
  );
  await (await post(page)).text().catch(() => undefined);
  await (await post(page)).text().catch(() => undefined);
  await (await post(page)).body?.cancel();
  const [a, b] = (await post(page)).body?.tee() ?? [];
  await Promise.all([a?.cancel('x'), b?.cancel('y')]);
  for (let n = 0; n < 3; n++) await post(page).catch(() => undefined);
  await waitUntilClosed(records, 7);
  const how = Object.fromEntries(
    closes(records).map((record) => [record.stream, [record.how, record.detail]]),
  );
  expect(how).toEqual({
    1: ['network-error', 'network error'],
    2: ['aborted', 'AbortError: stopped'],
    3: ['aborted', undefined],
    4: ['aborted', 'y'],
    5: ['network-error', 'Failed to fetch'],
    6: ['aborted', 'AbortError: stopped'],
    7: ['network-error', 'a reason of the page'],
  });
});

test('an abort is recorded once the signal fires, whatever its reason', async () => {
  const { page, records } = tapped(answer);
  const controller = new AbortController();
  const response = await post(page, { signal: controller.signal });
  await response.body?.getReader().read();
  controller.abort('done with it');
  expect(closes(records)).toMatchObject([{ how: 'aborted' }]);
});

test('an unread error response is closed after a delay', async () => {
  const { page, records } = tapped(
    () => new Response('{"error":1}', { status: 500, headers: { 'content-type': 'application/json' } }),
  );
  await post(page);
  await waitUntilClosed(records, 1);
  expect(kinds(records)).toEqual(['open', 'close']);
  expect(records[1]).toMatchObject({ how: 'complete', detail: 'not read by the page' });
});

test('a stream that is open when the document closes is marked, also before its response', async () => {
  const { page, records, gone } = tapped(answer, () => new Promise<Response>(() => undefined));
  const reader = (await post(page)).body?.getReader();
  await reader?.read();
  void post(page);
  gone();
  expect(closes(records).map(({ stream, how }) => [stream, how])).toEqual([
    [2, 'page-gone'],
    [1, 'page-gone'],
  ]);
});
