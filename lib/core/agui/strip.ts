// Removes unknown keys, content parts, operations and union members, by a zod schema, like the stock client.
import { z } from 'zod/v4';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { writeKey } from '@/lib/core/json/json-draft';

const DROP = Symbol('drop');
type StrippedJson = Json | typeof DROP;

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let current = schema;
  for (;;) {
    if (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap();
    else if (current instanceof z.ZodDefault) current = current.unwrap();
    else if (current instanceof z.ZodPipe) current = current.def.in;
    else if (current instanceof z.ZodLazy) current = current.def.getter();
    else return current;
  }
}

type Schema = z.core.$ZodType;

type SchemaKind =
  | { readonly is: 'object'; readonly shape: ReadonlyMap<string, Schema>; readonly isOpen: boolean }
  | { readonly is: 'array'; readonly element: Schema }
  | { readonly is: 'variants'; readonly key: string; readonly byTag: ReadonlyMap<unknown, Schema> }
  | { readonly is: 'union'; readonly options: readonly Schema[] }
  | { readonly is: 'other' };

const OTHER: SchemaKind = { is: 'other' };

function look(schema: Schema): SchemaKind {
  const target = unwrap(schema);
  if (target instanceof z.ZodObject) {
    const isOpen = z.globalRegistry.get(target)?.['specOpen'] === true;
    return { is: 'object', shape: new Map<string, Schema>(Object.entries(target.shape)), isOpen };
  }
  if (target instanceof z.ZodArray) return { is: 'array', element: target.element };
  if (target instanceof z.ZodDiscriminatedUnion) {
    const key = target.def.discriminator;
    const byTag = new Map<unknown, Schema>();
    for (const option of target.options) {
      const tag = literalOf(option, key);
      if (!byTag.has(tag)) byTag.set(tag, option);
    }
    return { is: 'variants', key, byTag };
  }
  return target instanceof z.ZodUnion ? { is: 'union', options: target.options } : OTHER;
}

// Cached: asking zod takes longer than the rest of stripping.
const kinds = new WeakMap<Schema, SchemaKind>();

function schemaKind(schema: Schema): SchemaKind {
  let kind = kinds.get(schema);
  if (kind === undefined) kinds.set(schema, (kind = look(schema)));
  return kind;
}

type ObjectKind = Extract<SchemaKind, { readonly is: 'object' }>;

function stripObject(
  value: JsonObject,
  { shape, isOpen }: ObjectKind,
  path: string,
  removed: string[],
): StrippedJson {
  const result: Record<string, Json> = {};
  for (const [key, entry] of Object.entries(value)) {
    const field = shape.get(key);
    if (field === undefined) {
      if (isOpen) writeKey(result, key, entry);
      else removed.push(`${path}/${key}`);
      continue;
    }
    const removedBefore = removed.length;
    const kept = strip(entry, field, `${path}/${key}`, removed);
    if (kept !== DROP) {
      writeKey(result, key, kept);
      continue;
    }
    removed.length = removedBefore;
    if (!z.safeParse(field, undefined).success) return DROP;
    removed.push(`${path}/${key}`);
  }
  return result;
}

function stripArray(
  value: readonly Json[],
  element: z.core.$ZodType,
  path: string,
  removed: string[],
): StrippedJson {
  const result: Json[] = [];
  value.forEach((entry, index) => {
    const removedBefore = removed.length;
    const kept = strip(entry, element, `${path}/${index}`, removed);
    if (kept !== DROP) {
      result.push(kept);
      return;
    }
    removed.length = removedBefore;
    removed.push(`${path}/${index}`);
  });
  return result;
}

function literalOf(option: z.core.$ZodType, key: string): unknown {
  const target = unwrap(option);
  if (!(target instanceof z.ZodObject)) return undefined;
  const shape: Record<string, z.core.$ZodType> = target.shape;
  const field = shape[key];
  const literal = field === undefined ? undefined : unwrap(field);
  return literal instanceof z.ZodLiteral ? literal.value : undefined;
}

function isOf(value: Json, { is }: SchemaKind): boolean {
  return is === 'array' ? Array.isArray(value) : is === 'object' && isJsonObject(value);
}

function strip(value: Json, schema: Schema, path: string, removed: string[]): StrippedJson {
  const kind = schemaKind(schema);
  switch (kind.is) {
    case 'object':
      return isJsonObject(value) ? stripObject(value, kind, path, removed) : value;
    case 'array':
      return Array.isArray(value) ? stripArray(value, kind.element, path, removed) : value;
    case 'variants': {
      if (!isJsonObject(value)) return value;
      const option = kind.byTag.get(value[kind.key]);
      return option === undefined ? DROP : strip(value, option, path, removed);
    }
    case 'union': {
      const option = kind.options.find((candidate) => isOf(value, schemaKind(candidate)));
      return option === undefined ? value : strip(value, option, path, removed);
    }
    case 'other':
      return value;
  }
}

/** The value without unknown material, and pointers to what was removed; undefined if nothing is left. */
export function stripUnknown(
  value: Json,
  schema: Schema,
): { readonly value: Json; readonly removed: readonly string[] } | undefined {
  const removed: string[] = [];
  const kept = strip(value, schema, '', removed);
  return kept === DROP ? undefined : { value: kept, removed };
}
