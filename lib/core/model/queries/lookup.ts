// Lookups for rules: a call or a message by id, in the thread of a stream.

import { type IdMap, keysOf, lookup, newestKeysOf } from '@/lib/core/json/id-map';
import type { JsonObject } from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';
import { type Lanes, NO_LANES } from '@/lib/core/model/chunk-lanes';
import { findCall, findMessage } from '@/lib/core/model/conversation';
import { streamView } from '@/lib/core/model/model';
import { nodeOf, type ThreadNode } from '@/lib/core/model/nodes';
import type { MessageEntry, Model, Run, Thread, ToolCallEntry } from '@/lib/core/model/types';

export function threadIn(model: Model, stream: Stream): ThreadNode | undefined {
  return nodeOf(model).threads.at(streamView(model, stream).thread);
}

/** The newest run of a stream. */
export function runIn(model: Model, stream: Stream): Run | undefined {
  const { run } = streamView(model, stream);
  return run < 0 ? undefined : model.runs.at(run);
}

/** The request that the next run of a stream answers; undefined if there is none, or if it is answered. */
export function requestedInput(model: Model, stream: Stream): JsonObject | undefined {
  return streamView(model, stream).isStarted ? undefined : runIn(model, stream)?.input;
}

export function callIn(model: Model, stream: Stream, id: string): ToolCallEntry | undefined {
  const thread = threadIn(model, stream);
  return thread && callOfThread(model, thread, id);
}

/** True if the conversation contains the tool call; a reload or snapshot may have removed it. */
export function isCallIn(model: Model, stream: Stream, id: string): boolean {
  const thread = threadIn(model, stream);
  return thread !== undefined && findCall(thread, id) !== undefined;
}

export function callOfThread(model: Model, thread: Thread, id: string): ToolCallEntry | undefined {
  // Every thread is made by lib/core/model, with its indexes.
  const index = lookup((thread as ThreadNode).calls, id);
  return index === undefined ? undefined : model.toolCalls.at(index);
}

export function messageOfThread(thread: Thread | undefined, id: string): MessageEntry | undefined {
  // Every thread is made by lib/core/model, with its indexes.
  return thread === undefined ? undefined : findMessage(thread as ThreadNode, id)?.node;
}

export function messageIn(model: Model, stream: Stream, id: string): MessageEntry | undefined {
  return messageOfThread(threadIn(model, stream), id);
}

function* callsOf(
  model: Model,
  run: number,
  ids: (calls: IdMap<true>) => Iterable<string>,
): Iterable<ToolCallEntry> {
  const node = run < 0 ? undefined : nodeOf(model).runs.at(run);
  const thread = node === undefined ? undefined : lookup(nodeOf(model).threadById, node.threadId);
  const calls = thread === undefined ? undefined : nodeOf(model).threads.at(thread)?.calls;
  for (const id of ids(node?.wasCalled)) {
    const index = lookup(calls, id);
    const call = index === undefined ? undefined : model.toolCalls.at(index);
    if (call !== undefined) yield call;
  }
}

/** The calls that a run started, in order. Linear: not for every event. */
export const callsOfRun = (model: Model, run: number): Iterable<ToolCallEntry> => callsOf(model, run, keysOf);

const RECENT_CALLS = 32;

/** The newest calls of a run: the cost must not grow with the number of calls. */
export const recentCallsOfRun = (
  model: Model,
  run: number,
  most = RECENT_CALLS,
): readonly ToolCallEntry[] => [...callsOf(model, run, (calls) => newestKeysOf(calls, most))];

/** Index of a run's first call of a tool; undefined for none. */
export function firstCallOf(model: Model, run: number, tool: string): number | undefined {
  return run < 0 ? undefined : lookup(nodeOf(model).runs.at(run)?.firstCalls, tool);
}

/** True after the end of a stream. */
export function isClosed(model: Model, stream: Stream): boolean {
  return nodeOf(model).streams.at(stream.index)?.isClosed === true;
}

export function isOutsideConversation(model: Model, stream: Stream): boolean {
  return nodeOf(model).streams.at(stream.index)?.isOutsideConversation === true;
}

export function lanesOf(model: Model, stream: Stream): Lanes {
  return nodeOf(model).streams.at(stream.index)?.lanes ?? NO_LANES;
}
