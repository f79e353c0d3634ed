// TanStack AI: bare events with extras in `metadata.tanstack`; in its durable streams `{"id": "<offset>", "chunk":
// {event}}`.

import { envelopeDecoder, isEventLike } from '@/lib/core/decode/envelope';
import type { Decoder } from '@/lib/core/decode/types';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

function openChunk(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return undefined;
  const chunk: Json | undefined = value['chunk'];
  return isJsonObject(chunk) ? chunk : undefined;
}

function isMarked(value: Json | undefined): boolean {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  return isJsonObject(metadata) && isJsonObject(metadata['tanstack']);
}

/** TanStack's client marks its requests, or repeats forwardedProps as `data` and sends messages in parts. */
function isRequest(input: JsonObject | undefined): boolean {
  const messages = input?.['messages'];
  if (input === undefined || !Array.isArray(messages)) return false;
  return messages.some(
    (message: Json) =>
      isMarked(message) ||
      (input['data'] !== undefined && isJsonObject(message) && Array.isArray(message['parts'])),
  );
}

const decoder = envelopeDecoder('tanstack', openChunk, {
  confidence: (value) => (isEventLike(openChunk(value)) ? 0.95 : 0),
});

export const tanstack: Decoder = {
  dialect: 'tanstack',
  create: decoder.create,
  signs: ['"tanstack"'],
  confidence(head, frames, input) {
    const isEvent = head.some(isEventLike);
    // Higher than AG-UI 1.0, which the events also match, and lower than other spellings.
    const isOurs =
      isEvent && (isRequest(input) || head.some((value) => isEventLike(value) && isMarked(value)));
    return Math.max(decoder.confidence(head, frames), isOurs ? 0.82 : 0);
  },
};
