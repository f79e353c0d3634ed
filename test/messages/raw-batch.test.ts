// Batches as the page script makes them: records, and beside them the bytes that were read.
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BATCH_LENGTH_MAX, PAYLOAD_MAX } from '@/lib/messages/limits';
import { parseBatch, parseRawBatch } from '@/lib/messages/parse-batch';
import { asText, rawLength, toRawBatch } from '@/lib/messages/raw-batch';
import type { CapturedRecord } from '@/lib/messages/records';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const chunk = (size: unknown, rest: object = {}) => ({ kind: 'chunk', t: 1, stream: 1, size, ...rest });
const frame = (binary: unknown) => ({ kind: 'frame', t: 1, stream: 1, dir: 'in', binary });
const close: CapturedRecord = { kind: 'close', t: 2, stream: 1, how: 'complete' };
const offer = (values: readonly object[], bytes?: Uint8Array) =>
  parseRawBatch({ body: JSON.stringify(values), bytes });

test('each record gets its bytes: as text if they are UTF-8, otherwise in base64, as its flag declares', () => {
  const bytes = new Uint8Array([...utf8('a\nbdätä:'), 0xff, 0xfe, ...utf8('ok')]);
  const parsed = offer([chunk(3), close, chunk(7), chunk(2), frame(2), chunk(0)], bytes);
  expect(parsed?.records).toEqual([
    { kind: 'chunk', t: 1, stream: 1, text: 'a\nb' },
    close,
    { kind: 'chunk', t: 1, stream: 1, text: 'dätä:' },
    { kind: 'chunk', t: 1, stream: 1, b64: '//4=' },
    { kind: 'frame', t: 1, stream: 1, dir: 'in', b64: 'b2s=' },
    { kind: 'chunk', t: 1, stream: 1, text: '' },
  ]);
  // Stored as readers parse it.
  expect(parseBatch(parsed?.body)).toEqual(parsed?.records);
  expect(offer([close])?.records).toEqual([close]);
});

test.each<readonly [string, readonly object[], string]>([
  ['too few', [chunk(2)], 'abc'],
  ['too many', [chunk(4)], 'abc'],
  ['less than none', [chunk(-1), chunk(4)], 'abc'],
  ['half of one', [chunk(1.5)], 'ab'],
  ['a text', [chunk('3')], 'abc'],
  ['nothing', [chunk(null)], ''],
  ['more than there can be', [chunk(2 ** 60)], 'abc'],
  ['text beside base64', [chunk(3, { b64: 'AAAA' })], 'abc'],
  ['bytes without a record', [close], 'abc'],
])('a batch whose bytes contradict its records is refused: %s', (_, values, bytes) => {
  expect(offer(values, utf8(bytes))).toBeUndefined();
});

test('a value other than a list of records is refused', () => {
  for (const body of ['', '{"length":0}', '[', '1', 'null', '[null]', '[[]]'])
    expect(parseRawBatch({ body, bytes: utf8('') }), body).toBeUndefined();
});

test('the JSON size of a batch counts, because that is stored', () => {
  const long = utf8('\u0001'.repeat(BATCH_LENGTH_MAX / 6));
  expect(offer([chunk(long.length)], long)?.records).toMatchObject([{ kind: 'chunk' }]);
  expect(offer([chunk(long.length), close], long)).toBeUndefined();
  // A single record that turns out too long is not the fault of its sender.
  const longer = utf8('\u0001'.repeat(PAYLOAD_MAX / 5));
  expect(offer([chunk(longer.length)], longer)?.records).toMatchObject([
    { kind: 'gap', t: 1, reason: 'too-large', detail: 'chunk' },
  ]);
});

test('only batches of pages are accepted', () => {
  expect(toRawBatch('[]', undefined)).toEqual({ body: '[]' });
  expect(toRawBatch('[]', utf8('a'))).toEqual({ body: '[]', bytes: utf8('a') });
  expect(rawLength({ body: '[]', bytes: utf8('ä') })).toBe(4);
  for (const bytes of [null, 'a', [1], { length: 1 }, new ArrayBuffer(1), new Uint16Array(1)])
    expect(toRawBatch('[]', bytes)).toBeUndefined();
  for (const body of [undefined, 1, {}, 'x'.repeat(PAYLOAD_MAX + 3)])
    expect(toRawBatch(body, undefined)).toBeUndefined();
  expect(toRawBatch('[]', new Uint8Array(PAYLOAD_MAX + 1))).toBeUndefined();
});

test('a batch without bytes stays unchanged', () => {
  const part = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.boolean()), { maxLength: 8 }), (parts) => {
      const all = parts.map(([each]) => (typeof each === 'string' ? utf8(each) : each));
      const values = all.map(({ length }, at) => (parts[at]?.[1] ? frame(length) : chunk(length)));
      const bytes = new Uint8Array(all.flatMap((each) => [...each]));
      const text = asText({ body: JSON.stringify(values), bytes });
      expect(text.bytes).toBeUndefined();
      expect(parseRawBatch(text)).toEqual(offer(values, bytes));
    }),
  );
  const wrong = { body: JSON.stringify([chunk(2)]), bytes: utf8('abc') };
  expect(parseRawBatch(asText(wrong))).toBeUndefined();
  expect(asText({ body: 'x' })).toEqual({ body: 'x' });
});

test('bytes of another realm are accepted, look-alikes are not', () => {
  const foreign: unknown = runInNewContext('new Uint8Array([97, 98])');
  expect(foreign).not.toBeInstanceOf(Uint8Array);
  const body = JSON.stringify([chunk(2)]);
  const batch = toRawBatch(body, foreign);
  expect(batch?.bytes).toBe(foreign);
  expect(batch && JSON.parse(asText(batch).body)).toEqual([{ kind: 'chunk', t: 1, stream: 1, text: 'ab' }]);
  const claims = { [Symbol.toStringTag]: 'Uint8Array', length: 2 };
  for (const other of [claims, new DataView(new ArrayBuffer(2)), new Uint16Array(1), [97, 98], 'ab', null])
    expect(toRawBatch(body, other)).toBeUndefined();
});
