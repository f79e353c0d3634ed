// Streamed text: TEXT_MESSAGE_* and, with its own role, REASONING_MESSAGE_*.
import type { Message, Metadata } from '@ag-ui/core';
import type { Draft } from '@/lib/core/json/owner';
import { complain, mergeInto, type ReducerContext, threadOf } from '@/lib/core/model/context';
import { appendMessage, editMessage, type FoundMessage, findMessage } from '@/lib/core/model/conversation';
import { editRun, type ThreadNode } from '@/lib/core/model/nodes';

interface TextStart {
  readonly type: string;
  readonly messageId: string;
  readonly role: 'developer' | 'system' | 'assistant' | 'user' | 'reasoning';
  readonly name?: string | undefined;
  readonly subagentRunId?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Opens a message, or reopens an existing one of any role except activities. */
export function startText(context: ReducerContext, start: TextStart): void {
  const { model, seq } = context;
  const thread = threadOf(context);
  const found = findMessage(thread, start.messageId);
  if (found?.node.message.role === 'activity' && !isBlindToActivity(context, start)) {
    warnOfActivity(context, start);
    return;
  }
  if (found === undefined) {
    const { messageId: id, role, name, subagentRunId, metadata } = start;
    const message: Message = {
      id,
      role,
      content: '',
      ...(name !== undefined && { name }),
      ...(subagentRunId !== undefined && { subagentRunId }),
      ...(metadata !== undefined && { metadata: { ...metadata } }),
    };
    appendMessage(thread, model.owner.add(message), { via: 'stream', seq, open: true }, model.owner);
    return;
  }
  const { node, message } = editMessage(thread, found, seq, model.owner);
  node.open = true;
  mergeInto(message, start, context.model.owner);
}

/** In 0.0.x, reasoning is appended to any message with its id. */
function isBlindToActivity({ isClient00 }: ReducerContext, { type }: { type: string }): boolean {
  return isClient00 && type.startsWith('REASONING_');
}

function warnOfActivity(
  context: ReducerContext,
  { type, messageId }: { type: string; messageId: string },
): void {
  const kind = type.startsWith('REASONING_') ? 'reasoning' : 'text';
  complain(
    context,
    `${type}: Message '${messageId}' is an activity message — message ids must be unique across activity and ${kind} messages`,
  );
}

/** The message that an event continues; records a warning if there is none of its kind. */
function findOpen(
  context: ReducerContext,
  thread: Draft<ThreadNode>,
  event: { type: string; messageId: string },
): FoundMessage | undefined {
  const found = findMessage(thread, event.messageId);
  if (found === undefined) {
    complain(context, `${event.type}: No message found with ID '${event.messageId}'`);
    return undefined;
  }
  if (found.node.message.role !== 'activity' || isBlindToActivity(context, event)) return found;
  warnOfActivity(context, event);
  return undefined;
}

interface TextContent {
  readonly type: string;
  readonly messageId: string;
  readonly delta: string;
  readonly metadata?: Metadata | undefined;
}

/** Content that is not text is replaced, as in the stock client. */
export function appendText(context: ReducerContext, content: TextContent): void {
  noteToken(context);
  const thread = threadOf(context);
  const found = findOpen(context, thread, content);
  if (found === undefined) return;
  const { message } = editMessage(thread, found, context.seq, context.model.owner);
  // Text replaces content of any other kind, which the union of messages does not allow.
  const target = message as Draft<{ content?: unknown }>;
  target.content = `${typeof target.content === 'string' ? target.content : ''}${content.delta}`;
  mergeInto(message, content, context.model.owner);
}

export function endText(
  context: ReducerContext,
  end: { type: string; messageId: string; metadata?: Metadata | undefined },
): void {
  const thread = threadOf(context);
  const found = findOpen(context, thread, end);
  if (found === undefined) return;
  const { node, message } = editMessage(thread, found, context.seq, context.model.owner);
  node.open = false;
  mergeInto(message, end, context.model.owner);
}

/** Records when the run's first text, reasoning or arguments arrived. */
export function noteToken({ model, node, timeMs }: ReducerContext): void {
  if (model.runs.at(node.run)?.firstTokenMs !== undefined) return;
  const run = editRun(model, node.run);
  if (run !== undefined) run.firstTokenMs = timeMs;
}
