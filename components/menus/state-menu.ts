// Menu of a state value, and the watched paths.
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';
import { itemsOf, type MenuEntry, type MenuItem } from '../ui/menu';
import { termOf } from './shared';
import { type ValueContext, valueCopies } from './value-menu';

const WATCHED_MAX = 50;
const POINTER_MAX = 2_000;

interface StateContext extends ValueContext {
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
  text.value = `${text.value.trim()} ${termOf('path', pointer) ?? ''}`.trim();
}

export const stateEntries: readonly MenuEntry<StateContext>[] = [
  { id: 'state-writer', label: () => TEXTS.state.whoWrote, run: ({ onWho }) => onWho() },
  {
    id: 'state-watch',
    label: ({ workspace, pointer }) =>
      workspace.settings.values.value.watched.includes(pointer) ? TEXTS.state.unwatch : TEXTS.state.watch,
    isDisabled: ({ pointer }) => pointer.length > POINTER_MAX,
    run: ({ workspace, pointer }) => toggleWatch(workspace, pointer),
  },
  {
    id: 'state-filter',
    label: () => TEXTS.state.filterPath,
    isDisabled: ({ pointer }) => pointer === '',
    run: ({ workspace, pointer }) => filterByPath(workspace, pointer),
  },
  ...valueCopies<StateContext>('state'),
];

export function stateMenu(context: StateContext): readonly MenuItem[] {
  return itemsOf(stateEntries, context);
}
