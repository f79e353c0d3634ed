// The state of a tool call: streaming, answered, or waiting.

import { threadIn } from '@/lib/core/model/queries/blame';
import { isDeclared, isEarlierCall } from '@/lib/core/model/queries/call-times';
import { callsOfRun } from '@/lib/core/model/queries/lookup';
import type { Model, Run, ToolCallEntry } from '@/lib/core/model/types';

export type CallState =
  | { readonly kind: 'streaming' | 'answered' | 'unanswered' }
  /** Waits for the agent while its run goes on, for the app once the run has handed the call over. */
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

/** Calls that a run handed over to the app: pending ones, and those of its interrupts. */
interface HandedOver {
  readonly pending: ReadonlySet<string>;
  readonly asked: ReadonlySet<string | undefined>;
}

// Cached, as each call asks.
const known = new WeakMap<Run, HandedOver>();

function handedOver(run: Run): HandedOver {
  const made = known.get(run) ?? {
    pending: new Set(run.pendingToolCallIds),
    asked: new Set(run.interrupts.map(({ toolCallId }) => toolCallId)),
  };
  known.set(run, made);
  return made;
}

/** True if the app has to answer a pending call of the run: undeclared tools are the agent's own. */
export function waitsForApp(model: Model, run: Run): boolean {
  const { pending } = handedOver(run);
  let ownCount = 0;
  for (const call of callsOfRun(model, run.index)) {
    const isOwn = isDeclared(model, call) === false && !run.offeredCallIds?.includes(call.id);
    if (isOwn && pending.has(call.id)) ownCount++;
  }
  return ownCount < pending.size;
}

/** The run of a call, as it ended: the last event of a cut run does not show the end. */
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
  // Undeclared tools are the agent's own; without a request, the pending calls of the run decide.
  const { pending, asked } = handedOver(run);
  const isAsked = isDeclared(model, call) ?? pending.has(call.id);
  if (isHandedOver && (isAsked || asked.has(call.id)) && continuationOf(model, run) === undefined)
    return { kind: 'waiting', for: 'app', sinceMs };
  return { kind: 'unanswered' };
}
