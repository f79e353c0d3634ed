// The model of a bare list of events: what a compacted log is compared by.
import type { JsonObject } from '@/lib/agui/json';
import { decodeEvent } from '@/lib/decode/ag-ui-1.0';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { modelFold } from '@/lib/model/model';
import type { Model } from '@/lib/model/types';

const STREAM: Stream = {
  index: 0,
  key: 'replay',
  doc: 'replay',
  frame: 0,
  transport: 'file',
  url: '',
  method: '',
  startMs: 0,
  events: 0,
  length: 0,
};

/** The event as the log would hand it out. */
export function toLogged(event: JsonObject, seq: number): LoggedEvent {
  const { type, problems } = decodeEvent(event);
  const place = { seq, timeMs: 0, record: seq, hasMore: false, stream: STREAM };
  return { ...place, type, event, raw: '', binary: false, problems };
}

/** The model after all events. */
export function replay(events: readonly JsonObject[]): Model {
  let model = modelFold.init();
  for (const [seq, event] of events.entries()) model = modelFold.step(model, toLogged(event, seq));
  return model;
}

/** What must be the same after a replay, as JSON text: messages and state of every thread, runs, tool calls. */
export function essence(model: Model): string {
  const threads = [...model.threads].map(({ threadId, messages, state, interrupts }) => ({
    threadId,
    messages: [...messages].map(({ message }) => message),
    state,
    interrupts,
  }));
  const runs = [...model.runs].map((run) => ({
    runId: run.runId,
    threadId: run.threadId,
    parentRunId: run.parentRunId,
    status: run.status,
    result: run.result,
    outcome: run.outcome,
    usage: run.usage,
    interrupts: run.interrupts,
    pendingToolCallIds: run.pendingToolCallIds,
    error: run.error,
    steps: [...run.steps].map(({ name, subagentRunId, endSeq }) => [
      name,
      subagentRunId,
      endSeq !== undefined,
    ]),
    subagents: [...run.subagents].map(({ subagentRunId, name, status }) => [subagentRunId, name, status]),
  }));
  const calls = [...model.toolCalls].map(({ id, name, args, status, result }) => [
    id,
    name,
    args,
    status,
    result,
  ]);
  return canonical({ threads, runs, calls });
}

/** JSON text in which the order of keys makes no difference. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, sortKeys);
}

// The order of keys is no part of a value.
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? value : { entries };
}
