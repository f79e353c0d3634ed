import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainSource, WRITERS, writerOf, writtenText } from '@/lib/package/library/convert';
import { check, redact } from '@/lib/package/library/functions';
import { LensError } from '@/lib/package/library/lens-error';
import { read } from '@/lib/package/library/read';
import { openSource } from '@/lib/package/library/recording';
import type { CheckOptions } from '@/lib/package/library/types';
import { FINISHED as END, sse as events, STARTED as START } from '../../support/logs';
import { events as made } from '../../support/stream-text';

const FOLDER = join(import.meta.dirname, '../../fixtures/regressions');

function found(name: string, content: Uint8Array | string, options: CheckOptions = {}): string {
  try {
    const { findings } = check(read(content, { name }), options);
    return findings
      .map(({ seq, severity, rule, message }) => `${seq} ${severity} ${rule}: ${message}`)
      .join('\n');
  } catch (error) {
    if (error instanceof LensError) return `refused: ${error.message}`;
    throw error;
  }
}

const fixture = (name: string, options?: CheckOptions): string =>
  found(name, readFileSync(join(FOLDER, name)), options);

const lines = (...list: readonly (object | string)[]): string =>
  list.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('');
const run = (...list: readonly object[]): string => found('x.sse', events(START, ...list, END));

const TEXT = { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' };
const textMessage = (delta: string, messageId = 'm') => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
const TEXT_END = { type: 'TEXT_MESSAGE_END', messageId: 'm' };

/** A HAR file with one exchange. */
function har(
  text: string,
  more: { readonly type?: string; readonly status?: number; readonly request?: object } = {},
): string {
  const { type = 'text/event-stream', status = 200 } = more;
  const { request = { threadId: 't', runId: 'r', messages: [] } } = more;
  const headers = [{ name: 'accept', value: 'text/event-stream' }];
  const content = { size: new TextEncoder().encode(text).length, mimeType: type, text };
  const postData = { mimeType: 'application/json', text: JSON.stringify(request) };
  const entry = {
    startedDateTime: '2026-09-01T09:00:00.000Z',
    time: 900,
    request: { method: 'POST', url: 'http://localhost/agent', headers, postData },
    response: { status, headers: [{ name: 'content-type', value: type }], content },
  };
  const creator = { name: 'test', version: '1' };
  return JSON.stringify({ log: { version: '1.2', creator, entries: [entry] } });
}

describe('text outside of any frame', () => {
  test.each([
    [
      '10-text-outside.in.sse',
      /2 warning unread-text: After event #2.*"Error running agent: rpc error.*reset"/,
    ],
    ['10-text-outside.html-tail.sse', /2 warning unread-text: .*4 lines.*504 Gateway Time-out/],
    [
      '10-text-outside.no-prefix-frames.sse',
      /1 error unread-text: .*TEXT_MESSAGE_CONTENT, but "data:" is missing.*lost text/,
    ],
    [
      '10-text-outside.space-before-data.sse',
      /1 error unread-text: .*TEXT_MESSAGE_CONTENT, but white space stands before "data:"/,
    ],
  ])('%s', (name, expected) => expect(fixture(name)).toMatch(expected));

  test.each([
    [
      'Data: {"type":"STATE_SNAPSHOT","snapshot":{}}',
      /error unread-text.*STATE_SNAPSHOT, but it has "Data:" instead/,
    ],
    [
      'data : {"type":"STATE_SNAPSHOT","snapshot":{}}',
      /STATE_SNAPSHOT, but white space stands before its colon/,
    ],
    ['data={"type":"STATE_SNAPSHOT","snapshot":{}}', /STATE_SNAPSHOT, but it has "data="/],
    ['message: {"type":"REASONING_START","messageId":"q"}', /REASONING_START, but it begins with "message:"/],
    ['event: {"type":"TOOL_CALL_END","toolCallId":"c"}', /TOOL_CALL_END, but it is in the field "event"/],
    [': {"type":"TOOL_CALL_END","toolCallId":"c"}', /TOOL_CALL_END, but it begins with a colon/],
    ['event: ACTIVITY_SNAPSHOT', /ACTIVITY_SNAPSHOT, but it has the field "event" only/],
    ['event: RunError', /RunError, but it has the field "event" only/],
    ['\u200bdata: {"type":"STATE_DELTA","delta":[]}', /STATE_DELTA, but it begins with/],
    ['{\n  "type": "STATE_DELTA",\n  "delta": []\n}', /STATE_DELTA, but "data:" is missing/],
    [
      'data: {\n  "type": "STATE_DELTA",\n  "delta": []\n}',
      /STATE_DELTA, but of its JSON, only the first line has "data:"/,
    ],
    ["{'type': 'STATE_DELTA', 'delta': []}", /STATE_DELTA, but "data:" is missing/],
    [
      'upstream connect error\u001b[2J\u202e',
      /warning unread-text.*upstream connect error\\u\{1b\}\[2J\\u\{202e\}/,
    ],
    ['x-request-id: 7', /info unread-text.*a field that is not part/],
  ])('%j is quoted and named', (line, expected) => {
    for (const end of ['\n', '\r\n']) {
      const body = `${events(START)}${line}\n\n${events(END)}`.replaceAll('\n', end);
      expect(found('x.sse', body)).toMatch(expected);
    }
    expect(found('x.har', har(`${events(START)}${line}\n\n${events(END)}`))).toMatch(expected);
    // Beside data, and at the very end.
    expect(found('x.sse', `${events(START)}${events(END)}${line}`.replace(/(event: .+)$/, '$1\n'))).toMatch(
      expected,
    );
  });

  test('comments and fields give no finding', () => {
    const quiet = ': keepalive\n\n:\n\nevent: ping\n\nid: 7\nretry: 100\n\n';
    const head = 'HTTP/1.1 200 OK\ncontent-type: text/event-stream\n\n';
    const named = `${quiet}${events(START)}${quiet}event: RUN_FINISHED\nid: 1\n${events(END)}${quiet}`;
    for (const text of [named, head + events(START, END)]) expect(found('x.sse', text)).toBe('');
  });

  test('a first line without its prefix is not detected as NDJSON', () => {
    const body = `${JSON.stringify(START)}\n\n${events(END)}`;
    expect(found('x.har', har(body))).toMatch(
      /error unread-text: Ahead of the first event, .*RUN_STARTED, but "data:" is missing/,
    );
  });

  test('a file of only such lines has findings', () => {
    expect(found('x.sse', events(START, END).replaceAll('data', ' data'))).toMatch(
      /error unread-text.*RUN_STARTED/,
    );
  });

  test('a reader that parses every line as JSON gets the error of its client', () => {
    const options = { consumer: 'tanstack' };
    const lost = '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"x"}\n\n';
    expect(found('x.har', har(events(START, TEXT) + lost + events(TEXT_END, END)), options)).toMatch(
      /info unread-text.*reads it anyway/,
    );
    expect(found('x.har', har(`${events(START)}oops\n\n${events(END)}`), options)).toMatch(
      /error unread-text.*stops at it/,
    );
  });
});

describe('types that no client knows', () => {
  const spelled = (how: (type: string) => string): string =>
    events(
      ...[START, TEXT, textMessage('Hi.'), TEXT_END, END].map((event) => ({
        ...event,
        type: how(event.type),
      })),
    );
  const pascal = (type: string): string =>
    type.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  test.each([
    ['PascalCase', pascal],
    ['camelCase', (type: string) => pascal(type).replace(/^./, (letter) => letter.toLowerCase())],
    ['kebab-case', (type: string) => type.toLowerCase().replaceAll('_', '-')],
    ['lower case', (type: string) => type.toLowerCase()],
    ["Python's name", (type: string) => `EventType.${type}`],
    ["Python's repr", (type: string) => `<EventType.${type}: '${type}'>`],
    ['a class', (type: string) => `${pascal(type)}Event`],
    ['a namespace', (type: string) => `ag_ui.${type}`],
  ])('%s', (_name, how) => {
    const body = spelled(how);
    const expected = /4 error no-known-event: .*all 5 events are dropped.*RUN_FINISHED/;
    expect(found('x.sse', body)).toMatch(expected);
    expect(found('x.ndjson', body.replaceAll('data: ', '').replaceAll('\n\n', '\n'))).toMatch(expected);
    const request = { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] };
    expect(found('x.har', har(body, { request }))).toMatch(expected);
  });
  test.each(['01-pascal-types.in.sse', '01-pascal-types.sibling-enumname.sse'])('%s', (name) => {
    expect(fixture(name)).toMatch(/1 error unknown-type: .*Did you mean 'TEXT_MESSAGE_START'/);
    expect(fixture(name)).toMatch(/error no-known-event/);
  });
  test('one event of its own among known ones is a warning', () => {
    expect(run({ type: 'progress' })).toMatch(/^1 warning unknown-type: [^\n]*$/);
  });
});

describe('frames without events are quoted, with a guess at their kind', () => {
  test.each([
    [
      '09-not-json.python-repr.sse',
      /1 error unreadable-frame: .*a Python dict: "\{'type': 'TEXT_MESSAGE_START'.*json\.dumps/,
    ],
    ['09-not-json.only-strings.sse', /refused: .*a bare string, ""Hello"".*TEXT_MESSAGE_CONTENT/],
  ])('%s', (name, expected) => expect(fixture(name)).toMatch(expected));
  test.each([
    ["RunStartedEvent(type=<EventType.RUN_STARTED: 'RUN_STARTED'>)", /repr of a Python object/],
    ["type=<EventType.RUN_STARTED: 'RUN_STARTED'> thread_id='t'", /repr of a Python object/],
    ['b\'{"type":"CUSTOM"}\'', /repr of Python's bytes/],
    ['[object Object]', /JSON\.stringify/],
    ['[DONE]', /Do not send \[DONE\]/],
    ['"{\\"type\\":\\"CUSTOM\\"}"', /encoded twice/],
    ['map[type:CUSTOM]', /a Go map/],
    ['{type=CUSTOM, name=n}', /Java or Kotlin/],
    ['{type: "CUSTOM"}', /bare keys/],
    ['{"type":"CUSTOM","name":"n","value":NaN}', /a value that JSON does not have/],
    ['data: {"type":"CUSTOM","name":"n","value":1}', /with "data:" in front/],
    ['{"type":"CUSTOM","name":"n","value":1}{"type":"CUSTOM","name":"n","value":1}', /several JSON texts/],
    ['{"type":"CUSTOM","na', /breaks off/],
    ['<html><body>502</body></html>', /HTML or XML/],
    ['Error: no model', /text of an error/],
    ['{"error":{"message":"no model"}}', /body of an error/],
    ['{"event":"CUSTOM"}', /Its field "event" should be "type"/],
    ['42', /the bare value 42/],
  ])('%s', (data, expected) => {
    expect(found('x.sse', `${events(START)}data: ${data}\n\n${events(END)}`)).toMatch(expected);
    expect(found('x.ndjson', lines(START, data, END))).toMatch(expected);
  });

  test.each([
    ['data', (event: object) => ({ event: 'CUSTOM', data: event })],
    ['event', (event: object) => ({ event })],
    ['data', (event: object) => ({ data: JSON.stringify(event) })],
    ['payload.message', (event: object) => ({ payload: { message: event } })],
  ])('an event inside "%s"', (path, wrap) => {
    const inside = new RegExp(`^0 error unreadable-frame: .*event inside "${path}": .*Send the event itself`);
    const wrapped = events(...[START, END].map((event) => wrap(event)));
    const whole = {
      threadId: 't',
      runId: 'r',
      tools: [],
      context: [],
      forwardedProps: {},
      state: {},
      messages: [],
    };
    for (const request of [whole, { ...whole, protocolVersion: '1.0' }])
      expect(found('x.har', har(wrapped, { request }))).toMatch(inside);
    if (path !== 'data') expect(found('x.sse', wrapped)).toMatch(inside);
    // Its own client opens the envelope.
    expect(found('x.har', har(wrapped, { request: { ...whole, own: true } }))).not.toMatch(/^0 error/);
  });

  test('line feeds that are escaped', () => {
    const body = events(START, END).replaceAll('\n', '\\n');
    const named = /JSON followed by escaped line feeds.*End each event with two line feeds/;
    expect(found('x.sse', body)).toMatch(named);
    expect(found('x.sse', `${events(START)}${body}`)).toMatch(named);
    const request = { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] };
    expect(found('x.har', har(body, { request }))).toMatch(named);
  });

  test('a frame in which the body ends', () => {
    const body = `${events(START)}data: {"type":"TEXT_MESSAGE_START","messageI`;
    const request = { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] };
    for (const text of [found('x.sse', body), found('x.har', har(body, { request }))])
      expect(text).toMatch(
        /^1 error unreadable-frame: The stream ended in the middle of this frame\. It reads .*"messageI"\.$/m,
      );
    expect(found('x.ndjson', lines(START).concat('{"type":"TEXT_MESSAGE_START","messageI'))).toMatch(
      /ended in the middle of this frame\. It reads/,
    );
  });

  test('a byte order mark within the body', () => {
    const text = found('x.sse', `${events(START)}\ufeff${events(END)}`, { profile: 'spec' });
    expect(text).toMatch(/^1 error unreadable-frame: A byte order mark .*It reads .*RUN_FINISHED/m);
  });

  test('an event that the separator of another frame hides is not diagnosed', () => {
    const text = found('x.sse', `${events(START).replaceAll('\n', '\r\n')}${events(END)}`);
    expect(text).toMatch(/crlf-framing/);
    expect(text).not.toMatch(/without a type|should be/);
  });
});

describe('START, CHUNK and END of one id', () => {
  test.each([
    [
      '02-start-chunk-end.in.sse',
      /2 error text-already-open: The message 'm1' was opened by START at #1\. A CHUNK opens/,
    ],
    [
      '02-start-chunk-end.sibling-tool.sse',
      /2 error chunk-without-opener: The call 'c1' of lookup_parcel was opened by START at #1/,
    ],
    [
      '04-stray-args.in.sse',
      /5 error tool-call-not-open: .*started at #1 and ended at #4; here it gets arguments after its end/,
    ],
    [
      '07-second-end.in.sse',
      /4 error tool-call-not-open: .*started at #1 and ended at #3; here it is ended a second time/,
    ],
    ['07-second-end.tanstack.sse', /its client accepts it/],
  ])('%s', (name, expected) => expect(fixture(name)).toMatch(expected));
  test('is no error or warning for TanStack', () => {
    expect(fixture('07-second-end.tanstack.sse', { consumer: 'tanstack' })).not.toMatch(/error|warning/);
  });
  const chunk = (type: string) => ({ type, messageId: 'm', toolCallId: 'm', toolCallName: 'f', delta: '{}' });
  test.each([
    [
      [chunk('TEXT_MESSAGE_CHUNK'), textMessage('x')],
      /A CHUNK opened the message 'm' at #1, and this event continues it/,
    ],
    [[chunk('TEXT_MESSAGE_CHUNK'), TEXT_END], /A CHUNK opened the message 'm' at #1, and this event ENDs it/],
    [
      [chunk('TOOL_CALL_CHUNK'), { type: 'TOOL_CALL_END', toolCallId: 'm' }],
      /A CHUNK opened the call 'm' of f at #1/,
    ],
    [made('step s · done s · done s'), /started at #1 and ended at #2; here it ends a second time/],
    [
      [TEXT, TEXT_END, textMessage('x')],
      /Message 'm' started at #1 and has already ended\. This text comes after its end/,
    ],
    [[TEXT, TEXT], /Message 'm' started at #1, has not ended, and is started again/],
  ])('%#', (list, expected) => expect(run(...list)).toMatch(expected));
});

describe('HTTP errors', () => {
  test.each([
    ['15-http-422.accept-only.har', /-1 error http-error: .*HTTP 401: \{"detail":"Not authenticated"\}/],
    ['15-http-422.problem-500.har', /-1 error http-error: .*HTTP 500: .*tool registry is down/],
  ])('%s', (name, expected) => expect(fixture(name)).toMatch(expected));
  test.each(['application/json', 'application/problem+json', 'text/plain', 'text/html', 'text/event-stream'])(
    'as %s',
    (type) => {
      const body = '{"type":"https://errors.test/validation","title":"Unprocessable","status":422}';
      const expected = found('x.har', har(body, { type, status: 422 }));
      expect(expected).toMatch(/error http-error: .*HTTP 422: .*Unprocessable/);
      expect(expected).not.toMatch(/unknown-type|truncated|no-known/);
    },
  );
});

describe('HAR of a browser', () => {
  test('running and aborted streams and attached bodies have no finding', () => {
    expect(fixture('24-real-har.running.har')).toBe('');
    expect(fixture('24-real-har.attach.zip')).toBe('');
    const recorded = read(readFileSync(join(FOLDER, '24-real-har.attach.zip')), { name: 'a.zip' });
    expect(recorded.events.map(({ type }) => type).filter((type) => type === 'RUN_FINISHED')).toHaveLength(2);
  });
});

describe('calls, results and texts that are repeated', () => {
  const call = (id: string, name: string, args: string) => made(`tool ${id} ${name} ${args}`);
  test.each([
    [
      '05-call-twice.in.sse',
      /15 info call-sent-twice: .*'call_9' \(#4\) and 'run-55' \(#11\)\. The app keeps both/,
    ],
    [
      '05-call-twice.frontend-parallel.sse',
      /8 warning call-sent-twice: .*make_checklist.*'adk-e61' \(#1\) and 'adk-da9' \(#3\)/,
    ],
    ['05-call-twice.honest-poll.sse', /^$/],
    ['08-tanstack-client-tool.in.har', /4 warning client-tool-not-run: Call 'tool_1' of 'ping' never runs/],
    [
      '16-endless-followups.same-call.har',
      /warning endless-runs: 4 runs in 1\.6 s ended with the call "search_docs/,
    ],
    [
      '19-result-list.objects.sse',
      /^4 error result-content-lost: .*'c1' is a list of 2 objects.*an empty result.*must be a string, or content parts/,
    ],
    [
      '20-unchanged-snapshots.small.sse',
      /info unchanged-snapshots: 59 snapshots changed nothing: 64 % of this stream/,
    ],
    ['26-cumulative.in.sse', /7 warning deltas-repeated: .*the user sees "ParParcelParcel 17/],
    [
      '26-cumulative.final-again-newline.sse',
      /6 warning deltas-repeated: .*was sent again: the user sees "Parcel 17 is on its way\." twice/,
    ],
    [
      '27-big-numbers.in.sse',
      /1 warning number-too-long: .*the number 653247040368672768: the app gets 653247040368672800/,
    ],
    [
      '28-text-again.joined.sse',
      /13 warning text-repeated: Message 'm3' repeats the joined text of messages 'm1' and 'm2'/,
    ],
  ])('%s', (name, expected) => expect(fixture(name)).toMatch(expected));

  test('different calls, and equal calls with different results, have no finding', () => {
    expect(run(...call('a', 'f', '{"n":1}'), ...call('b', 'f', '{"n":2}'))).toBe('');
    const rolls = [...call('a', 'roll', '{"n":6}'), ...call('b', 'roll', '{"n":6}')];
    expect(run(...rolls, ...made('result a "1" · result b "5"'))).not.toMatch(/call-sent-twice/);
    expect(run(...call('a', 'now', '{}'), ...call('b', 'now', '{}'))).toBe('');
  });
  test('arguments that differ only in spelling are equal', () => {
    expect(run(...call('a', 'f', '{"n":1,"m":2}'), ...call('b', 'f', '{ "m": 2, "n": 1 }'))).toMatch(
      /warning call-sent-twice/,
    );
  });

  const text = (id: string, ...deltas: readonly string[]) => [
    { ...TEXT, messageId: id },
    ...deltas.map((delta) => textMessage(delta, id)),
    { ...TEXT_END, messageId: id },
  ];
  test.each([
    [
      [...text('a', 'The parcel is late by a day.'), ...text('b', ' The parcel is late by a day.\n')],
      /text-repeated/,
    ],
    [
      [
        ...text('a', 'I will ask them.\n'),
        ...text('b', 'They say it is late.'),
        ...text('c', 'I will ask them.\n\nThey say it is late.\n'),
      ],
      /joined text of messages 'a' and 'b'/,
    ],
    [text('a', 'Good ', 'morning, everybody here', '\nGood morning, everybody here'), /sent again/],
    [
      ['The', 'The parcel', 'The parcel is', 'The parcel is late'].map((delta) => ({
        type: 'TEXT_MESSAGE_CHUNK',
        messageId: 'k',
        delta,
      })),
      /repeats all of the text so far/,
    ],
    [made(String.raw`tool k f "{\"na" "{\"name\":" "{\"name\":\"x\"}"`), /repeats all of the text so far/],
  ])('%#', (list, expected) => expect(run(...list)).toMatch(expected));
  test.each([
    [text('a', 'No problem. No problem.')],
    [text('a', 'a', 'an', 'other word')],
    [[...text('a', 'Yes.'), ...text('b', 'It is late by a day, they say.'), ...text('c', 'Anything else?')]],
    [text('a', 'ha', 'ha ha')],
  ])('texts with natural repetitions have no finding %#', (list) => expect(run(...list)).toBe(''));

  test('unchanged snapshots of messages and activities are counted; changed ones are not', () => {
    const messages = [{ id: 'u', role: 'user', content: 'x'.repeat(3000) }];
    expect(run(...Array.from({ length: 8 }, () => ({ type: 'MESSAGES_SNAPSHOT', messages })))).toMatch(
      /7 snapshots changed nothing/,
    );
    const text = 'x'.repeat(3000);
    const activity = `activity a A {"text":"${text}"}`;
    expect(run(...made(Array(8).fill(activity).join('\n')))).toMatch(/7 snapshots changed nothing/);
    const states = Array.from({ length: 8 }, (_, n) => ({ type: 'STATE_SNAPSHOT', snapshot: { n, text } }));
    expect(run(...states)).toBe('');
  });

  test('results that are not text are judged by what the app gets', () => {
    const result = { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c' };
    const answered = (content: unknown) => run(...call('c', 'f', '{"n":1}'), { ...result, content });
    expect(answered([{ type: 'text', text: 'ok' }])).toBe('');
    expect(answered([{ type: 'text', text: 'ok' }, { n: 1 }])).toMatch(
      /1 of 2 objects are not content parts: the app gets the rest only/,
    );
    expect(answered(['a'])).toMatch(/malformed-event.*The content is a list of values that are not objects/);
    expect(answered({ n: 1 })).toMatch(/malformed-event.*The content is a JSON object/);
  });

  test.each([
    [
      { type: 'STATE_DELTA', delta: { op: 'add', path: '/a', value: 1 } },
      'Send a list of JSON Patch operations',
    ],
    [{ type: 'STATE_DELTA', delta: [{ op: 'add', path: 'a.b', value: 1 }] }, "Did you mean '/a/b'?"],
    [{ type: 'STATE_DELTA', delta: [{ op: 'add', path: '$.a[0]', value: 1 }] }, "Did you mean '/a/0'?"],
    [
      { type: 'ACTIVITY_DELTA', messageId: 'x', activityType: 'A', patch: [{ op: 'remove', path: 'a' }] },
      "A JSON pointer begins with '/'. Did you mean '/a'?",
    ],
    [{ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'ai' }, "Did you mean 'assistant'?"],
    [{ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'human' }, "Did you mean 'user'?"],
    [{ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: { n: 1 } }, 'send its JSON text (JSON.stringify)'],
    [{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: { n: 1 } }, 'it must be a string'],
  ])('an invalid value comes with the right one: %j', (event, hint) => {
    expect(run(event)).toMatch('malformed-event');
    expect(run(event)).toMatch(hint);
  });

  test('a type in the SSE field event is reported as such', () => {
    const named = 'event: STATE_SNAPSHOT\ndata: {"snapshot":{}}\n\n';
    expect(found('x.sse', `${events(START)}${named}${events(END)}`)).toMatch(
      'Its type is in the SSE field "event"',
    );
  });

  const body = (json: string) => `${events(START)}data: ${json}\n\n${events(END)}`;
  test.each(['12345678901234567890', '-9007199254740993', '1e400'])(
    'the number %s is reported as too long',
    (number) => {
      expect(found('x.sse', body(`{"type":"CUSTOM","name":"n","value":${number}}`))).toMatch(
        /number-too-long/,
      );
      const line = `{"type":"CUSTOM","name":"n","value":[${number}]}`;
      expect(found('x.ndjson', lines(START, line, END))).toMatch(/number-too-long/);
      expect(run(...call('c', 'f', `{"n":${number}}`))).toMatch(/number-too-long.* in the arguments of 'f'/);
      expect(found('x.sse', body(`{"type":"CUSTOM","name":"n","value":"${number}"}`))).toBe('');
    },
  );
  test.each(['9007199254740992', '1776000000000', '0.1', '12.10', '1E3', '0.1234567890123456789', '-0'])(
    'the number %s has no finding',
    (number) => expect(found('x.sse', body(`{"type":"CUSTOM","name":"n","value":${number}}`))).toBe(''),
  );
});

describe('numbers in exports', () => {
  const body = `${events(START)}data: {"type":"STATE_SNAPSHOT","snapshot":{"i":653247040368672769,"z":-0,"h":1e400,"d":0.1234567890123456789}}\n\n${events(END)}`;
  // With numbers in the request, too.
  const request = { threadId: 't', runId: 'r', messages: [], state: { i: 'BIG' } };
  const asked = har(body, { request }).replace(String.raw`\"BIG\"`, '653247040368672769');
  // A report holds the recording, beside the panel.
  const ids = WRITERS.map(({ id }) => id).filter((id) => id !== 'html-report');
  test.each(ids)('%s keeps long numbers, omits them or refuses', (id) => {
    const source = openSource(read(asked, { name: 'x.har' }), {});
    let text: string;
    try {
      text = [...writtenText(writerOf(id, 'to'), plainSource(source))].join('');
    } catch (error) {
      expect(String(error)).toMatch(/cannot keep the number 653247040368672769/);
      return;
    }
    expect(text).not.toMatch(/653247040368672(?:800|768)|0\.12345678901234568/);
    if (/snapshot/i.test(text) && text.includes('65324'))
      for (const number of ['653247040368672769', '-0', '1e400', '0.1234567890123456789'])
        expect(text).toContain(number);
  });
  test('a JSON array keeps the digits of its numbers', () => {
    const recorded = read('[{"type":"CUSTOM","name":"n","value":653247040368672769}]', { name: 'x.json' });
    expect(JSON.stringify(check(recorded).findings)).toMatch(/653247040368672769/);
  });
});

test('the GraphQL of CopilotKit v1 is recognized', () => {
  const named =
    /refused: .*contains no AG-UI event: it is the GraphQL of CopilotKit's runtime v1.*between that runtime and the agent/;
  expect(fixture('17-copilot-graphql.in.har')).toMatch(named);
  const request = {
    operationName: 'generateCopilotResponse',
    query: 'mutation',
    variables: { data: { threadId: 't' } },
  };
  const json = '{"data":{"generateCopilotResponse":{"threadId":"t","messages":[]}}}';
  expect(found('x.har', har(json, { type: 'application/json', request }))).toMatch(named);
});

// Of texts that were joined, the token of the whole is not that of its parts; GraphQL is no longer named.
const CHANGED = ['28-text-again.joined.sse', '17-copilot-graphql.in.har'];
test.each(readdirSync(FOLDER).filter((name) => !CHANGED.includes(name)))(
  '%s has the same findings when it is redacted',
  (name) => {
    const places = (text: string): readonly string[] =>
      text.split('\n').map((line) => line.replace(/^(\S+ \w+ [\w-]+|refused):.*$/, '$1'));
    const source = read(readFileSync(join(FOLDER, name)), { name });
    const redacted = (): string => {
      const { findings } = check(redact(source));
      return findings.map(({ seq, severity, rule }) => `${seq} ${severity} ${rule}`).join('\n');
    };
    const before = places(fixture(name));
    if (before[0] === 'refused') expect(redacted).toThrow(LensError);
    else expect(redacted().split('\n').toSorted()).toEqual(before.toSorted());
  },
);
