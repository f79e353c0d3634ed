import { callIdsOf } from '@/lib/core/agui/request';
import { type JsonObject, objectsIn } from '@/lib/core/json/json';
import { orderFault } from '@/lib/core/lint/rules/message-order';
import { effectOf } from '@/lib/core/lint/snapshot';
import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { callIn, runIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model } from '@/lib/core/model/types';

function holderOf(callId: string, messages: readonly JsonObject[]): string {
  return String(messages.find((message) => callIdsOf(message).includes(callId))?.['id']);
}

/** The messages of a thread after the stock client's merge, which appends those with new ids. */
function mergedMessages(
  there: readonly MessageEntry[],
  sent: readonly JsonObject[],
  isRequestKnown: boolean,
): readonly JsonObject[] {
  const sentById = new Map<unknown, JsonObject>(sent.map((message) => [message['id'], message]));
  const kept = there
    .map(({ message }) => sentById.get(message.id))
    .filter((message) => message !== undefined);
  const ids = new Set<unknown>(there.map(({ message }) => message.id));
  // Without a request, messages up to the last message of the user are older than the stream.
  const older = isRequestKnown ? 0 : sent.findLastIndex(({ role }) => role === 'user') + 1;
  const isNew = ({ id }: JsonObject): boolean => !ids.has(id);
  return [...sent.slice(0, older).filter(isNew), ...kept, ...sent.slice(older).filter(isNew)];
}

/** A call and its result that only the client's merge separates. */
function separatedPair({ event, stream }: LoggedEvent, model: Model): string | undefined {
  const sent = objectsIn(event?.['messages']);
  const entries = [...(threadIn(model, stream)?.messages ?? [])];
  const there = entries.map(({ message }) => asJson(message));
  const run = runIn(model, stream);
  const isRequestKnown = run?.input !== undefined;
  const merged = mergedMessages(entries, sent, isRequestKnown);
  const fault = orderFault(merged);
  // An order that was wrong before, or is wrong in the snapshot, has other causes.
  if (fault === undefined || orderFault(there) !== undefined || orderFault(sent) !== undefined)
    return undefined;
  const { id, callId, isAhead } = fault;
  // A missing request may have brought the result of an earlier run's call.
  const call = callIn(model, stream, callId);
  if (!isRequestKnown && (call?.via !== 'stream' || call.run !== run?.index)) return undefined;
  const before = String(merged[merged.findIndex((message) => message['id'] === id) - 1]?.['id']);
  const what = isAhead
    ? `moves call '${callId}' from message '${holderOf(callId, there)}' to the new message '${holderOf(callId, sent)}', which the stock client appends after the call's result '${id}'`
    : `has the result of call '${callId}' in the new message '${id}', which the stock client appends after '${before}' and not after the call`;
  return `The snapshot ${what}: model providers reject the next request with HTTP 400.`;
}

export const snapshotReorders: Rule = {
  id: 'snapshot-reorders',
  severity: 'info',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A snapshot has the messages in a different order than the app.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact:
    'The stock client keeps its own order and appends new ids: app and agent have different conversations, and model providers may reject that of the app.',
  fix: 'Keep the order in which the messages were streamed, their ids, and each call in its message.',
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const effect = effectOf(logged, model);
    const separated = effect === undefined ? undefined : separatedPair(logged, model);
    if (separated !== undefined) return { message: separated, related: [], severity: 'warning' };
    if (effect?.moved === undefined) return undefined;
    return `Message '${effect.moved.message.id}' has a different position in the snapshot; the stock client keeps its own order.`;
  },
};
