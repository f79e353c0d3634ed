// The state of a tool call: streaming, answered, or waiting.

import { threadIn } from '@/lib/core/model/queries/blame';
import { isDeclared, isEarlierCall } from '@/lib/core/model/queries/call-times';
import { callsOfRun } from '@/lib/core/model/queries/lookup';
import type { Model, Run, ToolCallEntry } from '@/lib/core/model/types';

export type CallState =
  | { readonly kind: 'streaming' | 'answered' | 'unanswered' }
  /** Waits for the agent during its run, and for the app once the run has handed the call over. */
  | { readonly kind: 'waiting'; readonly for: 'agent' | 'app'; readonly sinceMs: number };

/** Index of the run in which the thread of a run continued. */
export function continuationOf(model: Model, run: Run): number | undefined {
  const { runs } = threadIn(model, run.threadId) ?? {};
  let found: number | undefined;
  for (let at = (runs?.length ?? 0) - 1; at >= 0; at--) {
    const later = model.runs.at(runs?.at(at) ?? -1);
    if (later === undefined || later.index <= run.index) break;
    if (later.kind === 'conversation' && !later.isReplay) found = later.index;
  }
  return found;
}

/** Calls that a run handed over to the app: pending ones, and those of interrupts. */
interface HandedOver {
  readonly pending: ReadonlySet<string>;
  readonly asked: ReadonlySet<string | undefined>;
}

// Cached, as it is read for each call.
const known = new WeakMap<Run, HandedOver>();

function handedOver(run: Run): HandedOver {
  const made = known.get(run) ?? {
    pending: new Set(run.pendingToolCallIds),
    asked: new Set(run.interrupts.map(({ toolCallId }) => toolCallId)),
  };
  known.set(run, made);
  return made;
}

/**
 * True if the app must run a call of an ended run. Undeclared tools belong to the agent, unless the run hands them
 * over.
 */
function isForApp(model: Model, run: Run, call: ToolCallEntry): boolean {
  if (run.offeredCallIds?.includes(call.id)) return true;
  // Without a request, the pending calls of the run count.
  return isDeclared(model, call) ?? handedOver(run).pending.has(call.id);
}

/** Ids of the pending calls of a run that the app must run. */
export function pendingForApp(model: Model, run: Run): readonly string[] {
  const pending = new Set(run.pendingToolCallIds);
  for (const call of callsOfRun(model, run.index)) if (!isForApp(model, run, call)) pending.delete(call.id);
  return [...pending];
}

/** The run of a call at its end: the last event of a cut run does not show the end. */
function runOf({ run: index }: ToolCallEntry, model: Model, newest: Model): Run | undefined {
  const run = index < 0 ? undefined : model.runs.at(index);
  if (run?.status !== 'running') return run;
  const whole = newest.runs.at(index);
  return whole?.lastSeq === run.lastSeq ? whole : run;
}

export function callState(call: ToolCallEntry, model: Model, newest: Model): CallState {
  if (call.status === 'answered') return { kind: 'answered' };
  if (isEarlierCall(call)) return { kind: 'unanswered' };
  const run = runOf(call, model, newest);
  const sinceMs = call.endMs ?? call.lastArgMs ?? call.startMs;
  if (run === undefined || run.status === 'running') {
    return call.status === 'streaming' ? { kind: 'streaming' } : { kind: 'waiting', for: 'agent', sinceMs };
  }
  const isHandedOver = run.status === 'success' || run.status === 'interrupted';
  const isAsked = isForApp(model, run, call) || handedOver(run).asked.has(call.id);
  if (isHandedOver && isAsked && continuationOf(model, run) === undefined)
    return { kind: 'waiting', for: 'app', sinceMs };
  return { kind: 'unanswered' };
}
