// Reads files for the panel, piece by piece on request.

import { type FileResult, readSeveral } from '@/lib/core/files/merged-files';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch, ReadResult } from '@/lib/core/files/types';
import { dataLengthOf } from '@/lib/messages/records';
import type { BlobFile, Piece, ReadTask, Report, Serve } from '@/lib/panel/file-worker/types';

/** Bytes per read from disk: small at first, so that the first rows appear soon. */
const FIRST_STEP = 64 * 1024;
const STEP = 1024 * 1024;
/** The same in a page, which has other tasks. */
const HERE_STEP = 64 * 1024;

/** Exists in workers only; the project's types are those of pages. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }) | undefined;

interface Progress {
  bytes: number;
}

interface BlobSource {
  /** Maximum number of bytes at a time. */
  readonly step: number;
  bytes(from: number, to: number): Uint8Array;
}

async function sourceOf(blob: Blob): Promise<BlobSource> {
  // Only workers may block on a disk.
  if (typeof FileReaderSync === 'undefined') {
    const held = new Uint8Array(await blob.arrayBuffer());
    return { step: HERE_STEP, bytes: (from, to) => held.subarray(from, to) };
  }
  const reader = new FileReaderSync();
  return { step: STEP, bytes: (from, to) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(from, to))) };
}

/** Reports the position to `reached`. */
function* chunksOf(
  { step, bytes }: BlobSource,
  size: number,
  reached: (bytes: number) => void,
): Iterable<Uint8Array> {
  let length = FIRST_STEP;
  for (let at = 0; at < size; ) {
    const end = Math.min(size, at + length);
    reached(end);
    yield bytes(at, end);
    at = end;
    length = Math.min(length * 2, step);
  }
}

/** The batches of files as one session, as far as they can be read, or an error sentence. */
export async function readBlobs(
  files: readonly BlobFile[],
  progress: Progress = { bytes: 0 },
): Promise<ReadResult> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return readBlob(only, (bytes) => (progress.bytes = bytes));
  const opened: FileResult[] = [];
  let before = 0;
  for (const file of files) {
    const from = before;
    before += file.blob.size;
    const result = await readBlob(file, (bytes) => (progress.bytes = from + bytes));
    // The user chose each file.
    opened.push({ name: file.name, result, isExpected: true });
  }
  return readSeveral(opened);
}

async function readBlob({ name, blob }: BlobFile, reached: (bytes: number) => void): Promise<ReadResult> {
  const source = await sourceOf(blob);
  const sizeBytes = blob.size;
  return readFile({ name, sizeBytes, chunks: () => chunksOf(source, sizeBytes, reached) });
}

/** Size of a piece, UTF-16 units: the panel processes it within a few frames. */
const PIECE = 256 * 1024;
/** Size of the first piece, UTF-16 units: enough to fill the screen. */
const FIRST_PIECE = 32 * 1024;
/** Overhead of a record or batch: many small ones take longer to send than a few large ones. */
const RECORD = 200;

function batchUnits({ records }: FileBatch): number {
  return records.reduce((sum, record) => sum + RECORD + dataLengthOf(record), RECORD);
}

function* groupedPieces(
  opened: Exclude<ReadResult, { error: string }>,
  share: () => number,
): Iterable<Piece> {
  const { batches, annotations, format } = opened;
  const about = {
    ...(annotations !== undefined && { annotations }),
    ...(format !== undefined && { format }),
  };
  let waiting: FileBatch[] = [];
  let units = 0;
  let wanted = FIRST_PIECE;
  for (const batch of batches) {
    waiting.push(batch);
    units += batchUnits(batch);
    if (units < wanted) continue;
    yield { batches: waiting, ...about, share: share() };
    waiting = [];
    units = 0;
    wanted = PIECE;
  }
  yield { batches: waiting, ...about, share: 1 };
}

export function serveReading({ files }: ReadTask, report: (report: Report) => void): Serve {
  const progress = { bytes: 0 };
  const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
  const opening = readBlobs(files, progress).then((opened) => {
    if ('error' in opened) throw new Error(opened.error);
    return groupedPieces(opened, () => progress.bytes / Math.max(1, size))[Symbol.iterator]();
  });
  return async ({ kind }) => {
    if (kind !== 'more') return;
    const { done, value } = (await opening).next();
    report(done === true ? { kind: 'end' } : { kind: 'piece', piece: value });
  };
}
