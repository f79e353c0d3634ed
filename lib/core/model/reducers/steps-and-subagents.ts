// Parts of a run: steps and subagents. They change no messages and no state.
import type { EventOf } from '@/lib/core/agui/events';
import { assigned, lookup } from '@/lib/core/json/id-map';
import { pushed, replaced } from '@/lib/core/json/list';
import type { ReducerContext } from '@/lib/core/model/context';
import { editRun } from '@/lib/core/model/nodes';
import type { Subagent } from '@/lib/core/model/types';

// Separator that no reasonable name contains.
function stepKey(event: { stepName: string; subagentRunId?: string }): string {
  return `${event.subagentRunId ?? ''}\u0000${event.stepName}`;
}

export function startStep(
  { model, node, seq, timeMs }: ReducerContext,
  event: EventOf<'STEP_STARTED'>,
): void {
  const run = editRun(model, node.run);
  if (run === undefined) return;
  const tag = event.subagentRunId;
  const step = {
    name: event.stepName,
    startSeq: seq,
    startMs: timeMs,
    ...(tag !== undefined && { subagentRunId: tag }),
  };
  run.openSteps = assigned(run.openSteps, stepKey(event), run.steps.length);
  run.steps = pushed(run.steps, step, model.owner);
}

export function finishStep(
  { model, node, seq, timeMs }: ReducerContext,
  event: EventOf<'STEP_FINISHED'>,
): void {
  const run = editRun(model, node.run);
  const index = run === undefined ? undefined : lookup(run.openSteps, stepKey(event));
  const step = index === undefined ? undefined : run?.steps.at(index);
  if (run === undefined || index === undefined || step === undefined || step.endSeq !== undefined) return;
  run.steps = replaced(run.steps, index, { endSeq: seq, endMs: timeMs, ...step }, model.owner);
}

export function startSubagent(
  { model, node, seq, timeMs }: ReducerContext,
  event: EventOf<'SUBAGENT_STARTED'>,
): void {
  const run = editRun(model, node.run);
  if (run === undefined) return;
  const { subagentRunId, name, description, parentSubagentRunId, parentToolCallId } = event;
  const subagent: Subagent = {
    subagentRunId,
    name,
    status: 'running',
    startSeq: seq,
    startMs: timeMs,
    ...(description !== undefined && { description }),
    ...(parentSubagentRunId !== undefined && { parentSubagentRunId }),
    ...(parentToolCallId !== undefined && { parentToolCallId }),
  };
  run.subagentById = assigned(run.subagentById, subagentRunId, run.subagents.length);
  run.subagents = pushed(run.subagents, subagent, model.owner);
}

function endSubagent(context: ReducerContext, id: string, end: Partial<Subagent>): void {
  const { model, node, seq, timeMs } = context;
  const run = editRun(model, node.run);
  const index = run === undefined ? undefined : lookup(run.subagentById, id);
  const subagent = index === undefined ? undefined : run?.subagents.at(index);
  if (run === undefined || index === undefined || subagent === undefined) return;
  const ended = { ...subagent, ...end, endSeq: seq, endMs: timeMs };
  run.subagents = replaced(run.subagents, index, ended, model.owner);
}

export function finishSubagent(context: ReducerContext, event: EventOf<'SUBAGENT_FINISHED'>): void {
  const status = event.outcome?.type === 'suspended' ? 'suspended' : 'success';
  const { result } = event;
  endSubagent(context, event.subagentRunId, {
    status,
    ...(result !== undefined && { result }),
  });
}

export function failSubagent(context: ReducerContext, event: EventOf<'SUBAGENT_ERROR'>): void {
  endSubagent(context, event.subagentRunId, { status: 'error', error: event.message });
}
