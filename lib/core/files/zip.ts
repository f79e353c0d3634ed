// ZIP archives: all readable files as one session.

import { Unzip } from 'fflate';
import { iterable } from '@/lib/core/files/file-batches';
import { bytesOf, FileError } from '@/lib/core/files/input';
import { type FileResult, gapBatch, readSeveral } from '@/lib/core/files/merged-files';
import type { FileInput, ReadResult } from '@/lib/core/files/types';
import { type Damage, UNPACKED_MAX, unpacked, zipEntry } from '@/lib/core/files/unpack';
import { formatNumber } from '@/lib/core/json/format';
import { messageOf } from '@/lib/core/json/reason';

/** Maximum number of files of an archive. */
const FILES_MAX = 500;
/** Size of a step of listing an archive, bytes: fflate recurses once per file of a step. */
const STEP = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** Unpacked size; missing if the archive was written without seeking. */
  readonly sizeBytes: number | undefined;
  readonly packed: Uint8Array[];
}

/** A name decoded as Latin-1 by fflate: many programs write UTF-8 without its flag. */
function entryName(name: string): string {
  const codes = Array.from(name, (unit) => unit.codePointAt(0) ?? 0);
  if (codes.some((code) => code > 255)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(codes));
  } catch {
    return name;
  }
}

/** Lists the files of an archive, possibly truncated, without decompressing them. */
function zipEntries(archive: Uint8Array): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  const unzip = new Unzip((file) => {
    const packed: Uint8Array[] = [];
    const { compression: method, originalSize: sizeBytes } = file;
    entries.push({ name: entryName(file.name), method, sizeBytes, packed });
    unzip.register(
      class {
        static readonly compression = method;
        ondata = (): void => {};
        push(bytes: Uint8Array): void {
          packed.push(bytes);
        }
      },
    );
    file.ondata = () => {};
    file.start();
  });
  try {
    for (let at = 0; at < archive.length; at += STEP) unzip.push(archive.subarray(at, at + STEP));
  } catch {
    // Damaged: files before the damage are listed.
  }
  return entries;
}

/** True without the end record of an archive, which a comment may follow. */
function isCutOff(archive: Uint8Array): boolean {
  const tail = new TextDecoder('latin1').decode(archive.subarray(-0xffff - 22));
  return !tail.includes('PK\x05\x06');
}

/** False for folders, and for files added by systems. */
function isWanted({ name }: ZipEntry): boolean {
  return !/(?:\/$|^__MACOSX\/|(?:^|\/)\.)/.test(name);
}

/** Names of recordings and of packed files. Errors of other files are not reported. */
const EXPECTED = /\.(?:jsonl|ndjson|sse|har|gz|br|zip|zst|xz|bz2|7z|rar)$/i;

const entrySize = ({ sizeBytes, packed }: ZipEntry): number =>
  sizeBytes ?? packed.reduce((sum, part) => sum + part.length, 0);

function entryInput({ name, packed, method, sizeBytes }: ZipEntry, damage: Damage): FileInput {
  const chunks = function* (): Iterable<Uint8Array> {
    // Empty files are reported when read.
    if (packed.length === 0) return;
    try {
      yield* unpacked(zipEntry(method === DEFLATED, sizeBytes), packed, damage);
    } catch (error) {
      throw new FileError(`${name} ${messageOf(error)}, or encrypted.`);
    }
  };
  return { name, chunks };
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

function unpackedContent(entry: ZipEntry): Uint8Array | undefined {
  try {
    return bytesOf(entryInput(entry, {}));
  } catch {
    return undefined;
  }
}

const ATTACHED = /"_file"\s*:\s*"([^"\\]+)"/g;

type Attachments = ReadonlyMap<string, ZipEntry>;

/** Bodies that HAR files refer to, by HAR file. */
function attachments(entries: readonly ZipEntry[]): ReadonlyMap<ZipEntry, Attachments> {
  const found = new Map<ZipEntry, Attachments>();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  for (const entry of entries) {
    const bytes = /\.har$/i.test(entry.name) ? unpackedContent(entry) : undefined;
    if (bytes === undefined) continue;
    const own = new Map<string, ZipEntry>();
    for (const [, name = ''] of new TextDecoder().decode(bytes).matchAll(ATTACHED)) {
      const beside = byName.get(folderOf(entry.name) + name);
      if (beside !== undefined && beside !== entry) own.set(name, beside);
    }
    if (own.size > 0) found.set(entry, own);
  }
  return found;
}

/** Reads a file that is not an archive. */
type ReadFile = (input: FileInput, damage: Damage) => ReadResult;

function readEntry(entry: ZipEntry, beside: Attachments | undefined, read: ReadFile): FileResult {
  const { name, method } = entry;
  if (method !== STORED && method !== DEFLATED) {
    const error = `${name} is packed with method ${method} of ZIP, which cannot be unpacked here.`;
    return { name, result: { error }, isExpected: true };
  }
  const damage: Damage = {};
  const attached = (wanted: string) => {
    const found = beside?.get(wanted);
    return found && unpackedContent(found);
  };
  const result = read({ ...entryInput(entry, damage), ...(beside && { attached }) }, damage);
  const isExpected = damage.what !== undefined || (entrySize(entry) > 0 && EXPECTED.test(name));
  if ('error' in result) return { name, result, isExpected };
  const { isBody: _isBody, ...opened } = result;
  return { name, result: opened, isExpected };
}

/** The files within the limits, sorted by name; expected names are preferred. */
function withinLimits(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const byName = entries.filter(isWanted).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isExpected = ({ name }: ZipEntry) => EXPECTED.test(name);
  const taken = new Set<ZipEntry>();
  let left = UNPACKED_MAX;
  for (const entry of [...byName.filter(isExpected), ...byName.filter((one) => !isExpected(one))]) {
    if (taken.size === FILES_MAX || entrySize(entry) > left) continue;
    taken.add(entry);
    left -= entrySize(entry);
  }
  return byName.filter((entry) => taken.has(entry));
}

function limitText(name: string, left: number): string {
  const count = left === 1 ? '1 file' : `${formatNumber(left)} files`;
  return `${count} in ${name} ${left === 1 ? 'is' : 'are'} not read: the limit is ${FILES_MAX} files and 1 GiB of an archive`;
}

export function readZip(archive: FileInput, readEntryFile: ReadFile): ReadResult {
  const { name } = archive;
  const bytes = bytesOf(archive);
  const entries = zipEntries(bytes);
  const isCut = isCutOff(bytes);
  const taken = withinLimits(entries);
  const left = entries.filter(isWanted).length - taken.length;
  const missing = [
    ...(left === 0 ? [] : [limitText(name, left)]),
    ...(isCut ? [`${name} is a ZIP archive that is cut off: files may be missing`] : []),
  ];
  const beside = attachments(taken);
  const attached = new Set([...beside.values()].flatMap((own) => [...own.values()]));
  const opened = taken
    .filter((entry) => !attached.has(entry))
    .map((entry) => readEntry(entry, beside.get(entry), readEntryFile));
  const read = readSeveral(opened);
  if ('error' in read) {
    const none = left > 0 ? `${limitText(name, left)}.` : `${name} contains no file.`;
    const error = opened.length === 0 ? none : read.error;
    return {
      error: isCut ? `${name} is a ZIP archive that cannot be unpacked, it is cut off: ${error}` : error,
    };
  }
  const batches = iterable(function* () {
    yield* read.batches;
    for (const [at, what] of missing.entries()) yield gapBatch(`${name} rest ${at}`, what);
  });
  return { ...read, format: 'ZIP archive', batches };
}
