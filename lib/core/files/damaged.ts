// A file that is not all there: what there is of it, and then a gap that says what is wrong.
import { FILE_DOC } from '@/lib/core/files/input';
import type { FileBatch } from '@/lib/core/files/types';
import { TEXT_MAX } from '@/lib/messages/limits';
import type { CapturedRecord } from '@/lib/messages/records';

/** The gap that says so. */
export function damageGap(detail: string, t = 0): CapturedRecord {
  return { kind: 'gap', t, reason: 'refused', detail: detail.slice(0, TEXT_MAX) };
}

/** A body that is not all there has no end that is known. */
function isEndOfBody({ doc, records }: FileBatch): boolean {
  return doc === FILE_DOC && records.at(-1)?.kind === 'close';
}

function withGap(batch: FileBatch, detail: string): readonly FileBatch[] {
  const t = batch.records.at(-1)?.t ?? 0;
  const gap = damageGap(detail, t);
  if (isEndOfBody(batch)) return [{ ...batch, records: [...batch.records.slice(0, -1), gap] }];
  return [batch, { ...batch, n: batch.n + 1, records: [gap] }];
}

/** Batches, and what is known to be wrong when they have come to their end, as a gap. */
export function withDamage(
  batches: Iterable<FileBatch>,
  sentence: () => string | undefined,
): Iterable<FileBatch> {
  const made = function* (): Iterable<FileBatch> {
    let last: FileBatch | undefined;
    for (const batch of batches) {
      if (last !== undefined) yield last;
      last = batch;
    }
    const detail = sentence();
    if (last === undefined || detail === undefined) {
      if (last !== undefined) yield last;
    } else yield* withGap(last, detail);
  };
  return { [Symbol.iterator]: () => made()[Symbol.iterator]() };
}

/** The records of a file that is cut off: how its streams ended is not known. */
export function cutShort(records: readonly CapturedRecord[], detail: string): CapturedRecord[] {
  const kept = records.filter((record) => record.kind !== 'close' || record.how !== 'complete');
  return [...kept, damageGap(detail, records.at(-1)?.t ?? 0)];
}
