// Runs of one thread that go on at the same time: an agent that is steered by another request while it answers.
import { isOwn } from '@/lib/core/model/queries/interrupts';
import type { Model, Run, Thread } from '@/lib/core/model/types';

const RUNS_BACK = 100;

/** The earlier runs of a thread that were still going on when a run was requested, in order. */
export function overlapsOf(model: Model, thread: Thread, run: Run): readonly Run[] {
  if (!isOwn(run)) return [];
  const indexes = [...thread.runs].filter((index) => index < run.index).slice(-RUNS_BACK);
  return indexes.flatMap((index) => {
    const other = model.runs.at(index);
    if (other === undefined || !isOwn(other) || other.stream === run.stream) return [];
    // A run that another one starts is no second voice, and what an earlier page asked is over.
    if (other.runId === run.parentRunId || other.stream.doc !== run.stream.doc) return [];
    return (other.endMs ?? Number.POSITIVE_INFINITY) > run.startMs ? [other] : [];
  });
}
