// The events as client 0.0.59 validates them, by its own schemas. Unknown properties of the event itself are kept, those
// of nested objects are removed, and anything else that does not match is fatal.
import { EventSchemas } from 'ag-ui-core-0.0';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';

/** The event that client 0.0.x continues with, or its error text. */
export function parseOldEvent(value: unknown): { readonly event: JsonObject } | { readonly error: string } {
  const parsed = EventSchemas.safeParse(value);
  if (!parsed.success) return { error: parsed.error.message };
  const data: unknown = parsed.data;
  return isJsonObject(data) ? { event: data } : { error: 'Invalid input' };
}
