// Rows of the event list. The deltas of one message, call or reasoning share an expandable row, even with other
// events between them. Consecutive events of other protocols, and connects without events, are folded, too.
import { firstIndex } from '@/lib/core/json/sorted';
import { GrowingNumbers } from '@/lib/core/log/growing-numbers';
import type { RowList } from '@/lib/core/log/row-window';
import { isQuiet, type Row } from '@/lib/core/log/rows';
import type { Boundary } from '@/lib/core/log/types';

export interface FoldSource {
  entityOf(seq: number): number;
  readonly entities: { isFolded(number: number): boolean };
  /** True if an event may share a row with the preceding one. */
  isFiller?(seq: number): boolean;
  readonly boundaries?: readonly Boundary[];
}

export interface GroupRow {
  readonly kind: 'group';
  /** First and last event, and number of events. Other events may be between them. */
  readonly seq: number;
  readonly lastSeq: number;
  readonly count: number;
  readonly isOpen: boolean;
  /** The argument of `toggle`. */
  readonly group: number;
}

/** A row for several requests without events. */
export interface QuietRow {
  readonly kind: 'quiet';
  /** Index of the first one. */
  readonly boundary: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly group: number;
}

type FoldedRow = GroupRow | QuietRow | (Row & { readonly isInside?: true });

interface OpenGroup {
  readonly group: number;
  /** Number of rows added by open groups before it. */
  readonly before: number;
  /** Positions of its rows, as far as they were requested. */
  readonly members: number[];
}

/** Number of rows added between two calls of `isTimeUp`. */
const AT_ONCE = 256;

export class FoldedRows {
  // Per group: first row, last row, number of rows. A row without a group is a group of one.
  readonly #first = new GrowingNumbers();
  readonly #last = new GrowingNumbers();
  readonly #count = new GrowingNumbers();
  // Per row: its group, and the next row of the group.
  readonly #groupOf = new GrowingNumbers();
  readonly #next = new GrowingNumbers();
  /** The group of each entity, plus one. */
  readonly #groupOfEntity = new GrowingNumbers();
  #taken = 0;
  /** Groups before this one are complete: a gap follows them. */
  #sealed = 0;
  #filler = -1;
  #opened: OpenGroup[] = [];
  readonly #source: FoldSource;
  readonly #rows: RowList;

  constructor(source: FoldSource, rows: RowList) {
    this.#source = source;
    this.#rows = rows;
  }

  get length(): number {
    const last = this.#opened.at(-1);
    return this.#first.length + (last === undefined ? 0 : last.before + this.#count.at(last.group));
  }

  get waiting(): number {
    return this.#rows.length - this.#taken;
  }

  /** Adds new rows until `isTimeUp`, at least some. */
  advance(isTimeUp = () => false): void {
    this.#mergeQuiet();
    let wasBoundary = false;
    while (this.#taken < this.#rows.length) {
      if (wasBoundary) this.#mergeQuiet();
      const row = this.#rows.at(this.#taken);
      wasBoundary = row?.kind === 'boundary';
      const group = row?.kind === 'event' ? this.#groupFor(row.seq) : this.#groupForBoundary(row);
      if (group === undefined) this.#begin(this.#taken);
      else this.#add(group, this.#taken);
      if (row?.kind === 'event') this.#remember(row.seq);
      if (++this.#taken % AT_ONCE === 0 && isTimeUp()) return;
    }
    this.#mergeQuiet();
  }

  at(index: number): FoldedRow | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { group, inside } = this.#locate(index);
    if (inside > 0) {
      const row = this.#rows.at(this.#member(group, inside - 1));
      return row === undefined ? undefined : { ...row, isInside: true };
    }
    const count = this.#count.at(group);
    const first = this.#rows.at(this.#first.at(group));
    if (count === 1 || first === undefined) return first;
    const isOpen = this.#isOpen(group);
    if (first.kind === 'boundary') return { kind: 'quiet', boundary: first.boundary, count, isOpen, group };
    const last = this.#rows.at(this.#last.at(group));
    const lastSeq = last?.kind === 'event' ? last.seq : first.seq;
    return { kind: 'group', seq: first.seq, lastSeq, count, isOpen, group };
  }

  toggle(group: number): void {
    if (this.#count.at(group) < 2) return;
    const isOpen = this.#isOpen(group);
    const others = this.#opened.filter((each) => each.group !== group);
    if (!isOpen) others.push({ group, before: 0, members: [] });
    let before = 0;
    this.#opened = others
      .sort((a, b) => a.group - b.group)
      .map((each) => {
        const opened = { ...each, before };
        before += this.#count.at(each.group);
        return opened;
      });
  }

  /** Index of the last row at or before an event; -1 if there is none. */
  indexOf(seq: number): number {
    const at = this.#rows.indexOf(seq);
    return at < 0 ? -1 : this.#positionOfRow(at);
  }

  /** Index of the row of an event or boundary, or of its group; -1 if filtered out. */
  positionOf(seq: number | undefined, boundary: number | undefined): number {
    const at = this.#rows.positionOf(seq, boundary);
    return at < 0 ? -1 : this.#positionOfRow(at);
  }

  *seqsOf(group: number): Iterable<number> {
    let at = this.#first.at(group);
    for (let left = this.#count.at(group); left > 0; left--) {
      const row = this.#rows.at(at);
      if (row?.kind === 'event') yield row.seq;
      at = this.#next.at(at);
    }
  }

  /** The events of a group after a given one. */
  *seqsAfter(seq: number): Iterable<number> {
    const from = this.#rows.positionOf(seq, undefined);
    for (let at = from < 0 ? -1 : this.#next.at(from); at >= 0; at = this.#next.at(at)) {
      const row = this.#rows.at(at);
      if (row?.kind === 'event') yield row.seq;
    }
  }

  holds(group: number, seq: number): boolean {
    const at = this.#rows.positionOf(seq, undefined);
    return at >= 0 && at < this.#groupOf.length && this.#groupOf.at(at) === group;
  }

  groupAt(index: number): number {
    return this.#locate(index).group;
  }

  positionOfGroup(group: number): number {
    return group + this.#before(group);
  }

  /** The group of an event; undefined if the event starts a new one. */
  #groupFor(seq: number): number | undefined {
    const { entities } = this.#source;
    const entity = this.#source.entityOf(seq);
    if (entity === 0) {
      const last = this.#first.length - 1;
      return this.#filler === last && last >= this.#sealed && this.#source.isFiller?.(seq) === true
        ? last
        : undefined;
    }
    if (!entities.isFolded(entity)) return undefined;
    const group = (entity < this.#groupOfEntity.length ? this.#groupOfEntity.at(entity) : 0) - 1;
    return group >= this.#sealed ? group : undefined;
  }

  #remember(seq: number): void {
    const entity = this.#source.entityOf(seq);
    const group = this.#groupOf.at(this.#taken);
    if (entity !== 0) this.#groupOfEntity.set(entity, group + 1);
    else if (this.#source.isFiller?.(seq) === true) this.#filler = group;
  }

  /** A boundary starts a row of its own. A gap ends the groups before it. */
  #groupForBoundary(row: Row | undefined): undefined {
    const boundary = row?.kind === 'boundary' ? this.#source.boundaries?.[row.boundary] : undefined;
    const isSeal = boundary && ['gap', 'back', 'navigation', 'unread'].includes(boundary.kind);
    if (isSeal) this.#sealed = this.#first.length;
  }

  /** Merges the last two groups if both are requests without events. */
  #mergeQuiet(): void {
    for (;;) {
      const last = this.#first.length - 1;
      if (last < 1 || this.#isOpen(last) || !this.#isQuietGroup(last) || !this.#isQuietGroup(last - 1))
        return;
      const rows = [this.#first.at(last)];
      for (let left = this.#count.at(last); left > 1; left--) rows.push(this.#next.at(rows.at(-1) ?? 0));
      this.#first.pop();
      this.#last.pop();
      this.#count.pop();
      for (const row of rows) this.#add(last - 1, row);
    }
  }

  #isQuietGroup(group: number): boolean {
    const row = this.#rows.at(this.#first.at(group));
    const boundary = row?.kind === 'boundary' ? this.#source.boundaries?.[row.boundary] : undefined;
    return boundary?.kind === 'open' && isQuiet(boundary.stream);
  }

  #positionOfRow(at: number): number {
    if (at >= this.#groupOf.length) return -1;
    const group = this.#groupOf.at(at);
    const own = this.positionOfGroup(group);
    return this.#isOpen(group) ? own + 1 + this.#placeIn(group, at) : own;
  }

  #before(group: number): number {
    const opened = this.#opened;
    const last = opened[firstIndex(opened.length, (at) => (opened[at]?.group ?? 0) >= group) - 1];
    return last === undefined ? 0 : last.before + this.#count.at(last.group);
  }

  /** The group at an index, and the offset in it: 0 for its own row, from 1 for its events. */
  #locate(index: number): { readonly group: number; readonly inside: number } {
    const opened = this.#opened;
    const isBehind = (at: number): boolean => (opened[at]?.group ?? 0) + (opened[at]?.before ?? 0) > index;
    const last = opened[firstIndex(opened.length, isBehind) - 1];
    if (last === undefined) return { group: index, inside: 0 };
    const inside = index - last.group - last.before;
    const size = this.#count.at(last.group);
    if (inside <= size) return { group: last.group, inside };
    return { group: index - last.before - size, inside: 0 };
  }

  #isOpen(group: number): boolean {
    return this.#opened.some((each) => each.group === group);
  }

  /** Positions of the rows of an open group, updated. */
  #membersOf(group: number): readonly number[] {
    const members = this.#opened.find((each) => each.group === group)?.members ?? [];
    const count = this.#count.at(group);
    let at = members.length === 0 ? this.#first.at(group) : this.#next.at(members.at(-1) ?? 0);
    while (members.length < count) {
      members.push(at);
      at = this.#next.at(at);
    }
    return members;
  }

  #member(group: number, place: number): number {
    return this.#membersOf(group)[place] ?? -1;
  }

  #placeIn(group: number, at: number): number {
    const members = this.#membersOf(group);
    return firstIndex(members.length, (place) => (members[place] ?? 0) >= at);
  }

  #begin(at: number): void {
    this.#groupOf.set(at, this.#first.length);
    this.#next.set(at, -1);
    this.#first.push(at);
    this.#last.push(at);
    this.#count.push(1);
  }

  #add(group: number, at: number): void {
    this.#groupOf.set(at, group);
    this.#next.set(at, -1);
    this.#next.set(this.#last.at(group), at);
    this.#last.set(group, at);
    this.#count.set(group, this.#count.at(group) + 1);
    this.#shift(group);
  }

  /** Moves the rows of open groups after one that has grown. */
  #shift(group: number): void {
    if (this.#opened.length === 0) return;
    const at = this.#opened.findIndex((each) => each.group === group);
    if (at < 0 || at === this.#opened.length - 1) return;
    this.#opened = this.#opened.map((each, index) =>
      index > at ? { ...each, before: each.before + 1 } : each,
    );
  }
}
