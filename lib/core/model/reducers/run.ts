// Runs: RUN_STARTED, RUN_FINISHED, RUN_ERROR, and runs that end with their stream.
import type { Interrupt } from '@ag-ui/core';
import { type EventOf, jsonIn } from '@/lib/core/agui/events';
import { assigned, keysOf, lookup } from '@/lib/core/json/id-map';
import type { JsonObject } from '@/lib/core/json/json';
import type { Draft } from '@/lib/core/json/owner';
import { runIdIn } from '@/lib/core/log/stream-facts';
import type { Stream } from '@/lib/core/log/types';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { editRun, frozenThread, type RunNode, threadIndexOf } from '@/lib/core/model/nodes';
import { leaveToReplay, relationOf, rewindThread } from '@/lib/core/model/rejoin';
import { addRequestRun, forgetAll, isConnect } from '@/lib/core/model/request';
import { addUnknownMessages } from '@/lib/core/model/request-messages';
import { addRun, endRun, markEnd, reopenRun, toMirror } from '@/lib/core/model/run-node';
import type { Run, RunStatus } from '@/lib/core/model/types';

export function startRun(context: ReducerContext, event: EventOf<'RUN_STARTED'>): void {
  const { model, node, seq } = context;
  if (!node.isThreadFixed) node.thread = threadIndexOf(model, event.threadId);
  const run = enterRun(context, event);
  const { runId, parentRunId, protocolVersion, input } = event;
  if (run.runId !== runId) {
    model.runById = assigned(model.runById, runId, run.index);
    run.runId = runId;
  }
  run.isStarted = true;
  run.startSeq ??= seq;
  run.startedSeq ??= seq;
  if (parentRunId !== undefined) run.parentRunId = parentRunId;
  if (protocolVersion !== undefined) run.protocolVersion = protocolVersion;
  // The request in an event is an object of parsed JSON.
  if (input !== undefined) run.input ??= input as unknown as JsonObject;
  if (node.isOutsideConversation || model.isOfRuns) return;
  const thread = frozenThread(model, node.thread);
  threadOf(context).before = { run: run.index, thread: { ...thread, before: undefined } };
  if (input !== undefined) addUnknownMessages(context, input.messages);
}

/** The started run: the requested one, one requested on another stream, or a new one. */
function enterRun(context: ReducerContext, event: EventOf<'RUN_STARTED'>): Draft<RunNode> {
  const { model, node } = context;
  const open = node.run < 0 ? undefined : model.runs.at(node.run);
  const isOpen = open?.status === 'running';
  if (isOpen && !open.isStarted) {
    return editRun(model, node.run) ?? newRun(context, event);
  }
  if (isOpen) endRun(context, 'truncated');
  return node.hasRequest ? newRun(context, event) : startUnrequestedRun(context, event);
}

function newRun(context: ReducerContext, { runId, parentRunId }: EventOf<'RUN_STARTED'>): Draft<RunNode> {
  if (isConnect(context.stream)) leaveToReplay(context, runId);
  const run = addRun(context, { runId, parentRunId, threadId: threadOf(context).threadId });
  if (isConnect(context.stream)) run.isReplay = true;
  return run;
}

/** Starts a run without a request on its stream. */
function startUnrequestedRun(context: ReducerContext, event: EventOf<'RUN_STARTED'>): Draft<RunNode> {
  const { model, node, stream } = context;
  const { doc } = threadOf(context);
  node.isOutsideConversation = false;
  const isNewDocument = doc !== undefined && doc !== stream.doc;
  const isKnown = lookup(model.runById, event.runId) !== undefined;
  const history = doc === stream.doc ? undefined : enterDocument(context, event.runId);
  threadOf(context).doc = stream.doc;
  const relation = isNewDocument ? ({ kind: 'none' } as const) : relationOf(context, event.runId);
  if (relation.kind === 'adopt') {
    reopenRun(context, relation.run);
    return editRun(model, relation.run) ?? newRun(context, event);
  }
  if (relation.kind === 'again') rewindThread(context);
  const run = newRun(context, event);
  if ((isNewDocument && isKnown) || relation.kind === 'again' || relation.kind === 'replay')
    run.isReplay = true;
  if (history !== undefined) run.history = history;
  if (relation.kind === 'mirror') {
    node.isOutsideConversation = true;
    toMirror(run);
    run.startMs = context.timeMs;
  }
  return run;
}

/**
 * A new document without a request. If it joins a run by its id, it shows the messages that it has stored: those
 * before the run, if captured. Otherwise it starts empty.
 */
function enterDocument(context: ReducerContext, runId: string): Run['history'] {
  const { model, stream } = context;
  const known = lookup(model.runById, runId);
  // A URL may also name the run that it starts; one with an offset asks for the events of an existing run.
  const isJoin = runIdIn(stream.url) !== undefined && (known !== undefined || /[?&]offset=/.test(stream.url));
  if (isJoin && known !== undefined && threadOf(context).before?.run === known) {
    rewindThread(context);
    threadOf(context).interrupts = [];
    return 'kept';
  }
  if (threadOf(context).doc !== undefined) forgetAll(threadOf(context));
  return isJoin ? 'unseen' : undefined;
}

export function finishRun(context: ReducerContext, event: EventOf<'RUN_FINISHED'>): void {
  // The client rejects a second end; the first one counts.
  const open = context.node.run < 0 ? undefined : context.model.runs.at(context.node.run);
  if (open !== undefined && open.status !== 'running') return;
  const { outcome, result, usage } = event;
  const interrupts: readonly Interrupt[] = outcome?.type === 'interrupt' ? outcome.interrupts : [];
  if (!context.node.isOutsideConversation) threadOf(context).interrupts = interrupts;
  const status =
    outcome?.type === 'interrupt' ? 'interrupted' : outcome?.type === 'cancelled' ? 'cancelled' : 'success';
  const run = endRun(context, status);
  if (run === undefined) return;
  run.interrupts = interrupts;
  if (result !== undefined) run.result = result;
  if (outcome !== undefined) run.outcome = jsonIn(outcome);
  if (status === 'success') {
    const named = outcome?.type === 'success' ? outcome.pendingToolCallIds : undefined;
    // Computed only here: an index would cost memory per call.
    const answered = new Set(keysOf(run.wasAnswered));
    run.unansweredToolCallIds = [...keysOf(run.wasCalled)].filter((id) => !answered.has(id));
    run.pendingToolCallIds = named !== undefined && named.length > 0 ? named : run.unansweredToolCallIds;
  }
  if (usage !== undefined) run.usage = usage;
}

/** RUN_ERROR. Valid at any time: as the first event, and even after RUN_FINISHED. */
export function failRun(context: ReducerContext, event: EventOf<'RUN_ERROR'>): void {
  const { node, seq } = context;
  if (node.run < 0) {
    const run = addRun(context, { runId: '', threadId: threadOf(context).threadId });
    run.startSeq = seq;
  }
  const run = endRun(context, 'error');
  if (run === undefined) return;
  const { message, code, usage } = event;
  run.error = { message, ...(code !== undefined && { code }) };
  if (usage !== undefined) run.usage = usage;
}

function endFromStream(
  run: RunNode,
  stream: Stream,
): { readonly status: RunStatus; readonly error?: string } {
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

/** The end of a feed also ends its paused runs. */
function closeFeed({ model, node, stream, timeMs }: ReducerContext): void {
  for (let index = 0; index < model.runs.length; index++) {
    const run = model.runs.at(index);
    if (index === node.run || run?.status !== 'running' || run.streams.at(-1) !== stream) continue;
    const draft = editRun(model, index);
    if (draft !== undefined)
      Object.assign(draft, { status: endFromStream(run, stream).status, endMs: timeMs });
  }
}

/** The end of a stream also ends its open run: truncated, aborted or failed. */
export function closeStream(context: ReducerContext): void {
  const { model, node, stream } = context;
  const { joining } = node;
  node.joining = undefined;
  // Without an event, the attempt failed and changed nothing. The next one may continue the run.
  if (joining?.input !== undefined && !isConnect(stream))
    addRequestRun({ ...context, timeMs: joining.timeMs }, joining.input);
  if (node.about !== undefined) closeFeed(context);
  const run = model.runs.at(node.run);
  if (node.run < 0 || run?.status !== 'running') return;
  // Another stream continues the run and will end it.
  if (run.isStarted && run.streams.at(-1) !== stream) return;
  const { status, error } = endFromStream(run, stream);
  const draft = markEnd(context, status);
  if (draft !== undefined && error !== undefined) draft.error = { message: error };
}
