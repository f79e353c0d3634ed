import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BATCH_BYTES, BATCH_LENGTH_MAX, PAYLOAD_MAX } from '@/lib/messages/limits';
import { parseRawBatch } from '@/lib/messages/parse-batch';
import { type RawBatch, rawLength } from '@/lib/messages/raw-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import { createBatcher } from '@/lib/page/batcher';
import { createEmit } from '@/lib/page/emit';
import { openRecord } from '../support/logs';
import { textOf } from '../support/written';

/** An emitter and a batcher as in a document, with manual timers. */
function create(first?: CapturedRecord) {
  let clockMs = 0;
  const batches: RawBatch[] = [];
  const timers: (() => void)[] = [];
  const leaving = new Set<() => void>();
  const batcher = createBatcher({
    post: (body, bytes) => batches.push({ body, bytes }),
    after: (_, work) => timers.push(work),
    now: () => clockMs,
    first: () => first,
  });
  const emit = createEmit({
    now: () => 1.23456,
    write: batcher.write,
    after: (_, work) => timers.push(work),
    onLeaving(leaves) {
      leaving.add(leaves);
      return () => leaving.delete(leaves);
    },
    room: batcher.room,
  });
  return {
    leave: () => {
      for (const leaves of [...leaving]) leaves();
    },
    emit,
    batches,
    pass: (ms: number) => void (clockMs += ms),
    tick: () => {
      for (const timer of timers.splice(0)) timer();
    },
    /** Everything, through the gate. */
    records(): CapturedRecord[] {
      batcher.flush();
      return batches.flatMap((batch) => {
        const records = parseRawBatch(batch)?.records;
        if (!records) throw new Error(`The gate refuses ${batch.body.slice(0, 300)}`);
        return [...records];
      });
    },
  };
}

const opening = { t: 1, transport: 'fetch', url: 'http://x/', method: 'GET' } as const;

/** The same with an open stream. */
function start() {
  const made = create();
  return { ...made, stream: made.emit.open(opening) };
}

test('a batch is sent after its delay or at its length, and never empty', () => {
  const { emit, batches, tick } = create();
  tick();
  expect(batches).toEqual([]);
  const stream = emit.open(opening);
  emit.body(stream, 'x');
  expect(batches).toHaveLength(1);
  tick();
  expect(batches).toHaveLength(2);
  tick();
  expect(batches).toHaveLength(2);
  emit.body(stream, 'x'.repeat(BATCH_BYTES));
  expect(batches).toHaveLength(3);
});

test('the beginning of a stream is sent at once, with earlier records', () => {
  const { emit, batches, records } = create();
  for (const stream of [1, 2]) {
    emit.open(opening);
    expect(batches).toHaveLength(stream);
    expect(records().at(-1)).toMatchObject({ kind: 'open', stream });
    emit.body(stream, 'x');
    expect(batches).toHaveLength(stream);
  }
});

test('thousands of streams at once take fewer batches than the bridge takes in a second', () => {
  const { emit, batches, pass, tick, records } = create();
  for (let n = 0; n < 4000; n++) {
    emit.body(emit.open(opening), 'x');
    if (n % 200 === 199) {
      pass(50);
      tick();
    }
  }
  expect(batches.length).toBeLessThan(500);
  expect(records().filter(({ kind }) => kind === 'open')).toHaveLength(4000);
});

test('where timers never fire, a write sends overdue records, and not more often than a timer would', () => {
  const { emit, batches, pass, stream } = start();
  for (let n = 0; n < 100; n++) {
    pass(10);
    emit.body(stream, 'x');
  }
  expect(batches.length).toBeGreaterThanOrEqual(19);
  // And one for the beginning.
  expect(batches.length).toBeLessThanOrEqual(21);
});

test('a frame or blank document is announced with its first stream', () => {
  const navigation: CapturedRecord = {
    kind: 'navigation',
    t: 0,
    url: 'about:blank',
    timeOrigin: 1,
    top: false,
  };
  const { emit, records } = create(navigation);
  expect(records()).toEqual([]);
  emit.open(opening);
  expect(records().map(({ kind }) => kind)).toEqual(['navigation', 'open']);
});

test('any bytes in any pieces pass the gate unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }))),
      (parts) => {
        const { emit, records, stream } = start();
        const wanted: Uint8Array[] = [];
        for (const part of parts) {
          const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
          wanted.push(bytes);
          emit.body(stream, bytes);
        }
        const got = records().flatMap((record) =>
          record.kind === 'chunk'
            ? [Buffer.from(record.text ?? record.b64 ?? '', record.text === undefined ? 'base64' : 'utf8')]
            : [],
        );
        expect(Buffer.concat(got).equals(Buffer.concat(wanted))).toBe(true);
      },
    ),
  );
});

test('a long chunk is split between characters', () => {
  const { emit, batches, records, stream } = start();
  const text = '👩‍👩‍👧\u0000"\\'.repeat(100_000);
  emit.body(stream, text);
  emit.body(stream, new TextEncoder().encode(text));
  const chunks = records().filter((record) => record.kind === 'chunk');
  expect(chunks.every((chunk) => chunk.text !== undefined)).toBe(true);
  expect(chunks.map((chunk) => chunk.text).join('')).toBe(text + text);
  for (const batch of batches)
    expect(parseRawBatch(batch)?.body.length).toBeLessThanOrEqual(BATCH_LENGTH_MAX);
});

test('reads of any length fill batches that are short enough to be cheap, and none is lost', () => {
  const { emit, batches, records, stream } = start();
  const read = new Uint8Array(64 * 1024).fill(65);
  for (let n = 0; n < 30; n++) emit.body(stream, read);
  const kept = textOf(records()).length;
  expect(kept).toBe(30 * read.length);
  expect(Math.max(...batches.map(rawLength))).toBeLessThan(64 * 1000);
  expect(batches.length).toBeLessThanOrEqual(Math.ceil((1.02 * kept) / BATCH_BYTES) + 1);
});

test('a record has a copy of its bytes: the page may change its own', () => {
  const { emit, batches, records, stream } = start();
  const bytes = new TextEncoder().encode('data: 1');
  emit.body(stream, bytes);
  bytes.fill(0);
  const [first] = records().flatMap((record) => (record.kind === 'chunk' ? [record.text] : []));
  expect(first).toBe('data: 1');
  // Nor does a later batch change one that went out.
  emit.body(stream, 'other!!');
  records();
  expect(
    batches.flatMap((batch) => parseRawBatch(batch)?.records ?? []).filter(({ kind }) => kind === 'chunk'),
  ).toMatchObject([{ text: 'data: 1' }, { text: 'other!!' }]);
});

test('a record beyond all limits is a gap', () => {
  const { emit, records, stream } = start();
  emit.body(stream, 'x'.repeat(PAYLOAD_MAX + 5));
  emit.frame(stream, { t: 1, dir: 'in', data: 'x'.repeat(PAYLOAD_MAX + 5) });
  emit.frame(stream, { t: 1, dir: 'in', data: '\u0001'.repeat(PAYLOAD_MAX / 2) });
  const gaps = records().filter((record) => record.kind === 'gap');
  expect(gaps).toMatchObject([
    { reason: 'too-large', stream, bytes: 5 },
    { reason: 'too-large', stream, bytes: PAYLOAD_MAX + 5 },
    { reason: 'too-large', detail: 'frame' },
  ]);
});

test('a message longer than a usual batch travels alone', () => {
  const { emit, batches, records, stream } = start();
  const data = 'x'.repeat(BATCH_LENGTH_MAX * 2);
  emit.frame(stream, { t: 1, dir: 'in', data });
  expect(records().map(({ kind }) => kind)).toEqual(['open', 'frame']);
  expect(batches).toHaveLength(2);
});

test('a page that gives objects a toJSON changes nothing that is recorded', () => {
  const prototype = Object.prototype as { toJSON?: unknown };
  const { emit, records } = create();
  prototype.toJSON = () => 'spoilt';
  try {
    emit.open({ ...opening, headers: { server: 'x' } });
  } finally {
    delete prototype.toJSON;
  }
  expect(records()).toEqual([openRecord({ url: 'http://x/', method: 'GET', headers: { server: 'x' } })]);
});

test('an error just before unload is recorded as page-gone', () => {
  const { emit, records, tick } = create();
  const [one, two] = [emit.open(opening), emit.open(opening)];
  emit.close(one, 'network-error', 'broken');
  tick();
  emit.close(two, 'network-error', 'broken');
  // Late data of an older stream proves nothing, nor do frames that the page sends.
  emit.body(one, 'data: {}');
  emit.frame(emit.open(opening), { t: 1, dir: 'out', data: '{}' });
  emit.gone();
  tick();
  const closes = records().filter(({ kind }) => kind === 'close');
  expect(closes.slice(0, 2)).toMatchObject([
    { stream: one, how: 'network-error' },
    { stream: two, how: 'page-gone' },
  ]);
});

test('an error before the page begins to unload is recorded as network-error', () => {
  const { emit, records, tick, leave } = create();
  const [broken, open] = [emit.open(opening), emit.open(opening)];
  emit.close(broken, 'network-error', 'broken');
  leave();
  // Errors while the page leaves may be caused by that.
  emit.close(open, 'network-error', 'broken');
  emit.gone();
  tick();
  expect(
    records()
      .filter(({ kind }) => kind === 'close')
      .slice(0, 2),
  ).toMatchObject([
    { stream: broken, how: 'network-error' },
    { stream: open, how: 'page-gone' },
  ]);
});

test.each<readonly [string, (emit: ReturnType<typeof create>['emit'], stream: number) => void]>([
  ['an answer begins', (emit) => void emit.open({ ...opening, status: 200 })],
  ['bytes arrive', (emit, stream) => emit.body(stream, 'data: {}')],
  ['a message arrives', (emit, stream) => emit.frame(stream, { t: 1, dir: 'in', data: '{}' })],
])('an error is no longer held back once %s, so that a retry is recorded after it', (_, happen) => {
  const { emit, records, tick } = create();
  const [broken, retry] = [emit.open(opening), emit.open(opening)];
  emit.close(broken, 'network-error', 'broken');
  happen(emit, retry);
  emit.gone();
  tick();
  expect(
    records()
      .map(({ kind }) => kind)
      .slice(0, 3),
  ).toEqual(['open', 'open', 'close']);
  expect(records().filter((record) => record.kind === 'close' && record.stream === broken)).toMatchObject([
    { how: 'network-error' },
  ]);
});

test('a stream ends once', () => {
  const { emit, records, stream } = start();
  emit.close(stream, 'complete');
  emit.close(stream, 'aborted');
  emit.gone();
  expect(records().filter(({ kind }) => kind === 'close')).toMatchObject([{ how: 'complete' }]);
});

test('a batch of values with the longest JSON is not too long', () => {
  const { emit, records, stream } = start();
  const text = '\u0001'.repeat(128 * 1024);
  for (let i = 0; i < 4; i++) emit.body(stream, text);
  expect(textOf(records())).toBe(text.repeat(4));
});

test('a lone surrogate is recorded unchanged', () => {
  const { emit, batches, records, stream } = start();
  emit.body(stream, 'a\ud83d');
  emit.body(stream, ' and more');
  const texts = records().flatMap((record) => (record.kind === 'chunk' ? [record.text] : []));
  expect(texts).toEqual(['a\ud83d', ' and more']);
  // On the way to the background, whatever is not well formed is replaced.
  expect(batches.every(({ body }) => body.isWellFormed())).toBe(true);
});

test('an answer that may declare capabilities is recorded only if it does', () => {
  const { emit, records } = create();
  const info = { ...opening, url: 'http://x/info' };
  const ours = emit.open(info, 'declaration');
  emit.body(ours, '{"version":"1","agents":{"a":{}}}');
  emit.close(ours, 'complete');
  const other = emit.open(info, 'declaration');
  emit.body(other, '{"version":"1"}');
  expect(emit.wants(other)).toBe(false);
  emit.body(other, '"agents"');
  emit.close(other, 'complete');
  emit.close(emit.open(info, 'declaration'), 'network-error');
  expect(records().map(({ kind }) => kind)).toEqual(['open', 'chunk', 'close']);
});
