// An archive with several files: each is read by itself, and their batches stand one behind the other.

import { gapBatch, type OpenedFile, severalInSteps } from '@/lib/core/files/several';
import type { FileBatch, ReadSteps } from '@/lib/core/files/types';
import { type Damage, type ReadBytes, UNPACKED_MAX, unpackedBy, wholeOf } from '@/lib/core/files/unpack';
import { entryUnpacker } from '@/lib/core/files/unpackers';
import { type ZipEntry, zipEntries } from '@/lib/core/files/zip-entries';
import { formatNumber } from '@/lib/core/json/format';
import { messageOf } from '@/lib/core/json/reason';

/** No more files of one archive are read. */
const FILES_MAX = 500;
/** What a file in an archive may be packed with: nothing, or what gzip uses. */
const STORED = 0;
const DEFLATED = 8;

/** A file of an archive, unpacked while it is read. */
export interface ZippedFile {
  readonly name: string;
  readonly size: number;
  readonly bytes: ReadBytes;
  readonly damage: Damage;
  /** The files that it names as parts of itself: the bodies that a HAR file has beside it. */
  readonly attached?: Attached;
}

/** The content of a file beside another, by its name; undefined if there is none. */
export type Attached = (name: string) => Uint8Array | undefined;

/** Whether bytes begin as an archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether it is a file and none that systems put beside files. */
function isWanted({ name }: ZipEntry): boolean {
  return !/(?:\/$|^__MACOSX\/|(?:^|\/)\.)/.test(name);
}

/** Names of files that somebody wants to be read: recordings, and what is packed once more. Others may lie beside them. */
const EXPECTED = /\.(?:jsonl|ndjson|sse|har|gz|br|zip|zst|xz|bz2|7z|rar)$/i;

/** Why a file cannot be unpacked, the end of a sentence; undefined if nothing is known to be in the way. */
function obstacle({ method, isEncrypted }: ZipEntry): string | undefined {
  if (isEncrypted) return 'is encrypted';
  return method === STORED || method === DEFLATED
    ? undefined
    : `is packed with method ${method} of ZIP, which cannot be unpacked here`;
}

function fileOf(entry: ZipEntry): ZippedFile {
  const { name, packed, method, noted } = entry;
  const damage: Damage = {};
  const bytes = function* (): Iterable<Uint8Array> {
    // A file without content is no error here: reading it says what it is.
    if (packed.length === 0 && noted?.size === 0) return;
    try {
      yield* unpackedBy(entryUnpacker(method === DEFLATED, noted), () => [packed], damage);
    } catch (error) {
      throw new Error(`${name} ${messageOf(error)}.`);
    }
  };
  return { name, size: noted?.size ?? packed.length, bytes, damage };
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** The bytes of an entry; undefined where it cannot be unpacked. */
function contentOf(entry: ZipEntry): Uint8Array | undefined {
  if (obstacle(entry) !== undefined) return undefined;
  try {
    return wholeOf(fileOf(entry).bytes);
  } catch {
    return undefined;
  }
}

const HAR = /\.har$/i;
/** Names that a HAR file may give to an attached body. */
const NAMED = /"_file"\s*:\s*"([^"\\]+)"/g;

/** The entries that HAR files name as bodies of theirs, by the HAR file. */
function attachments(entries: readonly ZipEntry[]): ReadonlyMap<ZipEntry, ReadonlyMap<string, ZipEntry>> {
  const found = new Map<ZipEntry, Map<string, ZipEntry>>();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  for (const entry of entries) {
    const bytes = HAR.test(entry.name) ? contentOf(entry) : undefined;
    if (bytes === undefined) continue;
    const own = new Map<string, ZipEntry>();
    for (const [, name = ''] of new TextDecoder().decode(bytes).matchAll(NAMED)) {
      const beside = byName.get(folderOf(entry.name) + name);
      if (beside !== undefined && beside !== entry) own.set(name, beside);
    }
    if (own.size > 0) found.set(entry, own);
  }
  return found;
}

function openEntry(
  entry: ZipEntry,
  open: (file: ZippedFile) => ReadSteps,
  beside: ReadonlyMap<string, ZipEntry> | undefined,
): OpenedFile {
  const { name } = entry;
  const what = obstacle(entry);
  if (what !== undefined) return { name, result: { error: `${name} ${what}.` }, isDamaged: true };
  const attached: Attached = (wanted) => {
    const found = beside?.get(wanted);
    return found && contentOf(found);
  };
  const file = { ...fileOf(entry), ...(beside && { attached }) };
  try {
    const result = open(file);
    const isMissed = file.damage.what !== undefined || (file.size > 0 && EXPECTED.test(name));
    return { name, result, isDamaged: 'error' in result && isMissed };
  } catch (error) {
    return { name, result: { error: messageOf(error) }, isDamaged: true };
  }
}

const sizeOf = ({ noted, packed }: ZipEntry): number => noted?.size ?? packed.length;

/** As many of the files as are read, by name; where there are more, those whose names say that they are recordings. */
function withinLimits(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const byName = entries.filter(isWanted).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isExpected = ({ name }: ZipEntry) => EXPECTED.test(name);
  const taken = new Set<ZipEntry>();
  let left = UNPACKED_MAX;
  for (const entry of [...byName.filter(isExpected), ...byName.filter((one) => !isExpected(one))]) {
    if (taken.size === FILES_MAX || sizeOf(entry) > left) continue;
    taken.add(entry);
    left -= sizeOf(entry);
  }
  return byName.filter((entry) => taken.has(entry));
}

/** The sentence about files that are not read, without its end. */
function sayLeft(name: string, left: number): string {
  const count = left === 1 ? '1 file' : `${formatNumber(left)} files`;
  return `${count} in ${name} ${left === 1 ? 'is' : 'are'} not read: no more than ${FILES_MAX} files and 1 GiB of an archive are`;
}

/**
 * The batches of all files in an archive; or why there are none. `open` reads the beginning of a file to see what it
 * is, and the rest when it is its turn.
 */
export function zipInSteps(
  archive: { readonly name: string; readonly bytes: Uint8Array },
  open: (file: ZippedFile) => ReadSteps,
): ReadSteps {
  const { name } = archive;
  const { entries, isCut } = zipEntries(archive.bytes);
  const taken = withinLimits(entries);
  const left = entries.filter(isWanted).length - taken.length;
  const missing = [
    ...(left === 0 ? [] : [sayLeft(name, left)]),
    ...(isCut ? [`${name} is a ZIP archive that is cut off: files may be missing`] : []),
  ];
  const beside = attachments(taken);
  const parts = new Set([...beside.values()].flatMap((own) => [...own.values()]));
  const opened = taken
    .filter((entry) => !parts.has(entry))
    .map((entry) => openEntry(entry, open, beside.get(entry)));
  const read = severalInSteps(opened);
  if ('error' in read) {
    const none = left > 0 ? `${sayLeft(name, left)}.` : `${name} holds no file.`;
    const error = opened.length === 0 ? none : read.error;
    return {
      error: isCut ? `${name} is a ZIP archive that cannot be unpacked, it is cut off: ${error}` : error,
    };
  }
  const whole = { ...read, format: 'ZIP archive' };
  if (missing.length === 0) return whole;
  const made = function* (): Iterable<FileBatch> {
    yield* read.batches;
    for (const [at, what] of missing.entries()) yield gapBatch(`${name} rest ${at}`, what);
  };
  return { ...whole, batches: { [Symbol.iterator]: () => made()[Symbol.iterator]() } };
}
