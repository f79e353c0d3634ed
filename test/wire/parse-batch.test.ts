import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BATCH_LENGTH_MAX, PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/wire/limits';
import { gapBody, parseBatch, parseRecord } from '@/lib/wire/parse-batch';
import type { CapturedRecord } from '@/lib/wire/records';
import { amount } from '../support/amount';

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
  { kind: 'chunk', t: 3, stream: 1, text: '[]', remade: true },
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
])('refuses %s', (_, body) => {
  expect(parseBatch(body)).toBeUndefined();
});

test('one long record may be a batch of its own', () => {
  const record = { ...RECORDS[5], text: 'x'.repeat(BATCH_LENGTH_MAX * 2) };
  expect(parseBatch(JSON.stringify([record]))).toEqual([record]);
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
    { numRuns: amount(50_000) },
  );
});
