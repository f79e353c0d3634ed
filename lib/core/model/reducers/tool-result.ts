// Results of tool calls: TOOL_CALL_RESULT, and the tool messages of requests and snapshots. All are kept.
import type { ToolMessage } from '@ag-ui/core';
import { type EventOf, jsonIn } from '@/lib/core/agui/events';
import { assigned, lookup } from '@/lib/core/json/id-map';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { pushed } from '@/lib/core/json/list';
import type { Draft } from '@/lib/core/json/owner';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { findCall, indexAfterResults, insertMessage } from '@/lib/core/model/conversation';
import { type CallNode, editCall, editRun, type ModelNode, type ThreadDraft } from '@/lib/core/model/nodes';
import type { ToolResult } from '@/lib/core/model/types';

/** TOOL_CALL_RESULT: inserts a tool message after the results that the call's message already has. */
export function addResult(context: ReducerContext, event: EventOf<'TOOL_CALL_RESULT'>): void {
  const { model, node, seq } = context;
  const thread = threadOf(context);
  answerCall(context, thread, event);
  const run = editRun(model, node.run);
  if (run !== undefined) run.wasAnswered = assigned(run.wasAnswered, event.toolCallId, true);
  const { messageId: id, toolCallId, content, role, subagentRunId, metadata } = event;
  const message: ToolMessage = model.owner.add({ id, toolCallId, role: role ?? 'tool', content });
  if (subagentRunId !== undefined) message.subagentRunId = subagentRunId;
  if (metadata !== undefined) message.metadata = { ...metadata };
  const arrival = { via: 'stream', seq } as const;
  insertMessage(thread, placeOfResult(thread, toolCallId), { message, arrival }, model.owner);
}

function placeOfResult(thread: ThreadDraft, toolCallId: string): number {
  const found = findCall(thread, toolCallId);
  return found?.node.message.role === 'assistant' ? indexAfterResults(thread, found) : thread.messages.length;
}

function answerCall(
  { model, node, seq, timeMs }: ReducerContext,
  thread: ThreadDraft,
  { toolCallId, messageId, content }: EventOf<'TOOL_CALL_RESULT'>,
): void {
  const entry = editCall(model, lookup(thread.calls, toolCallId));
  if (entry === undefined) return;
  entry.resultSeq = seq;
  const result = jsonIn(content);
  noteResult(model, entry, { seq, timeMs, messageId, content: result, via: 'stream', run: node.run });
}

function noteResult(model: ModelNode, entry: Draft<CallNode>, result: ToolResult): void {
  entry.status = 'answered';
  entry.resultMs = result.timeMs;
  entry.result = result.content;
  entry.results = pushed(entry.results, result, model.owner);
}

/** Records the result in a tool message of a request or snapshot, if it is new. */
export function noteResultMessage(
  context: ReducerContext,
  thread: ThreadDraft,
  arrived: ToolMessage,
  via: ToolResult['via'],
): void {
  const { model, node, seq, timeMs } = context;
  const index = lookup(thread.calls, arrived.toolCallId);
  const known = index === undefined ? undefined : model.toolCalls.at(index);
  if (known === undefined) return;
  const { id: messageId } = arrived;
  const content = jsonIn(arrived.content);
  for (const result of known.results) {
    if (result.messageId === messageId && isEqualJson(result.content, content)) return;
  }
  const entry = editCall(model, index);
  // A result together with a call of an earlier run is older than the capture.
  const isEarlier = known.run < 0 && known.via !== 'stream' && known.startSeq === seq;
  const run = isEarlier ? -1 : node.run;
  if (entry !== undefined) noteResult(model, entry, { seq, timeMs, messageId, content, via, run });
}
