// A message as the JSON that it came as. The client's types name its fields one by one; what was on the wire may hold
// more, and may hold them otherwise. The casts of the panel's messages are here and nowhere else.
import type { Message } from '@ag-ui/core';
import type { Json, JsonObject } from '@/lib/core/json/json';

/** The whole message. */
export function jsonOf(message: Message): JsonObject {
  // Messages come from parsed JSON, which the library's type does not say.
  return message as unknown as JsonObject;
}

/** Its content, whatever that is. */
export function contentOf(message: Message): Json | undefined {
  return jsonOf(message)['content'];
}
