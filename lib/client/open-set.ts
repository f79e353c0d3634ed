// A persistent set of open ids in order of opening. Closed ids stay as tombstones until none is open, so that opening
// and closing cost the same however many there are.
import { assigned, entriesOf, type IdMap, lookup } from '@/lib/values/id-map';

/** The open ids. Change it only through the functions below. */
export interface OpenSet {
  /** Id → when it was opened, ascending; 0 once closed. */
  readonly at: IdMap<number>;
  readonly size: number;
}

/** The empty set. */
export const NOTHING_OPEN: OpenSet = Object.freeze({ at: undefined, size: 0 });

/** Whether an id is open. */
export function isOpen(set: OpenSet, id: string): boolean {
  return set.size > 0 && (lookup(set.at, id) ?? 0) > 0;
}

/** The set with an id added that was not open; `order` must be higher than any before. */
export function opened(set: OpenSet, id: string, order: number): OpenSet {
  return { at: assigned(set.at, id, order), size: set.size + 1 };
}

/** The set with an open id closed. */
export function closed(set: OpenSet, id: string): OpenSet {
  return set.size === 1 ? NOTHING_OPEN : { at: assigned(set.at, id, 0), size: set.size - 1 };
}

/** The open ids in order of opening. Walks all that ever were, so use it only for error texts. */
export function openIds(set: OpenSet): string[] {
  return [...entriesOf(set.at)]
    .filter(([, order]) => order > 0)
    .sort(([, a], [, b]) => a - b)
    .map(([id]) => id);
}
