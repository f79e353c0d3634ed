// Formats written where no worker does it: a log whose batches are not at hand any more, the batches of a few streams.
import { formats } from '@/lib/files/formats';
import { sourceOf } from '@/lib/files/log-source';
import { readLog } from '@/lib/files/read-log';
import type { FileBatch, WriteResult, WriteSource } from '@/lib/files/types';
import type { Log } from '@/lib/log/log';

function write(id: string, source: WriteSource): WriteResult {
  return formats.find((format) => format.id === id)?.write?.(source) ?? [];
}

/** The text of a log in a format that needs only its events. */
export function writeLog(
  id: string,
  log: Log,
  about: Pick<WriteSource, 'origin' | 'annotations'>,
): WriteResult {
  return write(
    id,
    sourceOf(log, () => [], about),
  );
}

/** The text of batches in a format. */
export function writeBatches(id: string, batches: readonly FileBatch[]): WriteResult {
  return write(
    id,
    sourceOf(readLog(batches), () => batches),
  );
}
