// What can be done with a value of the state: the entries of its menu, and the paths that are watched.
import { type Json, textOf } from '@/lib/core/json/json';
import type { Workspace } from '@/lib/panel/workspace';
import { copyText } from '../app/notices';
import { TEXTS } from '../texts';
import { itemsOf, type MenuEntry, type MenuItem } from '../ui/menu';

/** As many as are remembered. */
const WATCHED_MAX = 50;
const POINTER_MAX = 2_000;

/** The value that a menu is about. */
export interface ValueContext {
  readonly workspace: Workspace;
  readonly pointer: string;
  readonly value: Json | undefined;
  /** Shows who wrote it. */
  onWho(): void;
}

/** Watches a path, or stops watching it. */
export function toggleWatch({ settings }: Workspace, pointer: string): void {
  const { watched } = settings.values.value;
  const next = watched.includes(pointer)
    ? watched.filter((other) => other !== pointer)
    : [...watched, pointer].slice(-WATCHED_MAX);
  settings.change({ watched: next });
}

function filterByPath({ shown }: Workspace, pointer: string): void {
  const { text } = shown.value.session.filter;
  const term = `path:${/[\s"]/.test(pointer) ? JSON.stringify(pointer) : pointer}`;
  text.value = `${text.value.trim()} ${term}`.trim();
}

const isAbsent = ({ value }: ValueContext): boolean => value === undefined;

/** Everything that the menu offers. */
export const valueEntries: readonly MenuEntry<ValueContext>[] = [
  { id: 'value-writer', label: () => TEXTS.state.whoWrote, run: ({ onWho }) => onWho() },
  {
    id: 'value-watch',
    label: ({ workspace, pointer }) =>
      workspace.settings.values.value.watched.includes(pointer) ? TEXTS.state.unwatch : TEXTS.state.watch,
    isDisabled: ({ pointer }) => pointer.length > POINTER_MAX,
    run: ({ workspace, pointer }) => toggleWatch(workspace, pointer),
  },
  {
    id: 'value-filter',
    label: () => TEXTS.state.filterPath,
    isDisabled: ({ pointer }) => pointer === '',
    run: ({ workspace, pointer }) => filterByPath(workspace, pointer),
  },
  {
    id: 'value-copy',
    label: () => TEXTS.state.copyValue,
    isFirstOfGroup: true,
    isDisabled: isAbsent,
    run: ({ workspace, value }) =>
      void copyText(workspace, (typeof value === 'string' ? value : textOf(value)) ?? ''),
  },
  {
    id: 'value-copy-json',
    label: () => TEXTS.state.copyValueJson,
    isDisabled: isAbsent,
    run: ({ workspace, value }) => void copyText(workspace, textOf(value, 2) ?? ''),
  },
  {
    id: 'value-copy-path',
    label: () => TEXTS.state.copyPath,
    run: ({ workspace, pointer }) => void copyText(workspace, pointer),
  },
];

/** The entries for a value. */
export function valueMenu(context: ValueContext): readonly MenuItem[] {
  return itemsOf(valueEntries, context);
}
