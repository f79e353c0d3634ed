// What is open, by id, in the order in which it was opened: a persistent set whose closed ids stay as tombstones, so
// that opening and closing cost the same however many there are.
import { assigned, entriesOf, type IdMap, lookup } from '@/lib/values/id-map';
import type { Owner } from '@/lib/values/owner';

/** Ids that are open. Change it through the functions below only. */
export interface OpenSet {
  /** Id → when it was opened, rising; 0 once it is closed. */
  readonly at: IdMap<number>;
  readonly size: number;
}

/** The set with nothing in it. */
export const NOTHING_OPEN: OpenSet = Object.freeze({ at: undefined, size: 0 });

/** Whether an id is open. */
export function isOpen(set: OpenSet, id: string): boolean {
  return set.size > 0 && (lookup(set.at, id) ?? 0) > 0;
}

/** The set with an id that was not open; `order` must be higher than any before. */
export function opened(set: OpenSet, id: string, order: number, owner: Owner): OpenSet {
  return { at: assigned(set.at, id, order, owner), size: set.size + 1 };
}

/** The set without an id that was open. */
export function closed(set: OpenSet, id: string, owner: Owner): OpenSet {
  return { at: assigned(set.at, id, 0, owner), size: set.size - 1 };
}

/** The open ids in the order in which they were opened. Walks all that ever were: for the moment of an error only. */
export function openIds(set: OpenSet): string[] {
  return [...entriesOf(set.at)]
    .filter(([, order]) => order > 0)
    .sort(([, a], [, b]) => a - b)
    .map(([id]) => id);
}
