// An object in short chunks of members behind the interface of a JSON object. A version copies only changed chunks;
// the table of names is shared by all versions.
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import type { Owner } from '@/lib/core/json/owner';
import { Unchangeable } from '@/lib/core/json/unchangeable';

const BITS = 4;
const CHUNK = 1 << BITS;
const MASK = CHUNK - 1;
/** Free places beyond half of all before a version is packed anew. */
const SLACK = 1_024;

/** Places of names, shared by all versions of an object. It only grows. */
interface MemberNames {
  readonly at: string[];
  /** Places of a name, ascending: several if it was removed and added again. */
  readonly places: Map<string, number | number[]>;
  /** True if some names look like indexes, which an object lists first. */
  hasIndexes: boolean;
}

type Chunk = (Json | undefined)[];

const known = new WeakMap<object, LargeObject>();

export function largeObjectOf(value: object): LargeObject | undefined {
  return known.get(value);
}

function isIndex(key: string): boolean {
  // Fast path: few names begin with a digit.
  const unit = key.charCodeAt(0);
  if (!(unit >= 48 && unit <= 57)) return false;
  const index = Number(key);
  return index >= 0 && index < 2 ** 32 - 1 && String(index >>> 0) === key;
}

/** Indexes first, as in any object. */
function inOrder(keys: string[]): string[] {
  const indexes = keys.filter(isIndex).sort((a, b) => Number(a) - Number(b));
  return indexes.length === 0 ? keys : [...indexes, ...keys.filter((key) => !isIndex(key))];
}

/** A version of a large object. Only its owner changes it. */
export class LargeObject {
  readonly json: JsonObject;
  readonly #names: MemberNames;
  readonly #chunks: Chunk[];
  /** Number of places; places of removed members stay empty. */
  #length: number;
  #count: number;

  private constructor(names: MemberNames, chunks: Chunk[], length: number, count: number) {
    this.#names = names;
    this.#chunks = chunks;
    this.#length = length;
    this.#count = count;
    this.json = new Proxy<JsonObject>({}, new Facade(this));
    known.set(this.json, this);
  }

  static of(object: JsonObject): LargeObject {
    const at = [...keysOf(object)];
    const places = new Map<string, number>();
    const chunks: Chunk[] = [];
    for (const [place, key] of at.entries()) {
      places.set(key, place);
      if ((place & MASK) === 0) chunks.push([]);
      // Names of existing members only.
      chunks[place >> BITS]?.push(object[key]);
    }
    return new LargeObject({ at, places, hasIndexes: at.some(isIndex) }, chunks, at.length, at.length);
  }

  get count(): number {
    return this.#count;
  }

  /** True if enough members were removed for repacking to pay off. */
  get isLoose(): boolean {
    return this.#length > 2 * this.#count + SLACK;
  }

  /** Creates a version for an owner to change. */
  version(): LargeObject {
    if (this.isLoose) return LargeObject.of(this.json);
    return new LargeObject(this.#names, [...this.#chunks], this.#length, this.#count);
  }

  get(key: string): Json | undefined {
    const at = this.#placeOf(key);
    return at === undefined ? undefined : this.#valueAt(at);
  }

  has(key: string): boolean {
    return this.#placeOf(key) !== undefined;
  }

  /** Sets a member; returns the undo. */
  set(key: string, value: Json, owner: Owner): () => void {
    const before = this.#length;
    const old = this.#placeOf(key);
    const at = old ?? this.#append(key);
    const replaced = this.#put(at, value, owner);
    if (old === undefined) this.#count++;
    return () => {
      this.#put(at, replaced, owner);
      if (old !== undefined) return;
      this.#count--;
      this.#length = before;
    };
  }

  /** Removes a member; the undo restores its place. Undefined if there is no such member. */
  remove(key: string, owner: Owner): (() => void) | undefined {
    const at = this.#placeOf(key);
    if (at === undefined) return undefined;
    const removed = this.#put(at, undefined, owner);
    this.#count--;
    return () => {
      this.#put(at, removed, owner);
      this.#count++;
    };
  }

  keys(): string[] {
    const { at, hasIndexes } = this.#names;
    // Without empty places, the names are in order.
    if (!hasIndexes && this.#count === this.#length) return at.slice(0, this.#length);
    const keys: string[] = [];
    this.#chunks.forEach((chunk, index) => {
      for (let slot = 0; slot < chunk.length; slot++) {
        if (chunk[slot] !== undefined) keys.push(this.#names.at[(index << BITS) + slot] ?? '');
      }
    });
    return this.#names.hasIndexes ? inOrder(keys) : keys;
  }

  *entries(): Iterable<readonly [key: string, value: Json]> {
    for (const key of this.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  /** Sum over all members; sums of chunks are cached in `known` for all versions. */
  sum(of: (key: string, value: Json) => number, known: WeakMap<object, number>): number {
    let sum = 0;
    for (const [index, chunk] of this.#chunks.entries()) {
      let part = known.get(chunk);
      if (part === undefined) {
        part = 0;
        for (const [slot, value] of chunk.entries())
          if (value !== undefined) part += of(this.#names.at[(index << BITS) + slot] ?? '', value);
        known.set(chunk, part);
      }
      sum += part;
    }
    return sum;
  }

  /** Members that may differ, those of this version first; undefined if all may: the versions share no names. */
  changedFrom(other: LargeObject): string[] | undefined {
    if (this.#names !== other.#names) return undefined;
    const ownNames: string[] = [];
    const otherNames: string[] = [];
    const length = Math.max(this.#chunks.length, other.#chunks.length);
    for (let index = 0; index < length; index++) {
      const chunk = this.#chunks[index];
      const twin = other.#chunks[index];
      if (chunk === twin) continue;
      for (let slot = 0; slot < CHUNK; slot++) {
        if (chunk?.[slot] === twin?.[slot]) continue;
        const key = this.#names.at[(index << BITS) + slot] ?? '';
        // A member that was removed and added again has two places.
        if (chunk?.[slot] !== undefined) ownNames.push(key);
        else if (!this.has(key)) otherNames.push(key);
      }
    }
    return this.#names.hasIndexes
      ? [...inOrder(ownNames), ...inOrder(otherNames)]
      : [...ownNames, ...otherNames];
  }

  /** Marks all nodes as shared: nothing is changed in place any more. */
  release(owner: Owner): void {
    for (const chunk of this.#chunks) owner.release(chunk);
  }

  #placeOf(key: string): number | undefined {
    const places = this.#names.places.get(key);
    if (places === undefined) return undefined;
    if (typeof places === 'number') return this.#valueAt(places) === undefined ? undefined : places;
    return places.findLast((at) => this.#valueAt(at) !== undefined);
  }

  #valueAt(at: number): Json | undefined {
    return at < this.#length ? this.#chunks[at >> BITS]?.[at & MASK] : undefined;
  }

  /** Place for a name that is new to this version. */
  #append(key: string): number {
    const { at, places } = this.#names;
    let place = this.#length;
    // Another version may have added other names since.
    while (place < at.length && at[place] !== key) place++;
    if (place === at.length) {
      at.push(key);
      const before = places.get(key);
      if (before === undefined) places.set(key, place);
      else if (typeof before === 'number') places.set(key, [before, place]);
      else before.push(place);
      this.#names.hasIndexes ||= isIndex(key);
    }
    this.#length = place + 1;
    return place;
  }

  #put(at: number, value: Json | undefined, owner: Owner): Json | undefined {
    const index = at >> BITS;
    while (this.#chunks.length <= index) this.#chunks.push(owner.add([]));
    const old = this.#chunks[index] ?? [];
    const chunk = owner.has(old) ? old : owner.add([...old]);
    this.#chunks[index] = chunk;
    const slot = at & MASK;
    const before = chunk[slot];
    while (chunk.length < slot) chunk.push(undefined);
    chunk[slot] = value;
    return before;
  }
}

/** Proxy that reads like an object. Changes go through the version, never through this. */
class Facade extends Unchangeable implements ProxyHandler<JsonObject> {
  readonly #inside: LargeObject;

  constructor(inside: LargeObject) {
    super();
    this.#inside = inside;
  }

  get(target: JsonObject, key: string | symbol): unknown {
    const own = typeof key === 'string' ? this.#inside.get(key) : undefined;
    return own === undefined ? Reflect.get(target, key) : own;
  }

  has(target: JsonObject, key: string | symbol): boolean {
    return (typeof key === 'string' && this.#inside.has(key)) || Reflect.has(target, key);
  }

  ownKeys(): string[] {
    return this.#inside.keys();
  }

  getOwnPropertyDescriptor(_: JsonObject, key: string | symbol): PropertyDescriptor | undefined {
    const value = typeof key === 'string' ? this.#inside.get(key) : undefined;
    return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
  }
}

export function keysOf(value: object): readonly string[] {
  return largeObjectOf(value)?.keys() ?? Object.keys(value);
}

export function entriesOf(value: JsonObject): Iterable<readonly [key: string, value: Json]> {
  return largeObjectOf(value)?.entries() ?? Object.entries(value);
}

export function ownOf(value: JsonObject, key: string): Json | undefined {
  const large = largeObjectOf(value);
  if (large !== undefined) return large.get(key);
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Names of members that may differ, if both are versions of one large object. */
export function changedMembers(before: Json, after: Json): readonly string[] | undefined {
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined;
  const older = largeObjectOf(before);
  const newer = largeObjectOf(after);
  return older === undefined || newer === undefined ? undefined : older.changedFrom(newer);
}
