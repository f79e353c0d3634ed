// Truncated and damaged files: their readable part, followed by a gap.
import { FILE_DOC, iterable } from '@/lib/core/files/file-batches';
import type { FileBatch } from '@/lib/core/files/types';
import { TEXT_MAX } from '@/lib/messages/limits';
import type { CapturedRecord } from '@/lib/messages/records';

export function damageGap(detail: string, t = 0): CapturedRecord {
  return { kind: 'gap', t, reason: 'refused', detail: detail.slice(0, TEXT_MAX) };
}

function withGap(batch: FileBatch, detail: string): readonly FileBatch[] {
  const { doc, records } = batch;
  const last = records.at(-1);
  const gap = damageGap(detail, last?.t ?? 0);
  // The end of a damaged body is unknown.
  if (doc === FILE_DOC && last?.kind === 'close')
    return [{ ...batch, records: [...records.slice(0, -1), gap] }];
  return [batch, { ...batch, n: batch.n + 1, records: [gap] }];
}

/** Appends a gap if `sentence` reports damage after the last batch. */
export function withDamage(
  batches: Iterable<FileBatch>,
  sentence: () => string | undefined,
): Iterable<FileBatch> {
  return iterable(function* () {
    let last: FileBatch | undefined;
    for (const batch of batches) {
      if (last !== undefined) yield last;
      last = batch;
    }
    const detail = sentence();
    if (last !== undefined) yield* detail === undefined ? [last] : withGap(last, detail);
  });
}

/** The records of a truncated file: the ends of its streams are unknown. */
export function cutShort(records: readonly CapturedRecord[], detail: string): CapturedRecord[] {
  const whole = records.filter((record) => record.kind !== 'close' || record.how !== 'complete');
  return [...whole, damageGap(detail, records.at(-1)?.t ?? 0)];
}
