// Strips and validates a long value in steps: its long arrays element by element, and the rest of it with empty arrays
// in their places. What comes of it is the same.
import { z } from 'zod/v4';
import { put, type Schema, schemaKind, stripUnknown } from '@/lib/core/agui/strip';
import { isJsonObject, type Json } from '@/lib/core/json/json';

/** From this many elements on an array is gone through one by one. */
const MANY = 64;
/** Elements in one step. */
const STEP = 8;

type Key = string | number;

/** A long array. */
interface Hole {
  readonly path: readonly Key[];
  readonly items: readonly Json[];
  readonly element: Schema;
  /** What stands in its place. */
  readonly place: Json[];
}

/** A valid value as the schema wants it, and pointers to what was removed. */
interface Valid {
  readonly value: unknown;
  readonly removed: readonly string[];
}

/** Nothing in it is known; or it is invalid. */
type Found = Valid | 'dropped' | 'invalid';

/** Whether a schema takes each of its elements, or properties, for itself. */
function isPlain(schema: Schema): boolean {
  let current = schema;
  for (;;) {
    if (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap();
    else if (current instanceof z.ZodLazy) current = current.def.getter();
    else break;
  }
  return (
    !(current instanceof z.ZodDefault || current instanceof z.ZodPipe) && !current._zod.def.checks?.length
  );
}

/** A value without the elements of its long arrays. */
function hollow(value: Json, schema: Schema, path: readonly Key[], holes: Hole[]): Json {
  if (typeof value !== 'object' || value === null || !isPlain(schema)) return value;
  const kind = schemaKind(schema);
  if (kind.is === 'array' && Array.isArray(value)) {
    const items: readonly Json[] = value;
    if (items.length < MANY) return items.map((item, at) => hollow(item, kind.element, [...path, at], holes));
    const place: Json[] = [];
    holes.push({ path, items, element: kind.element, place });
    return place;
  }
  if (!isJsonObject(value)) return value;
  if (kind.is === 'variants') {
    const option = kind.byTag.get(value[kind.key]);
    return option === undefined ? value : hollow(value, option, path, holes);
  }
  if (kind.is !== 'object') return value;
  const copy: Record<string, Json> = {};
  for (const [key, entry] of Object.entries(value)) {
    const field = kind.shape.get(key);
    put(copy, key, field === undefined ? entry : hollow(entry, field, [...path, key], holes));
  }
  return copy;
}

function isLong(value: Json): boolean {
  return (
    isJsonObject(value) && Object.values(value).some((entry) => Array.isArray(entry) && entry.length >= MANY)
  );
}

function at(value: unknown, path: readonly Key[]): unknown {
  let found = value;
  for (const key of path)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

function now(value: Json, schema: Schema): Found {
  const stripped = stripUnknown(value, schema);
  if (stripped === undefined) return 'dropped';
  const parsed = z.safeParse(schema, stripped.value);
  return parsed.success ? { value: parsed.data, removed: stripped.removed } : 'invalid';
}

/** The elements of a long array that are kept, and pointers to what was removed; undefined if one is invalid. */
function* elementsOf({ items, element }: Hole): Generator<undefined, Valid | undefined> {
  const value: unknown[] = [];
  const removed: string[] = [];
  for (const [index, item] of items.entries()) {
    const found: Found = isLong(item) ? yield* stripInSteps(item, element) : now(item, element);
    if (found === 'invalid') return undefined;
    if (found === 'dropped') removed.push(`/${index}`);
    else {
      value.push(found.value);
      for (const pointer of found.removed) removed.push(`/${index}${pointer}`);
    }
    if (index % STEP === 0) yield;
  }
  return { value, removed };
}

/** Strips and validates. Of what is invalid, the whole has to be asked why. */
export function* stripInSteps(value: Json, schema: Schema): Generator<undefined, Found> {
  const holes: Hole[] = [];
  const hollowed = hollow(value, schema, [], holes);
  const elements: unknown[] = [];
  const seenTo = new Map<Json, readonly string[]>();
  for (const hole of holes) {
    const found = yield* elementsOf(hole);
    if (found === undefined) return 'invalid';
    elements.push(found.value);
    seenTo.set(hole.place, found.removed);
  }
  const stripped = stripUnknown(hollowed, schema, seenTo);
  if (stripped === undefined) return 'dropped';
  const parsed = z.safeParse(schema, stripped.value);
  if (!parsed.success) return 'invalid';
  let whole: unknown = parsed.data;
  for (const [index, { path, place }] of holes.entries()) {
    // What stands before it in an array may have been removed.
    if (at(stripped.value, path) !== place) return 'invalid';
    const parent = at(whole, path.slice(0, -1));
    const key = path.at(-1);
    if (key === undefined) whole = elements[index];
    else if (typeof parent !== 'object' || parent === null || !Reflect.set(parent, key, elements[index]))
      return 'invalid';
  }
  return { value: whole, removed: stripped.removed };
}
