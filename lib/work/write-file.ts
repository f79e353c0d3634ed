// Writes a session or a part of it, redacted or not, in a format.
import { chosenDialect } from '@/lib/files/annotations';
import { formats } from '@/lib/files/formats';
import { readLog } from '@/lib/files/read-log';
import { scopeBatches } from '@/lib/files/scope';
import type { FileBatch, WriteSource } from '@/lib/files/types';
import type { Log } from '@/lib/log/log';
import { redactedSource } from '@/lib/redact/redacted-source';
import { findSecrets } from '@/lib/redact/secrets';
import type { Examined, Scope, WriteTask, WrittenFile } from '@/lib/work/types';

/** Size of a part of the file, UTF-16 units. */
const PART = 1024 * 1024;
const START = 1024;

function wantedBy(log: Log, scope: Extract<Scope, { kind: 'runs' | 'events' }>): (seq: number) => boolean {
  if (scope.kind === 'events') {
    const seqs = new Set(scope.seqs);
    return (seq) => seqs.has(seq);
  }
  const starts = new Set(scope.starts);
  return (seq) => starts.has(log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq)?.firstSeq ?? -1);
}

function* ofStreams(batches: Iterable<FileBatch>, keys: ReadonlySet<string>): Iterable<FileBatch> {
  for (const { records, ...batch } of batches) {
    const kept = records.filter((record) => 'stream' in record && keys.has(`${batch.doc}:${record.stream}`));
    if (kept.length > 0) yield { ...batch, records: kept };
  }
}

function partOf(batches: Iterable<FileBatch>, { scope, annotations }: WriteTask): Iterable<FileBatch> {
  if (scope.kind === 'all') return batches;
  if (scope.kind === 'streams') return [...ofStreams(batches, new Set(scope.keys))];
  const all = [...batches];
  const log = readLog(all, { dialect: ({ key }) => chosenDialect(annotations, key) });
  return scopeBatches(log, all, wantedBy(log, scope));
}

/** The text as a file, whose parts the browser keeps outside of the heap. */
function blobOf(texts: Iterable<string>, mime: string): Pick<WrittenFile, 'blob' | 'start'> {
  const parts: Blob[] = [];
  let start = '';
  let waiting: string[] = [];
  let length = 0;
  const keep = (): void => {
    parts.push(new Blob(waiting));
    waiting = [];
    length = 0;
  };
  for (const text of texts) {
    if (start.length < START) start = (start + text).slice(0, START);
    waiting.push(text);
    length += text.length;
    if (length >= PART) keep();
  }
  keep();
  return { blob: new Blob(parts, { type: mime }), start };
}

function examine(source: WriteSource, { level }: WriteTask): Examined {
  const log = source.log();
  const isOpen = level === 'choose' || level === 'full';
  return {
    events: log.length,
    streams: log.streams.length,
    startMs: log.length === 0 ? 0 : log.timeMsOf(0),
    ...(isOpen && { secrets: findSecrets(source) }),
  };
}

/** Writes a session; returns a sentence if the format cannot. */
export function writeFile(
  batches: Iterable<FileBatch>,
  task: WriteTask,
): WrittenFile | { readonly refused: string } {
  const format = formats.find(({ id }) => id === task.format);
  if (format?.write === undefined)
    return { refused: `There is no format '${task.format}' that can be written.` };
  const { level, keep, seed, scope, origin, report } = task;
  const { notes, ...others } = task.annotations;
  // Notes refer to positions of events, which differ in a part.
  const annotations = { ...others, ...(scope.kind === 'all' && notes !== undefined && { notes }) };
  const parts = { batches: partOf(batches, task), annotations };
  const { source, replaced } = redactedSource(parts, { level, keep, seed }, origin);
  const written = format.write(report === undefined ? source : { ...source, report });
  if ('refused' in written) return written;
  const file = blobOf(written, format.mime);
  const leftOut = source.leftOut?.() ?? 0;
  return { ...file, replaced, leftOut, ...(task.isExamined && { examined: examine(source, task) }) };
}
