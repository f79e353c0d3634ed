// Reads Blobs.
import { readFile } from '@/lib/core/files/read-file';
import { type FileResult, readSeveral } from '@/lib/core/files/several';
import type { ReadResult } from '@/lib/core/files/types';
import type { BlobFile } from '@/lib/panel/file-worker/types';

/** Bytes per read from disk: small at first, so that the first rows appear soon. */
const FIRST_STEP = 64 * 1024;
const STEP = 1024 * 1024;
/** Step in a page, which has other tasks, bytes. */
const HERE_STEP = 64 * 1024;

/** Exists in workers only; the project's types are those of pages. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }) | undefined;

interface Progress {
  bytes: number;
}

interface BlobSource {
  /** Most bytes at a time. */
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

/** The batches of files as one session, as far as they can be read; or an error sentence. */
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
    // The user chose each of them.
    opened.push({ name: file.name, result, isExpected: true });
  }
  return readSeveral(opened);
}

async function readBlob({ name, blob }: BlobFile, reached: (bytes: number) => void): Promise<ReadResult> {
  const source = await sourceOf(blob);
  const sizeBytes = blob.size;
  return readFile({ name, sizeBytes, chunks: () => chunksOf(source, sizeBytes, reached) });
}
