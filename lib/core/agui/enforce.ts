// Enforcement of client 1.0 before an event is reduced: the repairs of its compatibility boundary (a closed list of
// nulls, `binary` content parts), then the removal of unknown material, then validation by the schema.
import '@/lib/core/agui/zod-jitless';
import { EventSchema } from '@ag-ui/core/schemas';
import type { z } from 'zod/v4';
import type { EventTypeName } from '@/lib/core/agui/events';
import { repairEvent, type Warn } from '@/lib/core/agui/repair';
import { stripUnknown } from '@/lib/core/agui/strip';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { pointerOf } from '@/lib/core/json/pointer';

type Enforced =
  | { readonly ok: true; readonly event: JsonObject; readonly removed: readonly string[] }
  | {
      readonly ok: false;
      readonly pointer: string;
      readonly reason: string;
      readonly error: string;
      readonly removed?: readonly string[];
    };

const schemas: ReadonlyMap<string, z.ZodType> = new Map(
  EventSchema.options.map((option) => [String(option.shape.type.value), option as z.ZodType]),
);

function refused(reason: string): Enforced {
  return { ok: false, pointer: '', reason, error: reason };
}

function enforceAnew(event: JsonObject, type: EventTypeName, warn: Warn): Enforced {
  const schema = schemas.get(type);
  if (schema === undefined) return refused(`No validator for recognised event type '${type}'`);
  try {
    const stripped = stripUnknown(repairEvent(event, type, warn), schema);
    if (stripped === undefined) return refused('Nothing in it is known');
    const { value, removed } = stripped;
    const parsed = schema.safeParse(value);
    if (parsed.success && isJsonObject(parsed.data)) return { ok: true, event: parsed.data, removed };
    const issue = parsed.error?.issues[0];
    const reason = issue?.message ?? 'Invalid input';
    const pointer = pointerOf((issue?.path ?? []).map(String));
    return { ok: false, pointer, reason, error: parsed.error?.message ?? reason, removed };
  } catch (error) {
    // A recursive walk over thousands of levels overflows the stack.
    return refused(error instanceof Error ? error.message : 'Too deep');
  }
}

interface Enforcement {
  readonly type: EventTypeName;
  readonly enforced: Enforced;
  readonly warnings: readonly string[];
}

/** The decoder, the model and the clients enforce the same events. */
const enforcements = new WeakMap<JsonObject, Enforcement>();

function enforcementOf(event: JsonObject, type: EventTypeName): Enforcement {
  const known = enforcements.get(event);
  if (known?.type === type) return known;
  const warnings: string[] = [];
  const made = { type, enforced: enforceAnew(event, type, (text) => warnings.push(text)), warnings };
  enforcements.set(event, made);
  return made;
}

/** Repairs, strips and validates an immutable event of a known type. Never throws. */
export function enforce(event: JsonObject, type: EventTypeName, warn?: Warn): Enforced {
  const { enforced, warnings } = enforcementOf(event, type);
  for (const text of warnings) warn?.(text);
  return enforced;
}
