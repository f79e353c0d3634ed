// Reads a file that the browser holds.
import { readInSteps } from '@/lib/files/in-steps';
import { readFile } from '@/lib/files/read-file';
import type { ReadSteps } from '@/lib/files/types';
import type { BlobFile } from '@/lib/work/types';

const STEP = 1024 * 1024;
/** From this size on a file is read in steps, bytes: what is read at once becomes one piece, which a panel takes at once. */
const IN_STEPS_FROM = 256 * 1024;
/** Steps where a page reads that has other things to do, bytes. */
const HERE_STEP = 64 * 1024;

/** What only workers have; the types of the project are those of pages. */
declare const FileReaderSync: (new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }) | undefined;

/** What is told while a file is read. */
interface Progress {
  /** How many bytes were handed out. */
  bytes: number;
}

/** A file without brotli, where the browser can unpack it (Firefox can); else as it is, and reading says what to do. */
async function unbrotlied({ name, blob }: BlobFile): Promise<BlobFile> {
  if (!/\.br$/i.test(name)) return { name, blob };
  try {
    // The types do not know it yet.
    const unpacking = new DecompressionStream('brotli' as CompressionFormat);
    const unpacked = await new Response(blob.stream().pipeThrough(unpacking)).blob();
    return { name: name.replace(/\.br$/i, ''), blob: unpacked };
  } catch {
    return { name, blob };
  }
}

function* stepsOf(
  blob: Blob,
  reader: { readAsArrayBuffer(blob: Blob): ArrayBuffer },
  progress: Progress,
): Iterable<Uint8Array> {
  for (let at = 0; at < blob.size; at += STEP) {
    progress.bytes = Math.min(blob.size, at + STEP);
    yield new Uint8Array(reader.readAsArrayBuffer(blob.slice(at, at + STEP)));
  }
}

/** The same of bytes that are in memory. */
function* partsOf(bytes: Uint8Array, progress: Progress): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += HERE_STEP) {
    progress.bytes = Math.min(bytes.length, at + HERE_STEP);
    yield bytes.subarray(at, at + HERE_STEP);
  }
}

/** The batches of a file, as far as they are read; or one sentence saying why there are none. */
export async function readBlob(packed: BlobFile, progress: Progress = { bytes: 0 }): Promise<ReadSteps> {
  const { name, blob } = await unbrotlied(packed);
  // Only workers may wait for a disk.
  if (typeof FileReaderSync !== 'undefined') {
    const reader = new FileReaderSync();
    const steps = readInSteps({
      name,
      size: blob.size,
      bytes: () => stepsOf(blob, reader, progress),
      inStepsFrom: IN_STEPS_FROM,
    });
    if (steps !== undefined) return steps;
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if (typeof FileReaderSync === 'undefined') {
    const parts = () => partsOf(bytes, progress);
    const steps = readInSteps({ name, size: bytes.length, bytes: parts, inStepsFrom: IN_STEPS_FROM });
    if (steps !== undefined) return steps;
  }
  progress.bytes = bytes.length;
  const result = readFile({ name, bytes });
  return 'error' in result ? result : { ...result, isBody: false };
}
