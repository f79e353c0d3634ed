// From the page to the background in real browsers: every way to read a stream, every frame, every death.
// A tab of the extension's own stands in for the panel and reads what the background has for the page's tab.
import { createServer, type ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import type { StoredBatch } from '../../lib/messages/messages';
import { parseBatch } from '../../lib/messages/parse-batch';
import type { CapturedRecord } from '../../lib/messages/records';
import { type Listening, listen } from '../harness/listen';
import { POLLUTED } from '../support/polluted';
import { textOf } from '../support/written';
import { type Browser, dropsPages, type Tab } from './drive/browser';
import { story as base, expect } from './story';

const INPUT = JSON.stringify({
  threadId: 't1',
  runId: 'r1',
  messages: [],
  tools: [],
  context: [],
  state: {},
});
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Grüße 👩‍👩‍👧 ' },
  { type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' },
];
const BODY = EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const PAGE = `<!doctype html><meta charset=utf-8><title>capture</title><script>
  const INPUT = ${JSON.stringify(INPUT)};
  // A page that hides its end from other listeners.
  for (const name of ['pagehide', 'pageshow', 'freeze']) addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  window.atStart = document.scripts.length;
  window.post = (path = '/run', accept = 'text/event-stream', signal) => fetch(path, {
    method: 'POST', body: INPUT, signal,
    headers: { 'content-type': 'application/json', ...(accept ? { accept } : {}) } });
  const text = (parts) => new TextDecoder().decode(new Uint8Array(parts.flatMap((part) => [...part])));
  const drain = async (reader) => {
    const parts = [];
    for (;;) { const { done, value } = await reader.read(); if (done) return text(parts); parts.push(value); }
  };
  const frame = () => { const made = document.createElement('iframe'); document.body.append(made); return made.contentWindow; };
  const part = async (body) => { const reader = body.getReader(); await reader.read(); reader.releaseLock(); return body; };
  // To where no tap reads: a transfer, or a cache in Firefox, which moves no streams.
  const hand = (body) => {
    try { return structuredClone(body, { transfer: [body] }); }
    catch { caches.open('handed').then((cache) => cache.put('/handed', new Response(body))); }
  };
  const unseen = (body) => { const moved = hand(body); if (moved) new ReadableStreamDefaultReader(moved).read(); };
  window.handed = {
    untouched: (r) => unseen(r.body),
    late: (r) => setTimeout(() => unseen(r.body), 1500),
    'read in part': async (r) => unseen(await part(r.body)),
    'read in part, late': async (r) => { await part(r.body); setTimeout(() => hand(r.body), 5); },
    'reader released': (r) => { r.body.getReader().releaseLock(); unseen(r.body); },
    tee: (r) => unseen(r.body.tee()[1]),
    'tee, other cancelled': (r) => { const [a, b] = r.body.tee(); unseen(a); b.cancel(); },
    clone: (r) => unseen(r.clone().body),
    'clone, original handed': (r) => { r.clone(); unseen(r.body); },
    iterated: async (r) => { if (r.body.values) for await (const _ of r.body.values({ preventCancel: true })) break; unseen(r.body); },
    cache: (r) => caches.open('handed').then((cache) => cache.put('/handed', r)),
    upload: (r) => fetch('/upload', { method: 'POST', body: r.body, duplex: 'half' }).catch(() => 0).then(() => r.bodyUsed || hand(r.body)),
    wasm: (r) => WebAssembly.compileStreaming(new Response(r.body, { headers: { 'content-type': 'application/wasm' } })).catch(() => 0),
    'reader of a frame': (r) => { const { getReader } = frame().ReadableStream.prototype; getReader.call(r.body).read(); },
    'constructor of a frame': (r) => new (frame().ReadableStreamDefaultReader)(r.body).read(),
    'tee of a frame': (r) => frame().ReadableStream.prototype.tee.call(r.body),
    'pipe of a frame': (r) => frame().ReadableStream.prototype.pipeTo.call(r.body, new WritableStream()),
    'text of a frame': (r) => frame().Response.prototype.text.call(r),
    'late text of a frame': (r) => setTimeout(() => frame().Response.prototype.text.call(r), 1500),
    'Response of a frame': (r) => new (frame().Response)(r.body).text(),
    'half, the other read': async (r) => { const [a, b] = r.body.tee(); unseen(a); await drain(b.getReader()); },
    'clone, the other read': async (r) => { unseen(r.clone().body); await r.text(); },
    'a reader for each part': async (r) => { for (;;) { const reader = r.body.getReader(); const { done } = await reader.read(); reader.releaseLock(); if (done) return; } },
  };
  window.whole = ['half, the other read', 'clone, the other read', 'a reader for each part'];
  // One read may bring the whole body, but its end is unknown.
  window.unended = ['read in part', 'read in part, late', 'iterated'];
  window.ways = {
    reader: async () => drain((await post()).body.getReader()),
    byob: async () => {
      const response = await post();
      let reader;
      try { reader = response.body.getReader({ mode: 'byob' }); } catch { return drain(response.body.getReader()); }
      const parts = [];
      for (;;) {
        const { done, value } = await reader.read(new Uint8Array(7));
        if (done) return text(parts);
        parts.push(value.slice());
      }
    },
    made: async () => drain(new ReadableStreamDefaultReader((await post()).body)),
    madeByob: async () => {
      const response = await post();
      let reader;
      try { reader = new ReadableStreamBYOBReader(response.body); } catch { return drain(response.body.getReader()); }
      const parts = [];
      for (;;) {
        const { done, value } = await reader.read(new Uint8Array(7));
        if (done) return text(parts);
        parts.push(value.slice());
      }
    },
    iterate: async () => { const { body } = await post(); if (!body[Symbol.asyncIterator]) return new Response(body).text(); const parts = []; for await (const part of body) parts.push(part); return text(parts); },
    tee: async () => { const [a, b] = (await post()).body.tee(); const both = await Promise.all([drain(a.getReader()), drain(b.getReader())]); return both[0] === both[1] ? both[0] : 'differs'; },
    clone: async () => { const r = await post(); const c = r.clone(); const both = await Promise.all([r.text(), drain(c.body.getReader())]); return both[0] === both[1] ? both[0] : 'differs'; },
    pipeThrough: async () => { const reader = (await post()).body.pipeThrough(new TextDecoderStream()).getReader(); let all = ''; for (;;) { const { done, value } = await reader.read(); if (done) return all; all += value; } },
    pipeTo: async () => { const parts = []; await (await post()).body.pipeTo(new WritableStream({ write(part) { parts.push(part); } })); return text(parts); },
    textStream: async () => { const r = await post(); if (!r.textStream) return r.text(); let all = ''; for await (const some of r.textStream()) all += some; return all; },
    textOfBlob: async () => { const blob = await (await post()).blob(); if (!blob.textStream) return blob.text(); let all = ''; for await (const some of blob.textStream()) all += some; return all; },
    text: async () => (await post()).text(),
    arrayBuffer: async () => text([new Uint8Array(await (await post()).arrayBuffer())]),
    bytes: async () => { const r = await post(); return r.bytes ? text([await r.bytes()]) : r.text(); },
    blob: async () => (await (await post()).blob()).text(),
    request: async () => (await fetch(new Request('/run', { method: 'POST', body: INPUT, headers: { Accept: 'text/event-stream' } }))).text(),
    wrapped: async () => new Response((await post()).body).text(),
    bare: async () => (await post('/run', '')).text(),
    xhr: () => new Promise((done) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', '/run'); xhr.setRequestHeader('Accept', 'text/event-stream');
      xhr.onload = () => { const all = xhr.responseText; xhr.abort(); done(all); };
      xhr.send(INPUT);
    }),
    xhrStopped: () => new Promise((done) => {
      const xhr = new XMLHttpRequest();
      for (const name of ['readystatechange', 'progress', 'load'])
        xhr.addEventListener(name, (event) => { event.stopImmediatePropagation(); if (name === 'load') done(xhr.responseText); }, true);
      xhr.open('POST', '/run'); xhr.send(INPUT);
    }),
    xhrBuffer: () => new Promise((done) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', '/run'); xhr.responseType = 'arraybuffer';
      xhr.onload = () => done(text([new Uint8Array(xhr.response)]));
      xhr.send(INPUT);
    }),
  };
  // Runs in the page itself: a driver's own world may see other objects.
  window.traces = () => {
    const native = (f) => Function.prototype.toString.call(f).includes('[native code]');
    const received = [];
    document.addEventListener('load', (event) => received.push(event.constructor.name), true);
    document.dispatchEvent(new Event('load', { cancelable: true }));
    return JSON.stringify({
      natives: [fetch, Request, WebSocket, XMLHttpRequest.prototype.send, Response.prototype.text, Function.prototype.toString].map(native),
      names: [fetch.name, fetch.length, WebSocket.name],
      constructors: [new XMLHttpRequest() instanceof XMLHttpRequest, WebSocket.prototype.constructor === WebSocket, new Request('/') instanceof Request, class extends WebSocket {}.prototype instanceof WebSocket],
      receivedOffers: received.filter((name) => name !== 'Event'),
    });
  };
  window.eventSource = (path) => new Promise((done) => {
    const source = new EventSource(path); const seen = [];
    source.addEventListener('TEXT_MESSAGE_CONTENT', (event) => seen.push(event.data));
    source.onmessage = (event) => { seen.push(event.data); if (event.data.includes('RUN_FINISHED')) { source.close(); done(seen); } };
  });
  window.socket = (path, type) => new Promise((done) => {
    const socket = new WebSocket(path.replace(/^http/, 'ws')); socket.binaryType = type; const seen = [];
    socket.onopen = () => socket.send(path.endsWith('/chat') ? 'hi' : INPUT);
    socket.onmessage = async (event) => { seen.push(typeof event.data === 'string' ? event.data : event.data.size ?? event.data.byteLength); };
    socket.onclose = (event) => done({ seen, code: event.code });
  });
</script>`;

function writeRun(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-secret': 'never recorded' });
  const bytes = Buffer.from(BODY);
  let at = 0;
  // Pieces of 37 bytes cut characters and frames.
  const timer = setInterval(() => {
    if (at >= bytes.length) {
      clearInterval(timer);
      response.end();
      return;
    }
    response.write(bytes.subarray(at, at + 37));
    at += 37;
  }, 3);
}

/** A server with pages and streams that contain what to expect. */
function startServer(): Promise<Listening> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    request.resume();
    if (path === '/run') return writeRun(response);
    if (path === '/endless') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let n = 0;
      const timer = setInterval(() => response.write(`data: {"n":${n++}}\n\n`), 20);
      request.socket.on('close', () => clearInterval(timer));
      return undefined;
    }
    if (path === '/ticks') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let n = 0;
      const timer = setInterval(() => {
        response.write(`data: {"tick":${n++}}\n\n`);
        if (n < 150) return;
        clearInterval(timer);
        response.end();
      }, 10);
      request.socket.on('close', () => clearInterval(timer));
      return undefined;
    }
    if (path === '/cut') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"n":1}\n\n');
      setTimeout(() => response.destroy(), 50);
      return undefined;
    }
    if (path === '/json')
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":[1,2]}');
    if (path === '/bad')
      return response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"no"}');
    if (path === '/never') return undefined;
    if (path === '/framed')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `${PAGE}<script>post().then((r) => r.text()).then((t) => parent.postMessage(t.length, '*'))</script>`,
        );
    if (path === '/es') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(
        EVENTS.map(
          (event, n) =>
            `id: ${n}\n${n === 1 ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
        ).join(''),
      );
    }
    return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    if (request.url === '/chat') {
      for (let n = 0; n < 80; n++) socket.send(`hello ${n}`);
      socket.close(1000);
      return;
    }
    socket.on('message', () => {
      for (const event of EVENTS) socket.send(JSON.stringify(event));
      socket.send(Buffer.from([1, 2, 255]));
      socket.send(JSON.stringify(EVENTS[2]));
      setTimeout(() => socket.close(1012, 'restart'), 50);
    });
  });
  return listen(server, sockets);
}

/** The background's records of a tab, read by a page of the extension as the panel does. */
async function recordsOf(
  driver: Browser,
  spy: Tab,
  { tab, frame }: { tab: number; frame?: number | undefined },
): Promise<CapturedRecord[]> {
  await spy.goto(`${driver.origin}/popup.html?tab=${tab}`);
  const batches = (await spy.evaluate(async (id) => {
    const api = (globalThis as unknown as { chrome: { runtime: { connect(o: object): Line } } }).chrome;
    interface Line {
      postMessage(message: unknown): void;
      readonly onMessage: { addListener(listener: (message: unknown) => void): void };
    }
    const got: unknown[] = [];
    const port = api.runtime.connect({ name: 'panel' });
    await new Promise<void>((done) => {
      port.onMessage.addListener((text) => {
        const message = text as { kind: string; batches: unknown[]; more: boolean; session?: unknown };
        if (message.kind === 'session' && !message.session) done();
        if (message.kind !== 'batches') return;
        got.push(...message.batches);
        if (!message.more) done();
      });
      port.postMessage({ kind: 'hello', tab: id, after: -1 });
    });
    return JSON.stringify(got);
  }, tab)) as string;
  return (JSON.parse(batches) as StoredBatch[]).flatMap(({ body, frameId }) => {
    if (frame !== undefined && frameId !== frame) return [];
    const records = parseBatch(body);
    if (!records) throw new Error(`The background stored what its own gate refuses: ${body.slice(0, 200)}`);
    return [...records];
  });
}

interface Own {
  readonly pages: { url: string };
  readonly spy: Tab;
  /** All records of the tab, or of one frame of it, once there are as many closed streams as wanted. */
  readonly records: (closed: number, frame?: number) => Promise<CapturedRecord[]>;
}

const story = base.extend<Own>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
  pages: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.close();
  },
  spy: async ({ driver }, use) => {
    const spy = await driver.newTab();
    await use(spy);
    await spy.close();
  },
  records: async ({ driver, spy, tab }, use) => {
    await use(async (closed, frame) => {
      const id = await tab.id();
      let last: CapturedRecord[] = [];
      await expect
        .poll(async () => {
          last = await recordsOf(driver, spy, { tab: id, frame });
          return last.filter(({ kind }) => kind === 'close').length;
        })
        .toBeGreaterThanOrEqual(closed);
      return last;
    });
  },
});

/** The text of a stream's chunks. */
const textOfStream = (records: readonly CapturedRecord[], stream: number): string =>
  textOf(records.filter((record) => record.kind === 'chunk' && record.stream === stream));
const opens = (records: readonly CapturedRecord[]) => records.filter((record) => record.kind === 'open');
const closeOf = (records: readonly CapturedRecord[], stream: number) =>
  records.filter((record) => record.kind === 'close').find((record) => record.stream === stream);

story('every way to read a body gives page and record the same bytes', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  const names = await tab.evaluate(() => Object.keys((window as never as { ways: object }).ways));
  for (const name of names) {
    const got = await tab.evaluate(
      (way) => (window as never as { ways: Record<string, () => Promise<string>> }).ways[way]?.() ?? '',
      name,
    );
    expect(got, name).toBe(BODY);
  }
  const all = await records(names.length);
  expect(all[0]).toMatchObject({ kind: 'navigation', top: true, url: `${pages.url}/` });
  expect(opens(all)).toHaveLength(names.length);
  for (const [at, open] of opens(all).entries()) {
    const name = names[at] ?? '';
    expect(textOfStream(all, open.stream), name).toBe(BODY);
    expect(closeOf(all, open.stream)?.how, name).toBe('complete');
    expect(open, name).toMatchObject({
      method: 'POST',
      url: `${pages.url}/run`,
      status: 200,
      requestBody: INPUT,
      headers: { 'content-type': 'text/event-stream' },
    });
    expect(JSON.stringify(open)).not.toContain('never recorded');
  }
  expect(all.some(({ kind }) => kind === 'gap')).toBe(false);
});

story('a body that the page hands on unread is reported', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  const read = await tab.evaluate(async () => {
    const { post } = window as never as { post: () => Promise<Response> };
    const { body } = await post();
    if (!body) return 0;
    let moved = body;
    try {
      moved = structuredClone(body, { transfer: [body] });
    } catch {
      // Firefox moves no streams.
      await (await caches.open('unread')).put('/run', new Response(body));
      moved = (await caches.match('/run'))?.body ?? body;
    }
    return (await new Response(moved).text()).length;
  });
  expect(read).toBe(BODY.length);
  const all = await records(1);
  expect(all.filter(({ kind }) => kind === 'gap')).toMatchObject([
    { reason: 'unseen', stream: 1, detail: expect.stringMatching(/^handed on by the page .* not captured$/) },
  ]);
  expect(closeOf(all, 1)?.how).toBe('complete');
});

story(
  'a body that a page hands on is captured or reported, and its stream ends',
  async ({ tab, pages, records }) => {
    await tab.goto(pages.url);
    const { names, whole, unended } = await tab.evaluate(async () => {
      const page = window as never as {
        post: () => Promise<Response>;
        handed: Record<string, (response: Response) => unknown>;
        whole: string[];
        unended: string[];
        kept: Response[];
      };
      page.kept = [];
      for (const way of Object.values(page.handed)) {
        const response = await page.post();
        page.kept.push(response);
        void way(response);
      }
      return { names: Object.keys(page.handed), whole: page.whole, unended: page.unended };
    });
    // Frames whose functions were taken capture what they read, too.
    const all = await records(names.length, 0);
    for (const [at, name] of names.entries()) {
      const isWhole = textOfStream(all, at + 1) === BODY;
      const gaps = all.filter((record) => record.kind === 'gap' && record.stream === at + 1);
      if (isWhole && unended.includes(name)) expect(gaps.length, name).toBeLessThanOrEqual(1);
      else expect([isWhole, gaps.length], name).toEqual(isWhole ? [true, 0] : [false, 1]);
      if (whole.includes(name)) expect(isWhole, name).toBe(true);
      expect(closeOf(all, at + 1)?.how, name).toBe('complete');
    }
  },
);

story('answers that are no stream, and runs that fail', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  await tab.evaluate(async () => {
    const { post } = window as never as { post: (...args: unknown[]) => Promise<Response> };
    await (await post('/json', '')).json();
    await (await post('/bad', '')).text();
    await post('/bad', '');
    await post('http://127.0.0.1:1/closed').catch(() => undefined);
    const abort = new AbortController();
    const never = post('/never', 'text/event-stream', abort.signal);
    setTimeout(() => abort.abort(), 50);
    await never.catch(() => undefined);
    const cut = await post('/cut');
    await cut.text().catch(() => undefined);
    const reader = (await post('/endless')).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const other = new AbortController();
    const endless = (await post('/endless', 'text/event-stream', other.signal)).body?.getReader();
    await endless?.read();
    other.abort();
    await endless?.read().catch(() => undefined);
    // None of ours: neither is recorded.
    await (await fetch('/json')).json();
    await (await fetch('/json', { method: 'POST', body: '{"q":1}' })).json();
  });
  const all = await records(8);
  const rows = opens(all).map(({ url, status, stream }) => [
    new URL(url).pathname,
    status,
    closeOf(all, stream)?.how,
  ]);
  expect(rows).toEqual([
    ['/json', 200, 'complete'],
    ['/bad', 500, 'complete'],
    ['/bad', 500, 'complete'],
    ['/closed', undefined, 'network-error'],
    ['/never', undefined, 'aborted'],
    ['/cut', 200, 'network-error'],
    ['/endless', 200, 'aborted'],
    ['/endless', 200, 'aborted'],
  ]);
  expect(textOfStream(all, 1)).toBe('{"a":[1,2]}');
  expect(textOfStream(all, 2)).toBe('{"error":"no"}');
});

story('EventSource with named events, and sockets of both kinds', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  const seen = await tab.evaluate(async (url) => {
    const page = window as never as {
      eventSource: (path: string) => Promise<string[]>;
      socket: (path: string, type: string) => Promise<{ code: number }>;
    };
    const events = await page.eventSource('/es');
    const blob = await page.socket(`${url}/agent`, 'blob');
    const buffer = await page.socket(`${url}/agent`, 'arraybuffer');
    await page.socket(`${url}/chat`, 'blob');
    return JSON.stringify([events.length, blob.code, buffer.code]);
  }, pages.url);
  expect(JSON.parse(seen)).toEqual([3, 1012, 1012]);
  const all = await records(3);
  const frames = all.filter((record) => record.kind === 'frame');
  expect(opens(all).map(({ transport }) => transport)).toEqual(['event-source', 'web-socket', 'web-socket']);
  expect(frames.filter(({ stream }) => stream === 1)).toMatchObject([
    { dir: 'in', text: JSON.stringify(EVENTS[0]), lastEventId: '0' },
    { dir: 'in', text: JSON.stringify(EVENTS[1]), event: 'TEXT_MESSAGE_CONTENT' },
    { dir: 'in', text: JSON.stringify(EVENTS[2]) },
  ]);
  expect(closeOf(all, 1)?.how).toBe('aborted');
  for (const stream of [2, 3]) {
    expect(frames.filter((frame) => frame.stream === stream)).toMatchObject([
      { dir: 'out', text: INPUT },
      ...EVENTS.map((event) => ({ dir: 'in', text: JSON.stringify(event) })),
      { dir: 'in', b64: 'AQL/' },
      { dir: 'in', text: JSON.stringify(EVENTS[2]) },
    ]);
    expect(closeOf(all, stream)).toMatchObject({ how: 'complete', code: 1012, detail: 'restart' });
  }
});

story('a stream that is not AG-UI is left alone after its first pieces', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  const got = await tab.evaluate(async () => {
    const { post } = window as never as { post: (path: string) => Promise<Response> };
    const ticks = (text: string) => (text.match(/tick/g) ?? []).length;
    const decoder = new TextDecoder();
    const reader = (await fetch('/ticks')).body?.getReader();
    let read = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      read += decoder.decode(value, { stream: true });
    }
    let received = 0;
    await new Promise<void>((done) => {
      const source = new EventSource('/ticks');
      source.onmessage = () => {
        if (++received < 150) return;
        source.close();
        done();
      };
    });
    // The same stream as an answer to a run is kept whole.
    const run = await (await post('/ticks')).text();
    return [ticks(read), received, ticks(run)];
  });
  expect(got).toEqual([150, 150, 150]);
  const all = await records(1);
  const rows = opens(all).map(({ stream, transport, method }) => {
    const own = all.filter((record) => 'stream' in record && record.stream === stream);
    const pieces = own.filter(({ kind }) => kind === 'chunk' || kind === 'frame').length;
    const last = own.at(-1);
    return [transport, method, pieces <= 64, last?.kind === 'gap' ? last.reason : last?.kind];
  });
  expect(rows).toEqual([
    ['fetch', 'GET', true, 'not-ag-ui'],
    ['event-source', 'GET', true, 'not-ag-ui'],
    ['fetch', 'POST', expect.anything(), 'close'],
  ]);
  expect(textOfStream(all, 1)).not.toContain('"tick":149');
  expect(textOfStream(all, 3)).toContain('"tick":149');
});

story('frames of every kind are captured from their first line', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  const got = await tab.evaluate(async () => {
    const run = `fetch(base + '/run', { method: 'POST', headers: { accept: 'text/event-stream' }, body: '${JSON.stringify({ threadId: 't', runId: 'r', messages: [] })}' })
      .then((r) => r.text()).then((t) => parent.postMessage(t.length, '*'), (e) => parent.postMessage(String(e), '*'))`;
    const html = `<script>const base = ${JSON.stringify(location.origin)}; ${run}</${'script'}>`;
    const answers: unknown[] = [];
    addEventListener('message', (event) => answers.push(event.data));
    const add = (set: (frame: HTMLIFrameElement) => void) => {
      const frame = document.createElement('iframe');
      set(frame);
      document.body.append(frame);
      return frame;
    };
    // The window of a frame's first, blank document goes on as that of the page that it loads.
    add((frame) => void (frame.src = '/framed'));
    add((frame) => void (frame.srcdoc = html));
    add((frame) => void (frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))));
    const blank = add(() => undefined).contentWindow as never as Window & { eval: (code: string) => unknown };
    // Taken at once, as pages do that look for an unpatched fetch.
    blank.eval(`const base = ${JSON.stringify(location.origin)}; ${run}`);
    while (answers.length < 4) await new Promise((next) => setTimeout(next, 25));
    return JSON.stringify(answers);
  });
  expect(JSON.parse(got)).toEqual([BODY.length, BODY.length, BODY.length, BODY.length]);
  const all = await records(4);
  expect(opens(all)).toHaveLength(4);
  const frames = all.filter((record) => record.kind === 'navigation').filter(({ top }) => !top);
  expect(frames.map(({ url }) => url.split(':')[0]).sort()).toEqual(['about', 'about', 'blob', 'http']);
});

story(
  'an embedding page receives nothing of the channel, however early it listens',
  async ({ tab, pages }) => {
    await tab.goto(pages.url);
    const received = await tab.evaluate(async () => {
      const html = '<p>framed</p>';
      const got: string[] = [];
      const eavesdrop = (target: Window | Document | null, what: string) => {
        for (const name of ['load', 'message', 'ag-ui-lens:offer', 'ag-ui-lens:ask']) {
          const note = (event: Event) => {
            if ((event as MessageEvent).ports?.length) got.push(`${what}: ${name}`);
          };
          target?.addEventListener(name, note, true);
          target?.addEventListener(name, note);
        }
      };
      const kinds: Record<string, (frame: HTMLIFrameElement) => void> = {
        'of an address': (frame) => void (frame.src = '/next'),
        'of a text': (frame) => void (frame.srcdoc = html),
        'of a blob': (frame) =>
          void (frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))),
        blank: (frame) => void (frame.src = 'about:blank'),
        'without a source': () => undefined,
        'of a script': (frame) => void (frame.src = `javascript:'${html}'`),
        'of an address, later': (frame) => void setTimeout(() => (frame.src = '/next'), 20),
      };
      for (const [kind, set] of Object.entries(kinds)) {
        const frame = document.createElement('iframe');
        set(frame);
        document.body.append(frame);
        const loaded = new Promise((done) => frame.addEventListener('load', done));
        eavesdrop(frame.contentWindow, `window of a frame ${kind}`);
        eavesdrop(frame.contentDocument, `document of a frame ${kind}`);
        // A frame that is blank may have loaded already.
        await Promise.race([loaded, new Promise((done) => setTimeout(done, 300))]);
        await new Promise((done) => setTimeout(done, 100));
      }
      return JSON.stringify(got);
    });
    expect(JSON.parse(received)).toEqual([]);
  },
);

story(
  'records that a page forges in the handover of its frames are marked as the frame’s',
  async ({ tab, pages, driver, spy }) => {
    await tab.goto(pages.url);
    await tab.evaluate(async () => {
      const forged = (what: string) =>
        JSON.stringify([
          { kind: 'navigation', t: 1, url: `http://forged.test/${what}`, timeOrigin: 1, top: true },
          { kind: 'open', t: 1, stream: 1, transport: 'fetch', url: 'http://forged.test/', method: 'POST' },
        ]);
      const write = (to: EventTarget | undefined, what: string) =>
        to?.dispatchEvent(new MessageEvent('message', { lastEventId: forged(what), cancelable: true }));
      // A frame's first window stays the window of what is loaded into it: so do functions that are put there.
      const takePart = (owner: Window | null, what: string) => {
        const frame = owner as (Window & typeof globalThis) | null;
        if (!frame) return;
        const { MessageChannel: Channel } = frame;
        frame.MessageChannel = function MessageChannel() {
          const made = new Channel();
          setTimeout(() => write(made.port1, what), 100);
          return made;
        } as never;
      };
      const html = '<script>post = () => 0</script>';
      const kinds: Record<string, (frame: HTMLIFrameElement) => void> = {
        srcdoc: (frame) => void (frame.srcdoc = html),
        blob: (frame) => void (frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))),
        blank: () => undefined,
        slow: (frame) => void (frame.src = '/never'),
      };
      for (const [kind, set] of Object.entries(kinds)) {
        const frame = document.createElement('iframe');
        set(frame);
        document.body.append(frame);
        takePart(frame.contentWindow, kind);
      }
      await new Promise((done) => setTimeout(done, 500));
    });
    const id = await tab.id();
    const own = await recordsOf(driver, spy, { tab: id, frame: 0 });
    expect(JSON.stringify(own)).not.toContain('forged.test');
    // That it can be done is in SECURITY.md.
    expect(JSON.stringify(await recordsOf(driver, spy, { tab: id }))).toContain('forged.test');
  },
);

story('events that a page makes itself end nothing', async ({ tab, pages, records }) => {
  await tab.goto(pages.url);
  const errors = await tab.evaluate(async () => {
    const { post } = window as never as { post: (...args: unknown[]) => Promise<Response> };
    const seen: string[] = [];
    addEventListener('error', ({ message }) => seen.push(message));
    const reader = (await post()).body?.getReader();
    await reader?.read();
    for (const name of ['pagehide', 'pageshow']) {
      dispatchEvent(new Event(name));
      dispatchEvent(new PageTransitionEvent(name));
      dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
      document.dispatchEvent(new Event('freeze'));
    }
    for (;;) if ((await reader?.read())?.done !== false) break;
    return JSON.stringify(seen);
  });
  expect(JSON.parse(errors)).toEqual([]);
  const all = await records(1);
  expect(textOfStream(all, 1)).toBe(BODY);
  expect(all.filter(({ kind }) => kind === 'close')).toMatchObject([{ how: 'complete' }]);
  expect(all.filter(({ kind }) => kind === 'navigation')).toHaveLength(1);
});

story('a stream that is open when the page closes is marked', async ({ driver, tab, pages, records }) => {
  await tab.goto(pages.url);
  await tab.evaluate(async () => {
    const { post } = window as never as { post: (...args: unknown[]) => Promise<Response> };
    const reader = (await post('/endless')).body?.getReader();
    void post('/never');
    for (let n = 0; n < 5; n++) await reader?.read();
  });
  await tab.goto(`${pages.url}/next`);
  if (dropsPages(driver)) {
    const gaps = async () => (await records(0)).filter(({ kind }) => kind === 'gap');
    await expect.poll(async () => JSON.stringify(await gaps())).toContain('still reading when it closed');
    return;
  }
  const all = await records(2);
  const hows = all.filter((record) => record.kind === 'close').map(({ how }) => how);
  expect(hows).toEqual(['page-gone', 'page-gone']);
  expect(textOfStream(all, 1)).toContain('"n":4');
});

story('a page that the user comes back to is captured again', async ({ tab, pages, records }) => {
  const run = () =>
    tab.evaluate(async () => {
      const { post } = window as never as { post: () => Promise<Response> };
      return (await post()).text();
    });
  await tab.goto(pages.url);
  expect(await run()).toBe(BODY);
  await tab.goto(`${pages.url}/next`);
  expect(await run()).toBe(BODY);
  await tab.evaluate(() => history.back());
  await expect.poll(() => tab.evaluate(() => location.pathname).catch(() => '')).toBe('/');
  await expect.poll(run).toBe(BODY);
  const all = await records(3);
  const urls = all.flatMap((record) => (record.kind === 'navigation' ? [new URL(record.url).pathname] : []));
  expect(urls).toEqual(['/', '/next', '/']);
  expect(opens(all).map(({ url }) => new URL(url).pathname)).toEqual(['/run', '/run', '/run']);
});

story('the background dies again and again under a stream', async ({ driver, tab, pages, records }) => {
  await tab.goto(pages.url);
  const reading = tab.evaluate(async () => {
    const { post } = window as never as { post: (...args: unknown[]) => Promise<Response> };
    const reader = (await post('/endless')).body?.getReader();
    const parts: string[] = [];
    const end = performance.now() + 4000;
    while (performance.now() < end) parts.push(new TextDecoder().decode((await reader?.read())?.value));
    await reader?.cancel();
    return parts.join('');
  });
  const deaths = (async () => {
    for (let n = 0; n < 4; n++) {
      await new Promise((next) => setTimeout(next, 700));
      await driver.killBackground();
    }
  })();
  const seen = await reading;
  await deaths;
  await driver.killBackground();
  const all = await records(1);
  expect(textOfStream(all, 1)).toBe(seen);
  expect(all.some(({ kind }) => kind === 'gap')).toBe(false);
});

story('the page sees no trace', async ({ tab, pages }) => {
  await tab.goto(pages.url);
  const traces = await tab.evaluate(() => (window as never as { traces: () => string }).traces());
  expect(JSON.parse(traces)).toEqual({
    natives: [true, true, true, true, true, true],
    names: ['fetch', 1, 'WebSocket'],
    constructors: [true, true, true, true],
    receivedOffers: [],
  });
});

story(
  'with anything on Object.prototype, every byte arrives, and the page sees nothing of ours',
  async ({ tab, pages, records }) => {
    await tab.goto(pages.url);
    // The browser reads `then` for the page's own calls.
    const names = POLLUTED.filter((name) => name !== 'then');
    const seen = await tab.evaluate(async (text) => {
      const { post } = window as never as { post: () => Promise<Response> };
      const received: string[] = [];
      const wait = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));
      for (const name of JSON.parse(text) as string[]) {
        const reader = (await post()).body?.getReader();
        const had = Object.getOwnPropertyDescriptor(Object.prototype, name);
        Object.defineProperty(Object.prototype, name, {
          configurable: true,
          get() {
            // A batch of ours is an event, or its text.
            if (this instanceof Event || JSON.stringify(Object.entries(this)).includes('RUN_'))
              received.push(name);
            return 1;
          },
          set(value) {
            Object.defineProperty(this, name, {
              value,
              configurable: true,
              enumerable: true,
              writable: true,
            });
          },
        });
        for (;;) if ((await reader?.read())?.done !== false) break;
        // The batch of this answer is handed over meanwhile.
        await wait(70);
        if (had === undefined) Reflect.deleteProperty(Object.prototype, name);
        else Object.defineProperty(Object.prototype, name, had);
      }
      return JSON.stringify(received);
    }, JSON.stringify(names));
    expect(JSON.parse(seen)).toEqual([]);
    const all = await records(names.length);
    expect(opens(all)).toHaveLength(names.length);
    for (const [at, open] of opens(all).entries()) {
      expect(textOfStream(all, open.stream), names[at]).toBe(BODY);
      expect(closeOf(all, open.stream), names[at]).toEqual({
        kind: 'close',
        t: expect.any(Number),
        stream: open.stream,
        how: 'complete',
      });
    }
    expect(all.some(({ kind }) => kind === 'gap')).toBe(false);
  },
);
