// Compressed files and bodies: recognized by their first bytes, brotli (which has none) by its name.
import { Decompress } from 'fflate';
import { messageOf, reasonOf } from '@/lib/agui/reason';
import type { FileInput } from '@/lib/files/types';

/** How much a file may hold once it is unpacked, in bytes: a small file can be made to unpack to anything. */
export const UNPACKED_MAX = 1024 * 1024 * 1024;

/** Unpacked bytes, or the end of a sentence that says why there are none. */
type Unpacked = { readonly bytes: Uint8Array } | { readonly error: string };

const STEP = 64 * 1024;
const BROTLI_HELP = "is compressed with brotli, which cannot be unpacked here; do it first, with 'brotli -d'";

function startsWith(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function isDeflated(bytes: Uint8Array): boolean {
  // The three common levels of zlib; of these, only the first two bytes of the lowest are printable, and rarely text.
  return bytes[0] === 0x78 && (bytes[1] === 0x01 || bytes[1] === 0x9c || bytes[1] === 0xda);
}

/** Bytes one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Whether bytes are compressed in a way that is seen by how they begin. */
export function isPacked(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x1f, 0x8b, 8) || isDeflated(bytes);
}

/** What compressed bytes unpack to, part by part. Throws the end of a sentence where they do not, or to too much. */
export function* inflated(parts: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let ready: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    ready.push(part);
    length += part.length;
  });
  const pushed = (bytes: Uint8Array, isLast: boolean): readonly Uint8Array[] => {
    ready = [];
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      throw new Error(`cannot be unpacked, it may be cut off: ${reasonOf(error)}`);
    }
    if (length > UNPACKED_MAX) throw new Error('unpacks to more than 1 GiB, which is not read');
    return ready;
  };
  for (const part of parts) {
    // A copy: what is handed over may be held for a while, and a part is only good until the next.
    for (let at = 0; at < part.length; at += STEP) yield* pushed(part.slice(at, at + STEP), false);
  }
  yield* pushed(new Uint8Array(0), true);
}

/** Unpacks bytes that are compressed; undefined if they are not. `encoding`: what a name or a header says. */
export function unpack(
  bytes: Uint8Array,
  encoding: string,
  brotli?: FileInput['brotli'],
): Unpacked | undefined {
  if (isPacked(bytes)) {
    try {
      return { bytes: joined([...inflated([bytes])]) };
    } catch (error) {
      return { error: messageOf(error) };
    }
  }
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return { error: 'is a ZIP archive; open the files in it' };
  if (encoding !== 'br') return undefined;
  if (brotli === undefined) return { error: BROTLI_HELP };
  try {
    return { bytes: brotli(bytes) };
  } catch (error) {
    return { error: `is not brotli, although it says so: ${reasonOf(error)}` };
  }
}
