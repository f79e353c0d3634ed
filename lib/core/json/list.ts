// A persistent list: segments of up to 128 items (512 in long lists) under one array. A version copies a segment and
// the array at most once; reading by index is a binary search.
import type { Owner } from '@/lib/core/json/owner';

/** A read-only sequence that need not be an array. */
export interface List<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** The newest items of a list, the newest first. */
export function* newestFirst<T>(list: List<T> | undefined, limit = Number.POSITIVE_INFINITY): Generator<T> {
  const length = list?.length ?? 0;
  for (let index = length - 1; index >= Math.max(0, length - limit); index--) {
    const item = list?.at(index);
    if (item !== undefined) yield item;
  }
}

const SEGMENT = 128;
/** Longer lists have longer segments to keep the top array short: a version copies one of both. */
const LONG = 4_096;
const LONG_SEGMENT = 512;
/** Most lists are short: up to this length a list is rebuilt, without spare room. */
const SHORT = 8;
const ONE_START: readonly number[] = Object.freeze([0]);

/** The persistent list. Change it only through the functions below. */
export interface ChunkedList<T> extends List<T> {
  readonly chunks: readonly (readonly T[])[];
  /** Index of the first item of each segment; may extend to segments of other versions. */
  readonly starts: readonly number[];
}

class Segments<T> implements ChunkedList<T> {
  readonly length: number;
  readonly chunks: readonly (readonly T[])[];
  readonly starts: readonly number[];

  constructor(length: number, chunks: readonly (readonly T[])[], starts: readonly number[]) {
    this.length = length;
    this.chunks = chunks;
    this.starts = starts;
  }

  at(index: number): T | undefined {
    const at = index < 0 ? index + this.length : index;
    if (at < 0 || at >= this.length) return undefined;
    const chunk = chunkOf(this, at);
    return this.chunks[chunk]?.[at - (this.starts[chunk] ?? 0)];
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.chunks) yield* chunk;
  }
}

/** A list of one item, which is the most frequent: it takes a fifth of the memory of segments. */
class Single<T> implements ChunkedList<T> {
  readonly #item: T;

  constructor(item: T) {
    this.#item = item;
  }

  get length(): number {
    return 1;
  }

  get chunks(): readonly (readonly T[])[] {
    return [[this.#item]];
  }

  get starts(): readonly number[] {
    return ONE_START;
  }

  at(index: number): T | undefined {
    return index === 0 || index === -1 ? this.#item : undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    yield this.#item;
  }
}

interface Editable<T> {
  length: number;
  chunks: T[][];
  starts: number[];
}

const EMPTY = Object.freeze(new Segments<never>(0, [], ONE_START));

export function emptyList<T>(): ChunkedList<T> {
  return EMPTY;
}

export function listOf<T>(items: readonly T[]): ChunkedList<T> {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += SEGMENT) chunks.push(items.slice(from, from + SEGMENT));
  return new Segments(
    items.length,
    chunks,
    chunks.map((_, at) => at * SEGMENT),
  );
}

function segmentIn({ length }: { readonly length: number }): number {
  return length < LONG ? SEGMENT : LONG_SEGMENT;
}

function chunkOf<T>(list: ChunkedList<T>, index: number): number {
  let low = 0;
  let high = list.chunks.length - 1;
  // Most accesses are at the end.
  if (index >= (list.starts[high] ?? 0)) return high;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list.starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function editable<T>(list: ChunkedList<T>, owner: Owner): ChunkedList<T> & Editable<T> {
  const target = owner.has(list) ? list : owner.add(new Segments(list.length, [...list.chunks], list.starts));
  // The owner's list has an array of segments of the owner; `starts` may be shared.
  return target as ChunkedList<T> & Editable<T>;
}

function editableStarts<T>(list: Editable<T>, owner: Owner): number[] {
  if (!owner.has(list.starts)) list.starts = owner.add(list.starts.slice(0, list.chunks.length));
  return list.starts;
}

/** Records the start of the next segment. Versions that only grow share the array, as their starts are equal. */
function noteStart<T>(list: Editable<T>, owner: Owner): void {
  if (list.starts.length > list.chunks.length) return;
  if (list.starts === ONE_START) list.starts = owner.add([0]);
  list.starts.push(list.length);
}

function editableChunk<T>(list: Editable<T>, index: number, owner: Owner): T[] {
  const chunk = list.chunks[index] ?? [];
  if (owner.has(chunk)) return chunk;
  const copy = owner.add([...chunk]);
  list.chunks[index] = copy;
  return copy;
}

/** Segments that another version does not share. A list of another kind counts as one segment. */
export function ownSegments<T>(list: List<T>, other: List<T>): readonly (readonly T[])[] {
  if (!(list instanceof Segments && other instanceof Segments)) return [[...list]];
  const shared = new Set<unknown>(other.chunks);
  const { chunks }: ChunkedList<T> = list;
  return chunks.filter((chunk) => !shared.has(chunk));
}

/** Indexes of items that another version has elsewhere, or not at all. Skips shared segments. */
export function* freshIndexes<T>(before: List<T>, after: List<T>): Iterable<number> {
  const isChunked = before instanceof Segments && after instanceof Segments;
  const chunks: readonly (readonly T[])[] = isChunked ? after.chunks : [[...after]];
  let start = 0;
  for (const [at, chunk] of chunks.entries()) {
    const isShared = isChunked && before.chunks[at] === chunk && before.starts[at] === start;
    for (let i = 0; !isShared && i < chunk.length; i++)
      if (chunk[i] !== before.at(start + i)) yield start + i;
    start += chunk.length;
  }
}

export function pushed<T>(list: ChunkedList<T>, item: T, owner: Owner): ChunkedList<T> {
  if (list.length === 0) return new Single(item);
  const { chunks } = list;
  if (list.length < SHORT && chunks.length === 1)
    return new Segments(list.length + 1, [chunks[0]?.concat([item]) ?? [item]], ONE_START);
  const target = editable(list, owner);
  const last = target.chunks.length - 1;
  if ((target.chunks[last]?.length ?? 0) >= segmentIn(target)) {
    noteStart(target, owner);
    target.chunks.push(owner.add([item]));
  } else {
    editableChunk(target, last, owner).push(item);
  }
  target.length++;
  return target;
}

export function replaced<T>(list: ChunkedList<T>, index: number, item: T, owner: Owner): ChunkedList<T> {
  if (list instanceof Single) return new Single(item);
  const target = editable(list, owner);
  const chunk = chunkOf(target, index);
  editableChunk(target, chunk, owner)[index - (target.starts[chunk] ?? 0)] = item;
  return target;
}

export function inserted<T>(list: ChunkedList<T>, index: number, item: T, owner: Owner): ChunkedList<T> {
  if (index >= list.length) return pushed(list, item, owner);
  const target = editable(list, owner);
  const at = chunkOf(target, index);
  const chunk = editableChunk(target, at, owner);
  chunk.splice(index - (target.starts[at] ?? 0), 0, item);
  const most = segmentIn(target);
  if (chunk.length > most) {
    const rest = owner.add(chunk.splice(most / 2));
    target.chunks.splice(at + 1, 0, rest);
  }
  renumber(target, at + 1, owner);
  target.length++;
  return target;
}

export function removed<T>(list: ChunkedList<T>, index: number, owner: Owner): ChunkedList<T> {
  const target = editable(list, owner);
  const at = chunkOf(target, index);
  const chunk = editableChunk(target, at, owner);
  chunk.splice(index - (target.starts[at] ?? 0), 1);
  const next = target.chunks[at + 1];
  if (next !== undefined && chunk.length + next.length <= SEGMENT / 2) {
    chunk.push(...next);
    target.chunks.splice(at + 1, 1);
  } else if (chunk.length === 0) {
    target.chunks.splice(at, 1);
  }
  renumber(target, at, owner);
  target.length--;
  return target;
}

function renumber<T>(list: Editable<T>, from: number, owner: Owner): void {
  const { chunks } = list;
  const starts = editableStarts(list, owner);
  starts.length = chunks.length;
  for (let i = from; i < chunks.length; i++) {
    starts[i] = i === 0 ? 0 : (starts[i - 1] ?? 0) + (chunks[i - 1]?.length ?? 0);
  }
}
