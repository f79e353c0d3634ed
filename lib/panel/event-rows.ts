// The rows of the event list: a range of the filtered rows, folded.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { FoldedRows, type FoldSource } from '@/lib/core/log/folded-rows';
import type { Log } from '@/lib/core/log/log';
import { type RowList, RowWindow, type SeqRange } from '@/lib/core/log/row-window';
import { isOfRequest } from '@/lib/core/log/rows';
import type { EventFilter } from './event-filter';

/** Up to this number, new rows are folded while they are shown, without a turn of their own. */
const FEW = 2048;

const NOT_FOLDED: FoldSource = { entityOf: () => 0, entities: { isFolded: () => false } };

export interface EventRows {
  /** The range of events selected in the overview. */
  readonly range: Signal<SeqRange | undefined>;
  /** The range, or the events since the last page load unless preserved; undefined for all. */
  readonly part: ReadonlySignal<SeqRange | undefined>;
  /** True if events of earlier page loads stay in the list. */
  readonly isPreserved: Signal<boolean>;
  /** First event of the list: that of the last page load, unless preserved. */
  readonly since: ReadonlySignal<number>;
  /** True if the deltas of one message, call or reasoning are one row. */
  readonly isFolded: Signal<boolean>;
  readonly shown: ReadonlySignal<{ readonly rows: FoldedRows }>;
  /** Numbers of events and of requests that pass the filter, and of all events of the list. */
  readonly counts: ReadonlySignal<{
    readonly matches: number;
    readonly requests: number;
    readonly of: number;
  }>;
  /** Folds many new events, unless filtered, until `isTimeUp`. True once few are left, which `shown` adds. */
  advance(isTimeUp: () => boolean): boolean;
  toggleGroup(group: number): void;
}

/** Index of the boundary of the last page load; -1 for none. */
export function lastLoad({ boundaries }: Log): number {
  return boundaries.findLastIndex((each) => each.kind === 'navigation' && each.top);
}

export function createEventRows(
  log: Log,
  revision: ReadonlySignal<number>,
  filter: Pick<EventFilter, 'isAll' | 'rows'>,
): EventRows {
  const { rows: found } = filter;
  const range = signal<SeqRange | undefined>(undefined);
  const isPreserved = signal(true);
  const isFolded = signal(true);
  const toggled = signal(0);
  const since = computed(() => {
    revision.value;
    return isPreserved.value ? 0 : (log.boundaries[lastLoad(log)]?.beforeSeq ?? 0);
  });
  // `found` is a new object with each event; the rows and their folding stay the same.
  const rows = computed(() => found.value.rows);
  const part = computed<SeqRange | undefined>(() => {
    if (range.value !== undefined || since.value === 0) return range.value;
    return { from: since.value, to: Number.POSITIVE_INFINITY };
  });
  const inRange = computed<RowList>(() =>
    part.value === undefined ? rows.value : new RowWindow(rows.value, part.value),
  );
  const counts = computed(() => {
    revision.value;
    const { rows: all } = found.value;
    if (part.value === undefined) return { matches: all.events, requests: all.requests, of: log.length };
    const { from, to } = part.value;
    const of = Math.max(Math.min(to, log.length - 1) - from + 1, 0);
    const shownRows = new RowWindow(all, part.value);
    const marks = log.boundaries.filter((_, index) => shownRows.positionOf(undefined, index) >= 0);
    const requests = new Set(marks.filter(isOfRequest).map(({ stream }) => stream)).size;
    return { matches: shownRows.length - marks.length, requests, of };
  });
  const source: FoldSource = {
    entityOf: (seq) => log.entityOf(seq),
    entities: log.entities,
    isFiller: (seq) => log.typeOf(seq) === 'RAW',
    boundaries: log.boundaries,
  };
  const folded = computed(() => new FoldedRows(isFolded.value ? source : NOT_FOLDED, inRange.value));
  const shown = computed(() => {
    found.value;
    toggled.value;
    folded.value.advance();
    // A new object, as the content of the rows has changed.
    return { rows: folded.value };
  });
  return {
    range,
    part,
    isPreserved,
    since,
    isFolded,
    counts,
    shown,
    advance(isTimeUp) {
      // A filter may read the model, which is not up to date yet.
      if (!filter.isAll.peek()) return true;
      const all = rows.peek();
      const list = folded.peek();
      const isLate = () => log.length - all.scanned > FEW || list.waiting > FEW;
      while (isLate() && !isTimeUp()) {
        all.advance(isTimeUp);
        list.advance(isTimeUp);
      }
      return !isLate();
    },
    toggleGroup(group) {
      folded.value.toggle(group);
      toggled.value++;
    },
  };
}
