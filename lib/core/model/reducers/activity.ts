// Activity messages: ACTIVITY_SNAPSHOT and ACTIVITY_DELTA.
import type { ActivityMessage } from '@ag-ui/core';
import type { EventOf } from '@/lib/core/agui/events';
import { applyPatch } from '@/lib/core/json/apply-patch';
import type { Draft } from '@/lib/core/json/owner';
import { complain, mergeInto, type ReducerContext, threadOf } from '@/lib/core/model/context';
import {
  appendMessage,
  editMessage,
  findMessage,
  replaceMessage,
  unshare,
} from '@/lib/core/model/conversation';

function toMessage(event: EventOf<'ACTIVITY_SNAPSHOT'>): ActivityMessage {
  const { messageId: id, activityType, content, subagentRunId, metadata } = event;
  return {
    id,
    role: 'activity',
    activityType,
    content,
    ...(subagentRunId !== undefined && { subagentRunId }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
  };
}

export function snapshotActivity(context: ReducerContext, event: EventOf<'ACTIVITY_SNAPSHOT'>): void {
  const { model, seq } = context;
  const { owner } = model;
  const thread = threadOf(context);
  const found = findMessage(thread, event.messageId);
  const arrival = { via: 'stream', seq } as const;
  const isReplacing = event.replace ?? true;
  if (found === undefined) {
    appendMessage(thread, owner.add(toMessage(event)), arrival, owner);
    return;
  }
  if (found.node.message.role !== 'activity') {
    if (!isReplacing) return;
    replaceMessage(thread, found, { message: owner.add(toMessage(event)), arrival }, owner);
    return;
  }
  const edited = editMessage(thread, found, seq, owner);
  const { node } = edited;
  const message = isReplacing ? unshare(thread, node, edited.message, owner) : edited.message;
  if (message.role === 'activity' && isReplacing) {
    const { activityType, content, subagentRunId } = event;
    message.activityType = activityType;
    message.content = content;
    delete message.subagentRunId;
    delete node.subagentRunId;
    if (subagentRunId !== undefined) {
      message.subagentRunId = subagentRunId;
      node.subagentRunId = subagentRunId;
    }
  }
  mergeInto(message, event, context.model.owner);
}

/** ACTIVITY_DELTA. No effect without its activity. Metadata is merged even if the patch fails. */
export function patchActivity(context: ReducerContext, event: EventOf<'ACTIVITY_DELTA'>): void {
  const { model, seq } = context;
  const thread = threadOf(context);
  const found = findMessage(thread, event.messageId);
  if (found === undefined) return;
  if (found.node.message.role !== 'activity') {
    complain(context, `ACTIVITY_DELTA: Message '${event.messageId}' is not an activity message`);
    return;
  }
  const { node, message } = editMessage(thread, found, seq, model.owner);
  mergeInto(message, event, context.model.owner);
  // The role was checked above.
  const content = (message as ActivityMessage).content ?? {};
  const patched = applyPatch(content, event.patch, model.owner);
  if (!patched.ok) {
    complain(context, `Failed to apply activity patch for '${event.messageId}': ${patched.message}`);
    return;
  }
  // Still the activity message.
  const activity = unshare(thread, node, message, model.owner) as Draft<ActivityMessage>;
  // The stock client accepts any result of the patch, too.
  activity.content = patched.document as ActivityMessage['content'];
  activity.activityType = event.activityType;
}
