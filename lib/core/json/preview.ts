// Values in one line.
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { SUMMARY_WORDS } from '@/lib/core/json/words';

export function preview(value: Json | undefined, length = 80): string {
  if (value === undefined) return SUMMARY_WORDS.nothing;
  if (typeof value === 'string') return JSON.stringify(cut(value, length));
  if (typeof value !== 'object' || value === null) return String(value);
  const inner: string[] = [];
  let left = length;
  const entries: Iterable<readonly [string, Json]> = Array.isArray(value) ? pairs(value) : pairsOf(value);
  for (const [key, item] of entries) {
    const shown =
      typeof item === 'object' && item !== null
        ? Array.isArray(item)
          ? `[${item.length}]`
          : '{…}'
        : preview(item, Math.min(left, 40));
    const text = Array.isArray(value) ? shown : `${key}: ${shown}`;
    left -= text.length + 2;
    if (left < 0) {
      inner.push('…');
      break;
    }
    inner.push(text);
  }
  return Array.isArray(value) ? `[${inner.join(', ')}]` : `{${inner.join(', ')}}`;
}

function* pairs(values: readonly Json[]): Iterable<readonly [string, Json]> {
  for (let i = 0; i < values.length; i++) yield [String(i), values[i] ?? null];
}

function* pairsOf(value: Json): Iterable<readonly [string, Json]> {
  if (!isJsonObject(value)) return;
  for (const key in value) yield [key, value[key] ?? null];
}

/** Characters that change the direction of text around them. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

export function spelled(text: string): string {
  return text.replace(DIRECTIONS, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** Cuts a text at `length` characters with an ellipsis. Characters that change the direction are escaped. */
export function cut(text: string, length: number): string {
  return spelled(text.length <= length ? text : `${text.slice(0, length)}…`);
}

export function oneLine(text: string, length: number): string {
  return cut(text.replace(/\s+/g, ' ').trim(), length);
}

/** Texts as one list, cut at `length` characters. Stops reading at the limit. */
export function cutList(texts: Iterable<string>, length: number): string {
  let list = '';
  for (const text of texts) {
    if (list.length > length) break;
    list += `${list && ', '}${text.slice(0, length + 1)}`;
  }
  return cut(list, length);
}
