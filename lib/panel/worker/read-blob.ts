// Reads Blobs.
import { withDamage } from '@/lib/core/files/damaged';
import { readInSteps } from '@/lib/core/files/in-steps';
import { readFile } from '@/lib/core/files/read-file';
import { type OpenedFile, severalInSteps } from '@/lib/core/files/several';
import type { ReadSteps } from '@/lib/core/files/types';
import type { BlobFile } from '@/lib/panel/worker/types';
import { unbrotlied } from '@/lib/panel/worker/unbrotlied';

/** Bytes per read from disk: small at first, so that the first rows appear soon. */
const FIRST_STEP = 64 * 1024;
const STEP = 1024 * 1024;
/** From this size on a file is read in steps, bytes: a panel takes in a piece at once. */
const IN_STEPS_FROM = 256 * 1024;
/** Step in a page, which has other tasks, bytes. */
const HERE_STEP = 64 * 1024;

/** Exists in workers only; the project's types are those of pages. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }) | undefined;

interface Progress {
  /** Number of bytes read so far. */
  bytes: number;
}

interface Source {
  /** Most bytes at a time. */
  readonly step: number;
  bytes(from: number, to: number): Uint8Array;
}

async function sourceOf(blob: Blob): Promise<Source> {
  // Only workers may block on a disk.
  if (typeof FileReaderSync === 'undefined') {
    const held = new Uint8Array(await blob.arrayBuffer());
    return { step: HERE_STEP, bytes: (from, to) => held.subarray(from, to) };
  }
  const reader = new FileReaderSync();
  return { step: STEP, bytes: (from, to) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(from, to))) };
}

/** The bytes of a file, which may be read twice; reports the position to `reached`. */
function* stepsOf(
  { step, bytes }: Source,
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
): Promise<ReadSteps> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return readBlob(only, (bytes) => (progress.bytes = bytes));
  const opened: OpenedFile[] = [];
  let before = 0;
  for (const file of files) {
    const from = before;
    before += file.blob.size;
    const result = await readBlob(file, (bytes) => (progress.bytes = from + bytes));
    // Each of them was chosen by the user.
    opened.push({ name: file.name, result, isDamaged: true });
  }
  return severalInSteps(opened);
}

async function readBlob(packed: BlobFile, reached: (bytes: number) => void): Promise<ReadSteps> {
  const file = await unbrotlied(packed);
  if ('error' in file) return file;
  const result = await readPlain(file, reached);
  const { damage } = file;
  if ('error' in result || damage === undefined) return result;
  return { ...result, batches: withDamage(result.batches, () => `${packed.name} ${damage}`) };
}

async function readPlain({ name, blob }: BlobFile, reached: (bytes: number) => void): Promise<ReadSteps> {
  const { size } = blob;
  const source = await sourceOf(blob);
  const bytes = () => stepsOf(source, size, reached);
  const steps = readInSteps({ name, size, bytes, inStepsFrom: IN_STEPS_FROM });
  if (steps !== undefined) return steps;
  reached(size);
  const result = readFile({ name, bytes: source.bytes(0, size) });
  return 'error' in result ? result : { ...result, isBody: false };
}
