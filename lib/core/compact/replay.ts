// Replays a list of events, to compare a compacted log with the original.

import { decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { differences } from '@/lib/core/json/diff';
import type { JsonObject } from '@/lib/core/json/json';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { Folding } from '@/lib/core/log/walk';
import { modelFold } from '@/lib/core/model/model';
import type { MessageEntry, Model, Thread } from '@/lib/core/model/types';

const STREAM: Stream = {
  index: 0,
  key: 'replay',
  doc: 'replay',
  frameId: 0,
  transport: 'file',
  url: '',
  method: '',
  startMs: 0,
  events: 0,
  length: 0,
};

export function toLogged(event: JsonObject, seq: number): LoggedEvent {
  const { type, problems } = decodeEvent(event);
  // An object literal, for speed: this runs twice per event.
  return {
    seq,
    timeMs: 0,
    record: seq,
    hasMore: false,
    stream: STREAM,
    type,
    event,
    raw: '',
    binary: false,
    problems,
  };
}

export function replay(events: Iterable<JsonObject>): Model {
  const folding = new Folding(modelFold);
  let seq = 0;
  for (const event of events) folding.take({ event: toLogged(event, seq++) });
  return folding.state;
}

// Assigned ids of THINKING_* events contain the seq, which compaction changes.
const MINTED = /^thinking-\d+$/;

function essential({ message }: MessageEntry): unknown {
  return message.role === 'reasoning' && MINTED.test(message.id) ? { ...message, id: 'thinking' } : message;
}

function* essentials(model: Model): Iterable<unknown> {
  for (const { threadId, messages, state, interrupts } of model.threads) {
    yield { threadId, state, interrupts, messages: messages.length };
    for (const message of messages) yield essential(message);
  }
  for (const run of model.runs) {
    yield {
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
    };
  }
  for (const { id, name, args, status, result } of model.toolCalls) yield [id, name, args, status, result];
}

/** Compares part by part: a whole model may exceed the maximum length of a string. */
export function isSameEssence(wanted: Model, there: Model): boolean {
  const others = essentials(there)[Symbol.iterator]();
  for (const piece of essentials(wanted)) {
    const other = others.next();
    if (other.done === true || canonical(piece) !== canonical(other.value)) return false;
  }
  return others.next().done === true;
}

/** JSON text that does not depend on key order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? value : { entries };
}

function firstOther<T>(
  wanted: readonly T[],
  there: readonly T[],
  essential: (value: T) => unknown,
): T | undefined {
  const isSame = (value: T, at: number): boolean => {
    const other = there[at];
    return other !== undefined && canonical(essential(value)) === canonical(essential(other));
  };
  return wanted.find((value, at) => !isSame(value, at));
}

function firstInThread(wanted: Thread, there: Thread | undefined): string | undefined {
  const name = `thread '${wanted.threadId}'`;
  if (there?.threadId !== wanted.threadId) return name;
  const message = firstOther([...wanted.messages], [...there.messages], essential);
  if (message !== undefined) {
    return `message '${message.message.id}' of ${name} (events ${message.firstSeq} to ${message.lastSeq})`;
  }
  if (wanted.messages.length !== there.messages.length) return `the number of messages of ${name}`;
  const [state] = differences(wanted.state, there.state, 1);
  if (state !== undefined) return `the state of ${name} at '${state.pointer}'`;
  return canonical(wanted.interrupts) === canonical(there.interrupts)
    ? undefined
    : `the open interrupts of ${name}`;
}

export function firstDifference(wanted: Model, there: Model): string {
  for (const [at, thread] of [...wanted.threads].entries()) {
    const found = firstInThread(thread, there.threads.at(at));
    if (found !== undefined) return found;
  }
  const call = firstOther(
    [...wanted.toolCalls],
    [...there.toolCalls],
    ({ id, name, args, status, result }) => {
      return [id, name, args, status, result];
    },
  );
  if (call !== undefined) return `tool call '${call.id}' (from event ${call.startSeq} on)`;
  const run = [...wanted.runs].find(({ runId, status }, at) => {
    const other = there.runs.at(at);
    return other?.runId !== runId || other.status !== status;
  });
  return run === undefined ? 'the end of a run' : `run '${run.runId}' (from event ${run.startSeq ?? 0} on)`;
}
