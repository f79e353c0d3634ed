// Turns the data of a tap into what a record may hold: bytes as text or base64, in segments that fit into a batch.
import {
  apply,
  charCodeAt,
  forEach,
  isArray,
  isObject,
  keys,
  lengthOf,
  membersOf,
  slice,
  stringify,
  subarray,
} from './natives';

/** A segment of a body: exactly one of `text` and `b64` is present. `units` is the input for a sniffer. */
interface Segment {
  readonly text: string | undefined;
  readonly b64: string | undefined;
  readonly units: string;
}

/** How much of a body one record holds: even if every unit is escaped to six, far less than the longest batch. */
export const SEGMENT = 128 * 1024;

const { decode } = membersOf(TextDecoder);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const toBase64 = btoa;
const { fromCharCode } = String;
const { min } = Math;

/**
 * JSON text of a value made of plain data, such as a record; undefined fields are left out. JSON.stringify is called for
 * primitives only: a `toJSON` that the page put on a prototype would change what is recorded and run page code inside ours.
 */
export function encode(value: unknown): string {
  if (!isObject(value)) return stringify(value);
  const isList = isArray(value);
  let out = '';
  forEach(keys(value) as (keyof typeof value)[], (name) => {
    const text = encode(value[name]);
    if (text) out += `${out && ','}${isList ? '' : `${stringify(name)}:`}${text}`;
  });
  return isList ? `[${out}]` : `{${out}}`;
}

/** The text of bytes that are complete, valid UTF-8; otherwise undefined. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decode(utf8, bytes);
  } catch {
    // Cut inside a character, or binary: the caller keeps the bytes.
    return undefined;
  }
}

/** Bytes as text, one unit per byte. */
export function unitsOf(bytes: Uint8Array): string {
  let units = '';
  for (let at = 0; at < lengthOf(bytes); at += 8192)
    units += apply(
      fromCharCode,
      undefined,
      subarray(bytes, at, min(at + 8192, lengthOf(bytes))) as unknown as number[],
    );
  return units;
}

/** Encodes bytes as base64. */
export const base64Of = (bytes: Uint8Array): string => toBase64(unitsOf(bytes));

/** Text as a segment. */
const textSegment = (text: string): Segment => ({ text, b64: undefined, units: text });

/** Bytes as a segment: as text if they are UTF-8. */
function byteSegment(bytes: Uint8Array): Segment {
  const text = textOf(bytes);
  if (text !== undefined) return textSegment(text);
  const units = unitsOf(bytes);
  return { text, b64: toBase64(units), units };
}

/** Where to cut bytes at or before `end` without splitting a UTF-8 character; at most three bytes back. */
function byteCut(bytes: Uint8Array, end: number): number {
  let cut = end;
  while (cut > end - 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  return cut;
}

/** The same for text and surrogate pairs. */
const textCut = (text: string, end: number): number =>
  (charCodeAt(text, end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;

/** The end of the segment of a body that begins at `at`. */
export function segmentEnd(body: string | Uint8Array, at: number, length: number): number {
  const end = at + SEGMENT;
  if (end >= length) return length;
  return typeof body === 'string' ? textCut(body, end) : byteCut(body, end);
}

/** One segment of a body. */
export function segmentOf(body: string | Uint8Array, at: number, end: number): Segment {
  if (typeof body === 'string') return textSegment(slice(body, at, end));
  return byteSegment(at > 0 || end < lengthOf(body) ? subarray(body, at, end) : body);
}
