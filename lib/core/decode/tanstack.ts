// TanStack AI: bare events whose extras are in `metadata.tanstack`; in its durable streams `{"id": "<offset>", "chunk":
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

/** Its client marks what it sends, or repeats forwardedProps as `data` and sends messages in parts. */
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
    // Certain enough against AG-UI 1.0, which is how they are read, and not against any other spelling.
    const isOurs =
      isEvent && (isRequest(input) || head.some((value) => isEventLike(value) && isMarked(value)));
    return Math.max(decoder.confidence(head, frames), isOurs ? 0.82 : 0);
  },
};
