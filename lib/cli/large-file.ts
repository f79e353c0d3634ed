// A large body on the disk, read in steps: its text may be longer than a string can be, and need not be held twice.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createTextReader } from '@/lib/decode/text';
import { bodyBatch, byteChunks, textChunks } from '@/lib/files/input';
import { formatOf } from '@/lib/files/read-file';
import type { FileBatch } from '@/lib/files/types';
import { unpack } from '@/lib/files/unpack';
import type { CapturedRecord } from '@/lib/wire/records';

/** Smaller files are read at once. */
const LARGE = 16 * 1024 * 1024;
const STEP = 1024 * 1024;
const HEAD = 4096;

/** The formats that hold nothing but a body. */
const BODIES: ReadonlySet<string> = new Set(['sse-body', 'ndjson-file', 'proto-body']);

function* stepsOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(STEP);
  try {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

function* recordsOf(path: string, isBinary: boolean): Iterable<readonly CapturedRecord[]> {
  const text = createTextReader();
  for (const bytes of stepsOf(path)) {
    yield isBinary ? byteChunks(bytes, 1, 0) : textChunks(text.read(bytes), 1, 0);
  }
  yield textChunks(text.end(), 1, 0);
}

function headOf(path: string): Uint8Array {
  for (const bytes of stepsOf(path)) return bytes.slice(0, HEAD);
  return new Uint8Array(0);
}

/** The batches of a large body; undefined if the file is small or is in a format that has to be read at once. */
export function largeBody(path: string, name: string): Iterable<FileBatch> | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size < LARGE) return undefined;
  const bytes = headOf(path);
  const format = formatOf({ name, bytes });
  if (format === undefined || !BODIES.has(format.id) || unpack(bytes, '') !== undefined) return undefined;
  const { records, ...batch } = bodyBatch(name, format.mime, []);
  const made = function* (): Iterable<FileBatch> {
    let n = 0;
    yield { ...batch, n: n++, records: records.slice(0, -1) };
    for (const some of recordsOf(path, format.id === 'proto-body')) yield { ...batch, n: n++, records: some };
    yield { ...batch, n, records: records.slice(-1) };
  };
  return { [Symbol.iterator]: () => made()[Symbol.iterator]() };
}
