// JSON values as types, and the guards that narrow unknown input to them.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keeps the type of the items, unlike Array.isArray. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The items of a list; none if the value is no list. */
export function arrayIn(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** The objects in a list; none if the value is no list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function stringIn(value: unknown, key: string): string | undefined {
  const found = isJsonObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** JSON text of a value; undefined if it is nested too deeply to serialize. */
export function textOf(value: Json | undefined, indent = 0): string | undefined {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonText(text: string): boolean {
  return parseJson(text) !== undefined;
}
