// A persistent set of open ids in order of opening. Closed ids stay as tombstones until they are more than the open ones,
// so that opening and closing cost the same however many there are.
import { assigned, entriesOf, type IdMap, lookup } from '@/lib/core/json/id-map';

/** The open ids. Change it only through the functions below. */
export interface OpenSet {
  /** Id → order of opening; 0 once closed. */
  readonly at: IdMap<number>;
  readonly size: number;
  /** Number of ids closed since the tombstones were cleared. */
  readonly dead: number;
}

export const NOTHING_OPEN: OpenSet = Object.freeze({ at: undefined, size: 0, dead: 0 });

/** Number of tombstones that are never cleared. */
const DEAD_MIN = 64;
/** Maximum number of entries searched for an error text. */
const WALKED_MAX = 4_096;

export function isOpen(set: OpenSet, id: string): boolean {
  return set.size > 0 && (lookup(set.at, id) ?? 0) > 0;
}

/** The set with an id added that was not open; `order` must be higher than any before. */
export function opened({ at, size, dead }: OpenSet, id: string, order: number): OpenSet {
  return { at: assigned(at, id, order), size: size + 1, dead };
}

export function closed(set: OpenSet, id: string): OpenSet {
  if (set.size === 1) return NOTHING_OPEN;
  const left = { at: assigned(set.at, id, 0), size: set.size - 1, dead: set.dead + 1 };
  return left.dead > left.size + DEAD_MIN ? cleared(left) : left;
}

function cleared({ at: all, size }: OpenSet): OpenSet {
  let at: IdMap<number>;
  for (const [id, order] of entriesOf(all)) if (order > 0) at = assigned(at, id, order);
  return { at, size, dead: 0 };
}

/** Open ids in order of opening, for error texts: at most `most` of the earliest. */
export function openIds(set: OpenSet, most: number): string[] {
  const found: (readonly [id: string, order: number])[] = [];
  let left = WALKED_MAX;
  for (const entry of entriesOf(set.at)) {
    if (found.length >= most || left-- === 0) break;
    if (entry[1] > 0) found.push(entry);
  }
  return found.sort(([, a], [, b]) => a - b).map(([id]) => id);
}
