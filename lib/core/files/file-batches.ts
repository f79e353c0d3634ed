// Batches of records for files without records, such as bodies.

import type { FileBatch, ReadResult } from '@/lib/core/files/types';
import { toBase64 } from '@/lib/messages/base64';
import { type CapturedRecord, type ChunkRecord, dataLengthOf } from '@/lib/messages/records';

/** Maximum length of a chunk record, units: it is processed while still in the cache. */
const SEGMENT = 24 * 1024;
/** Length of a batch, units. */
const BATCH = 128 * 1024;

/** Document id of files. */
export const FILE_DOC = 'file';

/** Calls `iterate` at each iteration. */
export function iterable<T>(iterate: () => Iterable<T>): Iterable<T> {
  return { [Symbol.iterator]: () => iterate()[Symbol.iterator]() };
}

export function textChunks(text: string, stream: number, t: number): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let at = 0; at < text.length; at += SEGMENT)
    chunks.push({ kind: 'chunk', t, stream, text: text.slice(at, at + SEGMENT) });
  return chunks;
}

export function byteChunks(bytes: Uint8Array, stream: number, t: number): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let at = 0; at < bytes.length; at += SEGMENT)
    chunks.push({ kind: 'chunk', t, stream, b64: toBase64(bytes.subarray(at, at + SEGMENT)) });
  return chunks;
}

function unitsOf(record: CapturedRecord): number {
  return record.kind === 'open' ? (record.requestBody?.length ?? 0) : dataLengthOf(record);
}

/** Batches of a document from number `n` on. */
export function* batched(
  records: Iterable<CapturedRecord>,
  { doc = FILE_DOC, n = 0 }: Partial<Pick<FileBatch, 'doc' | 'n'>> = {},
): Iterable<FileBatch> {
  let next = n;
  let waiting: CapturedRecord[] = [];
  let units = 0;
  for (const record of records) {
    waiting.push(record);
    units += unitsOf(record);
    if (units < BATCH) continue;
    yield { doc, frameId: 0, n: next++, records: waiting };
    waiting = [];
    units = 0;
  }
  if (waiting.length > 0) yield { doc, frameId: 0, n: next, records: waiting };
}

export function fileUrl(name: string): string {
  // encodeURI throws on half a surrogate pair.
  return `file:///${encodeURI(name.slice(0, 1000).replace(/[\ud800-\udfff]/g, '_'))}`;
}

/** A body as a document with one complete stream. */
export function readBody(
  name: string,
  contentType: string,
  chunks: () => Iterable<readonly ChunkRecord[]>,
): ReadResult {
  const url = fileUrl(name);
  const headers = { 'content-type': contentType };
  const records = function* (): Iterable<CapturedRecord> {
    yield { kind: 'navigation', t: 0, url, timeOrigin: 0, top: true };
    yield { kind: 'open', t: 0, stream: 1, transport: 'file', url, method: '', headers };
    for (const some of chunks()) yield* some;
    yield { kind: 'close', t: 0, stream: 1, how: 'complete' };
  };
  return { batches: iterable(() => batched(records())), isBody: true };
}

export function readTextBody(name: string, contentType: string, texts: () => Iterable<string>): ReadResult {
  return readBody(name, contentType, function* () {
    for (const text of texts()) yield textChunks(text, 1, 0);
  });
}
