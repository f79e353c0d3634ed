// What is packed with gzip, with zlib or in a ZIP archive, unpacked and checked against what was noted when it was
// packed. What is wrong is said when it ends: what was unpacked before is there.
import { FlateErrorCode, Gunzip, Inflate, Unzlib } from 'fflate';
import { adler32, crc32 } from '@/lib/core/files/checksum';

/** Unpacks. Throws where bytes mean nothing. */
export interface Unpacker {
  push(bytes: Uint8Array): void;
  /** What is wrong with what was unpacked: the end of a sentence. */
  end(): string | undefined;
}

/** Makes an unpacker that hands out what it unpacked. */
export type CreateUnpacker = (out: (bytes: Uint8Array) => void) => Unpacker;

/** What is said of what was cut off. */
export const CUT = 'cannot be unpacked to its end, it is cut off';
const WRONG = 'has a wrong checksum: something in it has been changed since it was packed';
const MORE = 'goes on after its end with something that is not packed, which is left out';

/** An empty member of a gzip file: who takes it for one has come to the end of the one before. */
const EMPTY_MEMBER = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
/** Checksum and length, which follow on a member. */
const TRAILER = 8;
/** How much is remembered of what was pushed, bytes: more than what may stand before the first data of a member. */
const REMEMBERED = 64 * 1024;

function isNoHeader(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FlateErrorCode.InvalidHeader;
}

function joinedTail(before: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept = before.subarray(Math.max(0, before.length - REMEMBERED));
  const tail = new Uint8Array(kept.length + bytes.length);
  tail.set(kept);
  tail.set(bytes, kept.length);
  return tail;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function numberAt(bytes: Uint8Array, at: number, isLittle: boolean): number | undefined {
  if (at < 0 || at + 4 > bytes.length) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, isLittle);
}

/** Unpacks gzip, also several members one behind the other. */
class GzipUnpacker implements Unpacker {
  readonly #gunzip: Gunzip;
  #tail = new Uint8Array(0);
  #pushed = 0;
  #crc = 0;
  #length = 0;
  #lastMember = 0;
  #isOver = false;
  #problem: string | undefined;

  constructor(out: (bytes: Uint8Array) => void) {
    this.#gunzip = new Gunzip((bytes) => {
      if (this.#isOver) return;
      this.#crc = crc32(bytes, this.#crc);
      this.#length = (this.#length + bytes.length) >>> 0;
      out(bytes);
    });
    this.#gunzip.onmember = (at) => {
      this.#lastMember = at;
      // Where its trailer is not remembered, nothing can be said.
      const trailer = this.#tail.length - (this.#pushed - at) - TRAILER;
      if (trailer >= 0 && !this.#isTrailer(trailer)) this.#problem ??= WRONG;
      this.#crc = 0;
      this.#length = 0;
    };
  }

  push(bytes: Uint8Array): void {
    if (this.#isOver) {
      if (!isZero(bytes)) this.#problem ??= MORE;
      return;
    }
    this.#pushed += bytes.length;
    this.#tail = joinedTail(this.#tail, bytes);
    try {
      this.#gunzip.push(bytes);
    } catch (error) {
      if (!isNoHeader(error)) throw error;
      this.#over(WRONG);
    }
  }

  end(): string | undefined {
    if (!this.#isOver) this.#tryEnd();
    return this.#problem;
  }

  /** Something follows that is no member. Some programs fill up with zeros. */
  #over(otherwise: string): void {
    this.#isOver = true;
    let at = this.#tail.length - TRAILER;
    while (at >= 0 && !this.#isTrailer(at)) at--;
    if (at < 0) this.#problem ??= otherwise;
    else if (!isZero(this.#tail.subarray(at + TRAILER))) this.#problem ??= MORE;
  }

  #tryEnd(): void {
    this.#isOver = true;
    const total = this.#pushed;
    try {
      this.#pushed += EMPTY_MEMBER.length;
      const tail = this.#tail;
      this.#tail = joinedTail(tail, EMPTY_MEMBER);
      this.#gunzip.push(EMPTY_MEMBER);
      this.#tail = tail;
      if (this.#lastMember !== total) this.#problem = CUT;
    } catch {
      this.#tail = this.#tail.subarray(0, this.#tail.length - EMPTY_MEMBER.length);
      this.#over(CUT);
    }
  }

  #isTrailer(at: number): boolean {
    return (
      numberAt(this.#tail, at, true) === this.#crc && numberAt(this.#tail, at + 4, true) === this.#length
    );
  }
}

/** Unpacks gzip. */
export const gzipUnpacker: CreateUnpacker = (out) => new GzipUnpacker(out);

/** Unpacks zlib. */
export const zlibUnpacker: CreateUnpacker = (out) => {
  let sum = 1;
  let tail = new Uint8Array(0);
  const unzlib = new Unzlib((bytes) => {
    sum = adler32(bytes, sum);
    out(bytes);
  });
  return {
    push(bytes) {
      tail = joinedTail(tail, bytes);
      unzlib.push(bytes);
    },
    end: () => (numberAt(tail, tail.length - 4, false) === sum ? undefined : `${CUT}, or damaged`),
  };
};

/** Text of two bytes a unit, as PowerShell saves what a program prints, as UTF-8. */
export function utf16Unpacker(isLittle: boolean): CreateUnpacker {
  return (out) => {
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
}

/** Unpacks what is in an archive: its length and checksum stand elsewhere, where they are known at all. */
export function entryUnpacker(
  isDeflated: boolean,
  noted: { crc: number; size: number } | undefined,
): CreateUnpacker {
  return (out) => {
    let crc = 0;
    let length = 0;
    const take = (bytes: Uint8Array): void => {
      crc = crc32(bytes, crc);
      length += bytes.length;
      out(bytes);
    };
    const inflate = new Inflate(take);
    return {
      push: (bytes) => (isDeflated ? inflate.push(bytes) : take(bytes)),
      end() {
        if (noted === undefined) return CUT;
        if (length < noted.size) return `${CUT}, or damaged`;
        return crc === noted.crc && length === noted.size ? undefined : WRONG;
      },
    };
  };
}
