// Samples values at paths of the state, enough for a small chart. Above the limit, every second sample is dropped.
import type { Json } from '@/lib/core/json/json';
import { valueAt } from '@/lib/core/json/pointer';
import { type BlameSource, threadIn } from '@/lib/core/model/queries/blame';

const POINTS_MAX = 300;

export class StateSamples {
  readonly #source: BlameSource;
  readonly #threadId: string;
  readonly #pointers: readonly string[];
  #seqs: number[] = [];
  #values: (Json | undefined)[][] = [];
  #stride = 1;
  #next = 0;

  constructor(source: BlameSource, threadId: string, pointers: readonly string[]) {
    this.#source = source;
    this.#threadId = threadId;
    this.#pointers = pointers;
  }

  get seqs(): readonly number[] {
    return this.#seqs;
  }

  /** The values at a pointer, one per sampled event. */
  valuesOf(pointer: string): readonly (Json | undefined)[] {
    const at = this.#pointers.indexOf(pointer);
    return this.#values.map((row) => row[at]);
  }

  /** Samples events up to `last`, until `isTimeUp`; true when done. */
  advance(last: number, isTimeUp: () => boolean): boolean {
    const seqs = threadIn(this.#source.modelAt(last), this.#threadId)?.stateSeqs;
    const total = seqs?.length ?? 0;
    while (total - this.#next > POINTS_MAX * this.#stride) this.#thin();
    while (this.#next < total) {
      const seq = seqs?.at(this.#next) ?? 0;
      const state = threadIn(this.#source.modelAt(seq), this.#threadId)?.state;
      this.#seqs.push(seq);
      this.#values.push(this.#pointers.map((pointer) => valueAt(state, pointer)));
      this.#next += this.#stride;
      if (this.#seqs.length > POINTS_MAX) this.#thin();
      if (isTimeUp()) break;
    }
    return this.#next >= total;
  }

  #thin(): void {
    this.#seqs = this.#seqs.filter((_, at) => at % 2 === 0);
    this.#values = this.#values.filter((_, at) => at % 2 === 0);
    this.#stride *= 2;
    // The next sample is one stride after the last.
    this.#next = this.#seqs.length * this.#stride;
  }
}

interface Heights {
  readonly heights: readonly (number | null)[];
  /** The text of the value at a height. */
  nameOf(height: number): string;
}

const NAMES_MAX = 12;
const NAME_LENGTH_MAX = 40;

/** Heights of numbers, booleans and a few short strings; undefined for other values. */
export function heightsOf(values: readonly (Json | undefined)[]): Heights | undefined {
  const there = values.filter((value) => value !== undefined && value !== null);
  if (there.length === 0) return undefined;
  if (there.every((value) => typeof value === 'number')) {
    return {
      heights: values.map((value) => (typeof value === 'number' ? value : null)),
      nameOf: (height) => String(Number(height.toPrecision(6))),
    };
  }
  if (!there.every((value) => typeof value === 'boolean' || typeof value === 'string')) return undefined;
  const isBoolean = there.every((value) => typeof value === 'boolean');
  const names = isBoolean ? ['false', 'true'] : [...new Set(there.map(String))];
  if (names.length > NAMES_MAX || names.some((name) => name.length > NAME_LENGTH_MAX)) return undefined;
  return {
    heights: values.map((value) =>
      value === undefined || value === null ? null : names.indexOf(String(value)),
    ),
    nameOf: (height) => names[height] ?? '',
  };
}
