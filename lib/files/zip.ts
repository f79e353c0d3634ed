// An archive with several files: each is read by itself, and their batches stand one behind the other.
import { messageOf } from '@/lib/agui/reason';
import { type Annotations, withoutEmptyAnnotations } from '@/lib/files/annotations';
import { damageGap } from '@/lib/files/damaged';
import { FILE_DOC } from '@/lib/files/input';
import type { FileBatch, ReadSteps } from '@/lib/files/types';
import { type Damage, type ReadBytes, UNPACKED_MAX, unpackedBy } from '@/lib/files/unpack';
import { entryUnpacker } from '@/lib/files/unpackers';
import { type ZipEntry, zipEntries } from '@/lib/files/zip-entries';

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
}

/** Whether bytes begin as an archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether it is a file and none that systems put beside files. */
function isWanted({ name }: ZipEntry): boolean {
  return !/(?:\/$|^__MACOSX\/|(?:^|\/)\.)/.test(name);
}

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

/** What was added to the files: choices hold in all of them, positions and rules only where there is one file. */
function annotationsOf(files: readonly (readonly [name: string, annotations: Annotations])[]): Annotations {
  const [first] = files;
  const alone = files.length === 1 ? first?.[1] : undefined;
  const dialects = files.flatMap(([name, { dialects: own = {} }]) =>
    Object.entries(own).map(([key, dialect]) => [`${name} ${key}`, dialect] as const),
  );
  const consumers = files.flatMap(([, { consumers: own = {} }]) => Object.entries(own));
  return withoutEmptyAnnotations({
    ...alone,
    dialects: Object.fromEntries(dialects),
    consumers: Object.fromEntries(consumers),
  });
}

/** Documents of different files are different ones, whatever they are called. */
function* renamed(batches: Iterable<FileBatch>, name: string): Iterable<FileBatch> {
  for (const batch of batches) yield { ...batch, doc: `${name} ${batch.doc}` };
}

/** A gap that stands for a file, or for what follows on the last. */
function gapBatch(doc: string, sentence: string): FileBatch {
  return { doc, frameId: 0, n: 0, records: [damageGap(sentence.replace(/\.$/, ''))] };
}

/** The batches of a file; where it turns out to be damaged beyond reading, a gap in its place. */
function* batchesOf(result: ReadSteps, name: string): Iterable<FileBatch> {
  try {
    if ('error' in result) yield gapBatch(`${name} ${FILE_DOC}`, result.error);
    else yield* renamed(result.batches, name);
  } catch (error) {
    yield gapBatch(`${name} damaged`, messageOf(error));
  }
}

interface Opened {
  readonly name: string;
  readonly result: ReadSteps;
  /** Whether it should have been there to be read: other files may lie beside the recordings. */
  readonly isDamaged: boolean;
}

function openEntry(entry: ZipEntry, open: (file: ZippedFile) => ReadSteps): Opened {
  const { name } = entry;
  const what = obstacle(entry);
  if (what !== undefined) return { name, result: { error: `${name} ${what}.` }, isDamaged: true };
  const file = fileOf(entry);
  try {
    const result = open(file);
    return { name, result, isDamaged: 'error' in result && file.damage.what !== undefined };
  } catch (error) {
    return { name, result: { error: messageOf(error) }, isDamaged: true };
  }
}

const isReadable = ({ result }: Opened): boolean => !('error' in result);

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
  const wanted = entries.filter(isWanted).sort((a, b) => (a.name < b.name ? -1 : 1));
  const size = wanted.reduce((sum, { noted, packed }) => sum + (noted?.size ?? packed.length), 0);
  if (size > UNPACKED_MAX || wanted.length > FILES_MAX)
    return { error: `${name} holds more than is read: 1 GiB or ${FILES_MAX} files.` };
  const cut = `${name} is a ZIP archive that is cut off: files may be missing`;
  const opened = wanted.map((entry) => openEntry(entry, open));
  if (!opened.some(isReadable)) {
    // Where none can be read, the last says why.
    const last = opened.at(-1)?.result;
    const why = last !== undefined && 'error' in last ? last.error : `${name} holds no file.`;
    return { error: isCut ? `${name} is a ZIP archive that cannot be unpacked, it is cut off: ${why}` : why };
  }
  const shown = opened.filter((file) => isReadable(file) || file.isDamaged);
  const made = function* (): Iterable<FileBatch> {
    for (const file of shown) yield* batchesOf(file.result, file.name);
    if (isCut) yield gapBatch(`${name} rest`, cut);
  };
  const annotated = shown.flatMap((file): [string, Annotations][] =>
    'error' in file.result ? [] : [[file.name, file.result.annotations ?? {}]],
  );
  const batches = { [Symbol.iterator]: () => made()[Symbol.iterator]() };
  return { batches, annotations: annotationsOf(annotated), isBody: false };
}
