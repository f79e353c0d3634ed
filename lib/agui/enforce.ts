// What the stock client 1.0 makes of an event before it reduces it: the repairs of its compatibility boundary
// (a closed list of nulls, `binary` content parts), the removal of unknown material, then the schema's verdict.
import { EventSchema } from '@ag-ui/core/schemas';
import { z } from 'zod/v4';
import type { EventTypeName } from '@/lib/agui/events';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import { repairEvent } from '@/lib/agui/repair';
import { stripUnknown } from '@/lib/agui/strip';

/** An event after enforcement: what the client would reduce, or why it would stop. */
export type Enforced =
  | { readonly ok: true; readonly event: JsonObject; readonly removed: readonly string[] }
  | { readonly ok: false; readonly pointer: string; readonly reason: string };

let schemas: ReadonlyMap<string, z.ZodType> | undefined;

function schemaOf(type: EventTypeName): z.ZodType | undefined {
  if (schemas === undefined) {
    // Extension pages forbid code generation; without this zod probes for it and trips the policy.
    z.config({ jitless: true });
    schemas = new Map(
      EventSchema.options.map((option) => [String(option.shape.type.value), option as z.ZodType]),
    );
  }
  return schemas.get(type);
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function toVerdict(value: Json, removed: readonly string[], schema: z.ZodType): Enforced {
  const parsed = schema.safeParse(value);
  if (parsed.success && isJsonObject(parsed.data)) return { ok: true, event: parsed.data, removed };
  const issue = parsed.error?.issues[0];
  return { ok: false, pointer: pointerOf(issue?.path ?? []), reason: issue?.message ?? 'Invalid input' };
}

/** Repairs, strips and judges an event of a known type. Never throws, never changes its argument. */
export function enforce(event: JsonObject, type: EventTypeName): Enforced {
  const schema = schemaOf(type);
  if (schema === undefined) return { ok: false, pointer: '/type', reason: `No schema for ${type}` };
  try {
    const stripped = stripUnknown(repairEvent(event, type), schema);
    if (stripped === undefined) return { ok: false, pointer: '', reason: 'Nothing in it is known' };
    return toVerdict(stripped.value, stripped.removed, schema);
  } catch (error) {
    // A value nested thousands of levels deep exhausts the stack of any recursive walk.
    return { ok: false, pointer: '', reason: error instanceof Error ? error.message : 'Too deep' };
  }
}
