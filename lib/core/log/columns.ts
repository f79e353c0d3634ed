// Growable columns of numbers and slabs of text, compact enough for a million rows.
import { firstIndex } from '@/lib/core/json/sorted';

type NumberArray = Float64Array | Uint32Array | Uint16Array | Uint8Array;

function grown<T extends NumberArray>(column: T, length: number, make: (length: number) => T): T {
  if (length <= column.length) return column;
  const larger = make(Math.max(1024, column.length * 2));
  larger.set(column);
  return larger;
}

interface EventColumns {
  readonly timeMs: number;
  readonly type: number;
  readonly stream: number;
  /** Position of the record that completed it, within its stream. */
  readonly record: number;
  /** A combination of the flags below. */
  readonly flags: number;
  /** Number of the entity it belongs to; 0 for none. */
  readonly entity: number;
  /** Number of the subagent it is attributed to; 0 for none. */
  readonly agent: number;
}

export const HAS_PROBLEMS = 1;
export const IS_BINARY = 2;
/** Flag: the record may have completed later events too. */
export const HAS_MORE = 4;
/** Flag: AG-UI rules do not judge the event. */
export const IS_UNJUDGED = 8;
/** Flag: the event was translated, so its JSON is kept. */
export const IS_MADE = 16;

export class Columns {
  length = 0;
  #time = new Float64Array(0);
  #type = new Uint16Array(0);
  #stream = new Uint32Array(0);
  #record = new Uint32Array(0);
  #flags = new Uint8Array(0);
  #entity = new Uint32Array(0);
  #agent = new Uint16Array(0);

  push(row: EventColumns): void {
    const at = this.length++;
    if (at >= this.#time.length) this.#grow();
    this.#time[at] = row.timeMs;
    this.#type[at] = row.type;
    this.#stream[at] = row.stream;
    this.#record[at] = row.record;
    this.#flags[at] = row.flags;
    this.#entity[at] = row.entity;
    this.#agent[at] = row.agent;
  }

  timeMs(seq: number): number {
    return this.#time[seq] ?? 0;
  }

  type(seq: number): number {
    return this.#type[seq] ?? 0;
  }

  stream(seq: number): number {
    return this.#stream[seq] ?? 0;
  }

  record(seq: number): number {
    return this.#record[seq] ?? 0;
  }

  flags(seq: number): number {
    return this.#flags[seq] ?? 0;
  }

  entity(seq: number): number {
    return this.#entity[seq] ?? 0;
  }

  agent(seq: number): number {
    return this.#agent[seq] ?? 0;
  }

  #grow(): void {
    this.#time = grown(this.#time, this.length, (n) => new Float64Array(n));
    this.#type = grown(this.#type, this.length, (n) => new Uint16Array(n));
    this.#stream = grown(this.#stream, this.length, (n) => new Uint32Array(n));
    this.#record = grown(this.#record, this.length, (n) => new Uint32Array(n));
    this.#flags = grown(this.#flags, this.length, (n) => new Uint8Array(n));
    this.#entity = grown(this.#entity, this.length, (n) => new Uint32Array(n));
    this.#agent = grown(this.#agent, this.length, (n) => new Uint16Array(n));
  }
}

// Name numbers are 16 bits wide; a stream of random names must not overflow them.
const NAMES_MAX = 60_000;

/** Numbers the distinct names of many rows, from 0; 0 is ''. */
export class Names {
  readonly all: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.all.length >= NAMES_MAX) return NAMES_MAX;
    this.#numbers.set(name, this.all.length);
    this.all.push(name);
    return this.all.length - 1;
  }

  at(number: number): string {
    return this.all[number] ?? '';
  }
}

export const SLAB = 512;
// Longer texts are kept separately: 512 of them could exceed the maximum string length.
const LARGE = 64 * 1024;

/** Texts by number. 512 of them share one string: a string each would take twice the memory. */
export class Texts {
  length = 0;
  units = 0;
  #slabs: string[] = [];
  #tail: string[] = [];
  // Ends of the texts in their slabs.
  #ends = new Uint32Array(0);
  #large = new Map<number, string>();
  // Slabs that do not hold all of their texts.
  #holes = new Set<number>();

  push(text: string): void {
    const at = this.length++;
    if (at >= this.#ends.length) this.#ends = grown(this.#ends, this.length, (n) => new Uint32Array(n));
    const isLarge = text.length > LARGE;
    if (isLarge) {
      this.#large.set(at, text);
      this.#holes.add(Math.floor(at / SLAB));
    }
    this.#ends[at] = this.#startOf(at) + (isLarge ? 0 : text.length);
    this.units += text.length;
    this.#tail.push(isLarge ? '' : text);
    if (this.#tail.length === SLAB) {
      this.#slabs.push(this.#tail.join(''));
      this.#tail = [];
    }
  }

  lengthOf(at: number): number {
    const large = this.#large.size === 0 ? undefined : this.#large.get(at);
    return large?.length ?? (this.#ends[at] ?? 0) - this.#startOf(at);
  }

  at(at: number): string {
    const large = this.#large.get(at);
    if (large !== undefined) return large;
    const slab = this.#slabs[Math.floor(at / SLAB)];
    if (slab === undefined) return this.#tail[at % SLAB] ?? '';
    return slab.slice(this.#startOf(at), this.#ends[at]);
  }

  /** The text of the slab that begins at an index; undefined if none does or some of its texts are kept separately. */
  slabAt(at: number): string | undefined {
    return at % SLAB === 0 && !this.#holes.has(at / SLAB) ? this.#slabs[at / SLAB] : undefined;
  }

  /** Number of the text at a position of the slab that begins at an index. */
  numberAt(slab: number, position: number): number {
    return slab + firstIndex(SLAB - 1, (at) => this.endOf(slab + at) > position);
  }

  endOf(at: number): number {
    return this.#ends[at] ?? 0;
  }

  #startOf(at: number): number {
    return at % SLAB === 0 ? 0 : (this.#ends[at - 1] ?? 0);
  }
}
