// What client 1.0 does with an event before reducing it. The schemas that say so are large, and most events are plainly
// valid without them: whoever reads events has them at hand, or waits for them before the first one.

import type { EventTypeName } from '@/lib/core/agui/events';
import type { Warn } from '@/lib/core/agui/repair';
import { assertExists } from '@/lib/core/json/assert';
import type { JsonObject } from '@/lib/core/json/json';

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

type Enforce = (event: JsonObject, type: EventTypeName, warn?: Warn) => Enforced;
type InSteps = (event: JsonObject, type: EventTypeName) => Iterable<undefined>;

let bySchema: { readonly enforce: Enforce; readonly inSteps: InSteps } | undefined;

/** Takes what schemas.ts does. */
export function haveSchemas(enforce: Enforce, inSteps: InSteps): void {
  bySchema = { enforce, inSteps };
}

function schemas() {
  return assertExists(bySchema, 'the schemas, before the first event is read');
}

/** Repairs, strips and validates an event of a known type. Never changes its argument. */
export const enforce: Enforce = (event, type, warn) => schemas().enforce(event, type, warn);

/** Does that for a long event in steps: who enforces the same object later finds it done. */
export const enforceInSteps: InSteps = (event, type) => schemas().inSteps(event, type);
