// The rows of a range of events.
import type { Row, Rows } from '@/lib/core/log/rows';

export type RowList = Pick<Rows, 'length' | 'at' | 'indexOf' | 'positionOf'>;

/** A range of events, inclusive. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/** The rows of a range; grows with the underlying list. */
export class RowWindow implements RowList {
  readonly #rows: RowList;
  readonly #range: SeqRange;

  constructor(rows: RowList, range: SeqRange) {
    this.#rows = rows;
    this.#range = range;
  }

  get length(): number {
    return this.#rows.indexOf(this.#range.to) + 1 - this.#start;
  }

  at(index: number): Row | undefined {
    return index < 0 || index >= this.length ? undefined : this.#rows.at(this.#start + index);
  }

  indexOf(seq: number): number {
    return Math.max(-1, Math.min(this.#rows.indexOf(seq) - this.#start, this.length - 1));
  }

  positionOf(seq: number | undefined, boundary: number | undefined): number {
    const position = this.#rows.positionOf(seq, boundary) - this.#start;
    return position < 0 || position >= this.length ? -1 : position;
  }

  get #start(): number {
    return this.#rows.indexOf(this.#range.from - 1) + 1;
  }
}
