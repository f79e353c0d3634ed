// Replays a list of events, to compare a compacted log with the original.

import { decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { differences } from '@/lib/core/json/diff';
import type { Json, JsonObject } from '@/lib/core/json/json';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { Folding } from '@/lib/core/log/walk';
import { modelFold } from '@/lib/core/model/model';
import type { MessageEntry, Model } from '@/lib/core/model/types';

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

/** A part of a model, with its name for sentences. */
interface Essential {
  readonly name: string;
  readonly value: unknown;
  readonly state?: Json | undefined;
}

/** The parts that a replay must keep, in order. */
function* essentials({ threads, toolCalls, runs }: Model): Iterable<Essential> {
  for (const { threadId, messages, state, interrupts } of threads) {
    const thread = `thread '${threadId}'`;
    yield { name: thread, value: threadId };
    for (const entry of messages) {
      const { message, firstSeq, lastSeq } = entry;
      const name = `message '${message.id}' of ${thread} (events ${firstSeq} to ${lastSeq})`;
      yield { name, value: essential(entry) };
    }
    yield { name: `the number of messages of ${thread}`, value: messages.length };
    yield { name: `the state of ${thread}`, value: state, state };
    yield { name: `the open interrupts of ${thread}`, value: interrupts };
  }
  for (const { id, name, args, status, result, startSeq } of toolCalls) {
    yield { name: `tool call '${id}' (from event ${startSeq} on)`, value: [id, name, args, status, result] };
  }
  for (const run of runs) {
    const name = `run '${run.runId}' (from event ${run.startSeq ?? 0} on)`;
    const value = {
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
    yield { name, value };
  }
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

/**
 * The name of the first part that differs; undefined if a replay is the same. Compares part by part: a whole model may
 * exceed the maximum length of a string.
 */
export function firstDifference(wanted: Model, there: Model): string | undefined {
  const others = essentials(there)[Symbol.iterator]();
  for (const { name, value, state } of essentials(wanted)) {
    const next = others.next();
    const other = next.done === true ? undefined : next.value;
    if (other !== undefined && canonical(value) === canonical(other.value)) continue;
    const [inside] = state === undefined ? [] : differences(state, other?.state, 1);
    return inside === undefined ? name : `${name} at '${inside.pointer}'`;
  }
  return others.next().done === true ? undefined : 'the number of runs';
}
