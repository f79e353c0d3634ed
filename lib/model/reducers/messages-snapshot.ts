// MESSAGES_SNAPSHOT: the producer's messages replace the client's, in the client's order. Activity and reasoning
// messages that the producer does not track survive.
import type { Message } from '@ag-ui/core';
import type { EventOf } from '@/lib/agui/events';
import { isJsonObject } from '@/lib/agui/json';
import { type Context, threadOf } from '@/lib/model/context';
import { appendMessage, rebuild } from '@/lib/model/conversation';
import type { MessageNode } from '@/lib/model/nodes';
import { noteMessageCalls } from '@/lib/model/reducers/tool-call';

const AUTHORITY = '@ag-ui/client';

/** The activity types that the snapshot owns: null for all, undefined if it does not say. */
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

/** MESSAGES_SNAPSHOT. */
export function mergeSnapshot(context: Context, event: EventOf<'MESSAGES_SNAPSHOT'>): void {
  const { model, seq } = context;
  const thread = threadOf(context);
  const incoming = new Map(event.messages.map((message) => [message.id, message]));
  const keeps = survives(event);
  const kept: MessageNode[] = [];
  let isSame = true;
  for (const node of thread.messages) {
    const replacement = incoming.get(node.message.id);
    // 0.0.x keeps a surviving message even if the snapshot has another one with its id.
    const isKept = context.isOld && keeps(node.message);
    const stays = (replacement === undefined || isKept) && keeps(node.message);
    if (stays) kept.push(node);
    else if (replacement !== undefined && !isKept) kept.push(renewed(node, replacement, seq));
    isSame &&= stays;
  }
  const known = new Set(kept.map((node) => node.message.id));
  if (known.size < kept.length) thread.hasTwins = true;
  if (!isSame) rebuild(thread, kept, model.owner);
  for (const message of event.messages) {
    if (!known.has(message.id)) appendMessage(thread, message, { via: 'snapshot', seq }, model.owner);
    noteMessageCalls(context, thread, message, 'snapshot');
  }
}

function renewed(node: MessageNode, message: Message, seq: number): MessageNode {
  const { threadId, firstSeq, order } = node;
  const tag = message.subagentRunId;
  const next = { message, threadId, via: 'snapshot', firstSeq, lastSeq: seq, open: false, order } as const;
  return tag === undefined ? next : { subagentRunId: tag, ...next };
}
