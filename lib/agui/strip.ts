// Removes what the protocol does not describe, by walking a zod schema: unknown keys, content parts, operations and
// union members. Does what the stock client's enforcement does.
import { z } from 'zod/v4';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';

const DROP = Symbol('drop');
type Kept = Json | typeof DROP;

interface Walk {
  readonly removed: string[];
}

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

function put(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

function stripObject(value: JsonObject, schema: z.ZodObject, path: string, walk: Walk): Kept {
  const shape: Record<string, z.core.$ZodType> = schema.shape;
  const isOpen = z.globalRegistry.get(schema)?.['specOpen'] === true;
  const result: Record<string, Json> = {};
  for (const [key, entry] of Object.entries(value)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field === undefined) {
      if (isOpen) put(result, key, entry);
      else walk.removed.push(`${path}/${key}`);
      continue;
    }
    const removedBefore = walk.removed.length;
    const kept = strip(entry, field, `${path}/${key}`, walk);
    if (kept !== DROP) {
      put(result, key, kept);
      continue;
    }
    walk.removed.length = removedBefore;
    if (!z.safeParse(field, undefined).success) return DROP;
    walk.removed.push(`${path}/${key}`);
  }
  return result;
}

function stripArray(value: readonly Json[], element: z.core.$ZodType, path: string, walk: Walk): Kept {
  const result: Json[] = [];
  value.forEach((entry, index) => {
    const removedBefore = walk.removed.length;
    const kept = strip(entry, element, `${path}/${index}`, walk);
    if (kept !== DROP) {
      result.push(kept);
      return;
    }
    walk.removed.length = removedBefore;
    walk.removed.push(`${path}/${index}`);
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

function stripUnion(value: Json, schema: z.ZodUnion, path: string, walk: Walk): Kept {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    if (!isJsonObject(value)) return value;
    const key = schema.def.discriminator;
    const tag = value[key];
    const option = schema.options.find((candidate) => literalOf(candidate, key) === tag);
    return option === undefined ? DROP : strip(value, option, path, walk);
  }
  const option = schema.options.find((candidate) => {
    const target = unwrap(candidate);
    return target instanceof z.ZodArray
      ? Array.isArray(value)
      : target instanceof z.ZodObject && isJsonObject(value);
  });
  return option === undefined ? value : strip(value, option, path, walk);
}

function strip(value: Json, schema: z.core.$ZodType, path: string, walk: Walk): Kept {
  const target = unwrap(schema);
  if (target instanceof z.ZodObject)
    return isJsonObject(value) ? stripObject(value, target, path, walk) : value;
  if (target instanceof z.ZodArray) {
    return Array.isArray(value) ? stripArray(value, target.element, path, walk) : value;
  }
  if (target instanceof z.ZodUnion) return stripUnion(value, target, path, walk);
  return value;
}

/** The value without what the schema does not describe, and pointers to what was removed. */
export function stripUnknown(
  value: Json,
  schema: z.core.$ZodType,
): { readonly value: Json; readonly removed: readonly string[] } | undefined {
  const walk: Walk = { removed: [] };
  const kept = strip(value, schema, '', walk);
  return kept === DROP ? undefined : { value: kept, removed: walk.removed };
}
