// A persistent list: segments of up to 128 items, or 512 in a long one, under one array. A version copies a segment, and
// the top, at most once; reading by index is a binary search; inserting shifts one segment only.
import type { Owner } from '@/lib/values/owner';

/** A read-only sequence that need not be an array. */
export interface List<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

const SEGMENT = 128;
/** A longer list has longer segments, so that its top stays short: a version copies one of both. */
const LONG = 4_096;
const LONG_SEGMENT = 512;
/** Most lists are short, and there are many: up to this length a list is made anew, with room for nothing else. */
const SHORT = 8;
const ONE_START: readonly number[] = Object.freeze([0]);

/** The persistent list. Change it only through the functions below. */
export interface ChunkedList<T> extends List<T> {
  readonly chunks: readonly (readonly T[])[];
  /** Index of each segment's first item; may go on with those of versions that have more segments. */
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

/** A list of one item, which many are: it takes a fifth of what segments take. */
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

/** An empty list. */
export function emptyList<T>(): ChunkedList<T> {
  return EMPTY;
}

/** A list of these items. */
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
  // Nearly every access is at the end.
  if (index >= (list.starts[high] ?? 0)) return high;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list.starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function editable<T>(list: ChunkedList<T>, owner: Owner): ChunkedList<T> & Editable<T> {
  const mine = owner.has(list) ? list : owner.add(new Segments(list.length, [...list.chunks], list.starts));
  // A list that the owner made has an array of segments that it made too; `starts` is asked for apart.
  return mine as ChunkedList<T> & Editable<T>;
}

/** The starts of a list's segments, to be changed. */
function editableStarts<T>(list: Editable<T>, owner: Owner): number[] {
  if (!owner.has(list.starts)) list.starts = owner.add(list.starts.slice(0, list.chunks.length));
  return list.starts;
}

/** Says where the next segment of a list starts. Versions that only grow share what they say: they agree. */
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

/** How many items two versions of a list share at its start; what they share is not walked through. */
export function sharedStart<T>(before: ChunkedList<T>, after: ChunkedList<T>): number {
  let chunk = 0;
  let shared = 0;
  for (; chunk < before.chunks.length && before.chunks[chunk] === after.chunks[chunk]; chunk++)
    shared += before.chunks[chunk]?.length ?? 0;
  const limit = Math.min(before.length, after.length);
  while (shared < limit && before.at(shared) === after.at(shared)) shared++;
  return shared;
}

/** The list with an item appended. */
export function pushed<T>(list: ChunkedList<T>, item: T, owner: Owner): ChunkedList<T> {
  if (list.length === 0) return new Single(item);
  const { chunks } = list;
  if (list.length < SHORT && chunks.length === 1)
    return new Segments(list.length + 1, [chunks[0]?.concat([item]) ?? [item]], ONE_START);
  const mine = editable(list, owner);
  const last = mine.chunks.length - 1;
  if ((mine.chunks[last]?.length ?? 0) >= segmentIn(mine)) {
    noteStart(mine, owner);
    mine.chunks.push(owner.add([item]));
  } else {
    editableChunk(mine, last, owner).push(item);
  }
  mine.length++;
  return mine;
}

/** The list with the item at an index replaced. */
export function replaced<T>(list: ChunkedList<T>, index: number, item: T, owner: Owner): ChunkedList<T> {
  if (list instanceof Single) return new Single(item);
  const mine = editable(list, owner);
  const chunk = chunkOf(mine, index);
  editableChunk(mine, chunk, owner)[index - (mine.starts[chunk] ?? 0)] = item;
  return mine;
}

/** The list with an item inserted before an index. */
export function inserted<T>(list: ChunkedList<T>, index: number, item: T, owner: Owner): ChunkedList<T> {
  if (index >= list.length) return pushed(list, item, owner);
  const mine = editable(list, owner);
  const at = chunkOf(mine, index);
  const chunk = editableChunk(mine, at, owner);
  chunk.splice(index - (mine.starts[at] ?? 0), 0, item);
  const most = segmentIn(mine);
  if (chunk.length > most) {
    const rest = owner.add(chunk.splice(most / 2));
    mine.chunks.splice(at + 1, 0, rest);
  }
  renumber(mine, at + 1, owner);
  mine.length++;
  return mine;
}

/** The list without the item at an index. */
export function removed<T>(list: ChunkedList<T>, index: number, owner: Owner): ChunkedList<T> {
  const mine = editable(list, owner);
  const at = chunkOf(mine, index);
  const chunk = editableChunk(mine, at, owner);
  chunk.splice(index - (mine.starts[at] ?? 0), 1);
  const next = mine.chunks[at + 1];
  if (next !== undefined && chunk.length + next.length <= SEGMENT / 2) {
    chunk.push(...next);
    mine.chunks.splice(at + 1, 1);
  } else if (chunk.length === 0) {
    mine.chunks.splice(at, 1);
  }
  renumber(mine, at, owner);
  mine.length--;
  return mine;
}

/** Sets the starts of the segments from `from` on. */
function renumber<T>(list: Editable<T>, from: number, owner: Owner): void {
  const { chunks } = list;
  const starts = editableStarts(list, owner);
  starts.length = chunks.length;
  for (let i = from; i < chunks.length; i++) {
    starts[i] = i === 0 ? 0 : (starts[i - 1] ?? 0) + (chunks[i - 1]?.length ?? 0);
  }
}
