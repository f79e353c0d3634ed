// Several files as one session: their batches in the order of time, those without times last.

import { type StoredAnnotations, withoutEmptyAnnotations } from '@/lib/core/files/annotations';
import { damageGap } from '@/lib/core/files/damaged';
import { FILE_DOC, iterable } from '@/lib/core/files/file-batches';
import type { FileBatch, ReadResult } from '@/lib/core/files/types';
import { messageOf } from '@/lib/core/json/reason';

/** One of several files; their names differ. */
export interface FileResult {
  readonly name: string;
  readonly result: ReadResult;
  /** True if errors are reported; other files may be beside the recordings. */
  readonly isExpected: boolean;
}

/** Dialects and consumers of all files; notes and rules only of a single one. */
function annotationsOf(
  files: readonly (readonly [name: string, annotations: StoredAnnotations])[],
): StoredAnnotations {
  const [first] = files;
  const alone = files.length === 1 ? first?.[1] : undefined;
  const dialects = files.flatMap(([name, { dialects: own = {} }]) =>
    Object.entries(own).map(([key, dialect]) => [`${name} ${key}`, dialect] as const),
  );
  const consumers = files.flatMap(([, { consumers: own = {} }]) => Object.entries(own));
  const isRedacted = files.every(([, annotations]) => annotations.isRedacted);
  return withoutEmptyAnnotations({
    ...alone,
    ...(isRedacted && { isRedacted }),
    dialects: Object.fromEntries(dialects),
    consumers: Object.fromEntries(consumers),
  });
}

export function gapBatch(doc: string, sentence: string): FileBatch {
  return { doc, frameId: 0, n: 0, records: [damageGap(sentence.replace(/\.$/, ''))] };
}

/** Name of the file of a document; undefined if its session is that of one file. */
export function fileOfDoc(doc: string): string | undefined {
  const name = doc.slice(0, Math.max(0, doc.lastIndexOf(' ')));
  // Recordings that were joined in one file have numbers instead.
  return name.includes('.') ? name : undefined;
}

/** The batches of a file, with document ids of its own, or a gap if it cannot be read. */
function* batchesOf(result: ReadResult, name: string): Iterable<FileBatch> {
  try {
    if ('error' in result) yield gapBatch(`${name} ${FILE_DOC}`, result.error);
    else for (const batch of result.batches) yield { ...batch, doc: `${name} ${batch.doc}` };
  } catch (error) {
    yield gapBatch(`${name} damaged`, messageOf(error));
  }
}

interface OpenFile {
  readonly batches: Iterator<FileBatch>;
  /** Time origins of documents, ms. */
  readonly originByDoc: Map<string, number>;
  /** Batches that were read to find the first time. */
  readonly ahead: FileBatch[];
  next: FileBatch | undefined;
  /** Time of the next batch, ms since 1970; infinite for files without times. */
  nextMs: number;
}

/** Number of batches without a time before the first one: a damaged file may begin with gaps. */
const AHEAD_MAX = 100;

function readBatch({ batches, originByDoc }: OpenFile): FileBatch | undefined {
  const { value, done } = batches.next();
  if (done === true) return undefined;
  const batch: FileBatch = value;
  for (const record of batch.records)
    if (record.kind === 'navigation' && record.timeOrigin > 0) originByDoc.set(batch.doc, record.timeOrigin);
  return batch;
}

function timeOf({ originByDoc }: OpenFile, { doc, records }: FileBatch): number | undefined {
  const originMs = originByDoc.get(doc);
  return originMs === undefined || records[0] === undefined ? undefined : originMs + records[0].t;
}

function openFile({ result, name }: FileResult): OpenFile {
  const batches = batchesOf(result, name)[Symbol.iterator]();
  const file: OpenFile = { batches, originByDoc: new Map(), ahead: [], next: undefined, nextMs: Infinity };
  while (file.ahead.length < AHEAD_MAX && file.nextMs === Infinity) {
    const batch = readBatch(file);
    if (batch === undefined) break;
    file.ahead.push(batch);
    file.nextMs = timeOf(file, batch) ?? Infinity;
  }
  file.next = file.ahead.shift();
  return file;
}

function readNext(file: OpenFile): void {
  file.next = file.ahead.shift() ?? readBatch(file);
  const timeMs = file.next && timeOf(file, file.next);
  if (timeMs !== undefined) file.nextMs = file.nextMs === Infinity ? timeMs : Math.max(file.nextMs, timeMs);
}

/** By the start of each batch. Files may overlap: a page and its proxy, two tabs. */
function* inTimeOrder(files: readonly FileResult[]): Iterable<FileBatch> {
  const open: OpenFile[] = [];
  let lastMs = 0;
  try {
    for (const file of files) open.push(openFile(file));
    for (;;) {
      let first: OpenFile | undefined;
      for (const file of open)
        if (file.next !== undefined && (first === undefined || file.nextMs < first.nextMs)) first = file;
      if (first?.next === undefined) return;
      const { next, nextMs } = first;
      yield Number.isFinite(nextMs) ? next : startingAt(lastMs, next);
      if (Number.isFinite(nextMs)) lastMs = Math.max(lastMs, endMsOf(next, nextMs));
      readNext(first);
    }
  } finally {
    // A consumer may stop before the end.
    for (const { batches } of open) batches.return?.();
  }
}

function endMsOf({ records }: FileBatch, startMs: number): number {
  return startMs + (records.at(-1)?.t ?? 0) - (records[0]?.t ?? 0);
}

/** Files without times begin when the others end. */
function startingAt(timeMs: number, batch: FileBatch): FileBatch {
  const records = batch.records.map((record) =>
    record.kind === 'navigation' && record.timeOrigin === 0 ? { ...record, timeOrigin: timeMs } : record,
  );
  return { ...batch, records };
}

const isReadable = ({ result }: FileResult): boolean => !('error' in result);

/** Returns the error of the last file if none can be read. */
export function readSeveral(opened: readonly FileResult[]): ReadResult {
  if (!opened.some(isReadable)) {
    const last = opened.at(-1)?.result;
    return { error: last !== undefined && 'error' in last ? last.error : 'There is no file to read.' };
  }
  const reported = opened.filter((file) => isReadable(file) || file.isExpected);
  const annotated = reported.flatMap((file): [string, StoredAnnotations][] =>
    'error' in file.result ? [] : [[file.name, file.result.annotations ?? {}]],
  );
  return { batches: iterable(() => inTimeOrder(reported)), annotations: annotationsOf(annotated) };
}
