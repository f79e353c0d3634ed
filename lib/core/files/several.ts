// Several files as one session: each is read by itself, and their batches stand one behind the other.

import { type Annotations, withoutEmptyAnnotations } from '@/lib/core/files/annotations';
import { damageGap } from '@/lib/core/files/damaged';
import { FILE_DOC } from '@/lib/core/files/input';
import type { FileBatch, ReadSteps } from '@/lib/core/files/types';
import { messageOf } from '@/lib/core/json/reason';

/** One of several files, opened. */
export interface OpenedFile {
  readonly name: string;
  readonly result: ReadSteps;
  /** Whether it should have been there to be read: other files may lie beside the recordings. */
  readonly isDamaged: boolean;
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
export function gapBatch(doc: string, sentence: string): FileBatch {
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

const isReadable = ({ result }: OpenedFile): boolean => !('error' in result);

/** The batches of several files; why the last cannot be read where none can. Their names are different. */
export function severalInSteps(opened: readonly OpenedFile[]): ReadSteps {
  if (!opened.some(isReadable)) {
    const last = opened.at(-1)?.result;
    return { error: last !== undefined && 'error' in last ? last.error : 'There is no file to read.' };
  }
  const shown = opened.filter((file) => isReadable(file) || file.isDamaged);
  const made = function* (): Iterable<FileBatch> {
    for (const file of shown) yield* batchesOf(file.result, file.name);
  };
  const annotated = shown.flatMap((file): [string, Annotations][] =>
    'error' in file.result ? [] : [[file.name, file.result.annotations ?? {}]],
  );
  const batches = { [Symbol.iterator]: () => made()[Symbol.iterator]() };
  return { batches, annotations: annotationsOf(annotated), isBody: false };
}
