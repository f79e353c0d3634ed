// Menu of a state value, and the watched paths.
import type { Json } from '@/lib/core/json/json';
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { filters } from './shared';
import { type ValueContext, valueCopies } from './value-menu';

const WATCHED_MAX = 50;
const POINTER_MAX = 2_000;

export function toggleWatch({ settings }: Workspace, pointer: string): void {
  settings.change(({ watched }) => ({
    watched: watched.includes(pointer)
      ? watched.filter((other) => other !== pointer)
      : [...watched, pointer].slice(-WATCHED_MAX),
  }));
}

export const stateEntries: readonly MenuEntry<ValueContext>[] = [
  {
    id: 'state-writer',
    label: () => TEXTS.state.whoWrote,
    run: ({ workspace: { settings } }) => settings.change({ isHistoryOpen: true }),
  },
  {
    id: 'state-watch',
    label: ({ workspace, pointer }) =>
      workspace.settings.values.value.watched.includes(pointer) ? TEXTS.state.unwatch : TEXTS.state.watch,
    isDisabled: ({ pointer }) => pointer.length > POINTER_MAX,
    run: ({ workspace, pointer }) => toggleWatch(workspace, pointer),
  },
  filters('state-filter', TEXTS.state.filterPath, ['path', ({ pointer }) => pointer]),
  ...valueCopies('state'),
];

export function stateMenu(workspace: Workspace, pointer: string, value: Json | undefined): AskedMenu {
  return { label: TEXTS.state.valueMenu, items: itemsOf(stateEntries, { workspace, pointer, value }) };
}
