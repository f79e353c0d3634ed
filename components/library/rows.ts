// Search and order of the saved recordings.
import type { SavedRecording } from '@/lib/messages/library';
import type { Sorting } from '../ui/data-grid';

export const SAVED_COLUMNS = ['name', 'site', 'when', 'runs', 'findings', 'size'] as const;
export type SavedColumn = (typeof SAVED_COLUMNS)[number];

export function whenOf({ startedMs, savedMs }: SavedRecording): number {
  return startedMs > 0 ? startedMs : savedMs;
}

/** More than any number of warnings. */
const ERROR = 1e6;

const TEXT_OF: Readonly<Partial<Record<SavedColumn, (row: SavedRecording) => string>>> = {
  name: ({ name }) => name,
  site: ({ sites }) => sites[0] ?? '',
};
const VALUES: Readonly<Partial<Record<SavedColumn, (row: SavedRecording) => number>>> = {
  when: whenOf,
  runs: ({ runs }) => runs,
  findings: ({ errors, warnings }) => errors * ERROR + warnings,
  size: ({ size }) => size,
};

/** Without deleted rows; equal rows newest first. */
export function sortedRows(
  rows: readonly SavedRecording[],
  { by, isDescending }: Sorting<SavedColumn>,
): readonly SavedRecording[] {
  const text = TEXT_OF[by] ?? (() => '');
  const value = VALUES[by] ?? (() => 0);
  const compare = (a: SavedRecording, b: SavedRecording): number =>
    value(a) - value(b) || text(a).localeCompare(text(b), undefined, { numeric: true });
  return rows
    .filter(({ deletedMs }) => deletedMs === undefined)
    .sort((a, b) => compare(a, b) * (isDescending ? -1 : 1) || b.savedMs - a.savedMs || b.id - a.id);
}

export function foundRows(rows: readonly SavedRecording[], search: string): readonly SavedRecording[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ name, tags, note, sites }) => {
    const text = [name, ...tags, note, ...sites].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function tagsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}
