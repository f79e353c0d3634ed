// An archive with several files: each is read by itself, and their batches stand one behind the other.
import { unzipSync } from 'fflate';
import { reasonOf } from '@/lib/agui/reason';
import { type Annotations, withoutEmptyAnnotations } from '@/lib/files/annotations';
import type { FileBatch, FileInput, ReadResult } from '@/lib/files/types';
import { UNPACKED_MAX } from '@/lib/files/unpack';

/** No more files of one archive are read. */
const FILES_MAX = 500;

/** Whether bytes begin as an archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** What is in it, without what systems put beside files; undefined if it is too much. */
function filesIn(bytes: Uint8Array): readonly (readonly [string, Uint8Array])[] | undefined {
  let length = 0;
  let count = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (/(?:\/$|^__MACOSX\/|(?:^|\/)\.)/.test(name)) return false;
      length += originalSize;
      count++;
      return length <= UNPACKED_MAX && count <= FILES_MAX;
    },
  });
  return length <= UNPACKED_MAX && count <= FILES_MAX ? Object.entries(files) : undefined;
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
function renamed(batches: Iterable<FileBatch>, name: string): readonly FileBatch[] {
  return [...batches].map((batch) => ({ ...batch, doc: `${name} ${batch.doc}` }));
}

/** The batches of all files in an archive, read by `read`; or why there are none. */
export function readZip(
  input: FileInput,
  bytes: Uint8Array,
  read: (file: FileInput) => ReadResult,
): ReadResult {
  let files: ReturnType<typeof filesIn>;
  try {
    files = filesIn(bytes);
  } catch (error) {
    return {
      error: `${input.name} is a ZIP archive that cannot be unpacked, it may be cut off: ${reasonOf(error)}.`,
    };
  }
  if (files === undefined)
    return { error: `${input.name} holds more than is read: 1 GiB or ${FILES_MAX} files.` };
  const batches: FileBatch[] = [];
  const annotated: (readonly [string, Annotations])[] = [];
  let problem = `${input.name} holds no file.`;
  for (const [name, content] of files.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { brotli } = input;
    const result = read({ name, bytes: content, ...(brotli !== undefined && { brotli }) });
    if ('error' in result) problem = result.error;
    else {
      batches.push(...renamed(result.batches, name));
      annotated.push([name, result.annotations ?? {}]);
    }
  }
  // Other files may lie beside the recordings; where none can be read, the last says why.
  return batches.length === 0 ? { error: problem } : { batches, annotations: annotationsOf(annotated) };
}
