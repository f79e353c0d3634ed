// Overlapping runs of one thread: an agent that gets another request while it responds.
import { isOwn } from '@/lib/core/model/queries/interrupts';
import type { Model, Run, Thread } from '@/lib/core/model/types';

const RUNS_BACK = 100;

/** Earlier runs of a thread that had not ended when a run was requested, in order. */
export function overlapsOf(model: Model, thread: Thread, run: Run): readonly Run[] {
  if (!isOwn(run)) return [];
  const indexes = [...thread.runs].filter((index) => index < run.index).slice(-RUNS_BACK);
  return indexes.flatMap((index) => {
    const other = model.runs.at(index);
    if (other === undefined || !isOwn(other) || other.stream === run.stream) return [];
    // Ignores the parent run, and runs of earlier page loads.
    if (other.runId === run.parentRunId || other.stream.doc !== run.stream.doc) return [];
    return (other.endMs ?? Number.POSITIVE_INFINITY) > run.startMs ? [other] : [];
  });
}
