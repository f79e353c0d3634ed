// Menu of a state value, and the watched paths.
import { type Json, textOf } from '@/lib/core/json/json';
import type { Workspace } from '@/lib/panel/workspace';
import { copyText } from '../app/notices';
import { TEXTS } from '../texts';
import { itemsOf, type MenuEntry, type MenuItem } from '../ui/menu';

/** Maximum of watched paths. */
const WATCHED_MAX = 50;
const POINTER_MAX = 2_000;

export interface ValueContext {
  readonly workspace: Workspace;
  readonly pointer: string;
  readonly value: Json | undefined;
  onWho(): void;
}

export function toggleWatch({ settings }: Workspace, pointer: string): void {
  const { watched } = settings.values.value;
  const next = watched.includes(pointer)
    ? watched.filter((other) => other !== pointer)
    : [...watched, pointer].slice(-WATCHED_MAX);
  settings.change({ watched: next });
}

function filterByPath({ current }: Workspace, pointer: string): void {
  const { text } = current.value.session.filter;
  const term = `path:${/[\s"]/.test(pointer) ? JSON.stringify(pointer) : pointer}`;
  text.value = `${text.value.trim()} ${term}`.trim();
}

const isAbsent = ({ value }: ValueContext): boolean => value === undefined;

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

export function valueMenu(context: ValueContext): readonly MenuItem[] {
  return itemsOf(valueEntries, context);
}
