// Batches before they are added to a log.
import type { BackgroundBatchKind } from './background-batch';
import { parseBatch } from './parse-batch';
import type { CapturedRecord } from './records';

export type IncomingBatch = {
  readonly doc: string;
  readonly frameId: number;
  readonly n: number;
  /** Absent for a document's own batches. */
  readonly made?: BackgroundBatchKind;
  /** Position in the store; absent for batches of files. */
  readonly id?: number;
} & ({ readonly body: string } | { readonly records: readonly CapturedRecord[] });

/** The records of a batch; a gap if its text is invalid. */
export function recordsOf(batch: IncomingBatch): readonly CapturedRecord[] {
  if (!('body' in batch)) return batch.records;
  return parseBatch(batch.body) ?? [{ kind: 'gap', t: 0, reason: 'refused', bytes: batch.body.length }];
}
