// Streamed text: TEXT_MESSAGE_* and, with a role of its own, REASONING_MESSAGE_*.
import type { Message, Metadata } from '@ag-ui/core';
import { type Context, mergeInto, threadOf } from '@/lib/model/context';
import { appendMessage, editMessage, findMessage } from '@/lib/model/conversation';
import { editRun } from '@/lib/model/nodes';
import type { Draft } from '@/lib/model/owner';

interface Start {
  readonly messageId: string;
  readonly role: 'developer' | 'system' | 'assistant' | 'user' | 'reasoning';
  readonly name?: string | undefined;
  readonly subagentRunId?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Opens a message, or takes one up again that is there already, whatever its role; an activity is left alone. */
export function startText(context: Context, start: Start): void {
  const { model, seq } = context;
  const thread = threadOf(context);
  const found = findMessage(thread, start.messageId);
  if (found?.node.message.role === 'activity') return;
  if (found === undefined) {
    const { messageId: id, role, name, subagentRunId, metadata } = start;
    const message = model.owner.add({
      id,
      role,
      content: '',
      ...(name !== undefined && { name }),
      ...(subagentRunId !== undefined && { subagentRunId }),
      ...(metadata !== undefined && { metadata: { ...metadata } }),
    } as Message);
    appendMessage(thread, message, { via: 'stream', seq, open: true }, model.owner);
    return;
  }
  const { node, message } = editMessage(thread, found, seq, model.owner);
  node.open = true;
  mergeInto(message, withMetadata(start.metadata));
}

function withMetadata(metadata: Metadata | undefined): { metadata?: Metadata } {
  return metadata === undefined ? {} : { metadata };
}

interface Content {
  readonly messageId: string;
  readonly delta: string;
  readonly metadata?: Metadata | undefined;
}

/** Appends to a message of any role but activity; content that is no text is overwritten, as in the stock client. */
export function appendText(context: Context, content: Content): void {
  noteToken(context);
  const thread = threadOf(context);
  const found = findMessage(thread, content.messageId);
  if (found === undefined || found.node.message.role === 'activity') return;
  const { message } = editMessage(thread, found, context.seq, context.model.owner);
  const target = message as Draft<{ content?: unknown }>;
  target.content = `${typeof target.content === 'string' ? target.content : ''}${content.delta}`;
  mergeInto(message, withMetadata(content.metadata));
}

/** Closes a message. */
export function endText(context: Context, end: { messageId: string; metadata?: Metadata | undefined }): void {
  const thread = threadOf(context);
  const found = findMessage(thread, end.messageId);
  if (found === undefined || found.node.message.role === 'activity') return;
  const { node, message } = editMessage(thread, found, context.seq, context.model.owner);
  node.open = false;
  mergeInto(message, withMetadata(end.metadata));
}

/** Notes when the run's first text, reasoning or argument came. */
export function noteToken({ model, node, timeMs }: Context): void {
  if (model.runs.at(node.run)?.firstTokenMs !== undefined) return;
  const run = editRun(model, node.run);
  if (run !== undefined) run.firstTokenMs = timeMs;
}
