// Reads all batches into a log, as for a file.
import type { FileBatch } from '@/lib/core/files/types';
import { createLog, type Log, type LogOptions } from '@/lib/core/log/log';

export function readLog(batches: Iterable<FileBatch>, options: LogOptions = {}): Log {
  const log = createLog(options);
  for (const batch of batches) log.append(batch);
  log.finish();
  return log;
}
