// Exports of a session, for tests.
import { sourceOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch, Format } from '@/lib/core/files/types';
import { createLog, type Log } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { openRecord } from './logs';

/** The batches of a file; throws its error. */
export function batchesOf(file: Parameters<typeof readFile>[0]): readonly FileBatch[] {
  const read = readFile(file);
  if ('error' in read) throw new Error(read.error);
  return [...read.batches];
}

/** The log of a file's batches. */
export function logOfBatches(batches: Iterable<FileBatch>): Log {
  const log = createLog();
  for (const batch of batches) log.append(batch);
  log.finish();
  return log;
}

/** The text that a format writes, or the sentence with which it refuses. */
export function exported(format: Format, batches: readonly FileBatch[]): string {
  const written = format.write?.(sourceOf(logOfBatches(batches), () => batches)) ?? [];
  return 'refused' in written ? written.refused : [...written].join('');
}

/** A recording of one document, as text. */
export function recordingText(records: readonly unknown[], header: object = {}): string {
  const lines = [
    { format: 'ag-ui-lens', version: 1, ...header },
    { doc: 'd', frame: 0, n: 0, records },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A recording cut in the middle of a line: the unreadable part is reported before the file is opened. */
export function cutRecording(body: string): string {
  const text = `data: {"ty\n\n${body}`;
  return `${recordingText([openRecord({ t: 0, url: 'http://a/' }), { kind: 'chunk', t: 1, stream: 1, text }])}{"doc":`;
}

/** Records as the only batch of a document. */
export function batchOf(records: readonly CapturedRecord[], doc = 'd'): FileBatch {
  return { doc, frameId: 0, n: 0, records };
}
