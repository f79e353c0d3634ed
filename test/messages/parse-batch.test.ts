import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapBody } from '@/lib/messages/gap-body';
import {
  BACKLOG_MAX,
  BATCH_AFTER_MS,
  BATCH_BYTES,
  BATCH_LENGTH_MAX,
  BATCH_RECORDS_MAX,
  PAYLOAD_MAX,
  RECENT_LENGTH_MAX,
  REQUEST_BODY_MAX,
  SLICE_LENGTH,
  TEXT_MAX,
  WINDOW_MAX,
} from '@/lib/messages/limits';
import { parseBatch, parseBatchBody, parseRecord } from '@/lib/messages/parse-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import { sampleSize } from '../support/sample-size';

const RECORDS: readonly CapturedRecord[] = [
  { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1.5e12, top: true },
  {
    kind: 'open',
    t: 1,
    stream: 1,
    transport: 'fetch',
    url: 'http://localhost/run',
    method: 'POST',
    requestBody: '{"a":1}',
    requestBodyLength: 7,
    accept: 'text/event-stream',
    headT: 2.25,
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    protocol: 'x',
  },
  { kind: 'chunk', t: 3, stream: 1, text: 'data: {}\n\n' },
  { kind: 'chunk', t: 3, stream: 1, b64: 'AAE=' },
  { kind: 'chunk', t: 3, stream: 1, text: '[]' },
  { kind: 'frame', t: 3, stream: 2, dir: 'in', text: '{}', event: 'x', lastEventId: '1' },
  { kind: 'frame', t: 3, stream: 2, dir: 'out', b64: '' },
  { kind: 'close', t: 4, stream: 1, how: 'complete', detail: 'x', code: 1000 },
  { kind: 'gap', t: 5, stream: 1, reason: 'too-large', records: 1, bytes: 2, detail: 'x' },
];

test('every declared record passes unchanged', () => {
  expect(parseBatch(JSON.stringify(RECORDS))).toEqual(RECORDS);
});

test('unknown keys are taken out, at every level', () => {
  const extra = RECORDS.map((record) => ({ ...record, cookie: 'x', tab: 7 }));
  expect(parseBatch(JSON.stringify(extra))).toEqual(RECORDS);
  const open = { ...RECORDS[1], headers: { 'content-type': 'a', 'set-cookie': 'secret' } };
  expect(parseRecord(open)).toMatchObject({ headers: { 'content-type': 'a' } });
  expect(JSON.stringify(parseRecord(open))).not.toContain('secret');
});

test('a prototype in the text changes nothing', () => {
  const body =
    '[{"__proto__":{"top":true,"url":"x"},"kind":"navigation","t":0,"timeOrigin":1},{"__proto__":{"kind":"gap"}}]';
  expect(parseBatch(body)).toBeUndefined();
  const hidden = parseBatch('[{"kind":"gap","t":0,"reason":"late","__proto__":{"bad":1},"constructor":1}]');
  expect(hidden).toEqual([{ kind: 'gap', t: 0, reason: 'late' }]);
  expect(Object.keys(hidden?.[0] ?? {})).toEqual(['kind', 't', 'reason']);
  expect(({} as { bad?: number }).bad).toBeUndefined();
});

test.each([
  ['no text', 7],
  ['nothing', undefined],
  ['no JSON', '[{'],
  ['no array', '{"kind":"gap","t":0,"reason":"late"}'],
  ['an array inside', '[[]]'],
  ['null', '[null]'],
  ['an unknown kind', '[{"kind":"toString"}]'],
  ['a missing field', '[{"kind":"chunk","t":0,"text":""}]'],
  ['both payloads', '[{"kind":"chunk","t":0,"stream":1,"text":"","b64":""}]'],
  ['no payload', '[{"kind":"frame","t":0,"stream":1,"dir":"in"}]'],
  ['broken base64', '[{"kind":"chunk","t":0,"stream":1,"b64":"A"}]'],
  ['text for a number', '[{"kind":"chunk","t":"0","stream":1,"text":""}]'],
  ['a time before all', '[{"kind":"chunk","t":-1,"stream":1,"text":""}]'],
  ['a time beyond all', '[{"kind":"chunk","t":1e999,"stream":1,"text":""}]'],
  ['half a stream', '[{"kind":"chunk","t":0,"stream":1.5,"text":""}]'],
  ['stream zero', '[{"kind":"chunk","t":0,"stream":0,"text":""}]'],
  ['an unknown end', '[{"kind":"close","t":0,"stream":1,"how":"fine"}]'],
  ['headers that are none', JSON.stringify([{ ...RECORDS[1], headers: [] }])],
  ['a header that is no text', JSON.stringify([{ ...RECORDS[1], headers: { server: 1 } }])],
  ['a long URL', JSON.stringify([{ ...RECORDS[0], url: 'x'.repeat(TEXT_MAX + 1) }])],
  ['a long request', JSON.stringify([{ ...RECORDS[1], requestBody: 'x'.repeat(REQUEST_BODY_MAX + 1) }])],
  [
    'a long batch of several',
    JSON.stringify([RECORDS[0], { ...RECORDS[2], text: 'x'.repeat(BATCH_LENGTH_MAX) }]),
  ],
  ['a batch beyond all', JSON.stringify([{ ...RECORDS[5], text: 'x'.repeat(PAYLOAD_MAX) }])],
  ['many records', `[${'{},'.repeat(70_000)}{}]`],
])('refuses %s', (_, body) => expect(parseBatch(body)).toBeUndefined());

test('unneeded content is not stored with a batch: a duplicate field, white space', () => {
  const gap = '{"kind":"gap","t":0,"reason":"late"}';
  const twice = `[{"kind":"chunk","t":0,"stream":1,"text":"${'x'.repeat(100_000)}","text":"y"}]`;
  for (const body of [twice, `[${' '.repeat(100_000)}${gap}]`]) {
    expect(parseBatchBody(body)?.body.length).toBeLessThan(100);
  }
  // The body of a page is stored unchanged, including its escapes.
  const escaped = JSON.stringify([{ kind: 'chunk', t: 0, stream: 1, text: '\u0001"\\\n'.repeat(10_000) }]);
  expect(parseBatchBody(escaped)?.body).toBe(escaped);
});

test('one long record may be a batch of its own', () => {
  const record = { ...RECORDS[5], text: 'x'.repeat(BATCH_LENGTH_MAX * 2) };
  expect(parseBatch(JSON.stringify([record]))).toEqual([record]);
});

const long = (length: number): string => 'x'.repeat(length);
const [NAVIGATION, OPEN, CHUNK, BYTES, , FRAME, , CLOSE, GAP] = RECORDS;

/** A record that is just about to be refused, and one that is. */
test.each<[name: string, record: object | undefined, field: string, fits: unknown, not: unknown]>([
  ['an address', NAVIGATION, 'url', long(TEXT_MAX), long(TEXT_MAX + 1)],
  ['a time', CHUNK, 't', 1e14, 1e14 + 1],
  ['the beginning of time', CHUNK, 't', 0, -0.001],
  ['a stream', CHUNK, 'stream', 1, 0],
  ['a large stream', CHUNK, 'stream', 2 ** 53 - 1, 2 ** 53],
  ['a method', OPEN, 'method', long(64), long(65)],
  ['a status', OPEN, 'status', 0, -1],
  ['a code', CLOSE, 'code', 0, 1.5],
  ['the bytes of what is lost', GAP, 'bytes', 0, -1],
  ['the records of what is lost', GAP, 'records', 0, -1],
  ['a request', OPEN, 'requestBody', long(REQUEST_BODY_MAX), long(REQUEST_BODY_MAX + 1)],
  ['a header', OPEN, 'headers', { server: long(TEXT_MAX) }, { server: long(TEXT_MAX + 1) }],
  ['a text', CHUNK, 'text', long(PAYLOAD_MAX), long(PAYLOAD_MAX + 1)],
  ['a message', FRAME, 'text', long(PAYLOAD_MAX), long(PAYLOAD_MAX + 1)],
  ['bytes of three', BYTES, 'b64', 'AAECAwQF', 'AAECAwQ'],
  ['bytes and their padding', BYTES, 'b64', 'AA==', 'A==='],
  ['whether a document is the top', NAVIGATION, 'top', false, 0],
  ['headers without any', OPEN, 'headers', {}, null],
])('the gate accepts %s up to its limit', (_name, record, field, fits, not) => {
  const fitting = { ...record, [field]: fits };
  expect(parseRecord(fitting)).toEqual(fitting);
  expect(parseRecord({ ...record, [field]: not })).toBeUndefined();
});

test('the longest batches pass: of many records, of one record, and of many that are short', () => {
  const gap = { kind: 'gap', t: 0, reason: 'late' };
  const gaps = (count: number): string => `[${Array.from({ length: count }, () => '{}').join()}]`;
  const one = (length: number): string => `[${JSON.stringify(gap)}${' '.repeat(length)}]`;
  const spare = (of: number, body: string): number => of - body.length;
  expect(parseBatch(one(spare(PAYLOAD_MAX + 2, one(0))))).toEqual([gap]);
  expect(parseBatch(one(spare(PAYLOAD_MAX + 3, one(0))))).toBeUndefined();
  const two = (length: number): string =>
    `[${JSON.stringify(gap)},${JSON.stringify(gap)}${' '.repeat(length)}]`;
  expect(parseBatch(two(spare(BATCH_LENGTH_MAX, two(0))))).toHaveLength(2);
  expect(parseBatch(two(spare(BATCH_LENGTH_MAX + 1, two(0))))).toBeUndefined();
  const short = JSON.stringify({ kind: 'gap', t: 0, reason: 'late' });
  // So many do not fit into a batch's length: the number is a limit of its own, for records that are hardly there.
  expect(short.length * BATCH_RECORDS_MAX).toBeGreaterThan(BATCH_LENGTH_MAX);
  expect(parseBatch(gaps(BATCH_RECORDS_MAX + 1))).toBeUndefined();
  expect(parseBatch('[]')).toEqual([]);
});

test('a batch is stored unchanged, or without undeclared members', () => {
  const body = ` ${JSON.stringify(RECORDS, undefined, 1)} `;
  expect(parseBatchBody(body)?.body).toBe(body);
  const spoiled: readonly object[] = [
    { ...CHUNK, cookie: 'x' },
    { ...OPEN, headers: { server: 'a', cookie: 'x' } },
  ];
  for (const record of spoiled) {
    const parsed = parseBatchBody(JSON.stringify([GAP, record, GAP]));
    expect(parsed?.body).not.toContain('cookie');
    expect(parsed?.body).toBe(JSON.stringify(parsed?.records));
    expect(parsed?.records).toHaveLength(3);
  }
});

test('inherited properties of a record do not count', () => {
  const heir = (own: object, inherited: object): object => Object.assign(Object.create(inherited), own);
  expect(parseRecord(heir({ kind: 'chunk', t: 0, stream: 1 }, { text: 'x' }))).toBeUndefined();
  expect(parseRecord(heir({ t: 0, reason: 'late' }, { kind: 'gap' }))).toBeUndefined();
  expect(parseRecord(heir({ kind: 'gap', t: 0, reason: 'late' }, { detail: 'x' }))).toEqual({
    kind: 'gap',
    t: 0,
    reason: 'late',
  });
});

test('the limits are consistent: all that may be captured can be sent, kept and stored', () => {
  const rising = [BATCH_BYTES, BATCH_LENGTH_MAX, WINDOW_MAX, PAYLOAD_MAX, BACKLOG_MAX, RECENT_LENGTH_MAX];
  expect(rising).toEqual([...rising].sort((a, b) => a - b));
  // Several of the longest, or one would push all others out.
  for (const [large, small] of [
    [BATCH_LENGTH_MAX, BATCH_BYTES],
    [WINDOW_MAX, BATCH_LENGTH_MAX],
    [BACKLOG_MAX, PAYLOAD_MAX],
    [RECENT_LENGTH_MAX, BACKLOG_MAX],
  ] as const)
    expect(large / small).toBeGreaterThanOrEqual(4);
  // A slice is no longer than a batch may be, or a panel would wait for much at once.
  expect(SLICE_LENGTH).toBeLessThanOrEqual(BATCH_LENGTH_MAX);
  expect(REQUEST_BODY_MAX).toBeLessThanOrEqual(BATCH_LENGTH_MAX);
});

test('documented limits hold', () => {
  const MB = 1024 * 1024;
  expect({ BATCH_AFTER_MS, BATCH_BYTES, REQUEST_BODY_MAX, PAYLOAD_MAX }).toEqual({
    BATCH_AFTER_MS: 50,
    BATCH_BYTES: 60_000,
    REQUEST_BODY_MAX: MB,
    PAYLOAD_MAX: 16 * MB,
  });
});

test('the batch that stands for a lost one passes', () => {
  const body = gapBody({ t: 1, reason: 'refused', bytes: 3 });
  expect(parseBatch(body)).toEqual([{ kind: 'gap', t: 1, reason: 'refused', bytes: 3 }]);
});

test('hostile input never throws and never passes more than is declared', () => {
  const keys = new Set(RECORDS.flatMap((record) => Object.keys(record)));
  const near = fc.record(
    {
      kind: fc.oneof(fc.constantFrom('navigation', 'open', 'chunk', 'frame', 'close', 'gap'), fc.string()),
      t: fc.oneof(fc.double(), fc.jsonValue()),
      stream: fc.oneof(fc.integer(), fc.jsonValue()),
      text: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
      b64: fc.oneof(fc.base64String(), fc.string()),
      url: fc.oneof(fc.string(), fc.jsonValue()),
      headers: fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.jsonValue()),
      how: fc.oneof(fc.constantFrom('complete', 'aborted'), fc.jsonValue()),
      dir: fc.oneof(fc.constantFrom('in', 'out'), fc.jsonValue()),
      reason: fc.oneof(fc.constantFrom('late', 'refused'), fc.jsonValue()),
      top: fc.oneof(fc.boolean(), fc.jsonValue()),
      timeOrigin: fc.oneof(fc.integer(), fc.jsonValue()),
      transport: fc.oneof(fc.constantFrom('fetch', 'xhr'), fc.jsonValue()),
      method: fc.oneof(fc.string(), fc.jsonValue()),
      ['__proto__']: fc.jsonValue(),
      constructor: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.array(near, { maxLength: 4 }).map((records) => JSON.stringify(records)),
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.anything(),
  );
  fc.assert(
    fc.property(body, (hostile) => {
      const records = parseBatch(hostile);
      for (const record of records ?? []) {
        for (const key of Object.keys(record)) expect(keys).toContain(key);
        expect(parseRecord(record)).toEqual(record);
      }
    }),
    { numRuns: sampleSize(50_000) },
  );
});
