// The data of one read of a body, or of one message: bytes or text.
import { parseBase64 } from '@/lib/messages/base64';
import type { ChunkRecord, FrameRecord } from '@/lib/messages/records';

/** Number of stored units of a body without events. */
export const HEAD_MAX = 2000;
/** Longer reads are processed in pieces of this length: a read may contain a million frames. */
export const PIECE = 16 * 1024;

export function dataOf(record: ChunkRecord | FrameRecord): string | Uint8Array {
  if (record.text !== undefined) return record.text;
  return parseBase64(record.b64 ?? '') ?? '';
}

const LF = 10;

function lastBlankLine(data: string | Uint8Array): number {
  if (typeof data === 'string') return data.lastIndexOf('\n\n');
  for (let at = data.lastIndexOf(LF); at > 0; at = data.lastIndexOf(LF, at - 1)) {
    if (data[at - 1] === LF) return at - 1;
  }
  return -1;
}

export function isLf(data: string | Uint8Array, at: number): boolean {
  return (typeof data === 'string' ? data.charCodeAt(at) : data[at]) === LF;
}

/** End of a piece, not within a character. */
export function pieceEnd(data: string | Uint8Array, from: number): number {
  const end = from + PIECE;
  return typeof data === 'string' && (data.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end + 1 : end;
}

/** Number of units since the last LF LF; `endsLf` if the previous read ended with LF. */
export function tailAfter(
  { tail, endsLf }: { readonly tail: number; readonly endsLf: boolean },
  data: string | Uint8Array,
): number {
  const end = lastBlankLine(data);
  if (end !== -1) return data.length - end - 2;
  // LF LF may be split between two reads.
  return endsLf && isLf(data, 0) ? data.length - 1 : tail + data.length;
}

/** The beginning of a read as text; a text is returned whole. */
export function decodedHead(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : new TextDecoder().decode(data.subarray(0, HEAD_MAX));
}
