// Growable columns of numbers and slabs of text, compact enough for a million rows.
import { firstIndex } from '@/lib/core/json/sorted';
import { GrowingNumbers } from '@/lib/core/log/growing-numbers';

export const HAS_PROBLEMS = 1;
export const IS_BINARY = 2;
/** Flag: the record may have completed later events, too. */
export const HAS_MORE = 4;
/** Flag: the event is not AG-UI, so AG-UI rules do not apply. */
export const IS_UNJUDGED = 8;
/** Flag: the event was translated, so its JSON is kept. */
export const IS_MADE = 16;

/** Facts of events, by seq. */
export class Columns {
  readonly timeMs = new GrowingNumbers((length) => new Float64Array(length));
  readonly type = new GrowingNumbers();
  readonly stream = new GrowingNumbers();
  /** Position of the record that completed it, within its stream. */
  readonly record = new GrowingNumbers();
  /** A combination of the flags above. */
  readonly flags = new GrowingNumbers();
  /** Number of the entity it belongs to; 0 for none. */
  readonly entity = new GrowingNumbers();
  /** Number of the subagent it is attributed to; 0 for none. */
  readonly agent = new GrowingNumbers();
}

// A stream of random names must not exhaust memory.
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
  readonly #ends = new GrowingNumbers();
  #large = new Map<number, string>();
  // Slabs that lack some of their texts.
  #holes = new Set<number>();

  push(text: string): void {
    const at = this.length++;
    const isLarge = text.length > LARGE;
    if (isLarge) {
      this.#large.set(at, text);
      this.#holes.add(Math.floor(at / SLAB));
    }
    this.#ends.set(at, this.#startOf(at) + (isLarge ? 0 : text.length));
    this.units += text.length;
    this.#tail.push(isLarge ? '' : text);
    if (this.#tail.length === SLAB) {
      this.#slabs.push(this.#tail.join(''));
      this.#tail = [];
    }
  }

  lengthOf(at: number): number {
    const large = this.#large.size === 0 ? undefined : this.#large.get(at);
    return large?.length ?? this.#ends.at(at) - this.#startOf(at);
  }

  at(at: number): string {
    const large = this.#large.get(at);
    if (large !== undefined) return large;
    const slab = this.#slabs[Math.floor(at / SLAB)];
    if (slab === undefined) return this.#tail[at % SLAB] ?? '';
    return slab.slice(this.#startOf(at), this.#ends.at(at));
  }

  /**
   * The text of the slab that begins at an index; undefined if no slab begins there, or some of its texts are kept
   * separately.
   */
  slabAt(at: number): string | undefined {
    return at % SLAB === 0 && !this.#holes.has(at / SLAB) ? this.#slabs[at / SLAB] : undefined;
  }

  /** Number of the text at a position of the slab that begins at an index. */
  numberAt(slab: number, position: number): number {
    return slab + firstIndex(SLAB - 1, (at) => this.endOf(slab + at) > position);
  }

  endOf(at: number): number {
    return this.#ends.at(at);
  }

  #startOf(at: number): number {
    return at % SLAB === 0 ? 0 : this.#ends.at(at - 1);
  }
}
