// Writes a session or a part of it, redacted or not, in a format.
import { chosenDialect } from '@/lib/core/files/annotations';
import { formats } from '@/lib/core/files/formats';
import { readLog } from '@/lib/core/files/read-log';
import { scopeBatches, streamBatches } from '@/lib/core/files/scope';
import { sessionPreview } from '@/lib/core/files/session-preview';
import type { FileBatch, WriteSource } from '@/lib/core/files/types';
import { createRandom } from '@/lib/core/redact/random';
import { redactedSource } from '@/lib/core/redact/redacted-source';
import { findSecrets, type Positions } from '@/lib/core/redact/secrets';
import { dataLengthOf } from '@/lib/messages/records';
import type { Examined, WriteTask, WrittenFile } from '@/lib/panel/file-worker/types';

/** Size of a part of the file, UTF-16 units. */
const PART = 1024 * 1024;
const START = 4096;
/** Fractions of the work that are done when the values are replaced, and when the file is written. */
const REPLACED = 0.5;
const WRITTEN = 0.9;

/** The batches to write, and the names of their events and streams in the session. */
interface WrittenPart {
  readonly batches: Iterable<FileBatch>;
  readonly positions?: Positions;
}

function writtenPart(batches: Iterable<FileBatch>, { scope, annotations }: WriteTask): WrittenPart {
  if (scope.kind === 'all') return { batches };
  if (scope.kind === 'streams') return { batches: [...streamBatches(batches, new Set(scope.keys))] };
  const all = [...batches];
  const log = readLog(all, { dialect: ({ key }) => chosenDialect(annotations, key) });
  const wanted = new Set(scope.seqs);
  const seqs = [...wanted].filter((seq) => seq < log.length).sort((a, b) => a - b);
  const streams = [...new Set(seqs.map((seq) => log.streamOf(seq)?.index ?? -1))].sort((a, b) => a - b);
  return { batches: scopeBatches(log, all, (seq) => wanted.has(seq)), positions: { seqs, streams } };
}

/** The text as a file, whose parts the browser keeps outside of the heap. */
function blobOf(
  texts: Iterable<string>,
  mime: string,
  onLength: (length: number) => void,
): Pick<WrittenFile, 'blob' | 'start'> {
  const parts: Blob[] = [];
  let start = '';
  let waiting: string[] = [];
  let length = 0;
  let all = 0;
  const keep = (): void => {
    onLength((all += length));
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

function examine(source: WriteSource, level: WriteTask['level'], positions: Positions | undefined): Examined {
  const log = source.log();
  return {
    events: log.length,
    streams: log.streams.length,
    startMs: log.length === 0 ? 0 : log.timeMsOf(0),
    ...(level !== 'share' && { secrets: findSecrets(source, positions) }),
    preview: sessionPreview(log),
  };
}

/** Estimated length of a file, UTF-16 units. */
function lengthOf(batches: Iterable<FileBatch>): number {
  let length = 1;
  for (const { records } of batches) for (const record of records) length += dataLengthOf(record);
  return length;
}

/** Writes a session; returns a sentence if the format cannot. `onShare` receives the done fraction. */
export function writeFile(
  batches: Iterable<FileBatch>,
  task: WriteTask,
  onShare: (share: number) => void = () => {},
): WrittenFile | { readonly refused: string } {
  const format = formats.find(({ id }) => id === task.format);
  if (format?.write === undefined)
    return { refused: `There is no format '${task.format}' that can be written.` };
  const { level, keep, hidesSecrets = false, scope, origin, report, finding } = task;
  const { notes, ...others } = task.annotations;
  // Notes refer to positions of events, which are different in a part.
  const annotations = { ...others, ...(scope.kind === 'all' && notes !== undefined && { notes }) };
  const { batches: own, positions } = writtenPart(batches, task);
  const parts = { batches: own, annotations };
  const random = createRandom((numbers) => crypto.getRandomValues(numbers));
  const { source, replaced } = redactedSource(parts, { level, keep, hidesSecrets, random }, origin);
  onShare(REPLACED);
  const more = { ...(report !== undefined && { report }), ...(finding !== undefined && { finding }) };
  const written = format.write({ ...source, ...more });
  if ('refused' in written) return written;
  // Only an array can be measured without reading a file again.
  const expected = Array.isArray(own) ? lengthOf(own) : Number.POSITIVE_INFINITY;
  const file = blobOf(written, format.mime, (length) =>
    onShare(REPLACED + (WRITTEN - REPLACED) * Math.min(1, length / expected)),
  );
  onShare(WRITTEN);
  const skipped = source.skipped?.() ?? 0;
  return {
    ...file,
    replaced,
    skipped,
    ...(task.isExamined && { examined: examine(source, level, positions) }),
  };
}
