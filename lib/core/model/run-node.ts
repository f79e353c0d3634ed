// The node of a run: created, joined by another stream, ended.

import { assigned } from '@/lib/core/json/id-map';
import { emptyList, newestFirst, pushed } from '@/lib/core/json/list';
import type { Draft } from '@/lib/core/json/owner';
import { isConnection, runIdIn } from '@/lib/core/log/stream-facts';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { editRun, type RunNode, type ThreadNode } from '@/lib/core/model/nodes';
import type { RunStatus } from '@/lib/core/model/types';

interface NewRunIds {
  readonly runId: string;
  readonly threadId: string;
  readonly parentRunId?: string | undefined;
}

/** Creates a run, the newest of its stream and its thread. */
export function addRun(context: ReducerContext, { runId, threadId, parentRunId }: NewRunIds): Draft<RunNode> {
  const { model, node, stream, timeMs } = context;
  const index = model.runs.length;
  // A feed of several runs is open long before its first one.
  const isAsked = node.hasRequest || stream.method === 'POST' || runIdIn(stream.url) !== undefined;
  const isRequested = isAsked && node.run < 0 && node.about === undefined && !isConnection(stream);
  const run: RunNode = model.owner.add({
    index,
    runId,
    threadId,
    kind: 'conversation',
    isReplay: false,
    stream,
    streams: [stream],
    status: 'running',
    startMs: isRequested ? stream.startMs : timeMs,
    events: 0,
    interrupts: [],
    pendingToolCallIds: [],
    unansweredToolCallIds: [],
    steps: emptyList(),
    subagents: emptyList(),
    isStarted: false,
    wasCalled: undefined,
    wasAnswered: undefined,
    firstCalls: undefined,
    openSteps: undefined,
    subagentById: undefined,
    ...(parentRunId !== undefined && { parentRunId }),
  });
  model.runs = pushed(model.runs, run, model.owner);
  node.run = index;
  const thread = threadOf(context);
  thread.runs = pushed(thread.runs, index, model.owner);
  model.runById = assigned(model.runById, runId, index);
  return run;
}

/** Turns a run into a copy on another stream, which changes nothing. */
export function toMirror(run: Draft<RunNode>): void {
  run.kind = 'mirror';
  run.isReplay = true;
}

export function reopenRun(context: ReducerContext, index: number): void {
  const { model, node, stream } = context;
  const run = editRun(model, index);
  if (run === undefined) return;
  node.run = index;
  run.status = 'running';
  delete run.endSeq;
  delete run.endMs;
  delete run.error;
  if (!run.streams.includes(stream)) run.streams = [...run.streams, stream];
}

/** Ends the newest run of the stream at this event. */
export function endRun(context: ReducerContext, status: RunStatus): Draft<RunNode> | undefined {
  const run = markEnd(context, status);
  if (run === undefined) return undefined;
  run.startedSeq ??= context.seq;
  run.endSeq = context.seq;
  return run;
}

/** Ends the newest run of the stream between events. */
export function markEnd(context: ReducerContext, status: RunStatus): Draft<RunNode> | undefined {
  const { model, node, timeMs } = context;
  const run = editRun(model, node.run);
  if (run === undefined) return undefined;
  run.status = status;
  run.endMs = timeMs;
  const last = node.isOutsideConversation ? undefined : lastMessageId(threadOf(context));
  if (last !== undefined) run.lastMessageId = last;
  return run;
}

// Number of activities after the last message that are skipped; a thread of activities has no such message.
const LOOK_BACK = 64;

function lastMessageId({ messages }: ThreadNode): string | undefined {
  const last = [...newestFirst(messages, LOOK_BACK)].find(
    ({ message }) => message.role !== 'activity' && message.role !== 'reasoning',
  );
  return last?.message.id;
}
