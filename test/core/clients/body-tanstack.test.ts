// TanStack AI's connection adapters, byte for byte: whatever a body looks like, the app's view is what the chat has.
import { describe, expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { createHistory } from '@/lib/core/log/history';
import { FINISHED, findingsOf, headOf, STARTED, sse } from '../../support/logs';
import { messagesIn } from './tanstack';
import { type Answer, answered, createChat, unwatched } from './tanstack-chat';

const json = (...events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
const data = (event: unknown): string => `data: ${JSON.stringify(event)}`;
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const cr = (text: string): string => text.replaceAll('\n', '\r');

const START = { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' };
const text = (delta: unknown) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta });
const CALL = { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f' };
const args = (delta: unknown) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta });
const think = (delta: unknown) => ({ type: 'REASONING_MESSAGE_CONTENT', messageId: 'q', delta });
const HEAD = sse(STARTED, START, text('a'));
const TAIL = sse(text('z'), FINISHED);
const ONE = sse(STARTED);
const ALL = sse(STARTED, START, text('a'), text('b'), FINISHED);

const body = (...reads: readonly string[]): Answer => ({ reads });
const around = (middle: string): Answer => body(HEAD, middle, TAIL);
const behind = (rest: string): Answer => body(HEAD, rest);
const ended = (rest: string): Answer => body(HEAD, TAIL, rest);

const SSE: Readonly<Record<string, Answer>> = {
  'in order': body(ALL),
  'several data lines': around(`${data(text('b'))}\n${data(text('c'))}\n\n`),
  'an event in two lines': around(
    'data: {"type":"TEXT_MESSAGE_CONTENT",\ndata: "messageId":"m","delta":"b"}\n\n',
  ),
  'bare JSON behind a data line': around(`${data(text('b'))}\n${json(text('c'))}\n`),
  'bare JSON before a data line': around(`${json(text('b'))}${data(text('c'))}\n\n`),
  'bare JSON alone': around(`${json(text('b'))}\n`),
  'bare JSON alone, twice': around(`${json(text('b'))}\n${json(text('c'))}\n`),
  'only bare JSON': body(json(STARTED, START, text('a'), FINISHED)),
  'bare JSON at the end': behind(json(text('b'), FINISHED)),
  'bare JSON at the end, without its line end': behind(json(text('b')).trim()),
  'an odd line': around('hello\n\n'),
  'an odd line in a frame': around(`${data(text('b'))}\nhello\n${data(text('c'))}\n\n`),
  'an odd line in a read with events': body(HEAD, `${sse(text('b'))}hello\n\n${sse(text('c'))}`, TAIL),
  'an odd line at the end': behind('Internal Server Error\n'),
  'an odd text at the end': behind('Internal Server Error'),
  'an odd text behind the end of the run': ended('Internal Server Error'),
  'a line that is broken JSON': body(HEAD, `${sse(text('b'))}data: {"type":\n\n${sse(text('c'))}`, TAIL),
  'broken JSON behind the end of the run': ended('data: {"type":\n\n'),
  'a call that is broken off': body(sse(STARTED, CALL, args('{"a')), 'data: oops\n\n', TAIL),
  'an unknown field': around(`x-y: 1\n${data(text('b'))}\n\n`),
  'a field without a colon': around(`data\n${data(text('b'))}\n\n`),
  'an event field': around(`event: message\n${data(text('b'))}\n\n`),
  'event without a colon': around(`event\n${data(text('b'))}\n\n`),
  'retry and comments': around(`retry: 9\n: ping\n\n: ping\n${data(text('b'))}\n\n: ping\n\n`),
  'a comment at the end': behind(': ping'),
  'a comment at the end, with its line end': behind(': ping\n'),
  'a space before data': around(` ${data(text('b'))}\n\n`),
  'data without a space': around(`data:${JSON.stringify(text('b'))}\n\n`),
  'data with two spaces': around(`data:  ${JSON.stringify(text('b'))}\n\n`),
  'an empty data line': around('data:\n\n'),
  'an empty data line with its space': around('data: \n\n'),
  'white space': around('   \n\n \t\n'),
  null: around('data: null\n\n'),
  'a number': around('data: 3\n\n'),
  'a string': around('data: "x"\n\n'),
  'an array': around(`data: [${JSON.stringify(text('b'))}]\n\n`),
  'an empty array': around('data: []\n\n'),
  '[DONE] at the end': behind('data: [DONE]\n\n'),
  '[DONE] in the middle': around('data: [DONE]\n\n'),
  '[DONE] without data': around('[DONE]\n\n'),
  '[DONE] without its line end': behind('data: [DONE]'),
  '[DONE] with CR LF': behind('data: [DONE]\r\n\r\n'),
  '[DONE] and a broken line': behind('data: [DONE]\n\noops\n\n'),
  '[DONE] with a call open': body(sse(STARTED, CALL, args('{"a":1}')), 'data: [DONE]\n\n'),
  'CR LF': body(crlf(ALL)),
  'CR LF, frame by frame': body(...ALL.split(/(?<=\n\n)/).map(crlf)),
  'CR LF, cut between the two': body(crlf(HEAD).slice(0, -1), `\n${crlf(TAIL)}`),
  'CR LF and a comment first': body(`: hello\r\n\r\n${crlf(ALL)}`),
  CR: body(cr(ALL)),
  'CR, one event': body(cr(ONE)),
  'CR and a comment first': body(`: hello\r\r${cr(ALL)}`),
  'CR behind LF': body(HEAD, cr(TAIL)),
  'CR, then LF': body(HEAD, cr(sse(text('b'))), TAIL),
  'CR, then LF, one event in the line': body(HEAD, `${data(text('b'))}\r\n`, TAIL),
  'a CR in a line': around(`${data(text('b'))}\r${data(text('c'))}\n\n`),
  'a CR before the line end': around(`${data(text('b'))}\r\r\n\n`),
  'no last blank line': body(HEAD, `${data(FINISHED)}\n`),
  'no last line end': body(HEAD, data(FINISHED)),
  'no last line end, cut': body(HEAD, data(text('b')).slice(0, 30)),
  'LF without blank lines': body(ALL.replaceAll('\n\n', '\n')),
  'an envelope with an id': around(sse({ id: '1', chunk: text('b') })),
  'an envelope': around(sse({ event: text('b') })),
  'an envelope of JSON-RPC': around(sse({ jsonrpc: '2.0', method: 'event', params: { event: text('b') } })),
  'all in envelopes': body(
    sse(...[STARTED, START, text('a'), FINISHED].map((chunk, at) => ({ id: `${at}`, chunk }))),
  ),
  'snake case': around(sse({ type: 'text_message_content', message_id: 'm', delta: 'b' })),
  'a delta that is a number': around(sse(text(3), text(0), text(1.5))),
  'a delta that is an object': around(sse(text({ a: 1 }))),
  'a delta that is an array': around(sse(text([1, [2, null], 'x', {}]), text([]))),
  'a delta that is true': around(sse(text(true), text(false), text(null))),
  'arguments that are no text': body(sse(STARTED, CALL, args({ a: 1 }), args(3), args(null)), TAIL),
  'thoughts that are no text': body(sse(STARTED, START, think(3), think({}), think(null)), TAIL),
  'no delta': around(sse({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm' })),
  'the same id twice': around(`id: 1\n${data(text('b'))}\n\nid: 1\n${data(text('c'))}\n\n`),
  'an id of its own': around(`id: 1\n\n${data(text('b'))}\n\nid: 1\n\n${data(text('c'))}\n\n`),
  'an empty id': around(
    `id: 1\n${data(text('b'))}\n\nid\n${data(text('c'))}\n\nid: 1\n${data(text('d'))}\n\n`,
  ),
  'a byte order mark': body(`\ufeff${ALL}`),
  'a byte order mark before a comment': body(`\ufeff: hello\n\n${ALL}`),
  'a byte order mark in the middle': around(`\ufeff${data(text('b'))}\n\n`),
  'a snapshot without messages': around(sse({ type: 'MESSAGES_SNAPSHOT' })),
  'a snapshot of no list': around(sse({ type: 'MESSAGES_SNAPSHOT', messages: 3 })),
  'a call of the newer of two messages with one id fails': body(
    sse(
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'm', role: 'assistant', content: 'old' }] },
      { ...CALL, parentMessageId: 'n' },
      START,
      {
        type: 'TOOL_CALL_RESULT',
        messageId: 'x',
        toolCallId: 'c',
        content: 'bad',
        metadata: { tanstack: { state: 'output-error' } },
      },
      FINISHED,
    ),
  ),
  'a snapshot of what is no message': around(sse({ type: 'MESSAGES_SNAPSHOT', messages: ['m'] })),
  'a thought without an id': body(
    sse(STARTED, START, { type: 'REASONING_MESSAGE_CONTENT', delta: 'a' }),
    sse({ type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'q', encryptedValue: 'e' }),
    TAIL,
  ),
  'interrupts that are no list': around(sse({ ...FINISHED, outcome: { type: 'interrupt' } }, text('b'))),
  nothing: body(),
  'comments only': body(': ping\n\n: ping\n\n'),
  'a character cut in two, at the end': { reads: [HEAD, new Uint8Array([0xe2, 0x82])] },
  'a character cut in two': {
    reads: [
      HEAD,
      ...[...new TextEncoder().encode(sse(text('€')))].map((byte) => new Uint8Array([byte])),
      TAIL,
    ],
  },
  'bytes that are no UTF-8': { reads: [HEAD, new Uint8Array([0xff, 0xfe, 0x0a]), TAIL] },
  'the connection breaks': { reads: [HEAD], how: 'network-error' },
  'the connection breaks in a line': { reads: [HEAD, 'data: {"ty'], how: 'network-error' },
  'the connection breaks before the blank line': {
    reads: [HEAD, `${data(text('b'))}\n`],
    how: 'network-error',
  },
  'the connection breaks behind the end': { reads: [ALL], how: 'network-error' },
  'the person stops in a line': { reads: [HEAD, data(text('b'))], how: 'aborted' },
};

const HTML = '<!doctype html>\n<html><body>Not found</body></html>\n';

const NO_STREAM: Readonly<Record<string, Answer>> = {
  'a page': { reads: [HTML], contentType: 'text/html' },
  'a page as a stream': { reads: [HTML] },
  'a page without line ends': { reads: ['<html></html>'], contentType: 'text/html' },
  'a text': { reads: ['Not found'], contentType: 'text/plain' },
  'JSON without an event': { reads: ['{"error":"no"}'], contentType: 'application/json' },
  'JSON without an event, with a line end': { reads: ['{"error":"no"}\n'], contentType: 'application/json' },
  'JSON over lines': { reads: ['{\n  "error": "no"\n}\n'], contentType: 'application/json' },
  'an event as JSON': { reads: [JSON.stringify(text('a'))], contentType: 'application/json' },
  'an event as JSON, with a line end': { reads: [json(text('a'))], contentType: 'application/json' },
  'an array of events': {
    reads: [JSON.stringify([STARTED, START, text('a')])],
    contentType: 'application/json',
  },
  'an array of events over lines': {
    reads: [JSON.stringify([STARTED, START, text('a')], null, 2)],
    contentType: 'application/json',
  },
  'a number as JSON': { reads: ['3\n'], contentType: 'application/json' },
  'the stream of a failure': { reads: [ALL], status: 500 },
  'a failure that the person stops': { reads: ['no'], status: 401, how: 'aborted' },
  'another failure that the person stops': { reads: ['no'], status: 500, how: 'aborted' },
  'JSON of a failure': { reads: ['{"error":"no"}'], status: 401, contentType: 'application/json' },
  'no content': { reads: [], status: 204 },
  'an empty page': { reads: [], contentType: 'text/html' },
  bytes: {
    reads: [new Uint8Array([0, 0, 0, 9, 10, 7, 8, 1, 18, 3, 97, 98, 99])],
    contentType: 'application/octet-stream',
  },
};

const JSON_LINES = 'application/x-ndjson';
const lines = (...reads: readonly string[]): Answer => ({ reads, contentType: JSON_LINES });
const enveloped = (...events: readonly object[]): string =>
  events.map((chunk, at) => json({ id: `${at}`, chunk })).join('');
const J = json(STARTED, START, text('a'));
const K = json(text('z'), FINISHED);

const NDJSON: Readonly<Record<string, Answer>> = {
  'in order': lines(J, K),
  'CR LF': lines(crlf(J), crlf(K)),
  CR: lines(cr(J), cr(K)),
  'no last line end': lines(J, K.trim()),
  'an odd line': lines(J, 'hello\n', K),
  'a data line': lines(J, sse(text('b')), K),
  '[DONE]': lines(J, '[DONE]\n', K),
  'a comment': lines(J, ': ping\n', K),
  'blank lines': lines(J, '\n\n  \n', K),
  null: lines(J, 'null\n', K),
  'a number': lines(J, '3\n', K),
  'an array': lines(J, json([text('b')]), K),
  envelopes: lines(enveloped(STARTED, START, text('a'), FINISHED)),
  'an envelope twice': lines(
    enveloped(STARTED, START, text('a')),
    json({ id: '2', chunk: text('b') }),
    json(FINISHED),
  ),
  'an envelope of null': lines(J, json({ id: '1', chunk: null }), K),
  'an envelope with a type': lines(J, json({ id: '1', type: 'x', chunk: text('b') }), K),
  'an envelope whose id is a number': lines(J, json({ id: 1, chunk: text('b') }), K),
  'another envelope': lines(J, json({ event: text('b') }), K),
  'two events in a line': lines(J, `${json(text('b')).trim()}${json(text('c'))}`, K),
  'a byte order mark': lines(`\ufeff${J}`, K),
  'a page': { reads: [HTML], contentType: 'text/html' },
};

interface Case {
  readonly answer: Answer;
  readonly adapter: 'sse' | 'ndjson';
}

/** The messages of the chat and those predicted, after the answer, and after a short one to another question. */
async function compare({ answer, adapter }: Case): Promise<void> {
  const later = sse(
    { type: 'RUN_STARTED', threadId: 't', runId: 'r2' },
    { ...START, messageId: 'n' },
    { ...FINISHED, runId: 'r2' },
  );
  const laterLines = later.replaceAll(/^data: |\n(?=\n)/gm, '');
  let asked = 0;
  const chat = createChat({
    adapter,
    answer: ({ last }) => {
      // It asks for the rest of what has offsets; there is none.
      if (last !== null) return { reads: [], contentType: answer.contentType ?? 'text/event-stream' };
      if (asked++ === 0) return answer;
      return adapter === 'sse' ? body(later) : lines(laterLines);
    },
  });
  const history = createHistory(appFold(), chat.log, { interval: 3 });
  await unwatched(async () => {
    for (const question of ['First?', 'Second?']) {
      await chat.client.sendMessage(question).catch(() => undefined);
      await answered(chat);
      expect(messagesIn(history.head()), question).toEqual(chat.view());
    }
  });
  chat.client.dispose();
}

describe('fetchServerSentEvents', () => {
  for (const [name, answer] of Object.entries(SSE)) test(name, () => compare({ answer, adapter: 'sse' }));
});

describe('answers that are no stream', () => {
  for (const [name, answer] of Object.entries(NO_STREAM))
    test(name, () => compare({ answer, adapter: 'sse' }));
});

describe('fetchHttpStream', () => {
  for (const [name, answer] of Object.entries(NDJSON))
    test(name, () => compare({ answer, adapter: 'ndjson' }));
});

describe('a finding quotes the client’s error where the client stops', () => {
  const stops = [
    'hello\n',
    'data: {"type":\n',
    'data: null\n',
    'data: 3\n',
    'data: "x"\n',
    'data\n',
    'event\n',
  ];
  test.each(stops)('at the line %j', async (line) => {
    const chat = createChat({ answer: () => around(`${line}\n${data(text('b'))}\n\n`) });
    await unwatched(async () => {
      await chat.client.sendMessage('First?');
      await answered(chat);
    });
    const found = findingsOf(chat.log).find(({ rule }) => rule === 'unreadable-frame');
    expect(found).toMatchObject({ severity: 'error', clientStops: true });
    expect(found?.clientText).toBe(chat.client.getError()?.message);
    chat.client.dispose();
  });
});

const JOINED = [STARTED, START, text('a'), text('b'), FINISHED].map(
  (event, at) => `id: ${at}\n${data(event)}\n\n`,
);

describe('a joined run', () => {
  const joins: Readonly<Record<string, readonly Answer[]>> = {
    'has all': [body(...JOINED)],
    'is broken off, and goes on': [
      { reads: JOINED.slice(0, 3), how: 'network-error' },
      { reads: JOINED.slice(3) },
    ],
    'is broken off in a line, and goes on with what there was': [
      { reads: [...JOINED.slice(0, 3), 'id: 3\ndata: {"ty'] },
      { reads: JOINED.slice(2) },
    ],
    'is broken off twice': [
      { reads: JOINED.slice(0, 2), how: 'network-error' },
      { reads: [], how: 'network-error' },
      { reads: JOINED.slice(2) },
    ],
    'cannot be read on': [body(...JOINED.slice(0, 3), 'hello\n\n')],
    'is not known': [{ reads: ['no'], status: 404 }],
    'ends without its end': [body(...JOINED.slice(0, 3)), body()],
  };
  test.each(Object.keys(joins))('that %s has the messages of the client', async (name) => {
    const answers = [...(joins[name] ?? [])];
    await unwatched(async () => {
      const chat = createChat({ joins: 'r', answer: () => answers.shift() ?? body() });
      for (let waits = 0; waits < 8; waits++) await answered(chat);
      const { model } = headOf(chat.log, appFold());
      const thread = model.threads.at(0);
      expect(answers).toEqual([]);
      expect([...(thread?.messages ?? [])].map(({ message }) => message)).toEqual(chat.view());
      chat.client.dispose();
    });
  });
});
