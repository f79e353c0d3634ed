// Compressed files and bodies: recognized by their first bytes, brotli (which has none) by its name.

import type { FileInput } from '@/lib/core/files/types';
import {
  type CreateUnpacker,
  CUT,
  gzipUnpacker,
  utf16Unpacker,
  zlibUnpacker,
} from '@/lib/core/files/unpackers';
import { messageOf, reasonOf } from '@/lib/core/json/reason';

/** How much a file may hold once it is unpacked, in bytes: a small file can be made to unpack to anything. */
export const UNPACKED_MAX = 1024 * 1024 * 1024;

/** Reads bytes from their beginning, a part after the other; a part is only good until the next. */
export type ReadBytes = () => Iterable<Uint8Array>;

/** What is wrong with what was unpacked, in words; the end of a sentence. */
export interface Damage {
  what?: string;
}

/**
 * Unpacked bytes, which may be damaged, or the end of a sentence that says why there are none, and what to do about a
 * file.
 */
type Unpacked =
  | { readonly bytes: Uint8Array; readonly damage?: string }
  | { readonly error: string; readonly help?: string };

/** How much is unpacked at once, bytes; where that fails, less and less, so that all is had that stands before. */
const STEPS = [64 * 1024, 64, 1];
const STEP = 64 * 1024;
const TOO_LONG = 'unpacks to more than 1 GiB, which is not read';
const NO_BROTLI = 'is compressed with brotli, which cannot be unpacked here';

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

/** All that there is to read, as one. */
export function wholeOf(bytes: ReadBytes): Uint8Array {
  return joined(Array.from(bytes(), (part) => part.slice()));
}

/** Whether bytes are compressed in a way that is seen by how they begin. */
export function isPacked(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x1f, 0x8b, 8) || isDeflated(bytes);
}

/** Whether a file has to be unpacked before it is read. What came over a network is not text of two bytes a unit. */
export function isPackedFile(bytes: Uint8Array): boolean {
  return isPacked(bytes) || isUtf16(bytes);
}

/** Whether bytes begin with the mark of UTF-16. */
function isUtf16(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, 0xfe, 0xff) || (startsWith(bytes, 0xff, 0xfe) && !startsWith(bytes, 0xff, 0xfe, 0, 0))
  );
}

/** Cuts bytes into steps, which are shorter from a position on. Copies: a step may be held for a while. */
function* stepsOf(bytes: ReadBytes, from: number, short: number): Iterable<{ at: number; step: Uint8Array }> {
  let before = 0;
  for (const part of bytes()) {
    for (let at = 0; at < part.length; ) {
      const isShort = before + at >= from;
      const step = part.slice(
        at,
        Math.min(at + (isShort ? short : STEP), isShort ? part.length : from - before),
      );
      yield { at: before + at, step };
      at += step.length;
    }
    before += part.length;
  }
}

function damagedFrom(at: number, reason: string): string {
  return `cannot be unpacked from byte ${at} on, it is damaged (${reason})`;
}

/** Where unpacking failed, and why. */
interface Failure {
  readonly at: number;
  readonly reason: string;
}

/** Goes through packed bytes once, and hands out what comes after the first `skip` unpacked ones. */
class Pass {
  length = 0;
  failure: Failure | undefined;
  problem: string | undefined;
  readonly #steps: Iterable<{ at: number; step: Uint8Array }>;
  readonly #create: CreateUnpacker;

  constructor(steps: Iterable<{ at: number; step: Uint8Array }>, create: CreateUnpacker) {
    this.#steps = steps;
    this.#create = create;
  }

  *parts(skip: number): Iterable<Uint8Array> {
    let ready: Uint8Array[] = [];
    const unpacker = this.#create((part) => {
      const before = this.length;
      this.length += part.length;
      if (this.length > skip) ready.push(part.subarray(Math.max(0, skip - before)));
    });
    for (const { at, step } of this.#steps) {
      try {
        unpacker.push(step);
      } catch (error) {
        this.failure = { at, reason: reasonOf(error) };
      }
      if (this.length > UNPACKED_MAX) throw new Error(TOO_LONG);
      yield* ready;
      ready = [];
      if (this.failure !== undefined) return;
    }
    this.problem = unpacker.end();
  }
}

/**
 * What packed bytes unpack to, part by part, as far as they can be unpacked; `damage` then says what is wrong. Throws
 * the end of a sentence where there is nothing, or too much.
 */
export function* unpackedBy(create: CreateUnpacker, bytes: ReadBytes, damage: Damage): Iterable<Uint8Array> {
  let given = 0;
  let failure: Failure | undefined;
  let problem: string | undefined;
  for (const short of STEPS) {
    const pass: Pass = new Pass(stepsOf(bytes, failure?.at ?? Number.POSITIVE_INFINITY, short), create);
    yield* pass.parts(given);
    given = Math.max(given, pass.length);
    ({ failure, problem } = pass);
    if (failure === undefined) break;
  }
  const what = failure === undefined ? problem : damagedFrom(failure.at, failure.reason);
  if (what === undefined) return;
  if (given === 0) throw new Error('cannot be unpacked, it is cut off or damaged where it begins');
  damage.what ??= what;
}

function unpackerOf(first: Uint8Array): CreateUnpacker {
  if (isUtf16(first)) return utf16Unpacker(first[0] === 0xff);
  return first[0] === 0x1f ? gzipUnpacker : zlibUnpacker;
}

/** The same of a file that is compressed by itself. */
export function inflated(bytes: ReadBytes, damage: Damage): Iterable<Uint8Array> {
  for (const first of bytes()) return unpackedBy(unpackerOf(first), bytes, damage);
  return [];
}

function inflatedAtOnce(bytes: Uint8Array): Unpacked {
  try {
    const damage: Damage = {};
    const unpacked = joined([...inflated(() => [bytes], damage)]);
    return { bytes: unpacked, ...(damage.what !== undefined && { damage: damage.what }) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** Unpacks a file, by what its bytes or its name say; undefined if it is not packed. */
export function unpackFile({ name, bytes, brotli }: FileInput): Unpacked | undefined {
  if (bytes === undefined) return undefined;
  return isUtf16(bytes) ? inflatedAtOnce(bytes) : unpack(bytes, /\.br$/i.test(name) ? 'br' : '', brotli);
}

/** Unpacks bytes that are compressed; undefined if they are not. `encoding`: what a name or a header says. */
export function unpack(
  bytes: Uint8Array,
  encoding: string,
  brotli?: FileInput['brotli'],
): Unpacked | undefined {
  if (isPacked(bytes)) return inflatedAtOnce(bytes);
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return { error: 'is a ZIP archive; open the files in it' };
  if (encoding !== 'br') return undefined;
  return brotli === undefined
    ? { error: NO_BROTLI, help: "; do it first, with 'brotli -d'" }
    : ofBrotli(bytes, brotli);
}

function ofBrotli(bytes: Uint8Array, brotli: NonNullable<FileInput['brotli']>): Unpacked {
  try {
    return { bytes: brotli(bytes, false) };
  } catch (error) {
    if (isTooLong(error)) return { error: TOO_LONG };
    const whole = begun(bytes, brotli);
    if (whole !== undefined && whole.length > 0) return { bytes: whole, damage: CUT };
    const reason = reasonOf(error);
    const found = whole === undefined ? beforeDamage(bytes, brotli) : undefined;
    if (found === undefined) return { error: `is not brotli, although it says so, or is damaged: ${reason}` };
    return { bytes: found.unpacked, damage: damagedFrom(found.at, reason) };
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** What a beginning of brotli unpacks to; undefined if something in it is wrong. */
function begun(bytes: Uint8Array, brotli: NonNullable<FileInput['brotli']>): Uint8Array | undefined {
  try {
    return brotli(bytes, true);
  } catch {
    return undefined;
  }
}

/**
 * What stands before the place where brotli is damaged; undefined if nothing does. It can be unpacked at once only: of
 * ever closer beginnings, the longest that can be.
 */
function beforeDamage(
  bytes: Uint8Array,
  brotli: NonNullable<FileInput['brotli']>,
): { readonly unpacked: Uint8Array; readonly at: number } | undefined {
  let at = 0;
  let unpacked: Uint8Array = new Uint8Array(0);
  for (let bad = bytes.length; bad - at > 1; ) {
    const middle = (at + bad) >> 1;
    const found = begun(bytes.subarray(0, middle), brotli);
    if (found === undefined) bad = middle;
    else [at, unpacked] = [middle, found];
  }
  return unpacked.length === 0 ? undefined : { unpacked, at };
}
