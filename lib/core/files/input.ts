// Files that hold a body but no records: makes the records that stand in for them.

import type { FileBatch, FileInput, FileSteps, ReadSteps } from '@/lib/core/files/types';
import { closedJson } from '@/lib/core/json/cut-json';
import { nestsTooDeep, TOO_DEEP } from '@/lib/core/json/depth';
import type { Json } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, ChunkRecord } from '@/lib/messages/records';

/** Longest segment of a body per record: about one batch on the wire, so that a large file is read in small steps. */
// No more than is folded while it is still at hand.
const SEGMENT = 24 * 1024;

/** Document id used for files. */
export const FILE_DOC = 'file';

/** The file as text. */
export function textOf({ text, bytes }: FileInput): string {
  if (text !== undefined) return text;
  return bytes === undefined ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The file as bytes. */
export function bytesOf({ text, bytes }: FileInput): Uint8Array {
  return bytes ?? new TextEncoder().encode(text ?? '');
}

/** The chunks of one stream, from text. */
export function textChunks(text: string, stream: number, t: number): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let at = 0; at < text.length; at += SEGMENT) {
    chunks.push({ kind: 'chunk', t, stream, text: text.slice(at, at + SEGMENT) });
  }
  return chunks;
}

/** The chunks of one stream, from bytes. */
export function byteChunks(bytes: Uint8Array, stream: number, t: number): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let at = 0; at < bytes.length; at += SEGMENT) {
    chunks.push({ kind: 'chunk', t, stream, b64: toBase64(bytes.subarray(at, at + SEGMENT)) });
  }
  return chunks;
}

/** A batch that holds one complete body as a document. */
export function bodyBatch(name: string, contentType: string, chunks: readonly ChunkRecord[]): FileBatch {
  const url = `file:///${encodeURI(wellFormed(name.slice(0, 1000)))}`;
  const records: CapturedRecord[] = [
    { kind: 'navigation', t: 0, url, timeOrigin: 0, top: true },
    {
      kind: 'open',
      t: 0,
      stream: 1,
      transport: 'file',
      url,
      method: '',
      headers: { 'content-type': contentType },
    },
    ...chunks,
    { kind: 'close', t: 0, stream: 1, how: 'complete' },
  ];
  return { doc: FILE_DOC, frameId: 0, n: 0, records };
}

/** So much stands in one batch of many, units. */
const BATCH = 128 * 1024;

function unitsOf(record: CapturedRecord): number {
  if (record.kind === 'open') return record.requestBody?.length ?? 0;
  return record.kind === 'chunk' || record.kind === 'frame' ? (record.text ?? record.b64 ?? '').length : 0;
}

/** The records of a document that was read at once, in batches that whoever takes them can take one by one. */
export function inBatches({ records, ...batch }: FileBatch): FileBatch[] {
  const batches: FileBatch[] = [];
  let from = 0;
  let units = 0;
  for (const [at, record] of records.entries()) {
    units += unitsOf(record);
    if (units < BATCH && at < records.length - 1) continue;
    batches.push({ ...batch, n: batch.n + batches.length, records: records.slice(from, at + 1) });
    from = at + 1;
    units = 0;
  }
  return batches;
}

/** A body of which the chunks come one after the other; `chunks` begins anew each time. */
export function bodyInSteps(
  name: string,
  contentType: string,
  chunks: () => Iterable<readonly ChunkRecord[]>,
): ReadSteps {
  const { records, ...batch } = bodyBatch(name, contentType, []);
  const made = function* (): Iterable<FileBatch> {
    let n = 0;
    yield { ...batch, n: n++, records: records.slice(0, -1) };
    for (const some of chunks()) yield { ...batch, n: n++, records: some };
    yield { ...batch, n, records: records.slice(-1) };
  };
  return { batches: { [Symbol.iterator]: () => made()[Symbol.iterator]() }, isBody: true };
}

/** The same of a body that is text. */
export function textInSteps({ name, texts }: FileSteps, contentType: string): ReadSteps {
  return bodyInSteps(name, contentType, function* () {
    for (const text of texts()) yield textChunks(text, 1, 0);
  });
}

/** The line of a text, from 1, at which parsing failed; undefined if the engine does not say. */
function lineOf(text: string, error: unknown): number | undefined {
  const offset = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return offset === undefined ? undefined : text.slice(0, Number(offset)).split('\n').length;
}

/** The value of a file, or as much of it as stands before `cut`: one sentence that says where it is cut off. */
type ParsedFile = { readonly value: Json; readonly cut?: string } | { readonly error: string };

function withoutMark(input: FileInput): string {
  return textOf(input).replace(/^\ufeff/, '');
}

/** The value of a JSON document that is cut off; undefined if it is not only that. */
function cutValue(text: string, lists?: number): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(closedJson(text, lists)) };
  } catch {
    return undefined;
  }
}

/** The same of one that may nest as deep as it likes where nobody looks. */
export function parseAnyDepth(input: FileInput, lists?: number): ParsedFile {
  const text = withoutMark(input);
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const line = lineOf(text, error);
    const where = line === undefined ? '' : ` at line ${line}`;
    const invalid = `${input.name} is invalid JSON${where}: ${reasonOf(error)}`;
    const found = cutValue(text, lists);
    if (found === undefined) return { error: `${invalid}.` };
    return { ...found, cut: `${invalid}; it seems to be cut off` };
  }
}

/**
 * The value of a file that is one JSON document, or one sentence saying why there is none. `lists`: see closedJson.
 */
export function parseJsonFile(input: FileInput, lists?: number): ParsedFile {
  if (nestsTooDeep(withoutMark(input))) return { error: `${input.name} ${TOO_DEEP}.` };
  return parseAnyDepth(input, lists);
}

// encodeURI throws on half a surrogate pair.
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '_');
}
