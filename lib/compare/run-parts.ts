// What belongs to a run: its events, its messages, where other runs go on at the same time.
import type { Log } from '@/lib/log/log';
import type { MessageEntry, Model, Run } from '@/lib/model/types';

/** The first events of runs and the index of each run, as the model has them. */
export type RunStarts = ReadonlyMap<number, number>;

/** Where the runs of a model begin. */
export function startsOf({ runs }: Pick<Model, 'runs'>): RunStarts {
  const starts = [...runs].flatMap(({ index, startSeq }) =>
    startSeq === undefined ? [] : [[startSeq, index] as const],
  );
  return new Map(starts);
}

/** The index of the run that an event belongs to; undefined where it began none that the model has. */
export function runAt(log: Log, starts: RunStarts, seq: number): number | undefined {
  const start = log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq)?.firstSeq;
  return start === undefined ? undefined : starts.get(start);
}

/** The last event of a run; -1 where it has none. */
export const lastSeqOf = ({ endSeq, lastSeq }: Run): number => endSeq ?? lastSeq ?? -1;

/** Whether what came with an event may be of a run: not if it is of another one. */
export function mayBeOf(log: Log, starts: RunStarts, run: Run): (seq: number) => boolean {
  // A run that was joined again has more streams, whose events began no run of the model.
  return (seq) => (runAt(log, starts, seq) ?? run.index) === run.index;
}

/** Whether a run has added a message to its thread: what its request brought, it has not. */
export function isAddedBy(log: Log, starts: RunStarts, run: Run): (entry: MessageEntry) => boolean {
  const isOwn = mayBeOf(log, starts, run);
  return ({ via, firstSeq }) => via !== 'request' && firstSeq >= (run.startSeq ?? 0) && isOwn(firstSeq);
}
