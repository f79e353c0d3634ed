// Length of a value as JSON text, computed without that text. Versions of a document share most nodes, so the length
// of each larger one is remembered.
import { isJsonArray, type Json } from '@/lib/core/json/json';
import { largeArrayOf } from '@/lib/core/json/large-array';
import { largeObjectOf } from '@/lib/core/json/large-object';

const lengths = new WeakMap<object, number>();
const chunkLengths = new WeakMap<object, number>();
/** Shorter values are faster to measure again. */
const REMEMBERED_FROM = 100;

// Characters that may be escaped in JSON text: quotes, control characters, lone surrogates.
const MAY_BE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function stringLength(text: string): number {
  return MAY_BE_ESCAPED.test(text) ? JSON.stringify(text).length : text.length + 2;
}

const itemLength = (item: Json): number => jsonLength(item) + 1;
const memberLength = (key: string, member: Json): number => stringLength(key) + jsonLength(member) + 2;

/** Length of the JSON text in UTF-16 units. The value must be immutable. */
export function jsonLength(value: Json): number {
  if (typeof value === 'string') return stringLength(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  // A bracket, and a comma or bracket after each member.
  let length = 1;
  if (isJsonArray(value)) {
    const large = largeArrayOf(value);
    if (large === undefined) for (const item of value) length += itemLength(item);
    else length += large.sum(itemLength, chunkLengths);
  } else {
    const large = largeObjectOf(value);
    // Entries would be as much garbage as the value itself.
    if (large === undefined)
      for (const key of Object.keys(value)) length += memberLength(key, value[key] ?? null);
    else length += large.sum(memberLength, chunkLengths);
  }
  length = Math.max(length, 2);
  if (length >= REMEMBERED_FROM) lengths.set(value, length);
  return length;
}
