// A large file on the disk, read in steps: its text may be longer than a string can be, and need not be held at all.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createTextReader } from '@/lib/decode/text';
import { bodyBatch, byteChunks, textChunks } from '@/lib/files/input';
import { elementsOf } from '@/lib/files/json-array';
import { formatOf } from '@/lib/files/read-file';
import { recordingOf } from '@/lib/files/recording';
import type { FileBatch, Format, LazyBatches } from '@/lib/files/types';
import { unpack } from '@/lib/files/unpack';
import type { CapturedRecord } from '@/lib/wire/records';

/** Smaller files are read at once. */
const LARGE = 16 * 1024 * 1024;
const STEP = 1024 * 1024;
const HEAD = 4096;

/** The formats that hold nothing but a body. */
const BODIES: ReadonlySet<string> = new Set(['sse-body', 'ndjson-file', 'proto-body', 'json-array']);

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

function* textsOf(path: string): Iterable<string> {
  const reader = createTextReader();
  for (const bytes of stepsOf(path)) yield reader.read(bytes);
  yield reader.end();
}

function* linesOf(path: string): Iterable<string> {
  // A line may be long: its parts are put together once.
  let parts: string[] = [];
  for (const text of textsOf(path)) {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    for (let i = 1; i < lines.length; i++) {
      yield parts.join('');
      parts = [lines[i] ?? ''];
    }
  }
  yield parts.join('');
}

function* chunksOf(path: string, formatId: string): Iterable<readonly CapturedRecord[]> {
  if (formatId === 'proto-body') {
    for (const bytes of stepsOf(path)) yield byteChunks(bytes, 1, 0);
  } else if (formatId === 'json-array') {
    for (const lines of elementsOf(textsOf(path))) yield textChunks(lines, 1, 0);
  } else {
    for (const text of textsOf(path)) yield textChunks(text, 1, 0);
  }
}

function headOf(path: string): Uint8Array {
  for (const bytes of stepsOf(path)) return bytes.slice(0, HEAD);
  return new Uint8Array(0);
}

/** A large file, and whether it is a single body: its events come in the order of the file and answer no request. */
type LargeFile = LazyBatches & { readonly isBody: boolean };

/** A large file; undefined if it is small or is in a format that has to be read at once. */
export function largeFile(path: string, name: string): LargeFile | { readonly error: string } | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size < LARGE) return undefined;
  const bytes = headOf(path);
  const format = formatOf({ name, bytes });
  if (format === undefined || unpack(bytes, '') !== undefined) return undefined;
  if (format.id === 'recording') {
    const recording = recordingOf(() => linesOf(path));
    return 'error' in recording ? recording : { ...recording, isBody: false };
  }
  return BODIES.has(format.id) ? { batches: bodyOf(path, name, format), isBody: true } : undefined;
}

function bodyOf(path: string, name: string, format: Format): Iterable<FileBatch> {
  const mime = format.id === 'json-array' ? 'application/x-ndjson' : format.mime;
  const { records, ...batch } = bodyBatch(name, mime, []);
  const made = function* (): Iterable<FileBatch> {
    let n = 0;
    yield { ...batch, n: n++, records: records.slice(0, -1) };
    for (const some of chunksOf(path, format.id)) yield { ...batch, n: n++, records: some };
    yield { ...batch, n, records: records.slice(-1) };
  };
  return { [Symbol.iterator]: () => made()[Symbol.iterator]() };
}
