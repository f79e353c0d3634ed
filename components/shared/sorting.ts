// Orders of tables, stored in the settings.
import type { Settings } from '@/lib/panel/settings';
import type { Sorting } from '../ui/data-grid';

/** Order of a table by one of its columns; undefined for its natural order. */
export function sortingOf<C extends string>(
  { values }: Settings,
  table: string,
  columns: readonly C[],
): Sorting<C> | undefined {
  const { by, isDescending = false } = values.value.sortings[table] ?? {};
  const column = columns.find((each) => each === by);
  return column && { by: column, isDescending };
}

export function sortTable(
  { values, change }: Settings,
  table: string,
  next: Sorting<string> | undefined,
): void {
  const { [table]: _, ...others } = values.peek().sortings;
  change({ sortings: next === undefined ? others : { ...others, [table]: next } });
}
