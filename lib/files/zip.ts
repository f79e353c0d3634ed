// An archive with several files: each is read by itself, and their batches stand one behind the other.
import { unzipSync } from 'fflate';
import { reasonOf } from '@/lib/agui/reason';
import { type Annotations, withoutEmptyAnnotations } from '@/lib/files/annotations';
import { bytesOf } from '@/lib/files/input';
import type { FileBatch, FileInput, ReadSteps } from '@/lib/files/types';
import { UNPACKED_MAX } from '@/lib/files/unpack';

/** No more files of one archive are read. */
const FILES_MAX = 500;

/** Whether bytes begin as an archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** The names of the files in it, without those that systems put beside files; undefined if it is too much. */
function namesIn(bytes: Uint8Array): readonly string[] | undefined {
  const names: string[] = [];
  let length = 0;
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (/(?:\/$|^__MACOSX\/|(?:^|\/)\.)/.test(name)) return false;
      length += originalSize;
      names.push(name);
      return false;
    },
  });
  return length <= UNPACKED_MAX && names.length <= FILES_MAX ? names.sort() : undefined;
}

function contentOf(bytes: Uint8Array, wanted: string): Uint8Array {
  return unzipSync(bytes, { filter: ({ name }) => name === wanted })[wanted] ?? new Uint8Array(0);
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

/** The batches of all files in an archive, each opened by `open` when it is its turn; or why there are none. */
export function zipInSteps(input: FileInput, open: (file: FileInput) => ReadSteps): ReadSteps {
  const { name: archive, brotli } = input;
  const bytes = bytesOf(input);
  const opened = (name: string): ReadSteps =>
    open({ name, bytes: contentOf(bytes, name), ...(brotli !== undefined && { brotli }) });
  const annotated: (readonly [string, Annotations])[] = [];
  let problem = `${archive} holds no file.`;
  try {
    const names = namesIn(bytes);
    if (names === undefined)
      return { error: `${archive} holds more than is read: 1 GiB or ${FILES_MAX} files.` };
    for (const name of names) {
      const result = opened(name);
      if ('error' in result) problem = result.error;
      else annotated.push([name, result.annotations ?? {}]);
    }
  } catch (error) {
    return {
      error: `${archive} is a ZIP archive that cannot be unpacked, it may be cut off: ${reasonOf(error)}.`,
    };
  }
  // Other files may lie beside the recordings; where none can be read, the last says why.
  if (annotated.length === 0) return { error: problem };
  const made = function* (): Iterable<FileBatch> {
    for (const [name] of annotated) {
      const result = opened(name);
      if (!('error' in result)) yield* renamed(result.batches, name);
    }
  };
  const batches = { [Symbol.iterator]: () => made()[Symbol.iterator]() };
  return { batches, annotations: annotationsOf(annotated), isBody: false };
}
