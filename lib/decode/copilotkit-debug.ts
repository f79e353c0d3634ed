// CopilotKit's debug feed: `{"timestamp", "agentId", "threadId", "runId", "event": {event}}`.
import { isJsonObject, type JsonObject } from '@/lib/agui/json';
import { envelopeDecoder, isEventLike } from '@/lib/decode/envelope';

function open(value: unknown): JsonObject | undefined {
  // Any server may wrap an event; only the feed says all of this about it.
  if (!isJsonObject(value) || typeof value['timestamp'] !== 'number') return undefined;
  if (!['agentId', 'threadId', 'runId'].every((key) => typeof value[key] === 'string')) return undefined;
  return isJsonObject(value['event']) ? value['event'] : undefined;
}

/** CopilotKit's debug feed. */
export const copilotkitDebug = envelopeDecoder('copilotkit-debug', open, (value) =>
  isEventLike(open(value)) ? 0.95 : 0,
);
