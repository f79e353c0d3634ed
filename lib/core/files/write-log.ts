// Writes formats without a worker, for a log whose batches are no longer stored.
import { formats } from '@/lib/core/files/formats';
import { sourceOf } from '@/lib/core/files/log-source';
import type { WriteResult, WriteSource } from '@/lib/core/files/types';
import type { Log } from '@/lib/core/log/log';

/** The text of a log in a format that needs only events. After iteration, the number of skipped frames is known. */
export function writeLog(
  id: string,
  log: Log,
  about: Pick<WriteSource, 'origin' | 'annotations'>,
): { readonly written: WriteResult; readonly skipped: () => number } {
  const source = sourceOf(log, () => [], about);
  const written = formats.find((format) => format.id === id)?.write?.(source) ?? [];
  return { written, skipped: () => source.skipped?.() ?? 0 };
}
