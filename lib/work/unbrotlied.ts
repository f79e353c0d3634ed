// Files in brotli, where the browser can unpack them (Firefox can): up to where they are damaged or cut off.
import { reasonOf } from '@/lib/agui/reason';
import { UNPACKED_MAX } from '@/lib/files/unpack';
import type { BlobFile } from '@/lib/work/types';

/** What is packed is handed over in steps, bytes: of one with a damage nothing is had. */
const STEP = 4 * 1024;

/** A file that is unpacked, with the end of a sentence if something of it is missing; or one sentence. */
type Unbrotlied = (BlobFile & { readonly damage?: string }) | { readonly error: string };

function createUnpacking(): DecompressionStream | undefined {
  try {
    // The types do not know it yet.
    return new DecompressionStream('brotli' as CompressionFormat);
  } catch {
    return undefined;
  }
}

/** What a file unpacks to, and why there is no more of it, if there should be. */
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
      // As parts of a file they need not stay in memory.
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

/** A file without brotli; as it is where there is none, or the browser cannot: reading then says what to do. */
export async function unbrotlied({ name, blob }: BlobFile): Promise<Unbrotlied> {
  const unpacking = /\.br$/i.test(name) ? createUnpacking() : undefined;
  if (unpacking === undefined) return { name, blob };
  const found = await unpacked(blob, unpacking);
  if (found === 'too long') return { error: `${name} unpacks to more than 1 GiB, which is not read.` };
  const { parts, reason } = found;
  const inner = { name: name.replace(/\.br$/i, ''), blob: new Blob(parts) };
  if (reason === undefined) return inner;
  if (inner.blob.size === 0)
    return { error: `${name} is not brotli, although it says so, or is damaged: ${reason}.` };
  return { ...inner, damage: `cannot be unpacked to its end, it is cut off or damaged (${reason})` };
}
