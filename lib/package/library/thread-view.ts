// A thread as published: messages, state, runs with lineage and interrupts, tool calls with times.
import { grouped } from '@/lib/core/json/sorted';
import { answerOf, argumentsMs, isDeclared, waitingMs } from '@/lib/core/model/queries/call-times';
import { type InterruptEntry, interruptsOf } from '@/lib/core/model/queries/interrupts';
import { type LineageNode, lineageOf, lineageRows } from '@/lib/core/model/queries/lineage';
import { overlapsOf } from '@/lib/core/model/queries/overlaps';
import { requestDiff } from '@/lib/core/model/queries/request-diff';
import type { Model, Run, Thread, ToolCallEntry } from '@/lib/core/model/types';
import type { CallView, RunView, ThreadView } from '@/lib/package/library/types';

const RUN_KEYS = [
  'index',
  'runId',
  'threadId',
  'parentRunId',
  'protocolVersion',
  'kind',
  'isReplay',
  'history',
  'status',
  'startSeq',
  'startMs',
  'endSeq',
  'endMs',
  'firstTokenMs',
  'events',
  'result',
  'outcome',
  'usage',
  'pendingToolCallIds',
  'unansweredToolCallIds',
  'error',
] as const;

const CALL_KEYS = [
  'id',
  'name',
  'args',
  'json',
  'status',
  'via',
  'run',
  'threadId',
  'parentMessageId',
  'subagentRunId',
  'startSeq',
  'endSeq',
  'resultSeq',
  'result',
] as const;

const REQUEST_KEYS = [
  ...(['isFull', 'isNewDocument', 'repeated', 'newIds', 'changedIds'] as const),
  ...(['droppedIds', 'movedIds', 'isStateChanged'] as const),
] as const;

function pick<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Pick<T, K> {
  const picked = Object.fromEntries(
    keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])),
  );
  // Only optional keys are skipped.
  return picked as Pick<T, K>;
}

/** Repeated and new messages of a request; empty without a request. */
function requestDiffView(model: Model, run: Run): object {
  const diff = requestDiff(model, run);
  return diff === undefined ? {} : { request: pick(diff, REQUEST_KEYS) };
}

/** The earlier runs that it overlaps; empty if there is none. */
function overlapView(model: Model, run: Run): object {
  const thread = [...model.threads].find(({ threadId }) => threadId === run.threadId);
  const overlaps = thread === undefined ? [] : overlapsOf(model, thread, run);
  return overlaps.length === 0 ? {} : { overlaps: overlaps.map(({ index }) => index) };
}

function runView(
  model: Model,
  run: Run,
  node: LineageNode | undefined,
  asked: readonly InterruptEntry[],
): RunView {
  return {
    ...pick(run, RUN_KEYS),
    link: node?.link ?? 'root',
    parent: node?.parent ?? null,
    stream: run.stream.index,
    streams: run.streams.map(({ index }) => index),
    interrupts: asked.map(({ run: _run, timeMs: _timeMs, ...rest }) => rest),
    ...overlapView(model, run),
    ...requestDiffView(model, run),
    steps: [...run.steps],
    subagents: [...run.subagents],
  };
}

function callView(model: Model, call: ToolCallEntry): CallView {
  const answer = answerOf(call);
  return {
    ...pick(call, CALL_KEYS),
    argSeqs: [...call.argSeqs],
    jsonTurns: [...call.jsonTurns],
    argumentsMs: argumentsMs(call),
    waitingMs: waitingMs(call),
    isDeclared: isDeclared(model, call),
    results: [...call.results],
    ...(answer !== undefined && { answeredBy: answer.by, answeredIn: answer.run }),
  };
}

/** A thread as of an event; `nowMs` is that event's time. */
export function threadView(model: Model, thread: Thread | undefined, nowMs: number): ThreadView {
  if (thread === undefined) return { messages: [], state: {}, runs: [], toolCalls: [], interrupts: [] };
  const nodes = new Map(lineageRows(lineageOf(model, thread)).map(({ node }) => [node.run, node]));
  const asked = grouped(interruptsOf(model, thread, nowMs), ({ run }) => run);
  const runs = [...thread.runs].flatMap((index) => {
    const run = model.runs.at(index);
    return run === undefined ? [] : [runView(model, run, nodes.get(index), asked.get(index) ?? [])];
  });
  const calls = [...model.toolCalls].filter((call) => call.threadId === thread.threadId);
  return {
    messages: [...thread.messages].map((entry) => entry.message),
    state: thread.state ?? null,
    runs,
    toolCalls: calls.map((call) => callView(model, call)),
    interrupts: thread.interrupts,
  };
}
