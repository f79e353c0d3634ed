// Durations of a call's arguments and result, the origin of the result, and the declaration of the tool.
import { isJsonArray, isJsonObject } from '@/lib/core/json/json';
import { callOfThread } from '@/lib/core/model/queries/lookup';
import type { Model, Thread, ToolCallEntry, ToolResult } from '@/lib/core/model/types';

/** From the first argument delta, or START without one, to END or the newest delta. */
export function argumentsMs({ startMs, firstArgMs, lastArgMs, endMs }: ToolCallEntry): number | undefined {
  const end = endMs ?? lastArgMs;
  return end === undefined ? undefined : Math.max(0, end - (firstArgMs ?? startMs));
}

/** True for a call of an earlier run that was not captured; a request or snapshot contains it. */
export function isEarlierCall({ via, run }: Pick<ToolCallEntry, 'via' | 'run'>): boolean {
  return run < 0 && via !== 'stream';
}

/** From END, or the last argument delta, to a result; undefined if one of them was not captured when it happened. */
export function afterCallMs(call: ToolCallEntry, { seq, timeMs }: ToolResult): number | undefined {
  const { startSeq, startMs, lastArgMs, endMs } = call;
  if (isEarlierCall(call) || seq === startSeq) return undefined;
  return Math.max(0, timeMs - (endMs ?? lastArgMs ?? startMs));
}

/** From END, or the last argument delta, to the first result. */
export function waitingMs(call: ToolCallEntry): number | undefined {
  const first = call.results.at(0);
  return first && afterCallMs(call, first);
}

interface CallAnswer {
  /** `frontend`: the app, in a tool message of a later request. `unknown`: found in a snapshot or the first request. */
  readonly by: 'agent' | 'frontend' | 'unknown';
  /** The run with the result; for `frontend`, the run whose request has it; -1 for none, or for an earlier one. */
  readonly run: number;
  readonly result: ToolResult;
  readonly waitingMs: number | undefined;
}

export function answerOf(call: ToolCallEntry): CallAnswer | undefined {
  const result = call.results.at(0);
  if (result === undefined) return undefined;
  const isFrontend = result.via === 'request' && result.run !== call.run;
  const by = result.via === 'stream' ? 'agent' : isFrontend ? 'frontend' : 'unknown';
  return { by, run: result.run, result, waitingMs: afterCallMs(call, result) };
}

/** True if the request of the call's run declared the tool; undefined without a request. */
export function isDeclared(model: Model, { run, name }: ToolCallEntry): boolean | undefined {
  const input = run < 0 ? undefined : model.runs.at(run)?.input;
  if (input === undefined) return undefined;
  const tools = input['tools'];
  if (!isJsonArray(tools)) return false;
  return tools.some((tool) => isJsonObject(tool) && tool['name'] === name);
}

/** Tool messages of a thread that answer no known call. */
export function orphanResults(
  model: Model,
  thread: Thread,
): readonly { messageId: string; toolCallId: string }[] {
  return [...thread.messages].flatMap(({ message }) => {
    if (message.role !== 'tool' || callOfThread(model, thread, message.toolCallId) !== undefined) return [];
    return [{ messageId: message.id, toolCallId: message.toolCallId }];
  });
}
