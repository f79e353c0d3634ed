// The events of a recorded run as an answer to another request.
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/core/json/json';
import type { RecordedExchange } from './exchanges';

/** Fields that hold the id of a message or a call. */
const ID_FIELDS = ['messageId', 'toolCallId', 'parentMessageId', 'entityId'] as const;

function idsIn(input: JsonObject | undefined): ReadonlySet<string> {
  const messages = input?.['messages'];
  const all = isJsonArray(messages) ? messages.filter(isJsonObject) : [];
  const ids = all.flatMap(({ id, toolCalls }) => [
    id,
    ...(isJsonArray(toolCalls) ? toolCalls.map((call) => (isJsonObject(call) ? call['id'] : undefined)) : []),
  ]);
  return new Set(ids.filter((id) => typeof id === 'string'));
}

/**
 * Returns a function that gives an event the thread and run of the request. Ids that the app has already from an
 * earlier answer become new ones.
 */
export function createRewriter({ stream, events }: RecordedExchange, asked: JsonObject | undefined) {
  const start = events.find(({ event }) => event?.['type'] === 'RUN_STARTED')?.event;
  const recorded = stream.input ?? start ?? {};
  const known = idsIn(stream.input);
  const taken = new Set([...idsIn(asked)].filter((id) => !known.has(id)));
  let count = 2;
  const renamed = new Map<string, string>();
  const freshId = (id: string): string => {
    const before = renamed.get(id);
    if (before !== undefined) return before;
    while (taken.has(`${id}-${count}`)) count++;
    renamed.set(id, `${id}-${count}`);
    return `${id}-${count}`;
  };
  const pairs = (['threadId', 'runId'] as const).map((key) => [key, recorded[key], asked?.[key]] as const);
  return (event: JsonObject): JsonObject => {
    const next: Record<string, JsonObject[string]> = { ...event };
    for (const [key, from, to] of pairs)
      if (to !== undefined && from !== undefined && event[key] === from) next[key] = to;
    for (const key of ID_FIELDS) {
      const id = event[key];
      if (typeof id === 'string' && taken.has(id)) next[key] = freshId(id);
    }
    return next;
  };
}
