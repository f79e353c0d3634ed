// The whole client over HTTP, its body delivered in random reads: what the app ends with is what was predicted, also
// where a violation hides what came in the same read before it, and where the transport itself reads nothing or fails.
// LENS_HTTP_STREAMS sets how many random streams.
import { describe, expect, test } from 'vitest';
import { CLIENT_FRAME_MAX, PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { appFold } from '@/lib/core/clients/app-fold';
import { CLIENT_0_0, CLIENT_1_0, type Profile } from '@/lib/core/consumers/profile';
import type { JsonObject } from '@/lib/core/json/json';
import { joinBytes, lengthPrefixed } from '@/lib/messages/base64';
import { FINISHED, headOf, STARTED, sse } from '../../support/logs';
import { framed } from '../../support/packed';
import { sampleSize } from '../../support/sample-size';
import { createRandom, type Random } from '../model/random';
import { randomStream } from '../model/random-stream';
import { anonymous, readAsStock } from './differential';
import { type Answer, httpRecords, type Outcome, predictHttp, runHttp } from './http';
import { mutate } from './mutate';

const STREAMS = sampleSize(800, 'LENS_HTTP_STREAMS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

// Half of a surrogate pair cannot be encoded by itself.
function wholeTo(body: string, to: number): number {
  const unit = body.charCodeAt(to - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? to + 1 : to;
}

/** The body cut anywhere; many frames in a read and reads in the middle of a frame. */
function cut(body: string, random: Random): string[] {
  const reads: string[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(random.chance(0.5) ? 900 : 100);
    // Half of the time at the end of a frame, as servers flush.
    const end = random.chance(0.5) ? body.indexOf('\n\n', at + size) + 2 : at + size;
    const to = wholeTo(body, end < 2 ? body.length : Math.min(end, body.length));
    reads.push(body.slice(at, to));
    at = to;
  }
  return reads;
}

function ndjson(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** A frame of protobuf that declares another length than it has. */
function declaring(length: number): Uint8Array {
  const frame = lengthPrefixed(new Uint8Array(9));
  new DataView(frame.buffer).setUint32(0, length);
  return frame;
}

const proto = (...events: readonly JsonObject[]): Uint8Array => joinBytes(events.map(framed));

async function compare(answer: Answer, what: string, profile: Profile = CLIENT_1_0): Promise<Outcome> {
  const theirs = await runHttp(answer, profile);
  const guessed = predictHttp(answer, profile, true);
  expect(anonymous(guessed), `${what}, its dialect guessed`).toEqual(anonymous(theirs));
  expect(anonymous(predictHttp(answer, profile)), what).toEqual(anonymous(theirs));
  return theirs;
}

const STATE = { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } };
const BAD = { type: 'TEXT_MESSAGE_END', messageId: 'none' };
const FAILED = { type: 'RUN_ERROR', message: 'boom' };
const BIG = 'x'.repeat(CLIENT_FRAME_MAX / 4);
const LATER = { type: 'STATE_SNAPSHOT', snapshot: { n: 2 } };

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const CHUNK = { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'Hi' };
const BINARY = { contentType: PROTO_TYPE };
const HEAD = 'data: {"type":"STATE_SNAPSHOT","snapshot":"';
const TAIL = '"}\n\n';

// Answers in which the client reads something of the body.
const READ: Readonly<Record<string, Answer>> = {
  'a violation in a read of its own': { reads: [sse(STARTED), sse(STATE), sse(BAD)] },
  'a violation behind a state in one read': { reads: [sse(STARTED), sse(STATE, BAD)] },
  'all in one read': { reads: [sse(STARTED, STATE, STATE, BAD)] },
  '[DONE] behind the end': { reads: [sse(STARTED, STATE), `${sse(FINISHED)}data: [DONE]\n\n`] },
  'the last frame without its blank line': { reads: [sse(STARTED), `data: ${JSON.stringify(STATE)}`] },
  'the last frame cut': { reads: [sse(STARTED, STATE), 'data: {"type":"STATE_SN'] },
  'CR LF, one event': { reads: [crlf(sse(STARTED))] },
  'CR LF, several events': { reads: [crlf(sse(STARTED)), crlf(sse(STATE, FINISHED))] },
  'CR LF behind LF': { reads: [sse(STARTED, STATE), crlf(sse(BAD, FINISHED))] },
  truncated: { reads: [sse(STARTED, STATE)] },
  'RUN_ERROR hidden by RUN_FINISHED': { reads: [sse(STARTED), sse(FAILED, FINISHED)] },
  protobuf: { reads: [proto(STARTED, STATE, FINISHED)], ...BINARY },
  'protobuf, one frame in two reads': {
    reads: [proto(STARTED, STATE).subarray(0, 20), proto(STARTED, STATE).subarray(20)],
    ...BINARY,
  },
  'protobuf that ends in a frame': { reads: [proto(STARTED, STATE), proto(LATER).subarray(0, 9)], ...BINARY },
  'protobuf that ends in a length': { reads: [proto(STARTED, STATE), new Uint8Array(3)], ...BINARY },
  'protobuf without bytes': { reads: [proto(STARTED, STATE), lengthPrefixed(new Uint8Array(0))], ...BINARY },
  'protobuf with an unknown event': {
    reads: [proto(STARTED, STATE), lengthPrefixed(new Uint8Array([0xfa, 0x07, 1, 0])), proto(LATER)],
    ...BINARY,
  },
  'the connection breaks': { reads: [sse(STARTED, STATE)], how: 'network-error' },
  'the connection breaks behind the end': { reads: [sse(STARTED, FINISHED)], how: 'network-error' },
  'the page aborts': { reads: [sse(STARTED, STATE), sse(CHUNK)], how: 'aborted' },
  'the page aborts behind the end': { reads: [sse(STARTED, STATE, FINISHED)], how: 'aborted' },
  'the page aborts behind RUN_ERROR': { reads: [sse(STARTED, STATE, FAILED)], how: 'aborted' },
  'the page aborts in a frame': { reads: [sse(STARTED, STATE), 'data: {"typ'], how: 'aborted' },
  'the page aborts in a frame that is whole': {
    reads: [sse(STARTED, STATE), `data: ${JSON.stringify(LATER)}`],
    how: 'aborted',
  },
  'the connection breaks in a frame': { reads: [sse(STARTED, STATE), 'data: {"typ'], how: 'network-error' },
  'the connection breaks in protobuf': {
    reads: [proto(STARTED, STATE), proto(LATER).subarray(0, 9)],
    how: 'network-error',
    ...BINARY,
  },
  'the page aborts before the first event': { reads: [': hello\n\n'], how: 'aborted' },
  'the page aborts protobuf': { reads: [proto(STARTED, STATE)], how: 'aborted', ...BINARY },
  'a frame that waits for its end beyond the limit': {
    reads: [sse(STARTED, STATE), HEAD, BIG, BIG, BIG, BIG, `${BIG}${TAIL}`, sse(LATER, FINISHED)],
  },
  'a frame beyond the limit that waits for less': {
    reads: [
      sse(STARTED, STATE),
      HEAD,
      `${BIG}${BIG}${BIG}${BIG}`.slice(100),
      BIG + TAIL,
      sse(LATER, FINISHED),
    ],
  },
  'a frame beyond the limit in one read': {
    reads: [sse(STARTED, STATE), `${HEAD}${BIG}${BIG}${BIG}${BIG}${TAIL}`, sse(LATER, FINISHED)],
  },
  'a frame beyond the limit that never ends': { reads: [sse(STARTED, STATE), HEAD, BIG, BIG, BIG, BIG] },
  'protobuf that declares too much': {
    reads: [proto(STARTED, STATE), declaring(CLIENT_FRAME_MAX - 3)],
    ...BINARY,
  },
  'protobuf that declares just enough': {
    reads: [proto(STARTED, STATE), declaring(CLIENT_FRAME_MAX - 4)],
    ...BINARY,
  },
  'a protobuf event over the limit': {
    reads: [proto(STARTED, STATE), proto({ type: 'STATE_SNAPSHOT', snapshot: BIG.repeat(4) }), proto(LATER)],
    ...BINARY,
  },
};

const L = (event: object): string => `data: ${JSON.stringify(event)}`;
const A = L({ type: 'STATE_SNAPSHOT', snapshot: { n: 3 } });
const B = L({ type: 'STATE_SNAPSHOT', snapshot: { n: 4 } });
const GOOD = sse(STARTED, STATE);
const END = sse(LATER, FINISHED);

// Frames that end, or hold something, as few do. Behind each comes one that is in order.
const ODD: Readonly<Record<string, readonly string[]>> = {
  'an empty data line': ['data:\n\n'],
  'an empty data line with its space': ['data: \n\n'],
  'data without a colon': ['data\n\n'],
  'data without a colon before data': [`data\n${A}\n\n`],
  'an array': ['data: []\n\n'],
  'an array of events': [`data: ${JSON.stringify([LATER])}\n\n`],
  'an array of several events': [`data: ${JSON.stringify([LATER, FINISHED])}\n\n`],
  null: ['data: null\n\n'],
  'a number': ['data: 3\n\n'],
  'a string': ['data: "x"\n\n'],
  true: ['data: true\n\n'],
  'two documents': [`${A}{"a":1}\n\n`],
  'a document in two lines': ['data:{"type":"STATE_SNAPSHOT",\ndata:"snapshot":{"n":5}}\n\n'],
  'a text in two lines': ['data:{"type":"STATE_\ndata:SNAPSHOT","snapshot":{"n":5}}\n\n'],
  'CR LF, then LF': [`${A}\r\n\r\n`],
  'CR LF twice, then LF': [`${A}\r\n\r\n`, `${B}\r\n\r\n`],
  'CR, then LF': [`${A}\r\r`],
  'LF CR LF, then LF': [`${A}\n\r\n`],
  'CR LF LF': [`${A}\r\n\n`],
  'CR LF, ended by a comment': [`${A}\r\n\r\n`, ': ping\n\n', `${B}\r\n\r\n`, ': ping\n\n'],
  'CR LF twice, ended by a comment': [`${A}\r\n\r\n`, `${B}\r\n\r\n: ping\n\n`],
  'a CR between two lines': [`${A}\rdata: \n\n`],
  'an event in an envelope': [`data: ${JSON.stringify({ event: LATER })}\n\n`],
  'an event in a notification': [
    `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'event', params: { event: LATER } })}\n\n`,
  ],
  'an event in a message that has a type': [`data: ${JSON.stringify({ type: 'x', payload: LATER })}\n\n`],
  'several events under a key': [`data: ${JSON.stringify({ events: [LATER, FINISHED] })}\n\n`],
  'a mark in the middle': [`\ufeff${A}\n\n`],
  'a mark in the middle before another line': [`\ufeff${A}\n${B}\n\n`],
  'a mark and CR LF': [`\ufeff${A}\r\n\r\n`],
  'one event in two frames': [
    'data: {"type":\r\n\r\n',
    'data: "STATE_SNAPSHOT","snapshot":{"n":6}}\r\n\r\n',
    ': p\n\n',
  ],
};

// Frames that are not events, and falsy values.
const ODD_VALUES: Readonly<Record<string, Answer>> = {
  'a number in a frame': { reads: [sse(STARTED, STATE), 'data: 3\n\n'] },
  'a frame without a type': { reads: [sse(STARTED, STATE), 'data: {"a":1}\n\n'] },
  'a type of null': { reads: [sse(STARTED, STATE), 'data: {"type":null,"a":1}\n\n'] },
  'a list as a type': { reads: [sse(STARTED, STATE), 'data: {"type":["RUN_STARTED"]}\n\n'] },
  'a time without end': {
    reads: [sse(STARTED), 'data: {"type":"STATE_SNAPSHOT","snapshot":{"a":1},"timestamp":1e400}\n\n'],
  },
  ...Object.fromEntries(
    ['null', '0', 'false', '""'].map((value) => [
      `a state of ${value}, then patches`,
      {
        reads: [
          sse(STARTED, STATE),
          `data: {"type":"STATE_SNAPSHOT","snapshot":${value}}\n\n`,
          'data: {"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":2}]}\n\n',
          'data: {"type":"STATE_DELTA","delta":[{"op":"replace","path":"","value":{"b":1}}]}\n\n',
          `data: {"type":"STATE_DELTA","delta":[{"op":"replace","path":"","value":${value}}]}\n\n`,
          sse(FINISHED),
        ],
      },
    ]),
  ),
};

// Undecodable data: the client 0.0.59 refuses it in other words.
const IN_OTHER_WORDS: Readonly<Record<string, Answer>> = {
  'protobuf of nonsense': {
    reads: [proto(STARTED, STATE), lengthPrefixed(new Uint8Array([1, 2, 3]))],
    ...BINARY,
  },
};

// Answers of which the client reads nothing.
const UNREAD: Readonly<Record<string, Answer>> = {
  NDJSON: { reads: [ndjson([STARTED, STATE, FINISHED])], contentType: 'application/x-ndjson' },
  'NDJSON said to be an event stream': { reads: [ndjson([STARTED, STATE, FINISHED])] },
  'NDJSON with a violation': { reads: [ndjson([STARTED, STATE, BAD])], contentType: 'application/x-ndjson' },
  'a JSON array': { reads: [JSON.stringify([STARTED, STATE, FINISHED])], contentType: 'application/json' },
  'a JSON array in lines': {
    reads: [JSON.stringify([STARTED, STATE, FINISHED], null, 2)],
    contentType: 'application/json',
  },
  'a page of HTML': { reads: ['<!doctype html>\n<title>Login</title>\n\n'], contentType: 'text/html' },
  'nothing at all': { reads: [] },
  'protobuf with a parameter': {
    reads: [proto(STARTED, STATE, FINISHED)],
    contentType: `${PROTO_TYPE}; charset=utf-8`,
  },
  'protobuf said to be bytes': { reads: [proto(STARTED, STATE)], contentType: 'application/octet-stream' },
  'NDJSON beyond the limit': {
    reads: [ndjson([STARTED, STATE]), BIG, BIG, BIG, BIG, ndjson([LATER])],
    contentType: 'application/x-ndjson',
  },
  'HTTP 500 with JSON': {
    reads: ['{"detail": "boom"}'],
    status: 500,
    contentType: 'application/json; charset=utf-8',
  },
  'HTTP 500 with text': { reads: ['Internal\nerror'], status: 500, contentType: 'text/plain' },
  'HTTP 202 with JSON': { reads: ['{"ok": true}'], status: 202, contentType: 'application/json' },
  'HTTP 204': { reads: [], status: 204 },
  'HTTP 205': { reads: [], status: 205 },
  'HTTP 404 with nothing': { reads: [], status: 404 },
  'HTTP 500 with events': { reads: [sse(STARTED, STATE)], status: 500 },
};

describe.each([
  ['1.0', CLIENT_1_0, { ...READ, ...ODD_VALUES, ...IN_OTHER_WORDS, ...UNREAD }],
  ['0.0.59', CLIENT_0_0, { ...READ, ...ODD_VALUES, ...UNREAD }],
] as const)('client %s is predicted for', (_version, profile, answers: Readonly<Record<string, Answer>>) => {
  test.each(Object.keys(answers))('%s', async (name) => {
    const theirs = await compare(answers[name] ?? { reads: [] }, name, profile);
    if (name in UNREAD) expect(theirs).toMatchObject({ state: {}, messages: [] });
  });
});

describe.each([
  ['1.0', CLIENT_1_0],
  ['0.0.59', CLIENT_0_0],
] as const)('client %s is predicted for frames after LF LF', (_version, profile) => {
  test.each(Object.entries(ODD))('%s', async (name, frames) => {
    await compare({ reads: [GOOD, ...frames, END] }, name, profile);
    await compare({ reads: [GOOD + frames.join('') + END] }, `${name}, in one read`, profile);
    await compare({ reads: [GOOD, ...frames] }, `${name}, at the end`, profile);
    await compare({ reads: [...frames, GOOD, END] }, `${name}, at the start`, profile);
  });
});

test('random line ends are read as the client reads them', async () => {
  const endings = ['\n\n', '\n\n', '\n\n', '\r\n\r\n', '\r\r', '\n\r\n', '\r\n\n', '\n\r'];
  // Not recorded: the read in which a comment's blank line came.
  const frames = Object.values(ODD)
    .flat()
    .filter((text) => !text.includes(': p'));
  const others = [...frames, ': c\r\n\r\n', '\r\n', '\r', 'id: 1\n'];
  let stopped = 0;
  for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
    const random = createRandom(seed * 37);
    const profile = random.chance(0.5) ? CLIENT_1_0 : CLIENT_0_0;
    // Differences of the two schemas are compared elsewhere.
    const plain = Array.from({ length: 8 }, (_, n) => ({ type: 'STATE_SNAPSHOT', snapshot: { n } }));
    const events = profile.isLenient
      ? randomStream(seed, 4 + random.below(12))
      : [STARTED, ...plain, FINISHED];
    const isMixed = random.chance(0.5);
    const body = events.map((event) => {
      const odd = random.chance(0.06) ? random.pick(others) : '';
      return `${odd}${L(event)}${isMixed && random.chance(0.3) ? random.pick(endings) : '\n\n'}`;
    });
    const reads = cut(body.join(''), random);
    const { error } = await compare(
      { reads },
      `seed ${seed} ${profile.id}: ${JSON.stringify(reads)}`,
      profile,
    );
    if (error !== null) stopped++;
  }
  process.stderr.write(
    `random line ends: seeds ${FIRST} to ${FIRST + STREAMS - 1}, ${stopped} streams stopped\n`,
  );
  expect(stopped).toBeGreaterThan(STREAMS * 0.2);
});

test('a run that the page aborts is marked, with the code that the app received', () => {
  const log = readAsStock(httpRecords({ reads: [sse(STARTED)], how: 'aborted' }));
  const run = headOf(log, appFold()).model.runs.at(0);
  expect(run).toMatchObject({ status: 'aborted', error: { code: 'abort' } });
});

test('random reads give the messages of the client', async () => {
  let stopped = 0;
  for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
    const random = createRandom(seed * 31);
    const events: readonly JsonObject[] = mutate(randomStream(seed, 8 + random.below(30)), random);
    const reads = cut(sse(...events), random);
    const { error } = await compare({ reads }, `seed ${seed}: ${JSON.stringify(reads)}`);
    if (error !== null) stopped++;
  }
  process.stderr.write(`over HTTP: seeds ${FIRST} to ${FIRST + STREAMS - 1}, ${stopped} streams stopped\n`);
  expect(stopped).toBeGreaterThan(STREAMS * 0.3);
});
