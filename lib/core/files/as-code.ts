// Recorded values as source code.
import type { Json } from '@/lib/core/json/json';

/** A value as an expression: JSON, except for a key with a special meaning in object literals (`__proto__`). */
export function asCode(value: Json): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^( *)"__proto__": /gm, '$1["__proto__"]: ');
}

/** True for a status that `new Response(body)` accepts. */
export function canHaveBody(status: number): boolean {
  return status >= 200 && status <= 599 && ![204, 205, 304].includes(status);
}

/** True for a valid header value: no controls but tabs, no characters beyond Latin-1. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\xa0-\xff]*$/.test(value);
}
