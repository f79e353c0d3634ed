// Unpacks files and bodies: gzip and zlib by their first bytes, brotli by its name. UTF-16 becomes UTF-8.

import { FlateErrorCode, Gunzip, Inflate, Unzlib } from 'fflate';
import { bytesOf, chunksOf, FileError } from '@/lib/core/files/input';
import type { FileInput } from '@/lib/core/files/types';
import { messageOf, reasonOf } from '@/lib/core/json/reason';
import { joinBytes } from '@/lib/messages/base64';

/** Maximum unpacked size, bytes: a small file can unpack to any size. */
export const UNPACKED_MAX = 1024 * 1024 * 1024;

/** Damage found while unpacking; the end of a sentence. */
export interface Damage {
  what?: string;
}

interface Unpacker {
  /** Throws on invalid data. */
  push(bytes: Uint8Array): void;
  /** Returns the damage, as the end of a sentence. */
  end(): string | undefined;
}

type CreateUnpacker = (out: (bytes: Uint8Array) => void) => Unpacker;

/** Unpacked bytes, or the end of a sentence about the failure; `help` is advice about files. */
type Unpacked =
  | { readonly bytes: Uint8Array; readonly damage?: string }
  | { readonly error: string; readonly help?: string };

/** Size of a step, bytes: the output of a step with invalid data is lost. */
const STEP = 2 * 1024;
const NONE = new Uint8Array(0);
const CUT = 'is cut off or damaged';
const MORE = 'is followed by data that is not packed, which is skipped';
const TOO_LONG = 'unpacks to more than 1 GiB, which is not read';

function startsWith(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x50, 0x4b, 3, 4);
}

/** True for gzip, and for the three common levels of zlib, which rarely begin a text. */
function isPacked(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, 0x1f, 0x8b, 8) || [0x01, 0x9c, 0xda].some((level) => startsWith(bytes, 0x78, level))
  );
}

function isUtf16(bytes: Uint8Array): boolean {
  const isLittle = startsWith(bytes, 0xff, 0xfe) && !startsWith(bytes, 0xff, 0xfe, 0, 0);
  return isLittle || startsWith(bytes, 0xfe, 0xff);
}

export function isPackedFile(bytes: Uint8Array): boolean {
  return isPacked(bytes) || isUtf16(bytes);
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32, which fflate does not check. */
function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Unpacks gzip of one member or several, and checks the checksum and the length of the last one. */
const gzip: CreateUnpacker = (out) => {
  let crc = 0;
  let length = 0;
  let hasOutput = false;
  /** The last bytes: checksum, length, and up to 8 bytes of padding. */
  let tail: Uint8Array = NONE;
  let hasMore = false;
  const gunzip = new Gunzip((bytes) => {
    crc = crc32(bytes, crc);
    length = (length + bytes.length) >>> 0;
    hasOutput ||= bytes.length > 0;
    out(bytes);
  });
  gunzip.onmember = () => {
    crc = 0;
    length = 0;
  };
  const isTrailer = (at: number): boolean => {
    const view = new DataView(tail.buffer, at);
    return view.getUint32(0, true) === crc && view.getUint32(4, true) === length;
  };
  return {
    push(bytes) {
      if (hasMore) return;
      tail = joinBytes([tail, bytes]).slice(-16);
      try {
        gunzip.push(bytes);
      } catch (error) {
        const isHeader =
          error instanceof Error && 'code' in error && error.code === FlateErrorCode.InvalidHeader;
        if (!isHeader || !hasOutput) throw error;
        hasMore = true;
      }
    },
    end() {
      // Some programs append zeros.
      if (hasMore) return tail.at(-1) === 0 ? undefined : MORE;
      try {
        gunzip.push(NONE, true);
      } catch {
        return CUT;
      }
      for (let at = tail.length - 8; at >= 0; at--)
        if (isTrailer(at)) return tail.subarray(at + 8).some((byte) => byte !== 0) ? MORE : undefined;
      return CUT;
    },
  };
};

const zlib: CreateUnpacker = (out) => {
  const unzlib = new Unzlib(out);
  return { push: (bytes) => unzlib.push(bytes), end: () => problemAtEnd(unzlib) };
};

function problemAtEnd(stream: Unzlib | Inflate): string | undefined {
  try {
    stream.push(NONE, true);
    return undefined;
  } catch {
    return CUT;
  }
}

const utf16 =
  (isLittle: boolean): CreateUnpacker =>
  (out) => {
    const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be');
    const encoder = new TextEncoder();
    let length = 0;
    return {
      push(bytes) {
        length += bytes.length;
        const text = decoder.decode(bytes, { stream: true });
        if (text !== '') out(encoder.encode(text));
      },
      end: () => (length % 2 === 0 ? undefined : 'ends in the middle of a character'),
    };
  };

/** Decompresses a file of a ZIP archive; `size` is undefined if the archive does not contain it. */
export function zipEntry(isDeflated: boolean, size: number | undefined): CreateUnpacker {
  return (out) => {
    let length = 0;
    const take = (bytes: Uint8Array): void => {
      length += bytes.length;
      out(bytes);
    };
    const inflate = new Inflate(take);
    return {
      push: (bytes) => (isDeflated ? inflate.push(bytes) : take(bytes)),
      end() {
        const cut = isDeflated ? problemAtEnd(inflate) : undefined;
        return cut ?? (size === undefined || size === length ? undefined : CUT);
      },
    };
  };
}

/**
 * Decompresses up to damaged data. Throws the end of a sentence if no data precedes the damage, or if there is too
 * much data.
 */
export function* unpacked(
  create: CreateUnpacker,
  chunks: Iterable<Uint8Array>,
  damage: Damage,
): Iterable<Uint8Array> {
  let ready: Uint8Array[] = [];
  let length = 0;
  const unpacker = create((part) => {
    length += part.length;
    ready.push(part);
  });
  let problem: string | undefined;
  let before = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length && problem === undefined; at += STEP) {
      try {
        // A copy: fflate keeps unprocessed input.
        unpacker.push(chunk.slice(at, at + STEP));
      } catch (error) {
        problem = `cannot be unpacked from byte ${before + at} on, it is damaged (${reasonOf(error)})`;
      }
      if (length > UNPACKED_MAX) throw new Error(TOO_LONG);
      yield* ready;
      ready = [];
    }
    if (problem !== undefined) break;
    before += chunk.length;
  }
  problem ??= unpacker.end();
  yield* ready;
  if (problem === undefined) return;
  if (length === 0) throw new Error('cannot be unpacked, it is cut off or damaged where it begins');
  damage.what ??= problem;
}

function inflated(first: Uint8Array, chunks: Iterable<Uint8Array>, damage: Damage): Iterable<Uint8Array> {
  const isLittle = first[0] === 0xff;
  const create = isUtf16(first) ? utf16(isLittle) : first[0] === 0x1f ? gzip : zlib;
  return unpacked(create, chunks, damage);
}

/** A packed file as an unpacked one; `damage` is set when its end has been read. */
export function unpackedFile(file: FileInput, head: Uint8Array, damage: Damage): FileInput {
  const { bytes: _bytes, text: _text, sizeBytes: _size, ...rest } = file;
  const chunks = function* (): Iterable<Uint8Array> {
    try {
      yield* inflated(head, chunksOf(file), damage);
    } catch (error) {
      throw new FileError(`${file.name} ${messageOf(error)}.`);
    }
  };
  return { ...rest, name: file.name.replace(/\.(gz|z|zz)$/i, ''), chunks };
}

export function unbrotliedFile(file: FileInput, damage: Damage): FileInput {
  const found = unbrotlied(bytesOf(file), file.brotli);
  if ('error' in found) throw new FileError(`${file.name} ${found.error}${found.help ?? ''}.`);
  if (found.damage !== undefined) damage.what ??= found.damage;
  const { chunks: _chunks, sizeBytes: _size, ...rest } = file;
  return { ...rest, name: file.name.replace(/\.br$/i, ''), bytes: found.bytes };
}

export function unpackBody(
  bytes: Uint8Array,
  encoding: string,
  brotli?: FileInput['brotli'],
): Unpacked | undefined {
  if (!isPacked(bytes)) return encoding === 'br' ? unbrotlied(bytes, brotli) : undefined;
  const damage: Damage = {};
  try {
    const all = joinBytes([...inflated(bytes, [bytes], damage)]);
    return { bytes: all, ...(damage.what !== undefined && { damage: damage.what }) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function unbrotlied(bytes: Uint8Array, brotli: FileInput['brotli']): Unpacked {
  if (brotli === undefined)
    return {
      error: 'is compressed with brotli, which cannot be unpacked here',
      help: "; unpack it first, with 'brotli -d'",
    };
  try {
    return { bytes: brotli(bytes, false) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      return { error: TOO_LONG };
    return cutBrotli(bytes, brotli) ?? { error: `is not brotli, or is damaged: ${reasonOf(error)}` };
  }
}

/** The readable beginning of a truncated file; undefined for a damaged one. */
function cutBrotli(bytes: Uint8Array, brotli: NonNullable<FileInput['brotli']>): Unpacked | undefined {
  try {
    const begun = brotli(bytes, true);
    return begun.length === 0 ? undefined : { bytes: begun, damage: CUT };
  } catch {
    return undefined;
  }
}
