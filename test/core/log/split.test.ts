// Any split of the bytes gives the same events and the same model, whatever they are framed in.
import { expect, test } from 'vitest';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import type { JsonObject } from '@/lib/core/json/json';
import { createLog, type Log } from '@/lib/core/log/log';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord } from '@/lib/messages/records';
import { modelOf, plain, sseRecords } from '../../support/logs';
import { framed } from '../../support/packed';
import { sampleSize } from '../../support/sample-size';
import { mutate } from '../clients/mutate';
import { createRandom, type Random } from '../model/random';
import { randomStream } from '../model/random-stream';

const STREAMS = sampleSize(60, '', 6);

type Body = (events: readonly JsonObject[], random: Random) => Uint8Array;

function text(make: (events: readonly JsonObject[], random: Random) => string): Body {
  return (events, random) => new TextEncoder().encode(make(events, random));
}

function sse(lineEnd: string): Body {
  return text((events, random) =>
    events
      .map((event) => {
        const extra = random.chance(0.2) ? `: keep-alive${lineEnd}` : '';
        return `${extra}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`;
      })
      .join(''),
  );
}

function framedOrEmpty(event: JsonObject): Uint8Array {
  try {
    return framed(event);
  } catch {
    // Damaged events have no encoding.
    return new Uint8Array(4);
  }
}

const BODIES: Readonly<Record<string, { readonly contentType: string; readonly body: Body }>> = {
  'server-sent events': { contentType: 'text/event-stream', body: sse('\n') },
  'server-sent events with CR LF': { contentType: 'text/event-stream', body: sse('\r\n') },
  'server-sent events with CR': { contentType: 'text/event-stream', body: sse('\r') },
  NDJSON: {
    contentType: 'application/x-ndjson',
    body: text((events) => events.map((event) => `${JSON.stringify(event)}\n`).join('')),
  },
  'lines of JSON that say they are one document': {
    contentType: 'application/vnd.own+json',
    body: text((events) => events.map((event) => `${JSON.stringify(event)}\n`).join('')),
  },
  'a JSON array': {
    contentType: 'application/json',
    body: text((events) => JSON.stringify(events, null, 1)),
  },
  protobuf: { contentType: PROTO_TYPE, body: (events) => Buffer.concat(events.map(framedOrEmpty)) },
};

function logOf(pieces: readonly (Uint8Array | string)[], contentType: string): Log {
  const log = createLog();
  const [navigation, open] = sseRecords([]);
  if (navigation === undefined || open?.kind !== 'open') throw new Error('A stream begins with its opening');
  const chunks = pieces.map((piece, t): CapturedRecord => {
    const units = typeof piece === 'string' ? { text: piece } : { b64: toBase64(piece) };
    return { kind: 'chunk', t, stream: 1, ...units };
  });
  const close: CapturedRecord = { kind: 'close', t: pieces.length, stream: 1, how: 'complete' };
  const headers = { 'content-type': contentType };
  log.append({ doc: 'd', frameId: 0, records: [navigation, { ...open, headers }, ...chunks, close] });
  return log;
}

/** Everything of a log but the arrival times. */
function contentOf(log: Log): object {
  const events = Array.from({ length: log.length }, (_, seq) => {
    const { type, event, original, raw, binary, problems } = log.at(seq) ?? {};
    return { type, event, original, raw, binary, problems };
  });
  const { threads } = modelOf(log);
  const conversations = [...threads].map(({ messages, state }) => ({
    messages: [...messages].map(({ message }) => message),
    state,
  }));
  return { events, conversations: plain(conversations) };
}

function split(bytes: Uint8Array, size: () => number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = size();
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

test.each(Object.keys(BODIES))('%s: any split gives the same events and model', (name) => {
  const { contentType, body } = BODIES[name] ?? { contentType: '', body: sse('\n') };
  let events = 0;
  for (let seed = 1; seed <= STREAMS; seed++) {
    const random = createRandom(seed);
    const length = 10 + random.below(30);
    const valid = [...randomStream(seed, length), { type: 'CUSTOM', name: 'ü😀', value: '\u2028 κόσμε' }];
    const bytes = body(seed % 2 === 0 ? valid : mutate(valid, random), random);
    const whole = logOf([bytes], contentType);
    events += whole.length;
    const expected = contentOf(whole);
    const wide = split(bytes, () => 1 + random.below(random.chance(0.5) ? 4 : 300));
    expect(contentOf(logOf(wide, contentType)), `seed ${seed}`).toEqual(expected);
    if (seed % 10 !== 0) continue;
    const single = split(bytes, () => 1);
    expect(contentOf(logOf(single, contentType)), `seed ${seed}, byte by byte`).toEqual(expected);
  }
  expect(events).toBeGreaterThan(STREAMS * 10);
});

test('a long read is one record, and its last event is marked', () => {
  // Characters of two units everywhere: what is cut between them is no text any more. Short enough that a message of
  // protobuf is valid as text, too.
  const events = Array.from({ length: 2_000 }, (_none, at) => {
    return { type: 'CUSTOM', name: `${'x'.repeat(at % 2)}${'😀'.repeat(15)}`, value: '' };
  });
  for (const [name, { contentType, body }] of Object.entries(BODIES)) {
    const bytes = body(events, createRandom(1));
    const log = logOf([new TextDecoder('utf-8', { fatal: true }).decode(bytes)], contentType);
    const read = Array.from({ length: log.length }, (_none, seq) => log.at(seq));
    expect(read.length, name).toBe(events.length);
    expect(read.map((logged) => logged?.event?.['name'])).toEqual(events.map((each) => each.name));
    // After a CR, the last event is known to be whole only at the end of the stream.
    const own = read.filter((logged) => logged?.record === 0);
    expect(own.length, name).toBeGreaterThan(events.length - 2);
    expect(own.map((logged) => logged?.hasMore === true).indexOf(false), name).toBe(own.length - 1);
  }
});
