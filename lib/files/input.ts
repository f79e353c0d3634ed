// Files that hold a body and no records: the records that stand in for them.
import { toBase64 } from '@/lib/decode/text';
import type { FileBatch, FileInput } from '@/lib/files/types';
import type { CapturedRecord, ChunkRecord } from '@/lib/wire/records';

/** Longest segment of a body in one record: about a batch of the wire, so that a large file is read in small steps. */
const PIECE = 64 * 1024;

/** Document id of a file. */
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

/** Chunks of one stream from a text. */
export function textChunks(text: string, stream: number, t: number): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    chunks.push({ kind: 'chunk', t, stream, text: text.slice(at, at + PIECE) });
  }
  return chunks;
}

/** Chunks of one stream from bytes. */
export function byteChunks(bytes: Uint8Array, stream: number, t: number): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    chunks.push({ kind: 'chunk', t, stream, b64: toBase64(bytes.subarray(at, at + PIECE)) });
  }
  return chunks;
}

/** One complete body as a document of its own. */
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

/** The line of a text in which a failed parse stopped, from 1; undefined where the engine does not tell. */
export function lineOf(text: string, error: unknown): number | undefined {
  const offset = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return offset === undefined ? undefined : text.slice(0, Number(offset)).split('\n').length;
}

/** The reason of a failed parse, for an error sentence. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  // Engines quote the text that they could not parse, line ends and all.
  return reason
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ \(line \d+ column \d+\)/, '')
    .slice(0, 200)
    .replace(/\.?\s*$/, '');
}

// encodeURI throws at half a surrogate pair.
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '_');
}
