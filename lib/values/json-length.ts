// How long a value is as JSON text, without making that text. Versions of a document share all but the path to what has
// changed, so the length of each larger object and array is remembered.
import { isJsonArray, type Json } from '@/lib/agui/json';
import { itemsOf } from '@/lib/values/large-array';
import { entriesOf } from '@/lib/values/large-object';

const lengths = new WeakMap<object, number>();
/** To remember a shorter one takes longer than to measure it again. */
const REMEMBERED_FROM = 100;

// All but what stands for itself in JSON text: quotes, control characters, halves of pairs that may be alone.
const MAY_BE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function stringLength(text: string): number {
  return MAY_BE_ESCAPED.test(text) ? JSON.stringify(text).length : text.length + 2;
}

/** Length of a value's JSON text, in UTF-16 units. The value must not change any more. */
export function jsonLength(value: Json): number {
  if (typeof value === 'string') return stringLength(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  // A bracket, and after each member a comma or the other bracket.
  let length = 1;
  if (isJsonArray(value)) for (const item of itemsOf(value)) length += jsonLength(item) + 1;
  else for (const [key, member] of entriesOf(value)) length += stringLength(key) + jsonLength(member) + 2;
  length = Math.max(length, 2);
  if (length >= REMEMBERED_FROM) lengths.set(value, length);
  return length;
}
