// How long a value is as JSON text, without making that text. Versions of a document share all but the path to what has
// changed, so the length of each larger object and array is remembered.
import { isJsonArray, type Json } from '@/lib/agui/json';
import { largeArrayOf } from '@/lib/values/large-array';
import { largeObjectOf } from '@/lib/values/large-object';

const lengths = new WeakMap<object, number>();
/** Those of the chunks of large values. */
const chunkLengths = new WeakMap<object, number>();
/** To remember a shorter one takes longer than to measure it again. */
const REMEMBERED_FROM = 100;

// All but what stands for itself in JSON text: quotes, control characters, halves of pairs that may be alone.
const MAY_BE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function stringLength(text: string): number {
  return MAY_BE_ESCAPED.test(text) ? JSON.stringify(text).length : text.length + 2;
}

const itemLength = (item: Json): number => jsonLength(item) + 1;
const memberLength = (key: string, member: Json): number => stringLength(key) + jsonLength(member) + 2;

/** Length of a value's JSON text, in UTF-16 units. The value must not change any more. */
export function jsonLength(value: Json): number {
  if (typeof value === 'string') return stringLength(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  // A bracket, and after each member a comma or the other bracket.
  let length = 1;
  if (isJsonArray(value)) {
    const large = largeArrayOf(value);
    if (large === undefined) for (const item of value) length += itemLength(item);
    else length += large.sum(itemLength, chunkLengths);
  } else {
    const large = largeObjectOf(value);
    // Not its entries: they would be as much garbage as the value itself.
    if (large === undefined)
      for (const key of Object.keys(value)) length += memberLength(key, value[key] ?? null);
    else length += large.sum(memberLength, chunkLengths);
  }
  length = Math.max(length, 2);
  if (length >= REMEMBERED_FROM) lengths.set(value, length);
  return length;
}
