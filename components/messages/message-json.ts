// A message as its JSON: the wire has more fields than the types of the client. All casts of messages are here.
import type { Message } from '@ag-ui/core';
import type { Json, JsonObject } from '@/lib/core/json/json';

export function jsonOf(message: Message): JsonObject {
  // Messages come from parsed JSON, unlike the type of the library.
  return message as unknown as JsonObject;
}

export function contentOf(message: Message): Json | undefined {
  return jsonOf(message)['content'];
}
