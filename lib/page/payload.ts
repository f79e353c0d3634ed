// Data of a tap, in segments that fit into a batch.
import type { CapturedRecord } from '../messages/records';
import {
  apply,
  charCodeAt,
  forEach,
  isArray,
  isObject,
  keys,
  lengthOf,
  slice,
  stringify,
  subarray,
} from './natives';

/** Data in the page's own memory: copy bytes at once. */
export type Data = string | Uint8Array;

type WithoutData<R> = R extends unknown ? Omit<R, 'text' | 'b64'> : never;

/** A record without its data, which is stored beside it. */
export type BareRecord = WithoutData<CapturedRecord>;

const { fromCharCode } = String;
const { min } = Math;

/** JSON without undefined fields. JSON.stringify gets primitives only, as it would call a `toJSON` of the page. */
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

/** Position at or before `end` that splits no UTF-8 character; at most three bytes back. */
function byteCut(bytes: Uint8Array, end: number): number {
  let cut = end;
  while (cut > end - 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  return cut;
}

/** The same for text and surrogate pairs. */
const textCut = (text: string, end: number): number =>
  (charCodeAt(text, end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;

/** In bytes or UTF-16 units. */
export const sizeOf = (data: Data): number => (typeof data === 'string' ? data.length : lengthOf(data));

export function segmentOf(body: Data, at: number, most: number): Data {
  const whole = sizeOf(body);
  // Most bodies fit: they need no view of their own.
  if (!at && most >= whole) return body;
  return typeof body === 'string'
    ? slice(body, at, textCut(body, at + most))
    : subarray(body, at, byteCut(body, min(at + most, whole)));
}
