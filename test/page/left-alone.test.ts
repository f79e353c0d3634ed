// Streams that are not AG-UI: their first pieces, then a gap, then nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { createEmit } from '@/lib/page/emit';
import { eventSourceTap } from '@/lib/page/event-source';
import { fetchTap } from '@/lib/page/fetch';
import type { PageWindow } from '@/lib/page/tap';
import { xhrTap } from '@/lib/page/xhr';
import { installTap } from '../contract/tap';
import { textOf, written } from '../support/written';
import { fakePage, readInit, streamParts } from './fakes';

const TICK = 'data: {"tick":1}\n\n';
const EVENT = 'data: {"type":"RUN_STARTED"}\n\n';
const SSE = 'text/event-stream';
const RUN = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });

/** The records as a line each: `chunk*64` for many of a kind. */
function outlineOf(records: readonly CapturedRecord[]): string {
  const kinds = records.map((record) => (record.kind === 'gap' ? record.reason : record.kind));
  const runs: [string, number][] = [];
  for (const kind of kinds) {
    const last = runs.at(-1);
    if (last?.[0] === kind) last[1]++;
    else runs.push([kind, 1]);
  }
  return runs.map(([kind, count]) => (count > 1 ? `${kind}*${count}` : kind)).join(' ');
}

/** Fetches a body of pieces, reads all of it, and answers what was recorded and what the page got. */
async function fetched(pieces: readonly string[], type: string, init: RequestInit = {}) {
  const page = {
    fetch: async (_: unknown, init?: RequestInit) => {
      readInit(init);
      const left = pieces.map((piece) => new TextEncoder().encode(piece));
      const body = new ReadableStream({
        pull(controller) {
          const next = left.shift();
          if (next) controller.enqueue(next);
          else controller.close();
        },
      });
      return new Response(body, { headers: { 'content-type': type } });
    },
    ...streamParts,
  } as unknown as PageWindow;
  const { records, undo } = installTap(fetchTap, page);
  let got = '';
  const decoder = new TextDecoder();
  const reader = (await page.fetch('x', init)).body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    got += decoder.decode(part.value, { stream: true });
  }
  undo();
  return { records, got };
}

const many = (count: number, piece = TICK): string[] => Array.from({ length: count }, () => piece);

test.each([
  ['many pieces', many(100), SSE, {}, 'open chunk*64 not-ag-ui'],
  ['long pieces', many(100, `${'x'.repeat(10_000)}\n`), 'application/x-ndjson', {}, 'open chunk*7 not-ag-ui'],
  [
    'one piece longer than what is looked at',
    many(1, 'x'.repeat(300_000)),
    SSE,
    {},
    'open chunk*2 not-ag-ui',
  ],
  ['a short stream', many(9), SSE, {}, 'open chunk*9 close'],
  ['a GET that asks for events', many(99), SSE, { headers: { accept: SSE } }, 'open chunk*64 not-ag-ui'],
  [
    'a get that asks for events',
    many(99),
    SSE,
    { method: 'get', headers: { accept: SSE } },
    'open chunk*64 not-ag-ui',
  ],
  ['a late sign', [...many(63), EVENT, ...many(99)], SSE, {}, 'open chunk*163 close'],
  ['a sign that comes too late', [...many(64), EVENT, ...many(99)], SSE, {}, 'open chunk*64 not-ag-ui'],
  ['a run request', many(99), SSE, { method: 'POST', body: RUN }, 'open chunk*99 close'],
  ['a POST for events', many(99), SSE, { method: 'POST', headers: { accept: SSE } }, 'open chunk*99 close'],
  ['protobuf', many(99), 'application/vnd.ag-ui.event+proto', {}, 'open chunk*99 close'],
])('a fetched stream is ignored or kept: %s', async (_, pieces, type, init, wanted) => {
  const { records, got } = await fetched(pieces, type, init as RequestInit);
  expect(outlineOf(records)).toBe(wanted);
  expect(got).toBe(pieces.join(''));
  const [gap] = records.filter(({ kind }) => kind === 'gap');
  if (gap) expect(gap).toMatchObject({ stream: 1, detail: expect.stringContaining('no sign of AG-UI') });
});

test('a stream is kept completely however its signs of AG-UI are split', async () => {
  const sign = fc.constantFrom('RUN_STARTED', 'TEXT_MESSAGE_CONTENT', '"threadId":"a","runId":"b"', 'ag-ui');
  await fc.assert(
    fc.asyncProperty(sign, fc.array(fc.nat(40), { maxLength: 60 }), async (words, sizes) => {
      const text = TICK + words + TICK.repeat(80);
      const pieces: string[] = [];
      let at = 0;
      for (const size of sizes) {
        if (at + size <= TICK.length + words.length) pieces.push(text.slice(at, at + size));
        else break;
        at += size;
      }
      for (; at < text.length; at += 7) pieces.push(text.slice(at, at + 7));
      const { records } = await fetched(pieces, SSE);
      expect(textOf(records)).toBe(text);
      expect(records.at(-1)?.kind).toBe('close');
    }),
    { numRuns: 60 },
  );
});

/** A stream that may be one of AG-UI. */
function unsureStream() {
  const records: CapturedRecord[] = [];
  const emit = createEmit({
    now: () => 0,
    write: (...all) => records.push(written(...all)),
    after: () => undefined,
    onLeaving: () => () => undefined,
    room: () => 0,
  });
  const stream = emit.open({ t: 0, transport: 'fetch', url: '', method: 'GET' }, 'unsure');
  return { records, emit, stream };
}

test('a sign of AG-UI next to a split character is seen', () => {
  const { records, emit, stream } = unsureStream();
  const bytes = new TextEncoder().encode('data: {"type":"RUN_STARTED","name":"ü');
  emit.body(stream, bytes.subarray(0, -1));
  for (let n = 0; n < 99; n++) emit.body(stream, TICK);
  expect(outlineOf(records)).toBe('open chunk*100');
});

test('ignored responses are not reported as lost with their document', () => {
  const { records, emit, stream } = unsureStream();
  expect(emit.wants(stream)).toBe(true);
  emit.body(stream, 'x'.repeat(70_000));
  expect(emit.wants(stream)).toBe(false);
  emit.body(stream, EVENT);
  emit.body(stream, new TextEncoder().encode(EVENT));
  emit.frame(stream, { t: 0, dir: 'in', data: EVENT });
  emit.close(stream, 'complete');
  emit.gone();
  expect(outlineOf(records)).toBe('open chunk*2 not-ag-ui');
});

test('reads of an ignored response are not observed', async () => {
  let thens = 0;
  const native = ReadableStreamDefaultReader.prototype.read;
  const counting = function read(this: ReadableStreamDefaultReader) {
    const promise = Reflect.apply(native, this, []);
    // A listener reads the constructor of a promise: the test's own `await`, and the tap while it follows.
    Object.defineProperty(promise, 'constructor', {
      get() {
        thens++;
        return Promise;
      },
    });
    return promise;
  };
  ReadableStreamDefaultReader.prototype.read = counting as never;
  try {
    await fetched(many(64), SSE);
    const [reads, before] = [576, thens];
    await fetched(many(64 + reads), SSE);
    expect(thens - 2 * before).toBe(reads);
  } finally {
    ReadableStreamDefaultReader.prototype.read = native;
  }
});

test.each([
  ['without a sign', 'message', TICK, 'open frame*64 not-ag-ui'],
  ['with a sign in the data', 'message', EVENT, 'open frame*99 close'],
  ['with a sign in the name', 'RUN_STARTED', '{}', 'open frame*99 close'],
])('an EventSource is ignored or kept: %s', (_, name, data, wanted) => {
  const { parts, page } = fakePage();
  const { records } = installTap(eventSourceTap, page);
  const source = new parts.EventSource('http://page.test/events');
  const received = new Set<string>();
  source.addEventListener('RUN_STARTED', ({ type }) => received.add(type));
  source.addEventListener('message', ({ type }) => received.add(type));
  source.serve('open');
  for (let n = 0; n < 99; n++) source.serve(name, data);
  expect([...received]).toEqual([name]);
  if (wanted.endsWith('not-ag-ui')) {
    // Not even a new connection is looked at.
    source.serve('lost');
    source.serve('open');
    source.serve('message', EVENT);
  }
  source.close();
  expect(outlineOf(records)).toBe(wanted);
});

test.each([
  ['GET', undefined, TICK, 'open chunk*64 not-ag-ui'],
  ['get', undefined, TICK, 'open chunk*64 not-ag-ui'],
  ['GET', undefined, EVENT, 'open chunk*99 close'],
  ['POST', RUN, TICK, 'open chunk*99 close'],
])('an XHR is ignored or kept: %s %s %s', (method, body, piece, wanted) => {
  const { parts, page } = fakePage();
  const { records } = installTap(xhrTap, page);
  const xhr = new parts.XMLHttpRequest();
  xhr.open(method, '/x');
  xhr.send(body);
  xhr.head(200, { 'content-type': SSE });
  for (let n = 0; n < 99; n++) xhr.body(piece);
  xhr.end();
  expect(outlineOf(records)).toBe(wanted);
});
