// What client 1.0 does with an event before reducing it: it applies the repairs of its compatibility boundary (a
// closed list of nulls, `binary` content parts), removes unknown material, then validates against the schema.
import '@/lib/core/agui/no-code';
import { EventSchema } from '@ag-ui/core/schemas';
import type { z } from 'zod/v4';
import type { EventTypeName } from '@/lib/core/agui/events';
import { repairEvent, type Warn } from '@/lib/core/agui/repair';
import { stripUnknown } from '@/lib/core/agui/strip';
import { stripInSteps } from '@/lib/core/agui/strip-in-steps';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

/** An event after enforcement: what the client would reduce, or why it would stop. */
export type Enforced =
  | { readonly ok: true; readonly event: JsonObject; readonly removed: readonly string[] }
  | {
      readonly ok: false;
      readonly pointer: string;
      readonly reason: string;
      readonly error: string;
      readonly removed?: readonly string[];
    };

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

/** What came of an event that was enforced in steps. */
interface Done {
  readonly type: EventTypeName;
  readonly enforced: Enforced;
  readonly warnings: readonly string[];
}

const done = new WeakMap<JsonObject, Done>();

function enforceNow(event: JsonObject, type: EventTypeName, warn?: Warn): Enforced {
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

function* validInSteps(event: JsonObject, type: EventTypeName, warn: Warn): Generator<undefined, Enforced> {
  const schema = schemaOf(type);
  try {
    const found =
      schema === undefined ? 'invalid' : yield* stripInSteps(repairEvent(event, type, warn), schema);
    if (typeof found === 'object' && isJsonObject(found.value))
      return { ok: true, event: found.value, removed: found.removed };
  } catch {
    // What is wrong with it is said where it is enforced at once.
  }
  return enforceNow(event, type);
}

/** Does for a long event what `enforce` does, in steps; that finds it done then. */
export function* enforceInSteps(event: JsonObject, type: EventTypeName): Generator<undefined, void> {
  const warnings: string[] = [];
  const enforced = yield* validInSteps(event, type, (text) => warnings.push(text));
  done.set(event, { type, enforced, warnings });
}

/** Repairs, strips and validates an event of a known type. Never throws and never changes its argument. */
export function enforce(event: JsonObject, type: EventTypeName, warn?: Warn): Enforced {
  const known = done.get(event);
  if (known?.type !== type) return enforceNow(event, type, warn);
  if (warn !== undefined) for (const text of known.warnings) warn(text);
  return known.enforced;
}
