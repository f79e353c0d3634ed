// The file of a recording proxy: a line is written for each batch at once, so that the file is valid at any moment.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { RECORDING_FORMAT, RECORDING_VERSION, type RecordingLine } from '@/lib/core/files/recording-spec';
import type { FileBatch } from '@/lib/core/files/types';
import type { CapturedRecord } from '@/lib/messages/records';
import { CliError, systemReason } from '@/lib/package/cli/errors';

export interface RecordingFile {
  /** Milliseconds since the start of the recording. */
  now(): number;
  add(record: CapturedRecord): void;
  close(): void;
}

interface RecordingFileOptions {
  /** URL of the proxy. */
  readonly url: string;
  readonly origin: string;
  /** Receives each batch once it is written. */
  written(batch: FileBatch): void;
  /** Called once, if the file cannot be written; nothing more is recorded. */
  failed(sentence: string): void;
}

export function createRecordingFile(path: string, options: RecordingFileOptions): RecordingFile {
  let file: number | undefined;
  let n = 0;
  const timeOrigin = Date.now();
  const start = performance.now();
  const writeLine = (value: object): void => {
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(value)}\n`);
  };
  try {
    file = openSync(path, 'wx');
    writeLine({ format: RECORDING_FORMAT, version: RECORDING_VERSION, origin: options.origin });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new CliError(`Cannot write ${path}: ${isThere ? 'it exists already' : systemReason(error)}.`);
  }
  const add = (record: CapturedRecord): void => {
    if (file === undefined) return;
    const batch = { doc: 'proxy', n: n++, records: [record] };
    try {
      writeLine({ ...batch, frame: 0 } satisfies RecordingLine);
    } catch (error) {
      closeSync(file);
      file = undefined;
      options.failed(
        `Cannot write ${path}: ${systemReason(error)}. Requests still pass, but are not recorded.`,
      );
      return;
    }
    options.written({ ...batch, frameId: 0 });
  };
  add({ kind: 'navigation', t: 0, url: options.url, timeOrigin, top: true });
  return {
    now: () => performance.now() - start,
    add,
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
