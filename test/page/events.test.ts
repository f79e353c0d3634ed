// XMLHttpRequest, EventSource and WebSocket, with the test as the server.
import { expect, test } from 'vitest';
import { eventSourceTap } from '@/lib/page/event-source';
import type { Tap } from '@/lib/page/tap';
import { webSocketTap } from '@/lib/page/web-socket';
import { xhrTap } from '@/lib/page/xhr';
import { installTap, type TapPage, tapContract } from '../contract/tap';
import { waitUntilClosed } from '../support/wait-until';
import { type FakeXhr, fakePage } from './fakes';

const RUN = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
const EVENT = JSON.stringify({ type: 'RUN_STARTED' });
const SSE = { 'content-type': 'text/event-stream' };

/** Listens as a page does; returns received events. */
function recordEvents(target: EventTarget, ...names: string[]): unknown[] {
  const received: unknown[] = [];
  for (const name of names)
    target.addEventListener(name, (event) => received.push([event.type, (event as MessageEvent).data]));
  return received;
}

/** A page with a tap, and an object of each class. */
function tapped(tap: Tap) {
  const { parts, page } = fakePage();
  const { records } = installTap(tap, page);
  return {
    records,
    socket: () => new parts.WebSocket('ws://page.test/'),
    source: () => new parts.EventSource('http://page.test/events'),
    xhr: () => new parts.XMLHttpRequest(),
    run(configure?: (xhr: FakeXhr) => void) {
      const xhr = new parts.XMLHttpRequest();
      xhr.open('POST', '/run');
      configure?.(xhr);
      xhr.send(RUN);
      return xhr;
    },
  };
}

function openSocket() {
  const { records, socket } = tapped(webSocketTap);
  const opened = socket();
  opened.serve('open');
  return { records, socket: opened };
}

tapContract(webSocketTap, (): TapPage => {
  const { parts, page } = fakePage();
  return {
    page,
    owners: [page, parts.WebSocket.prototype],
    async use() {
      class Own extends parts.WebSocket {}
      const socket = new Own('ws://page.test/');
      const received = recordEvents(socket, 'open', 'message', 'close');
      const errors: string[] = [];
      for (const bad of [() => new parts.WebSocket('http:'), () => socket.send('too early')]) {
        try {
          bad();
        } catch (error) {
          errors.push(String(error));
        }
      }
      socket.serve('open');
      socket.send(RUN);
      socket.serve('message', EVENT);
      socket.close(1000);
      await Promise.resolve();
      return [received, errors, socket.sent, socket instanceof parts.WebSocket, socket.constructor === Own];
    },
  };
});

tapContract(eventSourceTap, (): TapPage => {
  const { parts, page } = fakePage();
  return {
    page,
    owners: [page, page.EventTarget.prototype, parts.EventSource.prototype],
    async use() {
      const source = new parts.EventSource('http://page.test/events');
      const received = recordEvents(source, 'open', 'message', 'error', 'RUN_STARTED');
      source.serve('open');
      source.serve('message', EVENT, '1');
      source.serve('RUN_STARTED', EVENT);
      source.close();
      return [received, source instanceof parts.EventSource, source.readyState];
    },
  };
});

tapContract(xhrTap, (): TapPage => {
  const { parts, page } = fakePage();
  return {
    page,
    owners: [page, parts.XMLHttpRequest.prototype],
    async use() {
      const xhr = new parts.XMLHttpRequest();
      const received = recordEvents(xhr, 'readystatechange', 'progress', 'load', 'abort');
      xhr.open('POST', '/run');
      xhr.send(RUN);
      xhr.head(200, SSE);
      xhr.body('data: 1\n\n');
      xhr.end();
      const text = xhr.responseText;
      xhr.abort();
      return [received, text, xhr.readyState];
    },
  };
});

test('a socket is reported from its first message on, once one resembles AG-UI', () => {
  const { records, socket } = openSocket();
  socket.send('["1","1","topic","phx_join",{}]');
  socket.serve('message', '{"type":"ping"}');
  expect(records).toEqual([]);
  socket.serve('message', EVENT);
  expect(records).toMatchObject([
    { kind: 'open', transport: 'web-socket', url: 'ws://page.test/', protocol: 'agui' },
    { kind: 'frame', dir: 'out' },
    { kind: 'frame', dir: 'in', text: '{"type":"ping"}' },
    { kind: 'frame', dir: 'in', text: EVENT },
  ]);
});

test('a socket that never resembles AG-UI is forgotten and no longer observed', () => {
  const { records, socket: open } = tapped(webSocketTap);
  const [many, large] = [open(), open()];
  for (const socket of [many, large]) socket.serve('open');
  for (let n = 0; n < 64; n++) many.serve('message', 'tick');
  large.serve('message', 'x'.repeat(70_000));
  for (const socket of [many, large]) {
    socket.serve('message', EVENT);
    socket.send(RUN);
    socket.close();
  }
  expect(records).toEqual([]);
});

test.each([
  ['one field', [0x62, 3, 1, 2, 3], true],
  ['a length and one field', [0, 0, 0, 5, 0x62, 3, 1, 2, 3], true],
  ['a field beyond the sixteenth', [0x82, 1, 3, 1, 2, 3], true],
  ['JSON', [...Buffer.from(EVENT)], true],
  ['other JSON', [...Buffer.from('{"a":1}')], false],
  ['a wrong length', [0x62, 4, 1, 2, 3], false],
  ['a number field', [0x60, 3], false],
  ['noise', [255, 216, 255, 224], false],
  ['nothing', [], false],
])('binary messages are recorded: %s', (_, bytes, isOurs) => {
  const { records, socket } = openSocket();
  socket.serve('message', Uint8Array.from(bytes).buffer);
  expect(records.length > 0).toBe(isOurs);
  if (isOurs) expect(records[1]).toMatchObject({ kind: 'frame', b64: Buffer.from(bytes).toString('base64') });
});

test('Blobs keep their place among other messages, and the close comes last', async () => {
  const { records, socket } = openSocket();
  socket.serve('message', new Blob([EVENT]));
  socket.serve('message', 'second');
  const bytes = Uint8Array.of(1, 2, 3);
  socket.send(bytes);
  bytes.fill(9);
  socket.serve('close', { code: 1012, reason: 'restart', wasClean: true });
  await waitUntilClosed(records, 1);
  expect(records).toMatchObject([
    { kind: 'open' },
    { b64: Buffer.from(EVENT).toString('base64') },
    { text: 'second' },
    { dir: 'out', b64: 'AQID' },
    { kind: 'close', how: 'complete', code: 1012, detail: 'restart' },
  ]);
});

test.each([
  ['by the page', (socket: { close: () => void }) => socket.close(), 'aborted'],
  ['cleanly', undefined, 'complete'],
])('a socket closed %s has its end recorded', async (_, close, how) => {
  const { records, socket } = openSocket();
  socket.serve('message', EVENT);
  if (close) close(socket);
  else socket.serve('close', { code: 1000, reason: '', wasClean: true });
  await Promise.resolve();
  expect(records.at(-1)).toMatchObject({ kind: 'close', how });
});

test('an EventSource is one stream per connection', async () => {
  const { records, source: open } = tapped(eventSourceTap);
  const source = open();
  for (const what of ['lost', 'lost', 'open']) source.serve(what);
  source.serve('message', EVENT);
  for (const what of ['lost', 'open', 'refused']) source.serve(what);
  await waitUntilClosed(records, 3);
  const rows = [1, 2, 3].map((stream) => {
    const own = records.filter((record) => 'stream' in record && record.stream === stream);
    const open = own.find((record) => record.kind === 'open');
    return [open?.headT !== undefined, own.find((record) => record.kind === 'close')?.how];
  });
  expect(rows).toEqual([
    [false, 'network-error'],
    [true, 'complete'],
    [true, 'network-error'],
  ]);
});

test('XHR text is reported as it grows, and an abort after success is no abort', () => {
  const { records, xhr: create } = tapped(xhrTap);
  const xhr = create();
  xhr.open('post', 'run');
  xhr.setRequestHeader('accept', 'text/event-stream');
  xhr.addEventListener('readystatechange', () => {
    if (xhr.readyState === 4) xhr.abort();
  });
  xhr.send(RUN);
  xhr.head(200, SSE);
  xhr.body('one');
  xhr.body('two');
  xhr.end();
  expect(records).toMatchObject([
    { kind: 'open', transport: 'xhr', url: 'http://page.test/final', status: 200 },
    { kind: 'chunk', text: 'one' },
    { kind: 'chunk', text: 'two' },
    { kind: 'close', how: 'complete' },
  ]);
  expect(records[0]).toMatchObject({ accept: 'text/event-stream', requestBody: RUN });
});

test('an XHR that fails, is aborted or has another content is reported as such', async () => {
  const { records, run: start, xhr } = tapped(xhrTap);
  start().fail();
  const aborted = start();
  aborted.head(200, SSE);
  aborted.body('one');
  aborted.abort();
  const other = start();
  other.head(200, { 'content-type': 'image/png' });
  other.body('x');
  other.end();
  const foreign = xhr();
  foreign.open('POST', '/query');
  foreign.send('{"query":1}');
  foreign.head(200, { 'content-type': 'image/png' });
  foreign.end();
  const bad = start();
  bad.head(500, { 'content-type': 'application/problem+json' });
  bad.body('{}');
  bad.end();
  await waitUntilClosed(records, 4);
  const how = records
    .flatMap((record) => (record.kind === 'close' ? [[record.stream, record.how]] : []))
    .sort();
  expect(how).toEqual([
    [1, 'network-error'],
    [2, 'aborted'],
    [3, 'complete'],
    [4, 'complete'],
  ]);
  expect(records.find(({ kind }) => kind === 'open')).toMatchObject({ url: 'http://page.test/run' });
});

const stop = (event: Event) => event.stopImmediatePropagation();
const NAMES = 'readystatechange progress load error abort open message close RUN_STARTED'.split(' ');

test('an XHR is recorded although its page stops every event at once, before and after open()', async () => {
  const { records, xhr: create } = tapped(xhrTap);
  const xhr = create();
  for (const name of NAMES) xhr.addEventListener(name, stop, true);
  xhr.open('POST', '/run');
  xhr.send(RUN);
  xhr.head(200, SSE);
  xhr.body('one');
  xhr.end();
  await waitUntilClosed(records, 1);
  expect(records).toMatchObject([{ kind: 'open' }, { kind: 'chunk', text: 'one' }, { kind: 'close' }]);
});

test('a socket and an EventSource are recorded although their page stops every event at once', () => {
  const { records, socket: create } = tapped(webSocketTap);
  const socket = create();
  for (const name of NAMES) socket.addEventListener(name, stop, true);
  socket.serve('open');
  socket.serve('message', EVENT);
  socket.serve('close', { code: 1000, reason: '', wasClean: true });
  expect(records.map(({ kind }) => kind)).toEqual(['open', 'frame', 'close']);
  const other = tapped(eventSourceTap);
  const source = other.source();
  for (const name of NAMES) source.addEventListener(name, stop, true);
  source.serve('open');
  source.serve('RUN_STARTED', EVENT);
  source.close();
  expect(other.records.map(({ kind }) => kind)).toEqual(['open', 'frame', 'close']);
});

test('an aborted XHR is recorded up to the text that the page could read', () => {
  const { records, run } = tapped(xhrTap);
  const start = () => {
    const xhr = run();
    xhr.head(200, SSE);
    xhr.body('one');
    xhr.more('two');
    return xhr;
  };
  start().abort();
  const read = start();
  expect(read.responseText).toBe('onetwo');
  read.abort();
  const again = start();
  again.open('POST', '/run');
  expect(
    records.flatMap((record) =>
      record.kind === 'chunk' ? [record.text] : record.kind === 'close' ? [record.how] : [],
    ),
  ).toEqual(['one', 'aborted', 'one', 'two', 'aborted', 'one', 'aborted']);
});

test.each([
  ['arraybuffer', () => Uint8Array.of(0xff, 1).buffer, { b64: '/wE=' }],
  ['blob', () => new Blob(['abc']), { text: 'abc' }],
  ['json', () => ({ a: 1 }), { text: '{"a":1}' }],
])('an XHR with responseType %s is recorded', async (type, response, chunk) => {
  const { records, run } = tapped(xhrTap);
  const xhr = run((opened) => void (opened.responseType = type));
  xhr.head(200, SSE);
  xhr.end(response());
  await waitUntilClosed(records, 1);
  expect(records).toMatchObject([
    { kind: 'open' },
    { kind: 'chunk', ...chunk },
    { kind: 'close', how: 'complete' },
  ]);
});

test('an event by whose name the page closes its source still belongs to the stream', () => {
  const { records, source: open } = tapped(eventSourceTap);
  const source = open();
  source.addEventListener('RUN_FINISHED', () => source.close());
  source.serve('open');
  source.serve('RUN_FINISHED', EVENT);
  expect(records.map(({ kind }) => kind)).toEqual(['open', 'frame', 'close']);
});
