// CopilotKit's debug feed: `{"timestamp", "agentId", "threadId", "runId", "event": {event}}`, of all runs at once.

import { envelopeDecoder, isEventLike } from '@/lib/core/decode/envelope';
import type { About } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';

function openDebugFeed(value: unknown): JsonObject | undefined {
  // Other servers wrap events, too; only this feed adds all of these fields.
  if (!isJsonObject(value) || typeof value['timestamp'] !== 'number') return undefined;
  if (typeof value['agentId'] !== 'string' || aboutOf(value) === undefined) return undefined;
  return isJsonObject(value['event']) ? value['event'] : undefined;
}

function aboutOf({ threadId, runId }: JsonObject): About | undefined {
  return typeof threadId === 'string' && typeof runId === 'string' ? { threadId, runId } : undefined;
}

export const copilotkitDebug = envelopeDecoder('copilotkit-debug', openDebugFeed, {
  confidence: (value) => (isEventLike(openDebugFeed(value)) ? 0.95 : 0),
  about: aboutOf,
});
