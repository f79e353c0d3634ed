// Events of an EventSource and of a WebSocket that a director edits, with the test as the server.
import { afterEach, expect, test } from 'vitest';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import type { HeldCommand } from '@/lib/messages/arming';
import { toBase64 } from '@/lib/messages/base64';
import type { EventEdit, EventMatch } from '@/lib/messages/event-edits';
import type { PageRule, PageRuleAction, PageRuleMatch, ServedExchange } from '@/lib/messages/page-rules';
import { eventSourceTap } from '@/lib/page/event-source';
import { slot } from '@/lib/page/slot';
import type { PageWindow } from '@/lib/page/tap';
import { webSocketTap } from '@/lib/page/web-socket';
import { installTap } from '../contract/tap';
import { fakePage, streamParts } from '../page/fakes';
import { framed } from '../support/packed';
import { waitUntilClosed } from '../support/wait-until';
import { createTestDirector, emptySlot } from './test-director';

const EVENTS = [
  '{"type":"RUN_STARTED"}',
  '{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"weather"}',
  '{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}',
  '{"type":"RUN_FINISHED"}',
];
const [FIRST = '', START = '', ARGS = '', LAST = ''] = EVENTS;
const RUN_ERROR = '{"type":"RUN_ERROR","message":"The agent failed.","code":"what-if"}';

type Kind = 'EventSource' | 'WebSocket';
const KINDS = ['EventSource', 'WebSocket'] as const;

let undo = (): void => {};
afterEach(() => {
  undo();
  emptySlot();
});

const change = (edit: EventEdit, event: EventMatch = {}, match: PageRuleMatch = { url: '*' }): PageRule => ({
  id: `rule of ${edit.kind}`,
  isOn: true,
  match,
  action: { kind: 'change', event, edit },
});

/** A fake of either class. */
interface Served extends EventTarget {
  readonly readyState: number;
  close(): void;
  send?(data: unknown): void;
  readonly sent?: readonly unknown[];
  serve(what: string, data?: unknown, lastEventId?: string): void;
}

/** A page with a connection of each class, and all that its listeners get. */
function armed(kind: Kind) {
  const { parts, page: fake } = fakePage();
  const { prototype } = fake.EventTarget;
  const page = Object.assign(fake, {
    ...streamParts,
    DOMException,
    EventTarget: Object.assign(
      function make() {
        return new EventTarget();
      },
      { prototype },
    ),
    AbortController,
    location: new URL('http://page.test/app/'),
    // Its events look like those of the server.
    fetch: async () => new Response(''),
  }) as unknown as PageWindow;
  const tap = installTap(kind === 'EventSource' ? eventSourceTap : webSocketTap, page);
  undo = tap.undo;
  const { join, link, posted, advance } = createTestDirector(page);
  const connect = (path = 'run', isOpened = true) => {
    const object: Served =
      kind === 'EventSource'
        ? new parts.EventSource(`http://page.test/${path}`)
        : new parts.WebSocket(`ws://page.test/${path}`);
    const got: unknown[] = [];
    for (const name of ['message', 'RUN_FINISHED', 'CUSTOM'])
      object.addEventListener(name, (event) => {
        const { data } = event as MessageEvent;
        got.push(name === 'message' ? data : `${name} ${data}`);
      });
    for (const name of ['open', 'error', 'close'])
      object.addEventListener(name, (event) =>
        got.push([name, object.readyState, (event as CloseEvent).code].filter((fact) => fact !== undefined)),
      );
    if (isOpened) object.serve('open');
    got.length = 0;
    return {
      object,
      got,
      serve: (...data: unknown[]) => {
        for (const each of data) object.serve('message', each);
      },
    };
  };
  const texts = () =>
    tap.records.flatMap((record) =>
      record.kind === 'frame'
        ? [record.text]
        : record.kind === 'gap'
          ? [`${record.reason}: ${record.detail}`]
          : record.kind === 'close'
            ? [[record.how, record.code].filter((fact) => fact !== undefined).join(' ')]
            : [],
    );
  const held = () => posted.at(-1)?.held ?? [];
  return { join, posted, advance, connect, texts, held, link, records: tap.records, parts };
}

/** The same, with rules. */
function ruled(kind: Kind, ...rules: readonly PageRule[]) {
  const page = armed(kind);
  const director = page.join();
  director.receive({ kind: 'rules', rules });
  const command = async (made: HeldCommand): Promise<void> => {
    director.receive({ kind: 'held', id: page.held()[0]?.id ?? '', command: made });
    await page.advance(0);
  };
  return { ...page, ...director, command };
}

const note = (text: string): string => `changed: ${text} by rule 1`;

for (const kind of KINDS) {
  test.each<[EventEdit, EventMatch, readonly string[], string]>([
    [{ kind: 'drop' }, { query: 'tool:weather' }, [FIRST, LAST], 'TOOL_CALL_START: dropped'],
    [{ kind: 'repeat' }, { nth: 2 }, [FIRST, START, START, ARGS, LAST], 'TOOL_CALL_START: sent twice'],
    [{ kind: 'halve' }, { nth: 4 }, [FIRST, START, ARGS, '{"type":"RUN'], 'RUN_FINISHED: cut in half'],
    [
      { kind: 'replace', event: '{"a":1}' },
      { nth: 2 },
      [FIRST, '{"a":1}', ARGS, LAST],
      'TOOL_CALL_START: replaced',
    ],
    [
      { kind: 'insert', event: '1', isAfter: true },
      { query: 'type:TOOL_CALL_START' },
      [FIRST, START, '1', ARGS, LAST],
      'TOOL_CALL_START: an event was inserted after it',
    ],
  ])(`events of a ${kind}: %j`, async (edit, match, expected, done) => {
    const { connect, advance, texts, posted } = ruled(kind, change(edit, match));
    const { got, serve } = connect();
    serve(...EVENTS);
    await advance(0);
    expect(got).toEqual(expected);
    // The record has what the page got, and a note at each edit.
    expect(texts().filter((text) => !text?.startsWith('changed'))).toEqual(expected);
    expect(texts()).toContain(note(done));
    expect(posted.at(-1)?.affected[`rule of ${edit.kind}`]).toBe(edit.kind === 'drop' ? 2 : 1);
  });

  test(`a ${kind} without a matching rule gets the browser's own events`, async () => {
    const { connect, advance, texts, receive } = ruled(
      kind,
      // Without a URL, a rule is for run requests of fetch.
      change({ kind: 'drop' }, {}, {}),
      change({ kind: 'drop' }, {}, { url: '*', thread: 't' }),
      change({ kind: 'drop' }, {}, { url: '*', method: 'POST' }),
      change({ kind: 'drop' }, {}, { url: '*/other' }),
      { id: 'pass', isOn: true, match: { url: '*/run' }, action: { kind: 'pass' } },
      change({ kind: 'drop' }),
    );
    const { object, got, serve } = connect();
    serve(...EVENTS);
    expect(got).toEqual(EVENTS);
    expect(texts()).toEqual(EVENTS);
    expect([Object.hasOwn(object, 'readyState'), Object.hasOwn(object, 'close')]).toEqual([false, false]);
    receive({ kind: 'off' });
    expect(slot.taken).toBeUndefined();
    await advance(0);
  });

  test(`an event of a ${kind} is held, and those behind it wait in their order`, async () => {
    const { connect, advance, texts, held, command } = ruled(
      kind,
      change({ kind: 'hold' }, { query: 'type:TOOL_CALL_START' }),
    );
    const { object, got, serve } = connect();
    serve(FIRST, START, ARGS);
    await advance(0);
    expect(held()).toEqual([{ id: 'fresh-1', rule: 'rule of hold', type: 'TOOL_CALL_START', text: START }]);
    await advance(2500);
    serve(LAST);
    expect(got).toEqual([FIRST]);
    await command({ kind: 'next' });
    expect(got).toEqual([FIRST, START]);
    expect(held().map(({ type }) => type)).toEqual(['TOOL_CALL_ARGS']);
    await command({ kind: 'replace', event: '{"b":2}' });
    expect(got).toEqual([FIRST, START, '{"b":2}', LAST]);
    expect(object.readyState).toBe(1);
    expect(texts()).toEqual([
      FIRST,
      'changed: TOOL_CALL_START: held by rule 1',
      'changed: TOOL_CALL_START: went on after 2.5 s',
      START,
      'changed: TOOL_CALL_ARGS: held by rule 1',
      'changed: TOOL_CALL_ARGS: replaced after 0.0 s',
      '{"b":2}',
      LAST,
    ]);
    // Later events are the browser's own again.
    serve(FIRST);
    expect(got.at(-1)).toBe(FIRST);
  });

  test.each(['off', 'no arming script'] as const)(
    `a page with a ${kind} is never left waiting: %s`,
    async (what) => {
      const { connect, advance, texts, receive, link, held } = ruled(kind, change({ kind: 'hold' }));
      const { got, serve } = connect();
      serve(...EVENTS);
      await advance(0);
      expect(held()).toHaveLength(1);
      if (what === 'off') receive({ kind: 'off' });
      else link.isThere = false;
      // Before what waits has gone on.
      serve('{"type":"CUSTOM"}');
      await advance(1000);
      expect(got).toEqual([...EVENTS, '{"type":"CUSTOM"}']);
      expect(texts()).toContainEqual(
        expect.stringMatching(/: went on after \d\.\d s, because the rules were switched off$/),
      );
      expect(slot.taken).toBeUndefined();
      serve(LAST);
      expect(got.at(-1)).toBe(LAST);
    },
  );

  test(`a ${kind} that the page closes while an event is held gets nothing more`, async () => {
    const { connect, advance, held, receive } = ruled(kind, change({ kind: 'hold' }, { nth: 2 }));
    const { object, got, serve } = connect();
    serve(...EVENTS);
    await advance(0);
    expect(held()).toHaveLength(1);
    object.close();
    await advance(0);
    expect(held()).toEqual([]);
    expect(got).toEqual(kind === 'EventSource' ? [FIRST] : [FIRST, ['close', 3, 1000]]);
    receive({ kind: 'off' });
    expect(slot.taken).toBeUndefined();
  });

  test(`a ${kind} of a new document waits for the first rules`, async () => {
    const { join, connect, advance } = armed(kind);
    const director = join();
    const { got, serve } = connect();
    serve(FIRST, START);
    await advance(0);
    expect(got).toEqual([]);
    director.receive({ kind: 'rules', rules: [change({ kind: 'drop' }, { query: 'type:TOOL_*' })] });
    await advance(0);
    serve(ARGS, LAST);
    await advance(0);
    expect(got).toEqual([FIRST, LAST]);
  });

  test(`rules apply to an open ${kind} by its number among those of their URL`, async () => {
    const { join, connect, advance, texts } = armed(kind);
    const one = connect();
    one.serve(FIRST);
    const { receive } = join();
    const rule = change({ kind: 'drop' }, { query: 'type:TOOL_*' }, { url: '*/run' });
    receive({ kind: 'rules', rules: [{ ...rule, match: { url: '*/run', nth: 2 } }] });
    const two = connect();
    const other = connect('other');
    for (const { serve } of [one, two, other]) serve(START);
    await advance(0);
    expect([one.got, two.got, other.got]).toEqual([[FIRST, START], [], [START]]);
    // Another condition of the same rule counts nothing twice.
    receive({ kind: 'rules', rules: [{ ...rule, match: { url: '*/run', nth: 1 } }] });
    for (const { serve } of [one, two]) serve(START);
    await advance(0);
    expect([one.got, two.got]).toEqual([[FIRST, START], [START]]);
    expect(texts()).toContain(note('TOOL_CALL_START: dropped'));
  });
}

test.each<[EventEdit, readonly unknown[]]>([
  [{ kind: 'end' }, [FIRST, ['error', 2]]],
  [{ kind: 'break' }, [FIRST, ['error', 2]]],
  [{ kind: 'run-error' }, [FIRST, RUN_ERROR, ['error', 2]]],
])('an EventSource ends by rule: %j', async (edit, expected) => {
  const { connect, advance, texts, records } = ruled('EventSource', change(edit, { nth: 2 }));
  const { object, got, serve } = connect();
  serve(...EVENTS);
  await advance(0);
  await waitUntilClosed(records, 1);
  expect(got).toEqual(expected);
  expect(object.readyState).toBe(2);
  expect(texts().at(-1)).toBe(edit.kind === 'break' ? 'network-error' : 'complete');
  expect(records.filter(({ kind }) => kind === 'open')).toHaveLength(1);
});

test.each<[EventEdit, readonly unknown[], string]>([
  [{ kind: 'end' }, [FIRST, ['close', 3, 1000]], 'complete 1000'],
  [{ kind: 'break' }, [FIRST, ['error', 3], ['close', 3, 1006]], 'network-error 1006'],
  [{ kind: 'run-error' }, [FIRST, RUN_ERROR, ['close', 3, 1000]], 'complete 1000'],
])('a WebSocket ends by rule, once: %j', async (edit, expected, record) => {
  const { connect, advance, texts, records, receive } = ruled('WebSocket', change(edit, { nth: 2 }));
  const { object, got, serve } = connect();
  // Its own close gives an event, too.
  serve(FIRST, START, ARGS);
  receive({ kind: 'off' });
  await advance(0);
  await waitUntilClosed(records, 1);
  expect(got).toEqual(expected);
  expect(object.readyState).toBe(3);
  expect(texts().at(-1)).toBe(record);
  expect(slot.taken).toBeUndefined();
});

const PROMPT = '{"type":"ASK","text":"Rome?"}';
const sentChange = (edit: EventEdit, event: EventMatch = {}): PageRule =>
  change(edit, { isSent: true, ...event });

test.each<[EventEdit, EventMatch, readonly unknown[], string]>([
  [{ kind: 'drop' }, { query: 'Rome' }, ['{}', 'no JSON'], 'ASK: dropped'],
  [{ kind: 'repeat' }, { nth: 1 }, ['{}', '{}', PROMPT, 'no JSON'], 'an event: sent twice'],
  [{ kind: 'halve' }, { nth: 2 }, ['{}', '{"type":"ASK","', 'no JSON'], 'ASK: cut in half'],
  [{ kind: 'replace', event: '[]' }, { query: 'type:ASK' }, ['{}', '[]', 'no JSON'], 'ASK: replaced'],
])('a message of the page is edited on its way to the server: %j', async (edit, match, expected, done) => {
  const { connect, advance, texts } = ruled('WebSocket', sentChange(edit, match));
  const { object, got, serve } = connect();
  serve(...EVENTS);
  for (const message of ['{}', PROMPT, 'no JSON']) object.send?.(message);
  await advance(0);
  expect(object.sent).toEqual(expected);
  // Events of the answer are no messages of the page.
  expect(got).toEqual(EVENTS);
  const recorded = texts().slice(EVENTS.length);
  expect(recorded.filter((text) => !text?.startsWith('changed'))).toEqual(expected);
  expect(recorded).toContain(note(`page sends ${done}`));
});

test('a message of the page is held, and those behind it follow it as they were when they were sent', async () => {
  const { connect, advance, texts, held, command } = ruled(
    'WebSocket',
    sentChange({ kind: 'hold' }, { nth: 1 }),
    { ...change({ kind: 'drop' }, { query: 'Rome' }), id: 'of events' },
  );
  const { object, got, serve } = connect();
  serve(FIRST);
  const bytes = new Uint8Array([1, 2]);
  object.send?.(PROMPT);
  object.send?.(bytes);
  object.send?.({ toString: () => 'text' });
  bytes.fill(9);
  await advance(0);
  await advance(1500);
  expect(object.sent).toEqual([]);
  const isSent = true;
  expect(held()).toEqual([{ id: 'fresh-1', rule: 'rule of hold', type: 'ASK', isSent, text: PROMPT }]);
  serve(LAST);
  expect(got).toEqual([FIRST, LAST]);
  await command({ kind: 'replace', event: '{"a":1}' });
  expect(object.sent).toEqual(['{"a":1}', new Uint8Array([1, 2]), 'text']);
  expect(texts()).toContain('changed: page sends ASK: replaced after 1.5 s');
  // Later messages are sent by the page itself.
  object.send?.(bytes);
  expect(object.sent?.at(-1)).toBe(bytes);
});

test.each(['off', 'no arming script'] as const)('a held message of the page is sent: %s', async (what) => {
  const { connect, advance, receive, link } = ruled('WebSocket', sentChange({ kind: 'hold' }));
  const { object, serve } = connect();
  serve(FIRST);
  object.send?.(PROMPT);
  object.send?.('{}');
  await advance(0);
  if (what === 'off') receive({ kind: 'off' });
  else link.isThere = false;
  await advance(1000);
  expect(object.sent).toEqual([PROMPT, '{}']);
  expect(slot.sent).toBeUndefined();
});

test('a command ends the socket at a message of the page, and the page gets earlier messages', async () => {
  const { connect, advance, command, texts, records } = ruled('WebSocket', sentChange({ kind: 'hold' }));
  const { object, got, serve } = connect();
  serve(FIRST);
  object.send?.(PROMPT);
  await advance(0);
  await command({ kind: 'run-error' });
  await waitUntilClosed(records, 1);
  expect([object.sent, got]).toEqual([[], [FIRST, RUN_ERROR, ['close', 3, 1000]]]);
  expect(texts().at(-1)).toBe('complete 1000');
});

test.each<EventEdit>([{ kind: 'hold' }, { kind: 'replace', event: '[]' }])(
  'messages of a page before it closes its socket are sent: %j',
  async (edit) => {
    const { connect, advance, held, receive, texts } = ruled('WebSocket', sentChange(edit));
    const { object, serve } = connect();
    serve(FIRST);
    object.send?.(PROMPT);
    object.send?.('{}');
    object.close();
    expect(object.sent).toEqual([PROMPT, '{}']);
    await advance(0);
    expect(held()).toEqual([]);
    expect(texts().slice(1, -1)).toEqual([
      'changed: page sends 2 messages unchanged, because the page closed the connection',
      PROMPT,
      '{}',
    ]);
    receive({ kind: 'off' });
    expect(slot.sent).toBeUndefined();
  },
);

test('a message held when the server closes the socket is not sent, and the record shows that', async () => {
  const { connect, advance, held, texts } = ruled('WebSocket', sentChange({ kind: 'hold' }));
  const { object, serve } = connect();
  serve(FIRST);
  object.send?.(PROMPT);
  await advance(0);
  expect(held()).toHaveLength(1);
  object.serve('close', { code: 1001, reason: '', wasClean: true });
  await advance(0);
  expect([held(), object.sent]).toEqual([[], []]);
  expect(texts()).toContain('changed: page sends 1 message, which did not arrive: the connection was closed');
});

test('a send method that the page has replaced runs once for each message', async () => {
  const { join, connect, advance, parts, held } = armed('WebSocket');
  const { prototype } = parts.WebSocket;
  const inner = prototype.send;
  prototype.send = function send(data: unknown) {
    inner.call(this, `wrapped ${data}`);
  };
  const { receive } = join();
  receive({ kind: 'rules', rules: [sentChange({ kind: 'hold' })] });
  const { object } = connect();
  object.send?.('a');
  await advance(0);
  receive({ kind: 'held', id: held()[0]?.id ?? '', command: { kind: 'forward' } });
  await advance(0);
  prototype.send = inner;
  expect(object.sent).toEqual(['wrapped a']);
});

test('a held message goes on once too much waits behind it, and binary messages are reported', async () => {
  const { connect, advance, posted } = ruled('WebSocket', sentChange({ kind: 'hold' }, { nth: 1 }));
  const { object, serve } = connect();
  serve(FIRST);
  object.send?.(new Uint8Array(1));
  object.send?.(PROMPT);
  await advance(0);
  expect(object.sent).toEqual([new Uint8Array(1)]);
  object.send?.(new Uint8Array(17 * 1024 * 1024));
  await advance(0);
  expect(object.sent).toHaveLength(3);
  expect(posted.at(-1)?.notEditable).toEqual({ 'rule of hold': 'binary' });
});

test('messages that a page sends before its rules arrive wait for them', async () => {
  const { join, connect, advance } = armed('WebSocket');
  const director = join();
  const { object } = connect();
  object.send?.(PROMPT);
  await advance(0);
  expect(object.sent).toEqual([]);
  director.receive({ kind: 'rules', rules: [sentChange({ kind: 'replace', event: '{}' })] });
  await advance(0);
  expect(object.sent).toEqual(['{}']);
});

test('a connection that is lost while an event is held is lost after it, and the page sees it as open until then', async () => {
  const source = ruled('EventSource', change({ kind: 'hold' }, { nth: 2 }));
  const one = source.connect();
  one.serve(FIRST, START);
  one.object.serve('lost');
  one.object.serve('open');
  one.serve(ARGS);
  await source.advance(0);
  expect(one.object.readyState).toBe(1);
  await source.command({ kind: 'forward' });
  expect(one.got).toEqual([FIRST, START, ['error', 0], ['open', 1], ARGS]);
  expect(source.records.filter(({ kind }) => kind === 'open')).toHaveLength(2);
  undo();
  const socket = ruled('WebSocket', change({ kind: 'hold' }, { nth: 2 }));
  const two = socket.connect();
  two.serve(FIRST, START, new Uint8Array(1).buffer);
  two.object.dispatchEvent(new Event('error'));
  two.object.serve('close', { code: 1006, reason: '', wasClean: false });
  await socket.advance(0);
  expect([two.got, two.object.readyState]).toEqual([[FIRST], 1]);
  await socket.command({ kind: 'forward' });
  expect(two.got).toEqual([FIRST, START, new Uint8Array(1).buffer, ['error', 1], ['close', 3, 1006]]);
  await waitUntilClosed(socket.records, 1);
  expect(socket.texts().at(-1)).toBe('network-error 1006');
});

test('a held event goes on once too much waits behind it', async () => {
  const { connect, advance, texts } = ruled('WebSocket', change({ kind: 'hold' }, { nth: 1 }));
  const { got, serve } = connect();
  const long = 'x'.repeat(17 * 1024 * 1024);
  serve(FIRST, START);
  await advance(0);
  expect(got).toEqual([]);
  serve(long);
  await advance(0);
  expect(got.map((text) => String(text).length)).toEqual([FIRST.length, START.length, long.length]);
  expect(texts()).toContain('changed: RUN_STARTED: went on after 0.0 s, because too much waited behind it');
});

test('a socket that the server closes while the page closes it, too, reports its close', async () => {
  const { connect, advance } = ruled('WebSocket', change({ kind: 'hold' }, { nth: 1 }));
  const { object, got, serve } = connect();
  serve(FIRST, START);
  object.serve('close', { code: 1001, reason: '', wasClean: true });
  Object.defineProperty(Object.getPrototypeOf(object), 'close', { value: () => undefined });
  object.close();
  await advance(0);
  expect(got).toEqual([['close', 3, 1001]]);
});

test('a socket that the server has closed is ended at a held event, once', async () => {
  const { connect, advance, command, receive } = ruled('WebSocket', change({ kind: 'hold' }, { nth: 1 }));
  const { object, got, serve } = connect();
  serve(FIRST);
  object.serve('close', { code: 1001, reason: '', wasClean: true });
  Object.defineProperty(Object.getPrototypeOf(object), 'close', { value: () => undefined });
  await advance(0);
  await command({ kind: 'end' });
  expect(got).toEqual([['close', 3, 1000]]);
  receive({ kind: 'off' });
  expect(slot.taken).toBeUndefined();
});

test('an inserted event among named ones has a name of its own', async () => {
  const insert: EventEdit = { kind: 'insert', event: '{"type":"CUSTOM"}', isAfter: false };
  const { connect, advance } = ruled('EventSource', change(insert, { query: 'type:RUN_FINISHED' }));
  const { object, got } = connect();
  object.serve('RUN_FINISHED', LAST, '7');
  await advance(0);
  expect(got).toEqual(['CUSTOM {"type":"CUSTOM"}', `RUN_FINISHED ${LAST}`]);
});

test('binary messages are left as they are, and reported', async () => {
  const { connect, posted } = ruled('WebSocket', change({ kind: 'drop' }));
  const { got, serve } = connect();
  serve(new Uint8Array([0x62, 3, 1, 2, 3]).buffer);
  expect(got).toHaveLength(1);
  expect(posted.at(-1)).toMatchObject({ affected: {}, notEditable: { 'rule of drop': 'binary' } });
});

test('notes of edits before a socket shows that it is AG-UI are not lost', async () => {
  const { connect, advance, texts } = ruled('WebSocket', change({ kind: 'drop' }, { nth: 1 }));
  const { serve } = connect();
  serve(FIRST);
  await advance(0);
  expect(texts()).toEqual([]);
  serve(START);
  await advance(0);
  serve(ARGS);
  await advance(0);
  expect(texts()).toContain(note('RUN_STARTED: dropped'));
});

const exchange = (run: string, change: Partial<ServedExchange> = {}): ServedExchange => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  headT: 0,
  chunks: [
    { t: 0, text: `id: 7\nevent: CUSTOM\ndata: {"type":"RUN_STARTED","runId":"${run}"}\n\n` },
    { t: 10, text: `data: ${LAST}\n\n` },
  ],
  endT: 20,
  run,
  input: [],
  ids: [],
  ...change,
});
const serve = (...exchanges: readonly ServedExchange[]): PageRule => ({
  id: 'serve',
  isOn: true,
  match: { url: '*' },
  action: { kind: 'serve', source: 'demo', exchanges, isPaused: false, pace: 1 },
});
const run = (runId: string): string => JSON.stringify({ threadId: 't', runId, messages: [] });

test('an EventSource is served without a connection, with its names and the ids of its URL', async () => {
  const { connect, advance, texts, records, posted, parts } = ruled('EventSource', serve(exchange('old')));
  const { object, got } = connect('run?runId=own', false);
  let messages = 0;
  Object.assign(object, { onmessage: () => messages++ });
  expect(object).toBeInstanceOf(parts.EventSource);
  expect([object.readyState, Reflect.get(object, 'url')]).toEqual([0, 'http://page.test/run?runId=own']);
  await advance(0);
  await advance(0);
  expect(object.readyState).toBe(1);
  expect(got).toEqual([['open', 1], 'CUSTOM {"type":"RUN_STARTED","runId":"own"}']);
  await advance(10);
  await advance(10);
  expect(got.slice(2)).toEqual([LAST, ['error', 2]]);
  expect(messages).toBe(1);
  await waitUntilClosed(records, 1);
  expect(texts()).toEqual([
    'changed: new ids: old → own',
    '{"type":"RUN_STARTED","runId":"own"}',
    LAST,
    'complete',
  ]);
  expect(records[0]).toMatchObject({ transport: 'event-source', origin: 'served from demo #1' });
  expect(records[2]).toMatchObject({ event: 'CUSTOM', lastEventId: '7' });
  expect(posted.at(-1)).toMatchObject({ affected: { serve: 1 }, open: 0 });
  // The next has no recorded answer, and is the browser's own.
  expect(connect('run').got).toEqual([]);
});

test('a protobuf answer is served over a connection as JSON', async () => {
  const started = { type: 'RUN_STARTED', threadId: 't', runId: 'old' };
  const chunks = [{ t: 0, b64: toBase64(framed(started)) }];
  const headers = { 'content-type': PROTO_TYPE };
  const { connect, advance } = ruled('EventSource', serve(exchange('old', { headers, chunks })));
  const { got } = connect('run?runId=own', false);
  await advance(0);
  await advance(0);
  expect(got.map((each) => (typeof each === 'string' ? JSON.parse(each) : each))).toEqual([
    ['open', 1],
    { ...started, runId: 'own' },
  ]);
});

test('a WebSocket is served without a connection: each run request that is sent gets the next answer', async () => {
  const { connect, advance, texts, parts, receive } = ruled(
    'WebSocket',
    change({ kind: 'drop' }, { query: 'type:RUN_FINISHED', nth: 1 }),
    serve(exchange('a'), exchange('b')),
  );
  const { object, got } = connect('run', false);
  expect(object).toBeInstanceOf(parts.WebSocket);
  expect(() => object.send?.('early')).toThrow(DOMException);
  await advance(0);
  object.send?.('ping');
  object.send?.(run('own-a'));
  await advance(0);
  await advance(10);
  await advance(10);
  expect(got).toEqual([['open', 1], 'CUSTOM {"type":"RUN_STARTED","runId":"own-a"}']);
  object.send?.(run('own-b'));
  await advance(0);
  // A running answer is served to its end.
  receive({ kind: 'off' });
  await advance(10);
  await advance(10);
  expect(got.slice(2)).toEqual(['CUSTOM {"type":"RUN_STARTED","runId":"own-b"}', LAST]);
  object.close();
  await advance(0);
  expect([got.at(-1), object.readyState]).toEqual([['close', 3, 1000], 3]);
  expect(texts()).toEqual([
    'ping',
    run('own-a'),
    'changed: new ids: a → own-a',
    '{"type":"RUN_STARTED","runId":"own-a"}',
    note('RUN_FINISHED: dropped'),
    run('own-b'),
    'changed: new ids: b → own-b',
    '{"type":"RUN_STARTED","runId":"own-b"}',
    LAST,
    'aborted 1000',
  ]);
});

test.each<[Kind, PageRuleAction, readonly unknown[], string]>([
  ['EventSource', { kind: 'network-error' }, [['error', 2]], 'network-error'],
  [
    'EventSource',
    { kind: 'status', status: 500, body: '', contentType: '' },
    [['error', 2]],
    'network-error',
  ],
  ['EventSource', { kind: 'no-answer' }, [], 'aborted'],
  [
    'WebSocket',
    { kind: 'network-error' },
    [
      ['error', 3],
      ['close', 3, 1006],
    ],
    'network-error 1006',
  ],
  ['WebSocket', { kind: 'no-answer' }, [['close', 3, 1000]], 'aborted 1000'],
])('a %s fails by rule: %j', async (kind, action, expected, end) => {
  const { connect, advance, texts, records } = ruled(kind, {
    id: 'f',
    isOn: true,
    match: { url: '*' },
    action,
  });
  const { object, got } = connect('run', false);
  await advance(0);
  if (action.kind === 'no-answer') object.close();
  await advance(0);
  await waitUntilClosed(records, 1);
  expect(got).toEqual(expected);
  expect(texts()).toEqual([end]);
  expect(records[0]).toMatchObject({ kind: 'open', origin: 'failed by rule 1' });
});

test('an event of a served EventSource is held, and its end waits', async () => {
  const { connect, advance, texts, command, records } = ruled(
    'EventSource',
    change({ kind: 'hold' }, { query: 'type:RUN_STARTED' }),
    serve(exchange('a')),
  );
  const { object, got } = connect('run', false);
  for (let n = 0; n < 4; n++) await advance(10);
  expect(got).toEqual([['open', 1]]);
  expect(object.readyState).toBe(1);
  await command({ kind: 'drop' });
  expect(got.slice(1)).toEqual([LAST, ['error', 2]]);
  await waitUntilClosed(records, 1);
  expect(texts().slice(-2)).toEqual([LAST, 'complete']);
});
