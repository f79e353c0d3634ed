// Unpacks brotli files up to a damage or cut, if the browser can (Firefox does).

import { UNPACKED_MAX } from '@/lib/core/files/unpack';
import { reasonOf } from '@/lib/core/json/reason';
import type { BlobFile } from '@/lib/panel/worker/types';

/** Bytes per step: a step with a damage yields nothing. */
const STEP = 4 * 1024;

/** The unpacked file, with the end of a sentence if a part is missing; or an error sentence. */
type Unbrotlied = (BlobFile & { readonly damage?: string }) | { readonly error: string };

function createUnpacking(): DecompressionStream | undefined {
  try {
    // Missing in the types.
    return new DecompressionStream('brotli' as CompressionFormat);
  } catch {
    return undefined;
  }
}

/** The unpacked bytes, and the reason if there should be more. */
async function unpacked(
  blob: Blob,
  { readable, writable }: DecompressionStream,
): Promise<{ readonly parts: BlobPart[]; readonly reason?: string } | 'too long'> {
  const parts: BlobPart[] = [];
  let length = 0;
  const read = async () => {
    for (const reader = readable.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      length += value.byteLength;
      if (length > UNPACKED_MAX) return reader.cancel();
      // Parts of a file need not stay in memory.
      parts.push(new Blob([value]));
    }
  };
  const write = async () => {
    const writer = writable.getWriter();
    for (let at = 0; at < blob.size; at += STEP)
      await writer.write(new Uint8Array(await blob.slice(at, at + STEP).arrayBuffer()));
    await writer.close();
  };
  const ends = await Promise.allSettled([read(), write()]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (length > UNPACKED_MAX) return 'too long';
  return failed === undefined ? { parts } : { parts, reason: reasonOf(failed.reason) };
}

/** Unpacks a brotli file; returns it unchanged if it is none, or if the browser cannot. */
export async function unbrotlied({ name, blob }: BlobFile): Promise<Unbrotlied> {
  const unpacking = /\.br$/i.test(name) ? createUnpacking() : undefined;
  if (unpacking === undefined) return { name, blob };
  const found = await unpacked(blob, unpacking);
  if (found === 'too long') return { error: `${name} unpacks to more than 1 GiB, which is not read.` };
  const { parts, reason } = found;
  const inner = { name: name.replace(/\.br$/i, ''), blob: new Blob(parts) };
  if (reason === undefined) return inner;
  if (inner.blob.size === 0) return { error: `${name} is not brotli, or is damaged: ${reason}.` };
  return { ...inner, damage: `is cut off or damaged (${reason})` };
}
