// What client 1.0 does with an event before reducing it: it applies the repairs of its compatibility boundary (a
// closed list of nulls, `binary` content parts), removes unknown material, then validates against the schema.
import '@/lib/agui/no-code';
import { EventSchema } from '@ag-ui/core/schemas';
import type { z } from 'zod/v4';
import type { Enforced } from '@/lib/agui/enforce';
import type { EventTypeName } from '@/lib/agui/events';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import { repairEvent, type Warn } from '@/lib/agui/repair';
import { stripUnknown } from '@/lib/agui/strip';

let schemas: ReadonlyMap<string, z.ZodType> | undefined;

function schemaOf(type: EventTypeName): z.ZodType | undefined {
  if (schemas === undefined) {
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
  const reason = issue?.message ?? 'Invalid input';
  return {
    ok: false,
    pointer: pointerOf(issue?.path ?? []),
    reason,
    error: parsed.error?.message ?? reason,
    removed,
  };
}

function refused(reason: string): Enforced {
  return { ok: false, pointer: '', reason, error: reason };
}

/** Repairs, strips and validates an event of a known type. Never throws and never changes its argument. */
export function enforceBySchema(event: JsonObject, type: EventTypeName, warn?: Warn): Enforced {
  const schema = schemaOf(type);
  if (schema === undefined) return refused(`No validator for recognised event type '${type}'`);
  try {
    const stripped = stripUnknown(repairEvent(event, type, warn), schema);
    if (stripped === undefined) return refused('Nothing in it is known');
    return toVerdict(stripped.value, stripped.removed, schema);
  } catch (error) {
    // A value nested thousands of levels deep overflows the stack of any recursive walk.
    return refused(error instanceof Error ? error.message : 'Too deep');
  }
}
