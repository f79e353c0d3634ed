// What can be done with a place of the state: the entries of its menu, and the paths that are watched.
import { type Json, textOf } from '@/lib/agui/json';
import type { Workspace } from '@/lib/session/workspace';
import { copyText } from '../files';
import { TEXTS } from '../texts';
import type { MenuItem } from '../ui/menu';

/** As many as are remembered. */
const WATCHED_MAX = 50;
const POINTER_MAX = 2_000;

/** Watches a path, or stops watching it. */
export function toggleWatch({ settings }: Workspace, pointer: string): void {
  const { watched } = settings.values.value;
  const next = watched.includes(pointer)
    ? watched.filter((other) => other !== pointer)
    : [...watched, pointer].slice(-WATCHED_MAX);
  settings.change({ watched: next });
}

function filterByPath({ shown }: Workspace, pointer: string): void {
  const { text: filterText } = shown.value.session.filter;
  const term = `path:${/[\s"]/.test(pointer) ? JSON.stringify(pointer) : pointer}`;
  filterText.value = `${filterText.value.trim()} ${term}`.trim();
}

/** The entries for the value at a pointer. */
export function placeMenu(
  workspace: Workspace,
  { pointer, value }: { readonly pointer: string; readonly value: Json | undefined },
  onWho: () => void,
): readonly MenuItem[] {
  const isWatched = workspace.settings.values.value.watched.includes(pointer);
  const text = typeof value === 'string' ? value : textOf(value);
  const isAbsent = value === undefined;
  const copy = (what: string | undefined) => () => void copyText(workspace, what ?? '');
  return [
    { id: 'who', label: TEXTS.whoWrote, onSelect: onWho },
    {
      id: 'watch',
      label: isWatched ? TEXTS.unwatch : TEXTS.watch,
      isDisabled: pointer.length > POINTER_MAX,
      onSelect: () => toggleWatch(workspace, pointer),
    },
    {
      id: 'filter',
      label: TEXTS.filterPath,
      isDisabled: pointer === '',
      onSelect: () => filterByPath(workspace, pointer),
    },
    { id: 'value', label: TEXTS.copyValue, isFirstOfGroup: true, isDisabled: isAbsent, onSelect: copy(text) },
    {
      id: 'json',
      label: TEXTS.copyValueJson,
      isDisabled: isAbsent,
      onSelect: copy(textOf(value, 2)),
    },
    { id: 'path', label: TEXTS.copyPath, onSelect: copy(pointer) },
  ];
}
