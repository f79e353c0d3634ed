// MESSAGES_SNAPSHOT: the producer's messages replace the client's, in the client's order. Activity and reasoning
// messages that the producer does not track survive.
import type { Message } from '@ag-ui/core';
import type { EventOf } from '@/lib/core/agui/events';
import { isJsonObject } from '@/lib/core/json/json';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { appendMessage, findMessage, rebuild } from '@/lib/core/model/conversation';
import type { MessageNode } from '@/lib/core/model/nodes';
import { noteMessageCalls } from '@/lib/core/model/reducers/tool-call';

const AUTHORITY = '@ag-ui/client';

/**
 * The activity types that the snapshot owns: null for all; undefined without such a declaration. An empty list owns
 * none.
 */
function ownedActivityTypes(event: EventOf<'MESSAGES_SNAPSHOT'>): readonly unknown[] | null | undefined {
  const { metadata } = event;
  if (metadata === undefined || !Object.hasOwn(metadata, AUTHORITY)) return undefined;
  const value: unknown = metadata[AUTHORITY];
  if (!isJsonObject(value)) return [];
  if (!Object.hasOwn(value, 'authoritativeActivityTypes')) return undefined;
  const types = value['authoritativeActivityTypes'];
  if (types === null) return null;
  return Array.isArray(types) && types.every((type: unknown) => typeof type === 'string') ? types : [];
}

function survives(event: EventOf<'MESSAGES_SNAPSHOT'>): (message: Message) => boolean {
  const owned = ownedActivityTypes(event);
  const hasActivity = event.messages.some((message) => message.role === 'activity');
  const hasReasoning = event.messages.some((message) => message.role === 'reasoning');
  return (message) => {
    if (message.role === 'reasoning') return !hasReasoning;
    if (message.role !== 'activity') return false;
    // An empty list owns no type, so every activity survives.
    return owned ? !owned.includes(message.activityType) : owned !== null && !hasActivity;
  };
}

export function mergeSnapshot(context: ReducerContext, event: EventOf<'MESSAGES_SNAPSHOT'>): void {
  const { model, seq } = context;
  const thread = threadOf(context);
  const incoming = new Map(event.messages.map((message) => [message.id, message]));
  const keeps = survives(event);
  // The message after the snapshot: the same, another, or none.
  const madeOf = (node: MessageNode): MessageNode | undefined => {
    const { message } = node;
    const replacement = incoming.get(message.id);
    // 0.0.x keeps a surviving message even if the snapshot has another one with its id.
    if (replacement === undefined || context.isClient00) {
      if (keeps(message)) return node;
    }
    return replacement === undefined ? undefined : renewed(node, replacement, seq);
  };
  const kept = [...thread.messages].map(madeOf).filter((node) => node !== undefined);
  if (new Set(kept.map((node) => node.message.id)).size < kept.length) thread.hasSharedMessages = true;
  rebuild(thread, kept, model.owner);
  const isNew = event.messages.map(({ id }) => findMessage(thread, id) === undefined);
  // Messages before the last message of the user are older than the run.
  const asked = event.messages.findLastIndex(({ role }) => role === 'user');
  for (const [at, message] of event.messages.entries()) {
    if (isNew[at]) appendMessage(thread, message, { via: 'snapshot', seq }, model.owner);
    noteMessageCalls(context, thread, message, { via: 'snapshot', run: at < asked ? -1 : context.node.run });
  }
}

function renewed(node: MessageNode, message: Message, seq: number): MessageNode {
  const { threadId, firstSeq, order } = node;
  const tag = message.subagentRunId;
  // A message from a request stays one: it is not the run's own.
  const via = node.via === 'request' ? 'request' : 'snapshot';
  const next = { message, threadId, via, firstSeq, lastSeq: seq, open: false, order } as const;
  return tag === undefined ? next : { subagentRunId: tag, ...next };
}
