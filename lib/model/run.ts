// Runs: RUN_STARTED, RUN_FINISHED, RUN_ERROR, and what the request and the end of the stream say about them.
import type { Interrupt, Message, TokenUsage } from '@ag-ui/core';
import type { EventOf } from '@/lib/agui/events';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import type { Stream } from '@/lib/log/types';
import { type Context, threadOf } from '@/lib/model/context';
import { appendMessage, findMessage, replaceMessage } from '@/lib/model/conversation';
import { lookup } from '@/lib/model/id-map';
import { isEqualJson } from '@/lib/model/json-draft';
import { emptyList, pushed } from '@/lib/model/list';
import { editRun, editThread, type RunNode, threadIndexOf } from '@/lib/model/nodes';
import type { Draft } from '@/lib/model/owner';
import { noteMessageCalls } from '@/lib/model/tool-call';
import type { RunStatus } from '@/lib/model/types';

type Ids = { readonly runId: string; readonly threadId: string; readonly parentRunId?: string | undefined };

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function addRun(context: Context, ids: Ids, startMs: number): Draft<RunNode> {
  const { model, node, stream } = context;
  const { runId, threadId, parentRunId } = ids;
  const index = model.runs.length;
  const run: RunNode = model.owner.add({
    index,
    runId,
    threadId,
    stream,
    status: 'running',
    startMs,
    events: 0,
    interrupts: [],
    pendingToolCallIds: [],
    steps: emptyList(),
    subagents: emptyList(),
    isStarted: false,
    called: emptyList(),
    wasCalled: undefined,
    wasAnswered: undefined,
    openSteps: undefined,
    subagentById: undefined,
    ...(parentRunId !== undefined && { parentRunId }),
  });
  model.runs = pushed(model.runs, run, model.owner);
  node.run = index;
  const thread = threadOf(context);
  thread.runs = pushed(thread.runs, index, model.owner);
  return run;
}

/** True for a request that only asks for what a thread has: its own run never appears in the stream. */
function isConnect(stream: Stream): boolean {
  return stream.envelope === 'agent/connect' || /\/connect\/?(\?|#|$)/.test(stream.url);
}

/** A run request: names the thread, brings messages and state, and is a run until one starts. */
export function takeRequest(context: Context, input: JsonObject): void {
  const { model, node, stream, timeMs } = context;
  const threadId = text(input['threadId']) ?? '';
  node.thread = threadIndexOf(model, threadId);
  node.isThreadFixed = stream.transport !== 'web-socket';
  model.current = node.thread;
  if (!isConnect(stream)) {
    const parentRunId = text(input['parentRunId']);
    const run = addRun(context, { runId: text(input['runId']) ?? '', threadId, parentRunId }, timeMs);
    run.input = input;
  }
  seedMessages(context, input['messages']);
  const state = input['state'];
  if (state === undefined || state === null) return;
  const thread = editThread(model, node.thread);
  thread.state = state;
  thread.isStateLost = false;
}

function isMessage(value: unknown): value is Message & JsonObject {
  return isJsonObject(value) && typeof value['id'] === 'string' && typeof value['role'] === 'string';
}

function seedMessages(context: Context, messages: Json | undefined): void {
  if (!Array.isArray(messages)) return;
  const { model, seq } = context;
  const thread = threadOf(context);
  const arrival = { via: 'request', seq } as const;
  for (const message of messages) {
    if (!isMessage(message)) continue;
    const found = findMessage(thread, message.id);
    if (found === undefined) appendMessage(thread, message, arrival, model.owner);
    else if (!isEqualJson(found.node.message as unknown as Json, message)) {
      replaceMessage(thread, found, { message, arrival }, model.owner);
    }
    noteMessageCalls(context, thread, message);
  }
}

/** RUN_STARTED. */
export function startRun(context: Context, event: EventOf<'RUN_STARTED'>): void {
  const { model, node, seq, timeMs } = context;
  if (!node.isThreadFixed) node.thread = threadIndexOf(model, event.threadId);
  const open = model.runs.at(node.run);
  const isWaiting = node.run >= 0 && open?.isStarted === false && open.status === 'running';
  if (!isWaiting && node.run >= 0 && open?.status === 'running') endRun(context, 'truncated');
  const { runId, parentRunId, protocolVersion, input } = event;
  const threadId = threadOf(context).threadId;
  const waiting = isWaiting ? editRun(model, node.run) : undefined;
  const run = waiting ?? addRun(context, { runId, threadId, parentRunId }, timeMs);
  run.runId = runId;
  run.isStarted = true;
  run.startSeq ??= seq;
  if (parentRunId !== undefined) run.parentRunId = parentRunId;
  if (protocolVersion !== undefined) run.protocolVersion = protocolVersion;
  if (input !== undefined) {
    run.input ??= input as unknown as JsonObject;
    addUnknownMessages(context, input.messages);
  }
}

function addUnknownMessages(context: Context, messages: readonly Message[]): void {
  const thread = threadOf(context);
  for (const message of messages) {
    if (findMessage(thread, message.id) !== undefined) continue;
    const arrival = { via: 'request', seq: context.seq } as const;
    appendMessage(thread, message, arrival, context.model.owner);
    noteMessageCalls(context, thread, message);
  }
}

function endRun({ model, node, seq, timeMs }: Context, status: RunStatus): Draft<RunNode> | undefined {
  const run = editRun(model, node.run);
  if (run === undefined) return undefined;
  run.status = status;
  run.endSeq = seq;
  run.endMs = timeMs;
  return run;
}

function setUsage(run: Draft<RunNode>, usage: readonly TokenUsage[] | undefined): void {
  if (usage !== undefined) run.usage = usage;
}

/** RUN_FINISHED. */
export function finishRun(context: Context, event: EventOf<'RUN_FINISHED'>): void {
  // A second end is refused by the client; the first one counts.
  const open = context.node.run < 0 ? undefined : context.model.runs.at(context.node.run);
  if (open !== undefined && open.status !== 'running') return;
  const { outcome, result, usage } = event;
  const interrupts: readonly Interrupt[] = outcome?.type === 'interrupt' ? outcome.interrupts : [];
  const thread = threadOf(context);
  thread.interrupts = interrupts;
  const status =
    outcome?.type === 'interrupt' ? 'interrupted' : outcome?.type === 'cancelled' ? 'cancelled' : 'success';
  const run = endRun(context, status);
  if (run === undefined) return;
  run.interrupts = interrupts;
  if (result !== undefined) run.result = result as Json;
  if (outcome !== undefined) run.outcome = outcome as unknown as Json;
  if (status === 'success') {
    const named = outcome?.type === 'success' ? outcome.pendingToolCallIds : undefined;
    const answered = run.wasAnswered;
    run.pendingToolCallIds =
      named !== undefined && named.length > 0 ? named : [...run.called].filter((id) => !lookup(answered, id));
  }
  setUsage(run, usage);
}

/** RUN_ERROR: legal at any time, even as the first event, even after RUN_FINISHED. */
export function failRun(context: Context, event: EventOf<'RUN_ERROR'>): void {
  const { node, timeMs, seq } = context;
  if (node.run < 0) {
    const run = addRun(context, { runId: '', threadId: threadOf(context).threadId }, timeMs);
    run.startSeq = seq;
  }
  const run = endRun(context, 'error');
  if (run === undefined) return;
  const { message, code, usage } = event;
  run.error = { message, ...(code !== undefined && { code }) };
  setUsage(run, usage);
}

function endOf(run: RunNode, stream: Stream): { readonly status: RunStatus; readonly error?: string } {
  const { close, status: http, head } = stream;
  if (http !== undefined && (http < 200 || http > 299)) {
    return { status: 'failed', error: `HTTP ${http}${head ? `: ${head}` : ''}` };
  }
  if (close?.how === 'aborted' || close?.how === 'page-gone') return { status: 'aborted' };
  if (close?.how === 'network-error') {
    const error = close.detail ?? 'The connection failed';
    return { status: run.startSeq === undefined ? 'failed' : 'truncated', error };
  }
  return { status: 'truncated' };
}

/** The end of a stream: a run that is still open ends with it, and not well. */
export function closeStream(context: Context): void {
  const { model, node, stream, timeMs } = context;
  const run = model.runs.at(node.run);
  if (node.run < 0 || run?.status !== 'running') return;
  const { status, error } = endOf(run, stream);
  const draft = editRun(model, node.run);
  if (draft === undefined) return;
  draft.status = status;
  draft.endMs = timeMs;
  if (error !== undefined) draft.error = { message: error };
}
