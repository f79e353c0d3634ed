// Requests of an XMLHttpRequest that a director answers, edits, or leaves to the browser.

import { afterEach, expect, test } from 'vitest';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { WAIT_MS } from '@/lib/director/director';
import { joinBytes } from '@/lib/messages/base64';
import type { EventEdit } from '@/lib/messages/event-edits';
import type { PageRule, ServedExchange } from '@/lib/messages/page-rules';
import { fetchTap } from '@/lib/page/fetch';
import { slot } from '@/lib/page/slot';
import type { PageWindow } from '@/lib/page/tap';
import { xhrTap } from '@/lib/page/xhr';
import { installTap, type TapPage, tapContract } from '../contract/tap';
import { type FakeXhr, fakePage, readInit, streamParts } from '../page/fakes';
import { framed } from '../support/packed';
import { createTestDirector, emptySlot, rule } from './test-director';

const SSE = { 'content-type': 'text/event-stream' };
const RUN = JSON.stringify({
  threadId: 'new-thread',
  runId: 'new-run',
  messages: [{ id: 'u9', role: 'user', content: 'Hello' }],
});
const FIRST = 'data: {"type":"RUN_STARTED","threadId":"new-thread","runId":"new-run"}\n\n';
const LAST = 'data: {"type":"RUN_FINISHED"}\n\n';

const exchange: ServedExchange = {
  status: 200,
  headers: { ...SSE, 'x-two': 'b' },
  headT: 0,
  chunks: [
    { t: 20, text: FIRST.replaceAll('new-', 'old-') },
    { t: 40, text: LAST },
  ],
  endT: 60,
  thread: 'old-thread',
  run: 'old-run',
  input: [{ id: 'u1', role: 'user' }],
  ids: [],
};

const serve = (change: Partial<ServedExchange> = {}, pace = 0): PageRule =>
  rule({ kind: 'serve', source: 'demo', exchanges: [{ ...exchange, ...change }], isPaused: false, pace });
const change = (edit: EventEdit, query: string): PageRule => rule({ kind: 'change', event: { query }, edit });

class FakeProgressEvent extends Event {
  readonly loaded: number;
  readonly total: number;
  readonly lengthComputable: boolean;
  constructor(type: string, { loaded = 0, total = 0, lengthComputable = false }: ProgressEventInit) {
    super(type);
    this.loaded = loaded;
    this.total = total;
    this.lengthComputable = lengthComputable;
  }
}

let undo = (): void => {};
afterEach(() => {
  undo();
  emptySlot();
});

/** A page with XMLHttpRequest and fetch, and what a director needs. */
function createPage(answer: () => Response | Promise<Response>) {
  const { parts, page: fake } = fakePage();
  const asked: Request[] = [];
  const page = Object.assign(fake, {
    ...streamParts,
    AbortController,
    Blob,
    DOMException,
    ProgressEvent: FakeProgressEvent,
    location: new URL('http://page.test/app/'),
    fetch: async (input: Request, init?: RequestInit) => {
      readInit(init);
      asked.push(input);
      return answer();
    },
  }) as unknown as PageWindow;
  return { parts, page, asked };
}

/** A page with the taps and a director. */
function armed(
  rules?: readonly PageRule[],
  answer: () => Response | Promise<Response> = () => new Response(FIRST + LAST, { headers: SSE }),
) {
  const { parts, page, asked } = createPage(answer);
  const fetched = installTap(fetchTap, page);
  const own = installTap(xhrTap, page);
  undo = () => {
    own.undo();
    fetched.undo();
  };
  const { join, posted, advance } = createTestDirector(page);
  const director = join();
  if (rules !== undefined) director.receive({ kind: 'rules', rules });
  /** Opens an object; `got` has its events, and its state and text at each. */
  const open = (isAsync?: boolean) => {
    const xhr = new parts.XMLHttpRequest();
    const got: unknown[] = [];
    for (const name of ['loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'])
      xhr.addEventListener(name, (event) => got.push([name, (event as FakeProgressEvent).loaded]));
    xhr.addEventListener('readystatechange', () => got.push(xhr.readyState));
    for (const name of ['loadstart', 'progress', 'load', 'error', 'loadend'])
      xhr.upload.addEventListener(name, (event) =>
        got.push(`upload ${name} ${(event as FakeProgressEvent).loaded}`),
      );
    if (isAsync === undefined) xhr.open('POST', 'run');
    else xhr.open('POST', 'run', isAsync);
    xhr.setRequestHeader('content-type', 'application/json');
    xhr.setRequestHeader('x-one', 'a');
    // As the page sees it, with all that a browser has.
    return { xhr: xhr as unknown as XMLHttpRequest & FakeXhr, got };
  };
  const send = async () => {
    const opened = open();
    opened.xhr.send(RUN);
    await advance(0);
    return opened;
  };
  const opens = () => fetched.records.flatMap((record) => (record.kind === 'open' ? record : []));
  return {
    ...director,
    page,
    open,
    send,
    opens,
    asked,
    posted,
    advance,
    fetched: fetched.records,
    own: own.records,
  };
}

/** Own properties that a page does not expect. */
const leftOn = (xhr: object): readonly string[] =>
  Object.getOwnPropertyNames(xhr).filter(
    (name) => !['sent', 'upload', 'timeout', 'withCredentials'].includes(name),
  );

tapContract(xhrTap, (): TapPage => {
  const { page, parts } = createPage(() => new Response());
  createTestDirector(page)
    .join()
    .receive({ kind: 'rules', rules: [serve()].map((made) => ({ ...made, match: { url: '*/other' } })) });
  return {
    page,
    owners: [page, parts.XMLHttpRequest.prototype],
    async use() {
      const xhr = new parts.XMLHttpRequest();
      const got: unknown[] = [];
      for (const name of ['readystatechange', 'progress', 'load'])
        xhr.addEventListener(name, () => got.push([name, xhr.readyState, xhr.responseText]));
      xhr.open('POST', '/run');
      xhr.send(RUN);
      got.push(['sent', [...xhr.sent]]);
      xhr.head(200, SSE);
      xhr.body(FIRST);
      xhr.end();
      return [got, leftOn(xhr)];
    },
  };
});

test('a recorded answer is served with growing text, headers, events and one record', async () => {
  const { open, opens, advance, asked, fetched, own, posted } = armed([serve({}, 1)]);
  const { xhr, got } = open();
  xhr.send(RUN);
  expect(() => xhr.send(RUN)).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  expect([xhr.readyState, xhr.status, xhr.responseText, xhr.getResponseHeader('x-two')]).toEqual([
    1,
    0,
    '',
    null,
  ]);
  expect(got.splice(0)).toEqual([['loadstart', 0], 'upload loadstart 0']);
  await advance(0);
  expect(got.splice(0)).toEqual([
    `upload progress ${RUN.length}`,
    `upload load ${RUN.length}`,
    `upload loadend ${RUN.length}`,
    2,
  ]);
  await advance(20);
  expect(got.splice(0)).toEqual([3, ['progress', FIRST.length]]);
  expect([xhr.readyState, xhr.responseText, xhr.response]).toEqual([3, FIRST, FIRST]);
  await advance(20);
  await advance(20);
  const { length } = FIRST + LAST;
  expect(got).toEqual([3, ['progress', length], 4, ['load', length], ['loadend', length]]);
  expect([xhr.readyState, xhr.status, xhr.responseURL, xhr.responseText]).toEqual([
    4,
    200,
    'http://page.test/app/run',
    FIRST + LAST,
  ]);
  expect(xhr.getResponseHeader('X-Two')).toBe('b');
  expect(xhr.getResponseHeader('not a name')).toBe(null);
  expect(xhr.getAllResponseHeaders()).toBe('content-type: text/event-stream\r\nx-two: b\r\n');
  expect([asked, xhr.sent]).toEqual([[], []]);
  const url = 'http://page.test/app/run';
  expect(opens()).toMatchObject([
    { transport: 'xhr', url, method: 'POST', requestBody: RUN, origin: 'served from demo #1', status: 200 },
  ]);
  expect(fetched.at(-1)).toMatchObject({ kind: 'close', how: 'complete' });
  expect(own).toEqual([]);
  expect(posted.at(-1)?.affected).toEqual({ 'rule of serve': 1 });
  // Once more, by the browser: nothing is left.
  xhr.open('POST', 'other');
  expect(leftOn(xhr)).toEqual([]);
  xhr.send('{}');
  expect(xhr.sent).toEqual(['{}']);
});

test.each<[XMLHttpRequestResponseType, string, unknown]>([
  ['', '{"a":"ü"}', '{"a":"ü"}'],
  ['text', '{"a":"ü"}', '{"a":"ü"}'],
  ['json', '{"a":"ü"}', { a: 'ü' }],
  ['json', 'no JSON', null],
  ['arraybuffer', 'ü', Uint8Array.of(195, 188).buffer],
  ['blob', 'ü', new Blob(['ü'], { type: 'application/json' })],
])('a response of type "%s": %s', async (type, body, expected) => {
  const { open, advance } = armed([
    rule({ kind: 'status', status: 503, body, contentType: 'application/json' }),
  ]);
  const { xhr } = open();
  xhr.responseType = type;
  const before = xhr.response;
  xhr.send(RUN);
  await advance(0);
  expect([xhr.status, xhr.statusText, xhr.response]).toEqual([503, '', expected]);
  expect(xhr.response).toBe(xhr.response);
  expect(before).toBe(type === '' || type === 'text' ? '' : null);
  if (before === null)
    expect(() => xhr.responseText).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
});

test('events of a live answer are edited; the request is the one that the page made', async () => {
  const { page, open, opens, advance, asked, fetched, own } = armed([
    change({ kind: 'drop' }, 'type:RUN_STARTED'),
  ]);
  const { xhr } = open();
  xhr.withCredentials = true;
  xhr.send(RUN);
  await advance(0);
  expect(xhr.responseText).toBe(LAST);
  const [request] = asked;
  expect([request?.method, request?.url, request?.credentials, request && [...request.headers]]).toEqual([
    'POST',
    'http://page.test/app/run',
    'include',
    [
      ['content-type', 'application/json'],
      ['x-one', 'a'],
    ],
  ]);
  expect(await request?.text()).toBe(RUN);
  expect(opens()).toMatchObject([{ transport: 'xhr', requestBody: RUN }]);
  expect(opens()[0]?.origin).toBeUndefined();
  expect(fetched.filter(({ kind }) => kind === 'gap')).toMatchObject([
    { reason: 'changed', detail: 'RUN_STARTED: dropped by rule 1' },
  ]);
  expect(own).toEqual([]);
  // A call of the page itself is none of it.
  await page.fetch('data');
  expect(asked.at(-1)).toBe('data');
});

test('events of a protobuf answer are edited', async () => {
  const events = ['first', 'second'].map((delta) =>
    framed({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta }),
  );
  const { open, advance } = armed(
    [change({ kind: 'drop' }, 'first')],
    () => new Response(joinBytes(events), { headers: { 'content-type': PROTO_TYPE } }),
  );
  const { xhr } = open();
  xhr.responseType = 'arraybuffer';
  xhr.send(RUN);
  await advance(0);
  expect(new Uint8Array(xhr.response)).toEqual(events[1]);
});

test('an event is held until a command', async () => {
  const { receive, send, posted, advance } = armed([change({ kind: 'hold' }, 'type:RUN_FINISHED')]);
  const { xhr } = await send();
  expect([xhr.readyState, xhr.responseText]).toEqual([3, FIRST]);
  receive({ kind: 'held', id: posted.at(-1)?.held[0]?.id ?? '', command: { kind: 'forward' } });
  await advance(0);
  expect([xhr.readyState, xhr.responseText]).toEqual([4, FIRST + LAST]);
});

const ENDED = (name: string, isUploaded = false) => [
  4,
  ...(isUploaded ? [] : [...(name === 'error' ? ['upload error 0'] : []), 'upload loadend 0']),
  [name, 0],
  ['loadend', 0],
];

test.each<[string, readonly PageRule[], unknown[], string]>([
  ['as a network error', [rule({ kind: 'network-error' })], ENDED('error'), 'network-error'],
  ['when its recording broke', [serve({ isBroken: true })], ENDED('error', true), 'network-error'],
  ['at an event', [change({ kind: 'break' }, 'type:RUN_FINISHED')], ENDED('error', true), 'network-error'],
])('a request fails %s', async (_, rules, ending, how) => {
  const { send, fetched, own } = armed(rules);
  const { xhr, got } = await send();
  expect(got.slice(-ending.length)).toEqual(ending);
  expect([xhr.readyState, xhr.status, xhr.responseText, xhr.getAllResponseHeaders()]).toEqual([4, 0, '', '']);
  await expect.poll(() => fetched.at(-1)).toMatchObject({ kind: 'close', how });
  expect(own).toEqual([]);
});

test.each(['abort', 'timeout'] as const)('a request without an answer ends by %s', async (name) => {
  const { open, advance, fetched } = armed([rule({ kind: 'no-answer' })]);
  const { xhr, got } = open();
  xhr.timeout = name === 'timeout' ? 500 : 0;
  xhr.send(RUN);
  await advance(499);
  got.length = 0;
  if (name === 'abort') xhr.abort();
  await advance(1);
  expect(got).toEqual(ENDED(name));
  expect([xhr.readyState, xhr.status]).toEqual([name === 'abort' ? 0 : 4, 0]);
  expect(fetched.at(-1)).toMatchObject({ kind: 'close', how: 'aborted' });
});

test.each(['readystatechange', 'progress'])(
  'a page that aborts at %s gets no more, and may send the object again',
  async (name) => {
    const { open, advance, fetched, asked } = armed([
      serve({}, 1),
      change({ kind: 'drop' }, 'type:RUN_STARTED'),
    ]);
    const { xhr, got } = open();
    xhr.send(RUN);
    await advance(0);
    xhr.addEventListener(name, () => xhr.abort(), { once: true });
    await advance(20);
    await advance(60);
    const last = name === 'progress' ? ['progress', FIRST.length] : 3;
    expect(got.slice(-4)).toEqual([last, ...ENDED('abort', true)]);
    expect([xhr.readyState, xhr.responseText]).toEqual([0, '']);
    expect(fetched.at(-1)).toMatchObject({ kind: 'close', how: 'aborted' });
    xhr.open('POST', 'run');
    xhr.send(RUN);
    await advance(0);
    expect([asked.length, xhr.responseText]).toEqual([1, LAST]);
  },
);

test('requests that start no run, or are synchronous, are sent by the browser at once, rules or not', () => {
  const { receive, open, own, asked } = armed();
  for (const isWaiting of [true, false]) {
    if (!isWaiting) receive({ kind: 'rules', rules: [rule({ kind: 'network-error' })] });
    const { xhr } = open();
    xhr.send('{"a":1}');
    const blocking = open(false).xhr;
    blocking.send(RUN);
    expect([xhr.sent, blocking.sent, leftOn(xhr), leftOn(blocking)]).toEqual([['{"a":1}'], [RUN], [], []]);
  }
  expect([own, asked]).toEqual([[], []]);
});

test.each(['rules', 'no rules', 'off', 'abort', 'open'] as const)(
  'a run request waits for the first rules: %s',
  async (what) => {
    const { receive, open, advance, opens, own, asked } = armed();
    const { xhr, got } = open();
    xhr.send(RUN);
    await advance(WAIT_MS - 1);
    expect([xhr.sent, got]).toEqual([[], []]);
    if (what === 'rules') receive({ kind: 'rules', rules: [serve()] });
    if (what === 'off') receive({ kind: 'off' });
    if (what === 'abort') xhr.abort();
    if (what === 'open') xhr.open('POST', 'run');
    await advance(1);
    expect(asked).toEqual([]);
    if (what === 'rules') {
      expect(xhr.responseText).toBe(FIRST + LAST);
      expect(opens()).toMatchObject([{ transport: 'xhr', origin: 'served from demo #1' }]);
      return;
    }
    const isSent = what === 'no rules' || what === 'off';
    expect(slot.send === undefined).toBe(what === 'off');
    expect(xhr.sent).toEqual(isSent ? [RUN] : []);
    if (what === 'abort') expect(got).toEqual(ENDED('abort'));
    else expect(leftOn(xhr)).toEqual([]);
    if (!isSent) return;
    xhr.head(200, SSE);
    xhr.body(FIRST);
    xhr.end();
    expect(xhr.responseText).toBe(FIRST);
    expect(own).toMatchObject([{ kind: 'open', requestBody: RUN }, { text: FIRST }, { kind: 'close' }]);
    expect(opens()).toEqual([]);
  },
);
