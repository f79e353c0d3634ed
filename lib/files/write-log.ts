// Formats written where no worker does it: a log whose batches are not at hand any more.
import { formats } from '@/lib/files/formats';
import { sourceOf } from '@/lib/files/log-source';
import type { WriteResult, WriteSource } from '@/lib/files/types';
import type { Log } from '@/lib/log/log';

/** The text of a log in a format that needs only its events. */
export function writeLog(
  id: string,
  log: Log,
  about: Pick<WriteSource, 'origin' | 'annotations'>,
): WriteResult {
  const source = sourceOf(log, () => [], about);
  return formats.find((format) => format.id === id)?.write?.(source) ?? [];
}
