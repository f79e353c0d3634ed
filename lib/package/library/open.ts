// Opened files: batches of records as a log, or event by event.

import {
  chosenReaders,
  consumers,
  everyReader,
  findConsumer,
  type Readers,
  readerOf,
} from '@/lib/core/consumers/consumers';
import { chosenDialect, type StoredAnnotations } from '@/lib/core/files/annotations';
import { iterable } from '@/lib/core/files/file-batches';
import { readFile } from '@/lib/core/files/read-file';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch, FileInput } from '@/lib/core/files/types';
import { messageOf } from '@/lib/core/json/reason';
import { UNBOUNDED } from '@/lib/core/log/bounds';
import type { Log, LogOptions } from '@/lib/core/log/log';
import { dialectNames } from '@/lib/core/log/stream-reader';
import { createWalk, type LogWalk } from '@/lib/core/log/walk';
import { LensError, oneOf } from '@/lib/package/library/lens-error';

export interface Opened {
  readonly name: string;
  /** Read again at each iteration. */
  readonly batches: Iterable<FileBatch>;
  /** Created at the first access. */
  readonly log: Log;
  /** True for a single body without a request: its events come in the order of the file. */
  readonly isBody: boolean;
  /** Reads event by event, keeping nothing. */
  walk(): LogWalk;
  readonly annotations: StoredAnnotations;
}

type FileContent = Pick<Opened, 'name' | 'batches'> & { annotations?: StoredAnnotations; isBody?: boolean };

/** Opens batches. `dialect` overrides the annotations and the detection. */
export function openBatches(
  { name, batches, annotations = {}, isBody = false }: FileContent,
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
    // A walk holds nothing of what has passed.
    walk: () => createWalk(batches, { ...options, bounds: UNBOUNDED }),
    get log() {
      log ??= readLog(batches, options);
      return log;
    },
  };
}

/** Opens a file; throws a LensError if it cannot be read. `onBatch` is called for each batch that is read. */
export function openInput(
  input: FileInput,
  dialect?: string,
  onBatch: (batch: FileBatch) => void = () => {},
): Opened {
  const result = readFile(input);
  if ('error' in result) throw new LensError(result.error);
  const batches = iterable(function* () {
    try {
      for (const batch of result.batches) {
        onBatch(batch);
        yield batch;
      }
    } catch (error) {
      throw new LensError(messageOf(error));
    }
  });
  return openBatches({ ...result, name: input.name, batches }, dialect);
}

export const CONSUMER_NAMES = consumers.map(({ id }) => id);

/** The readers of streams: named by the caller, chosen in the recording, or detected. */
export function readersFor(name: string | undefined, { consumers: chosen = {} }: StoredAnnotations): Readers {
  if (name === undefined) return chosenReaders(chosen);
  const consumer = findConsumer(oneOf('consumer', CONSUMER_NAMES, name));
  return consumer === undefined ? readerOf : everyReader(consumer);
}
