// A chunked list behind the interface of an array, so that versions of large arrays are cheap.
import type { Json } from '@/lib/core/json/json';
import { type ChunkedList, inserted, listOf, pushed, removed, replaced } from '@/lib/core/json/list';
import type { Owner } from '@/lib/core/json/owner';
import { Unchangeable } from '@/lib/core/json/unchangeable';

const known = new WeakMap<object, LargeArray>();

export function largeArrayOf(value: object): LargeArray | undefined {
  return known.get(value);
}

/** A version of a large array. Only its owner changes it. */
export class LargeArray {
  readonly json: readonly Json[];
  #list: ChunkedList<Json>;

  private constructor(list: ChunkedList<Json>) {
    this.#list = list;
    this.json = new Proxy<readonly Json[]>([], new Facade(this));
    known.set(this.json, this);
  }

  static of(items: readonly Json[]): LargeArray {
    return new LargeArray(listOf(items));
  }

  get list(): ChunkedList<Json> {
    return this.#list;
  }

  /** Creates a version for an owner to change. */
  version(): LargeArray {
    return new LargeArray(this.#list);
  }

  set(index: number, value: Json, owner: Owner): void {
    this.#list = replaced(this.#list, index, value, owner);
  }

  insert(index: number, value: Json, owner: Owner): void {
    const { length } = this.#list;
    this.#list =
      index >= length ? pushed(this.#list, value, owner) : inserted(this.#list, index, value, owner);
  }

  remove(index: number, owner: Owner): void {
    this.#list = removed(this.#list, index, owner);
  }

  /** Marks all nodes as shared: nothing is changed in place any more. */
  release(owner: Owner): void {
    owner.release(this.#list);
    owner.release(this.#list.starts);
    for (const chunk of this.#list.chunks) owner.release(chunk);
  }

  /** Sum over all items; sums of chunks are cached in `known` for all versions. */
  sum(of: (item: Json) => number, known: WeakMap<object, number>): number {
    let sum = 0;
    for (const chunk of this.#list.chunks) {
      let part = known.get(chunk);
      if (part === undefined) {
        part = chunk.reduce<number>((all, item) => all + of(item), 0);
        known.set(chunk, part);
      }
      sum += part;
    }
    return sum;
  }

  sameEnds(other: LargeArray): readonly [start: number, end: number] {
    const [mine, theirs] = [this.#list, other.#list];
    const limit = Math.min(mine.length, theirs.length);
    let start = 0;
    for (let i = 0; i < mine.chunks.length && mine.chunks[i] === theirs.chunks[i]; i++) {
      start += mine.chunks[i]?.length ?? 0;
    }
    while (start < limit && mine.at(start) === theirs.at(start)) start++;
    let end = 0;
    const room = limit - start;
    for (let i = 1; end < room && i <= mine.chunks.length; i++) {
      const chunk = mine.chunks.at(-i);
      if (chunk !== theirs.chunks.at(-i) || chunk === undefined || end + chunk.length > room) break;
      end += chunk.length;
    }
    while (end < room && mine.at(-1 - end) === theirs.at(-1 - end)) end++;
    return [start, end];
  }
}

/** Proxy that reads like an array. Changes go through the version, never through this. */
class Facade extends Unchangeable implements ProxyHandler<readonly Json[]> {
  readonly #inside: LargeArray;

  constructor(inside: LargeArray) {
    super();
    this.#inside = inside;
  }

  get(target: readonly Json[], key: string | symbol): unknown {
    if (key === 'length') return this.#inside.list.length;
    const index = indexOf(key);
    return index === undefined ? Reflect.get(target, key) : this.#inside.list.at(index);
  }

  has(target: readonly Json[], key: string | symbol): boolean {
    const index = indexOf(key);
    return index === undefined ? Reflect.has(target, key) : index < this.#inside.list.length;
  }

  ownKeys(): string[] {
    const keys = Array.from({ length: this.#inside.list.length }, (_, index) => String(index));
    // Own and non-configurable in arrays.
    return [...keys, 'length'];
  }

  getOwnPropertyDescriptor(_: readonly Json[], key: string | symbol): PropertyDescriptor | undefined {
    const { list } = this.#inside;
    if (key === 'length')
      return { value: list.length, enumerable: false, configurable: false, writable: true };
    const index = indexOf(key);
    if (index === undefined || index >= list.length) return undefined;
    return { value: list.at(index), enumerable: true, configurable: true, writable: true };
  }
}

function indexOf(key: string | symbol): number | undefined {
  if (typeof key !== 'string') return undefined;
  const index = Number(key);
  return index >= 0 && String(index >>> 0) === key ? index : undefined;
}

/** Items from one index up to another, as a plain array. */
export function itemsOf(value: readonly Json[], from = 0, to = value.length): readonly Json[] {
  const large = largeArrayOf(value);
  if (large === undefined) return from === 0 && to === value.length ? value : value.slice(from, to);
  return sliceOf(large.list, from, to);
}

function sliceOf(list: ChunkedList<Json>, from: number, to: number): readonly Json[] {
  const items: Json[] = [];
  list.chunks.forEach((chunk, at) => {
    const start = list.starts[at] ?? 0;
    if (start + chunk.length <= from || start >= to) return;
    for (let i = Math.max(0, from - start); i < chunk.length && start + i < to; i++)
      items.push(chunk[i] ?? null);
  });
  return items;
}

/** Number of common items of two arrays at the start, and then at the end. */
export function sameEnds(
  before: readonly Json[],
  after: readonly Json[],
): readonly [start: number, end: number] {
  const older = largeArrayOf(before);
  const newer = largeArrayOf(after);
  if (older !== undefined && newer !== undefined) return older.sameEnds(newer);
  // Reading through the proxy takes many times as long.
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const limit = Math.min(old.length, now.length);
  let start = 0;
  while (start < limit && old[start] === now[start]) start++;
  let end = 0;
  while (end < limit - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  return [start, end];
}
