// Batches of records as everything here reads them: as a log, or event by event.
import { type Annotations, chosenDialect } from '@/lib/core/files/annotations';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch } from '@/lib/core/files/types';
import type { Log, LogOptions } from '@/lib/core/log/log';
import { dialectNames } from '@/lib/core/log/stream-reader';
import { createWalk, type LogWalk } from '@/lib/core/log/walk';
import { oneOf } from '@/lib/package/library/lens-error';

/** Batches that were read, from wherever they come. */
export interface Opened {
  readonly name: string;
  /** Those of a large file are read again each time. */
  readonly batches: Iterable<FileBatch>;
  /** All of it, read when it is first asked for. */
  readonly log: Log;
  /** True for a large file that is a single body, whose events come in the order of the file and answer no request. */
  readonly isBody: boolean;
  /** One event after the other, with nothing kept. */
  walk(): LogWalk;
  /** What a user has added. */
  readonly annotations: Annotations;
}

/** Opens batches. `dialect` overrides what was chosen by hand, and that what streams look like. */
export function openBatches(
  {
    name,
    batches,
    annotations,
    isBody = false,
  }: Omit<Opened, 'log' | 'walk' | 'isBody'> & { isBody?: boolean },
  dialect?: string,
): Opened {
  if (dialect !== undefined) oneOf('dialect', dialectNames(), dialect);
  const options: LogOptions = { dialect: ({ key }) => dialect ?? chosenDialect(annotations, key) };
  let log: Log | undefined;
  return {
    name,
    batches,
    annotations,
    isBody,
    walk: () => createWalk(batches, options),
    get log() {
      log ??= readLog(batches, options);
      return log;
    },
  };
}
