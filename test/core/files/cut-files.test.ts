// Truncated or damaged files: everything before the damage is read, and a gap describes it.
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync, zlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import { recording } from '@/lib/core/files/recording';
import type { FileBatch } from '@/lib/core/files/types';
import { batchesOf, exported, logOfBatches } from '../../support/exported';
import { findingsOf, gapsIn, sse } from '../../support/logs';
import { framed } from '../../support/packed';
import { events } from '../../support/stream-text';
import { createRandom } from '../model/random';

const random = createRandom(1).below;
const word = (): string => Array.from({ length: 40 }, () => String.fromCharCode(97 + random(26))).join('');
const words = Array.from({ length: 200 }, () => `"${word()}"`).join(' ');
const EVENTS = events(`run · text m ${words} · end`);
const SSE = sse(...EVENTS);
const NDJSON = EVENTS.map((event) => `${JSON.stringify(event)}\n`).join('');
const ARRAY = JSON.stringify(EVENTS);

const RECORDING = exported(recording, batchesOf({ name: 'a.ndjson', bytes: strToU8(NDJSON) }));

/** Events of a file, the gaps that are reported, and the errors found. */
function seen(batches: Iterable<FileBatch>) {
  const log = logOfBatches(batches);
  const all = Array.from({ length: log.length }, (_none, seq) => log.at(seq));
  const findings = findingsOf(log);
  return {
    events: all.filter((event) => event?.type !== '').map((event) => event?.event),
    gaps: gapsIn(log),
    errors: findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
  };
}

/** The same of a file that is read in chunks. */
function seenInChunks(name: string, bytes: Uint8Array) {
  const chunks = () => [bytes.subarray(0, 1000), bytes.subarray(1000)];
  const result = readFile({ name, chunks });
  if ('error' in result) throw new Error(result.error);
  return seen(result.batches);
}

const CUT = 'is cut off or damaged';

test.each([
  ['run.sse', SSE],
  ['run.ndjson', NDJSON],
  ['run.json', ARRAY],
  ['run.agui.jsonl', RECORDING],
])('%s.gz, cut anywhere: all events before the cut are read, in one chunk and in several', (name, text) => {
  const packed = gzipSync(text);
  fc.assert(
    fc.property(fc.integer({ min: 2_000, max: packed.length - 1 }), (at) => {
      const bytes = packed.subarray(0, at);
      const { events, gaps, errors } = seen(batchesOf({ name: `${name}.gz`, bytes }));
      // More than a quarter of it is there, and at most the last word of it is not: half a kilobyte, unpacked.
      expect(events).toEqual(EVENTS.slice(0, events.length));
      expect(events.length).toBeGreaterThan((EVENTS.length * at) / packed.length - 12);
      expect(gaps.at(-1)).toBe(`${name}.gz ${CUT}`);
      expect(errors).toEqual([]);
      const steps = seenInChunks(`${name}.gz`, bytes);
      expect(steps.events).toEqual(events);
      expect(steps.gaps.at(-1)).toBe(`${name}.gz ${CUT}`);
    }),
    { numRuns: 15 },
  );
});

const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const changed = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === (at < 0 ? bytes.length + at : at) ? byte ^ 0x55 : byte));
const GZ = gzipSync(SSE);
const HALF = SSE.length / 2;

test.each<readonly [string, Uint8Array, RegExp | undefined]>([
  ['several members', join(gzipSync(SSE.slice(0, HALF)), gzipSync(SSE.slice(HALF))), undefined],
  ['zeros behind it', join(GZ, new Uint8Array(1000)), undefined],
  ['two zeros behind it', join(GZ, new Uint8Array(2)), undefined],
  ['garbage behind it', join(GZ, strToU8('garbage, and more of it')), /followed by data that is not packed/],
  ['a little garbage behind it', join(GZ, strToU8('x')), /followed by data that is not packed/],
  ['a wrong checksum', changed(GZ, -6), /is cut off or damaged$/],
  ['a wrong length', changed(GZ, -2), /is cut off or damaged$/],
  ['half of its checksum', GZ.subarray(0, -6), /is cut off or damaged$/],
  ['no checksum', GZ.subarray(0, -8), /is cut off or damaged$/],
  ['zlib', zlibSync(strToU8(SSE)), undefined],
  ['zlib without its checksum', zlibSync(strToU8(SSE)).subarray(0, -4), /is cut off or damaged$/],
])('gzip with %s: every event is read', (_what, bytes, sentence) => {
  for (const found of [seen(batchesOf({ name: 'a.sse.gz', bytes })), seenInChunks('a.sse.gz', bytes)]) {
    expect(found.events).toEqual(EVENTS);
    expect(found.gaps).toEqual(sentence === undefined ? [] : [expect.stringMatching(sentence)]);
  }
});

test('gzip that is damaged in the middle: the events before the damage are read', () => {
  const members = join(
    gzipSync(SSE.slice(0, HALF)),
    Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 7, 7),
    GZ,
  );
  const { events, gaps } = seen(batchesOf({ name: 'a.sse.gz', bytes: members }));
  expect(events).toEqual(EVENTS.slice(0, events.length));
  expect(events.length).toBeGreaterThan(95);
  expect(gaps).toEqual([
    expect.stringMatching(/^a\.sse\.gz cannot be unpacked from byte \d+ on, it is damaged \(/),
  ]);
});

test.each([
  ['nothing packed', gzipSync(''), 'a.sse is empty.'],
  ['no byte', new Uint8Array(0), 'a.sse.gz is empty.'],
  [
    'its first bytes',
    GZ.subarray(0, 12),
    'a.sse.gz cannot be unpacked, it is cut off or damaged where it begins.',
  ],
])('gzip with %s is refused with a reason', (_what, bytes, error) =>
  expect(readFile({ name: 'a.sse.gz', bytes })).toEqual({ error }),
);

const FILES = { 'a.sse': strToU8(SSE), 'b.json': strToU8(ARRAY), 'c.ndjson': strToU8(NDJSON) };

test('an archive with a damaged file: the other files are read, and the damaged one is named', () => {
  const packed = zipSync(FILES);
  const middle = packed.fill(0xff, packed.length / 2, packed.length / 2 + 50);
  const { events, gaps } = seen(batchesOf({ name: 'x.zip', bytes: middle }));
  expect(gaps.at(-1)).toMatch(/^b\.json /);
  expect(events.length).toBeGreaterThan(2 * EVENTS.length);
  expect(seenInChunks('x.zip', middle).events.length).toBeGreaterThan(2 * EVENTS.length);
});

test('an archive that is cut off: its files before the cut are read', () => {
  const whole = zipSync(FILES);
  const { events, gaps } = seen(batchesOf({ name: 'x.zip', bytes: whole.subarray(0, whole.length * 0.5) }));
  expect(events.length).toBeGreaterThan(EVENTS.length * 1.3);
  expect(gaps.slice(-2)).toEqual([
    `b.json ${CUT}`,
    'x.zip is a ZIP archive that is cut off: files may be missing',
  ]);
  // Only its list is missing.
  expect(seen(batchesOf({ name: 'x.zip', bytes: whole.subarray(0, -30) })).events).toHaveLength(
    3 * EVENTS.length,
  );
});

test('an archive with a file of invalid JSON: the others are read, or its error is reported', () => {
  const bytes = Buffer.from(zipSync({ 'a.sse': FILES['a.sse'], 'z.har': strToU8('{"log":') }));
  expect(seen(batchesOf({ name: 'x.zip', bytes })).events).toEqual(EVENTS);
  // As if encrypted.
  bytes.fill(0x5a, 40, 60);
  expect(readFile({ name: 'x.zip', bytes })).toEqual({
    error: expect.stringMatching(/^z\.har is invalid JSON/),
  });
});

const har = (bodies: readonly string[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '1' },
      entries: bodies.map((text, index) => ({
        startedDateTime: `2026-11-20T14:00:0${index}.000Z`,
        time: 5,
        request: { method: 'POST', url: `http://x/${index}`, headers: [] },
        response: {
          status: 200,
          headers: [],
          content: { size: text.length, mimeType: 'text/event-stream', text },
        },
      })),
    },
  });

test('HAR that is cut off: complete entries and the beginning of the last one are read', () => {
  const text = har([SSE, SSE]);
  const cutAt = (at: number) => seen(batchesOf({ name: 'a.har', bytes: strToU8(text.slice(0, at)) }));
  expect(cutAt(text.lastIndexOf('headers')).events).toEqual(EVENTS);
  const { events, gaps, errors } = cutAt(text.length * 0.75);
  expect(events.slice(0, EVENTS.length)).toEqual(EVENTS);
  expect(events.length).toBeGreaterThan(EVENTS.length * 1.4);
  expect(gaps.at(-1)).toMatch(/^a\.har is invalid JSON.*; it seems to be cut off$/);
  expect(errors).toEqual([]);
});

test('a JSON array that is cut anywhere: its complete elements are read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: ARRAY.length - 1 }), (at) => {
      const whole = ARRAY.slice(0, at).split('"}').length - 1;
      const { events, gaps, errors } = seen(
        batchesOf({ name: 'a.json', bytes: strToU8(ARRAY.slice(0, at)) }),
      );
      expect(events).toEqual(EVENTS.slice(0, whole));
      expect(gaps).toEqual([expect.stringMatching(/^a\.json is JSON that is cut off$/)]);
      expect(errors).toEqual([]);
      expect(seenInChunks('a.json', strToU8(ARRAY.slice(0, at)))).toMatchObject({ events, errors });
    }),
    { numRuns: 30 },
  );
});

test.each(['{"type":"STATE_SNAPSHOT","snapshot":{', '{"type":"TEXT_MESSAGE_CONTENT","delta":"see [', '{'])(
  'NDJSON whose first line is cut off to %s: the other lines are read',
  (first) => {
    for (const list of [EVENTS.slice(0, 1), EVENTS]) {
      const text = [first, ...list.map((event) => JSON.stringify(event))].join('\n');
      expect(seen(batchesOf({ name: 'a.jsonl', bytes: strToU8(text) })).events).toEqual(list);
    }
  },
);

test('a bracket too many at the end of an array is reported', () => {
  const { events, errors } = seen(batchesOf({ name: 'a.json', bytes: strToU8(`${ARRAY}]`) }));
  expect(events).toEqual(EVENTS);
  expect(errors).toEqual(['unreadable-frame']);
});

test('fixtures and sessions of other tools that are cut off: complete events are read', () => {
  const fixtures = JSON.stringify({ fixtures: [{ match: {}, events: EVENTS }] });
  const aimock = seen(batchesOf({ name: 'a.json', bytes: strToU8(fixtures.slice(0, fixtures.length / 2)) }));
  expect(aimock.events).toEqual(EVENTS.slice(0, aimock.events.length));
  expect(aimock.events.length).toBeGreaterThan(90);
  const session = JSON.stringify({
    version: 0,
    session: {
      exchanges: [{ id: 'e', kind: 'run', startedAt: 1, transport: 'completed', path: '/', method: 'POST' }],
      frames: EVENTS.map((event) => ({
        exchangeId: 'e',
        classification: 'data',
        envelope: sse(event),
      })),
    },
  });
  const inspector = seen(batchesOf({ name: 'a.json', bytes: strToU8(session.slice(0, session.length / 2)) }));
  expect(inspector.events).toEqual(EVENTS.slice(0, inspector.events.length));
  expect(inspector.events.length).toBeGreaterThan(80);
  for (const { gaps, errors } of [aimock, inspector]) {
    expect(gaps).toEqual([expect.stringMatching(/cut off$/)]);
    expect(errors).toEqual([]);
  }
});

test('protobuf that is cut in a message: the messages before it are read', () => {
  const bytes = join(...EVENTS.map(framed));
  const plain = seen(batchesOf({ name: 'a.bin', bytes: bytes.subarray(0, bytes.length - 60) }));
  expect(plain.events).toHaveLength(EVENTS.length - 3);
  const packed = seen(batchesOf({ name: 'a.bin.gz', bytes: gzipSync(bytes).subarray(0, 4_000) }));
  expect(packed.events.length).toBeGreaterThan(80);
  expect(packed.gaps).toEqual([`a.bin.gz ${CUT}`]);
  expect(packed.errors).toEqual([]);
});

test('brotli that is damaged is refused, and one that is too large', () => {
  const packed = brotliCompressSync(SSE);
  const brotli = (bytes: Uint8Array, isCut: boolean): Uint8Array =>
    brotliDecompressSync(bytes, isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {});
  const damaged = Uint8Array.from(packed).fill(0xff, packed.length / 2, packed.length / 2 + 100);
  expect(readFile({ name: 'a.sse.br', bytes: damaged, brotli })).toEqual({
    error: expect.stringMatching(/^a\.sse\.br is not brotli, or is damaged: .+\.$/),
  });
  const bomb = () => {
    throw Object.assign(new RangeError('Cannot create a Buffer larger than 1 bytes'), {
      code: 'ERR_BUFFER_TOO_LARGE',
    });
  };
  expect(readFile({ name: 'a.sse.br', bytes: packed, brotli: bomb })).toEqual({
    error: 'a.sse.br unpacks to more than 1 GiB, which is not read.',
  });
});
