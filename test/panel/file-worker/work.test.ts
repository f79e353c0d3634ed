// Reading and writing by a worker: the same as without one, a piece at a time, ended if the result is not wanted.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch } from '@/lib/core/files/types';
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { Order, StartWorker, WriteTask } from '@/lib/panel/file-worker/types';
import { startHere } from '@/lib/panel/file-worker/without-worker';
import { readInWorker, writeInWorker } from '@/lib/panel/file-worker/work';
import { sse } from '../../support/logs';
import { batchOf, bodyBatchOf, sampleRun } from '../../support/sessions';
import { events } from '../../support/stream-text';

afterEach(() => vi.unstubAllGlobals());

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const frames = (events: readonly object[]): string => sse(...events);

async function readAll(name: string, bytes: Uint8Array<ArrayBuffer>, start: StartWorker = startHere) {
  const batches: FileBatch[] = [];
  let pieces = 0;
  let share = 0;
  for await (const piece of readInWorker(start, [{ name, blob: new Blob([bytes]) }])) {
    batches.push(...piece.batches);
    expect(piece.share).toBeGreaterThanOrEqual(share);
    share = piece.share;
    pieces++;
  }
  return { batches, pieces, share };
}

function counting(start: StartWorker = startHere) {
  const counts = { started: 0, ended: 0, orders: [] as Order['kind'][] };
  const counted: StartWorker = (kind) => {
    counts.started++;
    const line = start(kind);
    return {
      ...line,
      post(order) {
        counts.orders.push(order.kind);
        line.post(order);
      },
      end() {
        counts.ended++;
        line.end();
      },
    };
  };
  return { counts, start: counted };
}

const TASK: WriteTask = {
  kind: 'write',
  format: 'recording',
  scope: { kind: 'all' },
  level: 'full',
  keep: [],
  annotations: {},
  isExamined: false,
};
const rest = () => Promise.resolve();

test.each([
  ['run.sse', bytesOf(frames(sampleRun()))],
  ['run.json', bytesOf(JSON.stringify(sampleRun()))],
  ['run.sse.gz', new Uint8Array(gzipSync(frames(sampleRun())))],
])('%s is read as it is without a worker', async (name, bytes) => {
  const { batches, share } = await readAll(name, bytes);
  const plain = readFile({ name, bytes });
  expect('batches' in plain && [...plain.batches]).toEqual(batches);
  expect(share).toBe(1);
});

test('a large file is read in steps with the same result', async () => {
  const asked: number[] = [];
  vi.stubGlobal(
    'FileReaderSync',
    class {
      readAsArrayBuffer(part: { at: number; size: number }): ArrayBuffer {
        asked.push(part.size);
        return bytes.slice(part.at, part.at + part.size).buffer;
      }
    },
  );
  const text = frames(sampleRun()).repeat(20_000);
  const bytes = bytesOf(text);
  expect(bytes.length).toBeGreaterThan(16 * 1024 * 1024);
  const blob = {
    size: bytes.length,
    slice: (at: number, end: number) => ({ at, size: Math.min(end, bytes.length) - at }),
  };
  let joined = '';
  let pieces = 0;
  let most = 0;
  const shares: number[] = [];
  for await (const piece of readInWorker(startHere, [{ name: 'large.sse', blob: blob as unknown as Blob }])) {
    let units = 0;
    for (const { records } of piece.batches)
      for (const record of records)
        if (record.kind === 'chunk') {
          joined += record.text ?? '';
          units += record.text?.length ?? 0;
        }
    most = Math.max(most, units);
    shares.push(piece.share);
    pieces++;
  }
  expect(joined === text).toBe(true);
  expect(pieces).toBeGreaterThan(10);
  expect(most).toBeLessThan(3 * 1024 * 1024);
  expect(Math.max(...asked)).toBe(1024 * 1024);
  expect(shares.at(-1)).toBe(1);
  expect(shares[0]).toBeLessThan(0.5);
});

test('many empty batches are transferred a few at a time', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `{"doc":"d","frame":0,"n":${n},"records":[]}`);
  const text = ['{"format":"ag-ui-lens","version":1}', ...lines].join('\n');
  const files = [{ name: 'a.agui.jsonl', blob: new Blob([text]) }];
  const counts: number[] = [];
  for await (const { batches } of readInWorker(startHere, files)) counts.push(batches.length);
  expect(counts.reduce((sum, count) => sum + count)).toBe(20_000);
  expect(Math.max(...counts)).toBeLessThan(2_000);
});

test('an unreadable file gives its own sentence, and its worker ends', async () => {
  const { counts, start } = counting();
  await expect(readAll('nothing.json', new Uint8Array(0), start)).rejects.toThrow('nothing.json is empty.');
  expect(counts).toMatchObject({ started: 1, ended: 1 });
  await expect(readAll('a.sse.br', new Uint8Array(brotliCompressSync('data: {}\n\n')))).rejects.toThrow(
    "a.sse.br is compressed with brotli, which cannot be unpacked here; unpack it first, with 'brotli -d'.",
  );
});

test('a reader that stops ends the worker; at most one piece is read ahead', async () => {
  const { counts, start } = counting();
  const text = frames(sampleRun()).repeat(500);
  const lines = [
    '{"format":"ag-ui-lens","version":1}',
    ...Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({ doc: 'd', frame: 0, n, records: [{ kind: 'chunk', t: n, stream: 1, text }] }),
    ),
  ];
  for await (const { batches } of readInWorker(start, [
    { name: 'a.agui.jsonl', blob: new Blob([lines.join('\n')]) },
  ])) {
    expect(batches.length).toBeLessThan(20);
    break;
  }
  expect(counts).toMatchObject({ started: 1, ended: 1, orders: ['begin', 'more', 'more'] });
});

test('leaving ends the worker at once, also in the middle of a piece', async () => {
  let hasEnded = false;
  const busy: StartWorker = () => ({ post() {}, listen() {}, end: () => (hasEnded = true) });
  const reading = readInWorker(busy, [{ name: 'a.sse', blob: new Blob(['x']) }]);
  const next = reading.next();
  await reading.return();
  expect([hasEnded, await next]).toEqual([true, { done: true, value: undefined }]);
});

test('a worker that breaks down is a sentence', async () => {
  const broken: StartWorker = () => ({
    post() {},
    listen: (listener) => queueMicrotask(() => listener({ kind: 'failed', reason: 'It ran out of memory.' })),
    end() {},
  });
  await expect(readAll('a.sse', bytesOf('x'), broken)).rejects.toThrow('It ran out of memory.');
  await expect(writeInWorker(broken, TASK, [], { rest })).rejects.toThrow('It ran out of memory.');
});

test('the batches of a session are handed over a few at a time, with rests between', async () => {
  const { counts, start } = counting();
  const batches: IncomingBatch[] = Array.from({ length: 100 }, (_, n) => batchOf(sampleRun(`r${n}`), n));
  let rests = 0;
  const written = await writeInWorker(start, { ...TASK, isExamined: true }, batches, {
    rest: () => Promise.resolve(void rests++),
  });
  expect(counts.orders).toEqual(['begin', 'take', 'take', 'take', 'take', 'end']);
  expect(rests).toBe(3);
  expect(written.examined).toMatchObject({ events: 1_300, streams: 100 });
  const text = await written.blob.text();
  expect(text.startsWith(written.start)).toBe(true);
  expect(text.trimEnd().split('\n')).toHaveLength(101);
});

test('a cancelled export is not written, and its worker ends', async () => {
  const { counts, start } = counting();
  const cancel = new AbortController();
  const batches: IncomingBatch[] = Array.from({ length: 100 }, (_, n) => batchOf(sampleRun(), n));
  const writing = writeInWorker(start, TASK, batches, {
    signal: cancel.signal,
    rest: () => {
      cancel.abort();
      return new Promise(() => {});
    },
  });
  await expect(writing).rejects.toThrow(/abort/i);
  expect(counts).toMatchObject({ started: 1, ended: 1, orders: ['begin', 'take'] });
  await expect(writeInWorker(start, TASK, [], { signal: cancel.signal, rest })).rejects.toThrow(/abort/i);
  expect(counts.started).toBe(1);
});

test('a file is transferred unchanged', async () => {
  const { counts, start } = counting();
  const files = [{ name: 'run.sse', blob: new Blob([frames(sampleRun())]) }];
  const written = await writeInWorker(start, { ...TASK, format: 'json-array', files }, [], { rest });
  expect(JSON.parse(await written.blob.text())).toEqual(sampleRun());
  expect(counts.orders).toEqual(['begin', 'end']);
});

test('several files are one session: read one after the other, written as one, and unreadable ones are reported', async () => {
  const body = frames(sampleRun());
  const files = [
    { name: 'a.sse', blob: new Blob([body]) },
    { name: 'note.txt', blob: new Blob(['Good morning!']) },
    { name: 'b.sse', blob: new Blob([body.repeat(2000)]) },
  ];
  const docs = new Set<string>();
  const shares: number[] = [];
  const gaps: string[] = [];
  for await (const { batches, share } of readInWorker(startHere, files)) {
    shares.push(share);
    for (const { doc, records } of batches) {
      docs.add(doc);
      for (const record of records) if (record.kind === 'gap') gaps.push(record.detail ?? '');
    }
  }
  expect([...docs].map((doc) => doc.split(' ')[0])).toEqual(['a.sse', 'note.txt', 'b.sse']);
  expect(gaps).toEqual(['note.txt is not in a format that can be imported']);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  const small = [files[0], files[0]].map((file, at) => ({
    name: `${at}.sse`,
    blob: file?.blob ?? new Blob(),
  }));
  const written = await writeInWorker(startHere, { ...TASK, format: 'json-array', files: small }, [], {
    rest,
  });
  expect(JSON.parse(await written.blob.text())).toEqual([...sampleRun(), ...sampleRun()]);
  await expect(
    readInWorker(
      startHere,
      [files[1], files[1]].flatMap((file) => file ?? []),
    ).next(),
  ).rejects.toThrow('note.txt is not in a format that can be imported.');
});

test('a format’s refusal, and an unknown format, are sentences', async () => {
  const none = writeInWorker(startHere, { ...TASK, format: 'none' }, [], { rest });
  await expect(none).rejects.toThrow("There is no format 'none' that can be written.");
});

test('a part of a session is redacted on its way', async () => {
  const batches = [batchOf(sampleRun('r1'), 0), batchOf(sampleRun('r2'), 1)];
  const task: WriteTask = {
    ...TASK,
    level: 'share',
    scope: { kind: 'events', seqs: Array.from({ length: 13 }, (_none, at) => 13 + at) },
    isExamined: true,
  };
  const { blob, examined, replaced } = await writeInWorker(startHere, task, batches, { rest });
  const text = await blob.text();
  expect(examined?.events).toBe(13);
  expect(replaced).toBeGreaterThan(5);
  expect(text).not.toMatch(/tea|found|Hello/);
});

test('a secret in a part is named by its place in the session, as the panel shows it', async () => {
  const request = {
    threadId: 't',
    runId: 'r2',
    messages: [],
    forwardedProps: { to: 'bob@mail.example.com' },
  };
  const later = events('run r2 · custom to "alice@mail.example.com" · end');
  const batches = [batchOf(sampleRun('r1'), 0), batchOf(later, 1, request)];
  for (const scope of [
    { kind: 'events', seqs: [13, 14, 15] },
    { kind: 'events', seqs: [14] },
  ] as const) {
    const task: WriteTask = { ...TASK, level: 'full', scope, isExamined: true };
    const { examined } = await writeInWorker(startHere, task, batches, { rest });
    expect(examined?.secrets?.found.map(({ where, seq }) => [where, seq])).toEqual([
      ['the request of stream 1', -1],
      ['event 14', 14],
    ]);
  }
});

test('the missing parts of a list of events are counted', async () => {
  const text = `data: {"type":"CUSTOM","name":"n","value":1}\n\ndata: [1]\n\ndata: {"type":\n\n`;
  const cut = bodyBatchOf([text]);
  for (const [format, count] of [
    ['ndjson-file', 2],
    ['recording', 0],
  ] as const) {
    const { skipped } = await writeInWorker(startHere, { ...TASK, format }, [cut], { rest });
    expect([format, skipped]).toEqual([format, count]);
  }
});

const RUN = frames(Array.from({ length: 8_000 }, (_none, n) => ({ type: 'CUSTOM', name: 'n', value: n })));

test.each([
  ['as it is', 'a.sse', Buffer.from(RUN)],
  ['packed, so that little unpacks to much', 'a.sse.gz', gzipSync(RUN.repeat(8))],
])(
  'a file without a worker beside the page, %s: piece by piece, none of them large',
  async (_what, name, bytes) => {
    const sizes: number[] = [];
    let first: number | undefined;
    for await (const { batches, share } of readInWorker(startHere, [{ name, blob: new Blob([bytes]) }])) {
      first ??= share;
      const records = batches.flatMap((batch) => batch.records);
      sizes.push(
        records.reduce((sum, record) => sum + ('text' in record ? (record.text?.length ?? 0) : 0), 0),
      );
    }
    expect(first).toBeLessThanOrEqual(1);
    expect(sizes.length).toBeGreaterThan(1);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(400 * 1024);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(name.endsWith('.gz') ? RUN.length * 8 : RUN.length);
  },
);
