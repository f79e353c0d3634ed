// The rows of the event list, with adjacent deltas of one message, call or reasoning folded into one expandable row.
// Only neighbors are folded, so the order on the wire stays visible.
import type { RowList } from '@/lib/log/row-window';
import type { Row } from '@/lib/log/rows';

/** The part of the log that says which events belong together. */
export interface FoldSource {
  /** Number of the entity an event belongs to; 0 for none. */
  entityOf(seq: number): number;
  readonly entities: { isFolded(number: number): boolean };
}

/** A row that stands for several adjacent events. */
export interface GroupRow {
  readonly kind: 'group';
  /** Its first and last event, and their number. */
  readonly seq: number;
  readonly lastSeq: number;
  readonly count: number;
  readonly isOpen: boolean;
  /** The argument of `toggle`. */
  readonly group: number;
}

/** One row of the folded list. */
type FoldedRow = GroupRow | (Row & { readonly isInside?: true });

interface Opened {
  readonly group: number;
  /** Number of rows added by open groups before it. */
  readonly before: number;
}

/** Folds a growing list of rows. */
export class FoldedRows {
  // Position of each group's first row; a row of its own is a group of one.
  #starts = new Int32Array(1024);
  #groups = 0;
  #taken = 0;
  #lastEntity = 0;
  #opened: Opened[] = [];
  readonly #source: FoldSource;
  readonly #rows: RowList;

  constructor(source: FoldSource, rows: RowList) {
    this.#source = source;
    this.#rows = rows;
  }

  /** Number of rows. */
  get length(): number {
    const last = this.#opened.at(-1);
    return this.#groups + (last === undefined ? 0 : last.before + this.#sizeOf(last.group));
  }

  /** Takes in new rows. */
  advance(): void {
    for (; this.#taken < this.#rows.length; this.#taken++) {
      const row = this.#rows.at(this.#taken);
      const entity = row?.kind === 'event' ? this.#source.entityOf(row.seq) : 0;
      const isMore = entity !== 0 && entity === this.#lastEntity && this.#source.entities.isFolded(entity);
      this.#lastEntity = entity;
      if (!isMore) this.#begin(this.#taken);
    }
  }

  /** The row at an index; undefined outside. */
  at(index: number): FoldedRow | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { group, inside } = this.#locate(index);
    const start = this.#starts[group] ?? 0;
    if (inside > 0) {
      const row = this.#rows.at(start + inside - 1);
      return row === undefined ? undefined : { ...row, isInside: true };
    }
    const count = this.#sizeOf(group);
    const first = this.#rows.at(start);
    if (count === 1 || first?.kind !== 'event') return first;
    const last = this.#rows.at(start + count - 1);
    const lastSeq = last?.kind === 'event' ? last.seq : first.seq;
    return { kind: 'group', seq: first.seq, lastSeq, count, isOpen: this.#isOpen(group), group };
  }

  /** Opens a closed group, closes an open one. */
  toggle(group: number): void {
    if (this.#sizeOf(group) < 2) return;
    const isOpen = this.#isOpen(group);
    const groups = this.#opened.map((each) => each.group).filter((each) => each !== group);
    if (!isOpen) groups.push(group);
    let before = 0;
    this.#opened = groups
      .sort((a, b) => a - b)
      .map((each) => {
        const opened = { group: each, before };
        before += this.#sizeOf(each);
        return opened;
      });
  }

  /** Index of the last row at or before an event; -1 if there is none. */
  indexOf(seq: number): number {
    const at = this.#rows.indexOf(seq);
    return at < 0 ? -1 : this.#positionOfRow(at);
  }

  /** Index of the row of an event or boundary, or of the group that holds it; -1 if filtered out. */
  positionOf(seq: number | undefined, boundary: number | undefined): number {
    const at = this.#rows.positionOf(seq, boundary);
    return at < 0 ? -1 : this.#positionOfRow(at);
  }

  /** The events of a group, from an offset on. */
  *seqsOf(group: number, from = 0): Iterable<number> {
    const start = this.#starts[group] ?? 0;
    const end = start + this.#sizeOf(group);
    for (let at = start + from; at < end; at++) {
      const row = this.#rows.at(at);
      if (row?.kind === 'event') yield row.seq;
    }
  }

  /** The group that holds the row at an index. */
  groupAt(index: number): number {
    return this.#locate(index).group;
  }

  /** Index of a group's own row. */
  positionOfGroup(group: number): number {
    return group + this.#before(group);
  }

  #positionOfRow(at: number): number {
    let low = 0;
    let high = this.#groups - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const own = low + this.#before(low);
    return this.#isOpen(low) ? own + 1 + at - (this.#starts[low] ?? 0) : own;
  }

  /** Number of rows added by open groups before a group. */
  #before(group: number): number {
    let low = 0;
    let high = this.#opened.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#opened[middle]?.group ?? 0) < group) low = middle + 1;
      else high = middle;
    }
    const last = this.#opened[low - 1];
    return last === undefined ? 0 : last.before + this.#sizeOf(last.group);
  }

  /** The group at an index, and the offset in it: 0 for its own row, from 1 for its events. */
  #locate(index: number): { readonly group: number; readonly inside: number } {
    let low = 0;
    let high = this.#opened.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const opened = this.#opened[middle];
      if (opened !== undefined && opened.group + opened.before <= index) low = middle + 1;
      else high = middle;
    }
    const last = this.#opened[low - 1];
    if (last === undefined) return { group: index, inside: 0 };
    const inside = index - last.group - last.before;
    const size = this.#sizeOf(last.group);
    if (inside <= size) return { group: last.group, inside };
    return { group: index - last.before - size, inside: 0 };
  }

  #isOpen(group: number): boolean {
    return this.#opened.some((each) => each.group === group);
  }

  #sizeOf(group: number): number {
    const end = group + 1 < this.#groups ? (this.#starts[group + 1] ?? 0) : this.#taken;
    return end - (this.#starts[group] ?? 0);
  }

  #begin(at: number): void {
    if (this.#groups === this.#starts.length) {
      const grown = new Int32Array(this.#groups * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[this.#groups++] = at;
  }
}
