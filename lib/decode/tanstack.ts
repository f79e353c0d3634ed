// TanStack AI's durable streams: `{"id": "<offset>", "chunk": {event}}`.
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import { envelopeDecoder, isEventLike } from '@/lib/decode/envelope';

function open(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return undefined;
  const chunk: Json | undefined = value['chunk'];
  return isJsonObject(chunk) ? chunk : undefined;
}

/** TanStack AI, durable. */
export const tanstack = envelopeDecoder('tanstack', open, (value) => (isEventLike(open(value)) ? 0.95 : 0));
