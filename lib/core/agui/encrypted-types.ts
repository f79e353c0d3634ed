// Types of encrypted values: part of 1.1, removed by the schemas of 1.0. They are in events, messages and calls.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

const KEY = 'encryptedValueType';
/** Calls in messages in the input of an event. */
const INSIDE = ['input', 'messages', 'toolCalls'];

function idOf(value: Json | undefined): Json | undefined {
  return isJsonObject(value) ? value['id'] : undefined;
}

/** Adds the types of the items in another list, some of which may have been removed. */
function retypedItems(items: readonly Json[], sources: readonly Json[], depth: number): readonly Json[] {
  let next = 0;
  const changed = items.map((item) => {
    while (next < sources.length && idOf(sources[next]) !== idOf(item)) next++;
    return retyped(item, sources[next++], depth);
  });
  return changed.some((item, at) => item !== items[at]) ? changed : items;
}

function retyped(value: Json, source: Json | undefined, depth: number): Json {
  if (isJsonArray(value)) return retypedItems(value, isJsonArray(source) ? source : [], depth);
  if (!isJsonObject(value) || depth > INSIDE.length) return value;
  return withTypes(value, isJsonObject(source) ? source : undefined, depth);
}

/**
 * Copies the types of encrypted values from a source; without a source, removes them. Returns the same object if
 * nothing changes.
 */
export function withTypes(event: JsonObject, source?: JsonObject, depth = 0): JsonObject {
  const changed: Record<string, Json> = {};
  for (const key of INSIDE) {
    const value = event[key];
    const other = value === undefined ? undefined : retyped(value, source?.[key], depth + 1);
    if (other !== undefined && other !== value) changed[key] = other;
  }
  const type = source?.[KEY];
  if (typeof type === 'string') return { ...event, ...changed, [KEY]: type };
  if (typeof event[KEY] === 'string') {
    const { [KEY]: _, ...rest } = event;
    return { ...rest, ...changed };
  }
  return Object.keys(changed).length === 0 ? event : { ...event, ...changed };
}

const TYPED: ReadonlySet<string> = new Set(['REASONING_ENCRYPTED_VALUE', 'MESSAGES_SNAPSHOT', 'RUN_STARTED']);

/** Removes the types of encrypted values from an event; undefined if it has none. */
export function untyped(event: JsonObject | undefined, type: string): JsonObject | undefined {
  if (event === undefined || !TYPED.has(type)) return undefined;
  const without = withTypes(event);
  return without === event ? undefined : without;
}
