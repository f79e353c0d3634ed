// Tool calls: TOOL_CALL_START, ARGS and END, in the conversation and as entries of their own.
import type { AssistantMessage, Message, ToolCall } from '@ag-ui/core';
import type { EventOf } from '@/lib/core/agui/events';
import { assigned, lookup } from '@/lib/core/json/id-map';
import { advanceJson, JSON_START, type JsonProgress, verdictOfJson } from '@/lib/core/json/json-progress';
import { emptyList, pushed } from '@/lib/core/json/list';
import type { Draft } from '@/lib/core/json/owner';
import { complain, mergeInto, type ReducerContext, threadOf } from '@/lib/core/model/context';
import {
  appendMessage,
  editCallIn,
  editMessage,
  type FoundMessage,
  findCall,
  findMessage,
  pushCall,
} from '@/lib/core/model/conversation';
import { type CallNode, editCall, editRun, type ModelNode, type ThreadDraft } from '@/lib/core/model/nodes';
import { noteToken } from '@/lib/core/model/reducers/text';
import { noteResultMessage } from '@/lib/core/model/reducers/tool-result';
import type { ToolResult } from '@/lib/core/model/types';

type Via = ToolResult['via'];

type NewCall = Pick<
  CallNode,
  | 'id'
  | 'name'
  | 'args'
  | 'status'
  | 'via'
  | 'run'
  | 'startSeq'
  | 'startMs'
  | 'parentMessageId'
  | 'subagentRunId'
>;

function addCall(model: ModelNode, thread: ThreadDraft, call: NewCall): void {
  const index = model.toolCalls.length;
  const progress = advanceJson(JSON_START, call.args);
  // All properties from the start and no spread: an object that grows takes more memory.
  const entry: CallNode = {
    index,
    id: call.id,
    name: call.name,
    args: call.args,
    json: verdictOfJson(progress),
    jsonTurns: emptyList(),
    status: call.status,
    via: call.via,
    run: call.run,
    threadId: thread.threadId,
    parentMessageId: call.parentMessageId,
    subagentRunId: call.subagentRunId,
    startSeq: call.startSeq,
    startMs: call.startMs,
    argSeqs: emptyList(),
    argEnds: emptyList(),
    firstArgMs: undefined,
    lastArgMs: undefined,
    endSeq: undefined,
    endMs: undefined,
    resultSeq: undefined,
    resultMs: undefined,
    result: undefined,
    results: emptyList(),
    progress,
  };
  model.toolCalls = pushed(model.toolCalls, model.owner.add(entry), model.owner);
  thread.calls = assigned(thread.calls, call.id, index);
}

export function startCall(context: ReducerContext, event: EventOf<'TOOL_CALL_START'>): void {
  const thread = threadOf(context);
  enterCall(context, thread, event);
  noteCalled(context, thread, event);
  const existing = findCall(thread, event.toolCallId);
  if (existing !== undefined) {
    const { message } = editMessage(thread, existing, context.seq, context.model.owner);
    const call = editCallIn(message, existing.call, context.model.owner);
    if (call === undefined) return;
    const { name } = call.function;
    if (name !== event.toolCallName) {
      complain(
        context,
        `TOOL_CALL_START: tool call '${event.toolCallId}' already exists with name '${name}' — updating it to '${event.toolCallName}'`,
      );
    }
    call.function.name = event.toolCallName;
    mergeInto(call, event, context.model.owner);
    return;
  }
  const { owner } = context.model;
  const call: ToolCall = owner.add({
    id: event.toolCallId,
    type: 'function',
    function: owner.add({ name: event.toolCallName, arguments: '' }),
  });
  if (event.metadata !== undefined) call.metadata = { ...event.metadata };
  pushCall(thread, carrierOf(context, thread, event), call, { seq: context.seq, owner });
}

/** The message that will contain a call: its parent, or a new one. */
function carrierOf(
  context: ReducerContext,
  thread: ThreadDraft,
  event: EventOf<'TOOL_CALL_START'>,
): FoundMessage {
  const parentId = event.parentMessageId;
  const parent = parentId ? findMessage(thread, parentId) : undefined;
  if (parent?.node.message.role === 'assistant') return parent;
  if (parent !== undefined) {
    const { role } = parent.node.message;
    complain(
      context,
      `TOOL_CALL_START: parentMessageId '${parentId}' matches a '${role}' message, not assistant — falling back to toolCallId`,
    );
  }
  const id = parentId && parent === undefined ? parentId : event.toolCallId;
  // If another message has this id, its tag is not overwritten: the stock client looks up by id.
  const isNew = findMessage(thread, id) === undefined;
  const tag = isNew ? event.subagentRunId : undefined;
  const message: AssistantMessage = { id, role: 'assistant', toolCalls: [] };
  if (tag !== undefined) message.subagentRunId = tag;
  appendMessage(thread, message, { via: 'stream', seq: context.seq }, context.model.owner);
  const node = thread.messages.at(-1);
  if (node === undefined) throw new Error('Expected the appended message');
  return { index: thread.messages.length - 1, node };
}

/** Records whether the arguments are valid JSON, and the event that changed it. */
function judgeArgs(model: ModelNode, call: Draft<CallNode>, progress: JsonProgress, seq: number): void {
  const verdict = verdictOfJson(progress);
  call.progress = progress;
  if (verdict === call.json) return;
  call.json = verdict;
  call.jsonTurns = pushed(call.jsonTurns, { seq, verdict }, model.owner);
}

function noteCalled(
  { model, node }: ReducerContext,
  { calls }: ThreadDraft,
  { toolCallId: id, toolCallName: name }: EventOf<'TOOL_CALL_START'>,
): void {
  const run = editRun(model, node.run);
  if (run === undefined || lookup(run.wasCalled, id)) return;
  run.wasCalled = assigned(run.wasCalled, id, true);
  const index = lookup(calls, id);
  if (index !== undefined && lookup(run.firstCalls, name) === undefined)
    run.firstCalls = assigned(run.firstCalls, name, index);
}

function enterCall(
  { model, node, seq, timeMs }: ReducerContext,
  thread: ThreadDraft,
  event: EventOf<'TOOL_CALL_START'>,
): void {
  // A call that the app no longer has counts as new.
  const isThere = findCall(thread, event.toolCallId) !== undefined;
  const known = isThere ? editCall(model, lookup(thread.calls, event.toolCallId)) : undefined;
  if (known !== undefined) {
    known.name = event.toolCallName;
    known.status = 'streaming';
    return;
  }
  const { toolCallId: id, toolCallName: name, parentMessageId, subagentRunId } = event;
  addCall(model, thread, {
    id,
    name,
    args: '',
    status: 'streaming',
    via: 'stream',
    run: node.run,
    startSeq: seq,
    startMs: timeMs,
    parentMessageId: parentMessageId || undefined,
    subagentRunId,
  });
}

function warnOfUnknown(
  context: ReducerContext,
  { type, toolCallId }: { type: string; toolCallId: string },
): void {
  complain(context, `${type}: No message found containing tool call with ID '${toolCallId}'`);
}

export function appendArgs(context: ReducerContext, event: EventOf<'TOOL_CALL_ARGS'>): void {
  const { model, seq, timeMs } = context;
  noteToken(context);
  const thread = threadOf(context);
  const entry = editCall(model, lookup(thread.calls, event.toolCallId));
  if (entry !== undefined) {
    entry.args += event.delta;
    entry.argSeqs = pushed(entry.argSeqs, seq, model.owner);
    entry.argEnds = pushed(entry.argEnds, entry.args.length, model.owner);
    entry.firstArgMs ??= timeMs;
    entry.lastArgMs = timeMs;
    judgeArgs(model, entry, advanceJson(entry.progress, event.delta), seq);
  }
  const found = findCall(thread, event.toolCallId);
  if (found === undefined) {
    warnOfUnknown(context, event);
    return;
  }
  const { message } = editMessage(thread, found, seq, model.owner);
  const call = editCallIn(message, found.call, model.owner);
  if (call === undefined) return;
  call.function.arguments += event.delta;
  mergeInto(call, event, context.model.owner);
}

export function endCall(context: ReducerContext, event: EventOf<'TOOL_CALL_END'>): void {
  const { model, seq, timeMs } = context;
  const thread = threadOf(context);
  const entry = editCall(model, lookup(thread.calls, event.toolCallId));
  // A second end of a call is ignored.
  if (entry !== undefined && (entry.status === 'streaming' || entry.endSeq === undefined)) {
    if (entry.status === 'streaming') entry.status = 'called';
    entry.endSeq = seq;
    entry.endMs = timeMs;
  }
  const found = findCall(thread, event.toolCallId);
  if (found === undefined) warnOfUnknown(context, event);
  if (found === undefined || event.metadata === undefined) return;
  const { message } = editMessage(thread, found, seq, model.owner);
  const call = editCallIn(message, found.call, model.owner);
  if (call !== undefined) mergeInto(call, event, context.model.owner);
}

/** Origin of a message without events, and the run of its new calls; -1 for an earlier one. */
interface Carried {
  readonly via: Exclude<Via, 'stream'>;
  readonly run: number;
}

/** Creates or completes the entries of the calls in a message of a request or snapshot. */
export function noteMessageCalls(
  context: ReducerContext,
  thread: ThreadDraft,
  message: Message,
  { via, run }: Carried,
): void {
  const { model, seq, timeMs } = context;
  if (message.role === 'tool') {
    noteResultMessage(context, thread, message, via);
    return;
  }
  if (message.role !== 'assistant' || !Array.isArray(message.toolCalls)) return;
  for (const call of message.toolCalls) {
    const args = String(call.function?.arguments ?? '');
    const name = String(call.function?.name ?? '');
    const index = lookup(thread.calls, call.id);
    const known = index === undefined ? undefined : model.toolCalls.at(index);
    if (known === undefined) {
      addCall(model, thread, {
        id: call.id,
        name,
        args,
        status: 'called',
        via,
        run,
        startSeq: seq,
        startMs: timeMs,
        parentMessageId: message.id,
        subagentRunId: undefined,
      });
      continue;
    }
    if (known.args === args && known.name === name) continue;
    const entry = editCall(model, index);
    if (entry === undefined) continue;
    if (entry.args !== args) {
      judgeArgs(model, entry, advanceJson(JSON_START, args), seq);
      if (entry.argSeqs.length > 0) entry.argEnds = emptyList();
    }
    entry.args = args;
    entry.name = name;
  }
}
