// Enforcement of client 1.0 before an event is reduced: the repairs of its compatibility boundary (a closed list of
// nulls, `binary` content parts), then the removal of unknown material, then validation by the schema.
import { writeKey } from '@/lib/core/json/json-draft';
import '@/lib/core/agui/no-code';
import { EventSchema } from '@ag-ui/core/schemas';
import { z } from 'zod/v4';
import type { EventTypeName } from '@/lib/core/agui/events';
import { repairEvent, type Warn } from '@/lib/core/agui/repair';
import { type Schema, schemaKind, stripUnknown } from '@/lib/core/agui/strip';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { pointerOf } from '@/lib/core/json/pointer';
import { runNow } from '@/lib/core/json/steps';

type Enforced =
  | { readonly ok: true; readonly event: JsonObject; readonly removed: readonly string[] }
  | {
      readonly ok: false;
      readonly pointer: string;
      readonly reason: string;
      readonly error: string;
      readonly removed?: readonly string[];
    };

/** Arrays from this length on are validated item by item. */
const LONG_ARRAY = 64;
/** Items between two yields. */
const ITEMS_A_STEP = 8;

type Key = string | number;

interface Hole {
  readonly path: readonly Key[];
  readonly items: readonly Json[];
  readonly itemSchema: Schema;
  readonly placeholder: Json[];
}

interface Valid {
  readonly value: unknown;
  /** Pointers to removed material. */
  readonly removed: readonly string[];
}

type Validity = Valid | 'dropped' | 'invalid';

const schemas: ReadonlyMap<string, z.ZodType> = new Map(
  EventSchema.options.map((option) => [String(option.shape.type.value), option as z.ZodType]),
);

/** True if the items, or properties, of a value can be validated apart from it. */
function isSeparable(schema: Schema): boolean {
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

/** The value with its long arrays emptied; the same value if it has none. */
function hollow(value: Json, schema: Schema, path: readonly Key[], holes: Hole[]): Json {
  if (typeof value !== 'object' || value === null || !isSeparable(schema)) return value;
  const kind = schemaKind(schema);
  if (kind.is === 'array' && Array.isArray(value)) {
    const items: readonly Json[] = value;
    if (items.length < LONG_ARRAY)
      return items.map((item, at) => hollow(item, kind.element, [...path, at], holes));
    const placeholder: Json[] = [];
    holes.push({ path, items, itemSchema: kind.element, placeholder });
    return placeholder;
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
    writeKey(copy, key, field === undefined ? entry : hollow(entry, field, [...path, key], holes));
  }
  return copy;
}

function hasLongArray(value: Json): boolean {
  return (
    isJsonObject(value) &&
    Object.values(value).some((entry) => Array.isArray(entry) && entry.length >= LONG_ARRAY)
  );
}

function atPath(value: unknown, path: readonly Key[]): unknown {
  let found = value;
  for (const key of path)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

function validateWhole(value: Json, schema: Schema): Validity {
  const stripped = stripUnknown(value, schema);
  if (stripped === undefined) return 'dropped';
  const parsed = z.safeParse(schema, stripped.value);
  return parsed.success ? { value: parsed.data, removed: stripped.removed } : 'invalid';
}

function* validateItems({ items, itemSchema }: Hole): Generator<undefined, Valid | undefined> {
  const value: unknown[] = [];
  const removed: string[] = [];
  for (const [index, item] of items.entries()) {
    const found: Validity = hasLongArray(item)
      ? yield* validate(item, itemSchema)
      : validateWhole(item, itemSchema);
    if (found === 'invalid') return undefined;
    if (found === 'dropped') removed.push(`/${index}`);
    else {
      value.push(found.value);
      for (const pointer of found.removed) removed.push(`/${index}${pointer}`);
    }
    if (index % ITEMS_A_STEP === 0) yield;
  }
  return { value, removed };
}

function* validate(value: Json, schema: Schema): Generator<undefined, Validity> {
  const holes: Hole[] = [];
  const hollowed = hollow(value, schema, [], holes);
  if (holes.length === 0) return validateWhole(value, schema);
  const filled: unknown[] = [];
  const removedByPlaceholder = new Map<Json, readonly string[]>();
  for (const hole of holes) {
    const found = yield* validateItems(hole);
    if (found === undefined) return 'invalid';
    filled.push(found.value);
    removedByPlaceholder.set(hole.placeholder, found.removed);
  }
  const stripped = stripUnknown(hollowed, schema, removedByPlaceholder);
  if (stripped === undefined) return 'dropped';
  const parsed = z.safeParse(schema, stripped.value);
  if (!parsed.success) return 'invalid';
  let whole: unknown = parsed.data;
  for (const [index, { path, placeholder }] of holes.entries()) {
    // An item before it in an array may have been removed.
    if (atPath(stripped.value, path) !== placeholder) return 'invalid';
    const parent = atPath(whole, path.slice(0, -1));
    const key = path.at(-1);
    if (key === undefined) whole = filled[index];
    else if (typeof parent !== 'object' || parent === null || !Reflect.set(parent, key, filled[index]))
      return 'invalid';
  }
  return { value: whole, removed: stripped.removed };
}

function refused(reason: string): Enforced {
  return { ok: false, pointer: '', reason, error: reason };
}

/** Why an event is invalid, in the words of its whole schema. */
function explain(event: Json, schema: z.ZodType): Enforced {
  const stripped = stripUnknown(event, schema);
  if (stripped === undefined) return refused('Nothing in it is known');
  const { value, removed } = stripped;
  const parsed = schema.safeParse(value);
  if (parsed.success && isJsonObject(parsed.data)) return { ok: true, event: parsed.data, removed };
  const issue = parsed.error?.issues[0];
  const reason = issue?.message ?? 'Invalid input';
  const pointer = pointerOf((issue?.path ?? []).map(String));
  return { ok: false, pointer, reason, error: parsed.error?.message ?? reason, removed };
}

function* enforced(event: JsonObject, type: EventTypeName, warn: Warn): Generator<undefined, Enforced> {
  const schema = schemas.get(type);
  if (schema === undefined) return refused(`No validator for recognised event type '${type}'`);
  try {
    const repaired = repairEvent(event, type, warn);
    const found = yield* validate(repaired, schema);
    return typeof found === 'object' && isJsonObject(found.value)
      ? { ok: true, event: found.value, removed: found.removed }
      : explain(repaired, schema);
  } catch (error) {
    // A value nested thousands of levels deep overflows the stack of any recursive walk.
    return refused(error instanceof Error ? error.message : 'Too deep');
  }
}

/** Long events that were enforced in steps. */
const done = new WeakMap<
  JsonObject,
  { readonly type: EventTypeName; readonly enforced: Enforced; readonly warnings: readonly string[] }
>();

function ignore(): void {
  // Its caller needs no warnings.
}

/** Repairs, strips and validates an event of a known type. Never throws and never changes its argument. */
export function enforce(event: JsonObject, type: EventTypeName, warn: Warn = ignore): Enforced {
  const known = done.get(event);
  if (known?.type !== type) return runNow(enforced(event, type, warn));
  for (const text of known.warnings) warn(text);
  return known.enforced;
}

/** Enforces a long event in steps; `enforce` returns the result. */
export function* enforceInSteps(event: JsonObject, type: EventTypeName): Generator<undefined, void> {
  const warnings: string[] = [];
  const result = yield* enforced(event, type, (text) => warnings.push(text));
  done.set(event, { type, enforced: result, warnings });
}
