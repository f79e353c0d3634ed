// Events and messages of a run, also while others run concurrently.
import type { Log } from '@/lib/core/log/log';
import type { MessageEntry, Model, Run } from '@/lib/core/model/types';

/** Index of each run in the model by its first event. */
export type RunStarts = ReadonlyMap<number, number>;

export function startsOf({ runs }: Pick<Model, 'runs'>): RunStarts {
  const starts = [...runs].flatMap(({ index, startSeq }) =>
    startSeq === undefined ? [] : [[startSeq, index] as const],
  );
  return new Map(starts);
}

/** Index of the run of an event; undefined outside of the runs of the model. */
export function runAt(log: Log, starts: RunStarts, seq: number): number | undefined {
  const start = log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq)?.firstSeq;
  return start === undefined ? undefined : starts.get(start);
}

/** Position of the last event of a run; -1 without one. */
export const lastSeqOf = ({ endSeq, lastSeq }: Run): number => endSeq ?? lastSeq ?? -1;

/** Tests whether an event may belong to a run: not if it belongs to another. */
export function mayBeOf(log: Log, starts: RunStarts, run: Run): (seq: number) => boolean {
  // A run that was joined again has more streams, without a RUN_STARTED of their own.
  return (seq) => (runAt(log, starts, seq) ?? run.index) === run.index;
}

/** Tests whether a run added a message to its thread; messages of its request were there before. */
export function isAddedBy(log: Log, starts: RunStarts, run: Run): (entry: MessageEntry) => boolean {
  const isOwn = mayBeOf(log, starts, run);
  return ({ via, firstSeq }) => via !== 'request' && firstSeq >= (run.startSeq ?? 0) && isOwn(firstSeq);
}
