// A batch as the page script creates it: JSON text of records, and the bytes that the page has read, concatenated. A
// chunk or frame has its number of bytes: `size` (as text if they are UTF-8, else in base64), or `binary` (always in
// base64).
import { parseBase64, toBase64 } from './base64';
import { PAYLOAD_MAX } from './limits';
import type { ChunkRecord } from './records';
import { isCount, isObject, parseJson } from './values';

/** Without bytes, its body is the JSON text of CapturedRecord[]. */
export interface RawBatch {
  readonly body: string;
  readonly bytes?: Uint8Array | undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as in a record: as text if they are complete, valid UTF-8. */
export function dataOf(bytes: Uint8Array): { readonly text: string } | { readonly b64: string } {
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    // Cut within a character, or binary.
    return { b64: toBase64(bytes) };
  }
}

/** The bytes of a record's data; empty for invalid base64. */
export function bytesOfData({ text, b64 = '' }: Pick<ChunkRecord, 'text' | 'b64'>): Uint8Array<ArrayBuffer> {
  return text === undefined ? (parseBase64(b64) ?? new Uint8Array(0)) : new TextEncoder().encode(text);
}

/** The values of a batch, each with its bytes; undefined if the sizes do not match. */
export function inlineBytes(body: string, bytes: Uint8Array): readonly unknown[] | undefined {
  const values = parseJson(body);
  if (!Array.isArray(values)) return undefined;
  let from = 0;
  const take = (size: unknown): Uint8Array => {
    const to = from + (isCount(size) ? size : Number.NaN);
    const taken = bytes.subarray(from, to);
    from = to;
    return taken;
  };
  const whole = values.map((value: unknown) => {
    if (!isObject(value)) return value;
    const { size, binary, ...rest } = value;
    if (size !== undefined) return { ...rest, ...dataOf(take(size)) };
    return binary === undefined ? value : { ...rest, b64: toBase64(take(binary)) };
  });
  return from === bytes.length ? whole : undefined;
}

/** In bytes and UTF-16 units. */
export const rawLength = ({ body, bytes }: RawBatch): number => body.length + (bytes?.length ?? 0);

/** Firefox gives a content script the page's own byte arrays: copying them would cost as much as sending them. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** Checks types and maximum length only. */
export function toRawBatch(body: unknown, bytes: unknown): RawBatch | undefined {
  if (typeof body !== 'string' || body.length > PAYLOAD_MAX + 2) return undefined;
  if (bytes === undefined) return { body };
  return isBytes(bytes) && bytes.length <= PAYLOAD_MAX ? { body, bytes } : undefined;
}

/** The same batch without bytes, for a background that takes none. The background reports invalid ones. */
export function asText({ body, bytes }: RawBatch): RawBatch {
  // Byte arrays of another world have that world's methods.
  const values = bytes && inlineBytes(body, bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  return { body: values ? JSON.stringify(values) : body };
}
