// The files that a ZIP archive lists; of one whose list is missing, those that stand in it one behind the other.
// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

/** One file in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** As it is packed. */
  readonly packed: Uint8Array;
  /** Its checksum and length once it is unpacked; undefined where the archive ends before they are noted. */
  readonly noted: { readonly crc: number; readonly size: number } | undefined;
}

/** What stands in an archive. */
export interface ZipEntries {
  readonly entries: readonly ZipEntry[];
  /** Whether the list at its end is missing. */
  readonly isCut: boolean;
}

const ENTRY = 0x04034b50;
const LISTED = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
const ENTRY_LENGTH = 30;
const LISTED_LENGTH = 46;
const END_LENGTH = 22;
const COMMENT_MAX = 0xffff;
/** Where a number does not fit, it is this, and stands elsewhere: so large a file is not read. */
const ELSEWHERE = 0xffffffff;

const ENCRYPTED = 1;
const SIZES_FOLLOW = 8;

class Bytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get length(): number {
    return this.#bytes.length;
  }

  u16(at: number): number {
    return at + 2 <= this.length ? this.#view.getUint16(at, true) : 0;
  }

  u32(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at, true) : 0;
  }

  /** Names are UTF-8 nearly everywhere; where they are not, they are still told apart. */
  text(at: number, length: number): string {
    return new TextDecoder().decode(this.part(at, length));
  }

  part(at: number, length: number): Uint8Array {
    return this.#bytes.subarray(at, at + length);
  }
}

/** Where the content of an entry begins. */
function contentAt(bytes: Bytes, at: number): number {
  return at + ENTRY_LENGTH + bytes.u16(at + 26) + bytes.u16(at + 28);
}

function endOfArchive(bytes: Bytes): number | undefined {
  const last = bytes.length - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - COMMENT_MAX; at--) if (bytes.u32(at) === END) return at;
  return undefined;
}

/** The list at the end; undefined if there is none that can be followed. */
function listed(bytes: Bytes): readonly ZipEntry[] | undefined {
  const end = endOfArchive(bytes);
  if (end === undefined) return undefined;
  const entries: ZipEntry[] = [];
  let at = bytes.u32(end + 16);
  for (let left = bytes.u16(end + 10); left > 0; left--) {
    const start = bytes.u32(at + 42);
    if (bytes.u32(at) !== LISTED || bytes.u32(start) !== ENTRY) return undefined;
    const nameLength = bytes.u16(at + 28);
    entries.push({
      name: bytes.text(at + LISTED_LENGTH, nameLength),
      method: bytes.u16(at + 10),
      isEncrypted: (bytes.u16(at + 8) & ENCRYPTED) !== 0,
      packed: bytes.part(contentAt(bytes, start), bytes.u32(at + 20)),
      noted: { crc: bytes.u32(at + 16), size: bytes.u32(at + 24) },
    });
    at += LISTED_LENGTH + nameLength + bytes.u16(at + 30) + bytes.u16(at + 32);
  }
  return entries;
}

/** Where the sizes of an entry stand that were not known when it was begun; undefined if they are missing. */
function descriptorOf(bytes: Bytes, from: number): number | undefined {
  for (let at = from; at + 16 <= bytes.length; at++) {
    if (bytes.u32(at) === DESCRIPTOR && bytes.u32(at + 8) === at - from) return at;
  }
  return undefined;
}

function entryAt(bytes: Bytes, at: number): { readonly entry: ZipEntry; readonly end: number } {
  const flags = bytes.u16(at + 6);
  const from = contentAt(bytes, at);
  const known = bytes.u32(at + 18);
  const sizesFollow = (flags & SIZES_FOLLOW) !== 0 || known === ELSEWHERE;
  const descriptor = sizesFollow ? descriptorOf(bytes, from) : undefined;
  const length = sizesFollow ? (descriptor ?? bytes.length) - from : known;
  const about = sizesFollow ? descriptor && descriptor + 4 : at + 14;
  const entry = {
    name: bytes.text(at + ENTRY_LENGTH, bytes.u16(at + 26)),
    method: bytes.u16(at + 8),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    packed: bytes.part(from, Math.max(0, length)),
    noted: about === undefined ? undefined : { crc: bytes.u32(about), size: bytes.u32(about + 8) },
  };
  return { entry, end: from + length + (descriptor === undefined ? 0 : 16) };
}

function found(bytes: Bytes): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; bytes.u32(at) === ENTRY && at + ENTRY_LENGTH <= bytes.length; ) {
    const { entry, end } = entryAt(bytes, at);
    entries.push(entry);
    at = end;
  }
  return entries;
}

/** The files in an archive. */
export function zipEntries(archive: Uint8Array): ZipEntries {
  const bytes = new Bytes(archive);
  const entries = listed(bytes);
  return entries === undefined ? { entries: found(bytes), isCut: true } : { entries, isCut: false };
}
