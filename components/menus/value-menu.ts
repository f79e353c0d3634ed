// Menu of a value in a JSON tree.
import { type Json, textOf } from '@/lib/core/json/json';
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies, type InWorkspace } from './shared';

export interface ValueContext extends InWorkspace {
  readonly pointer: string;
  /** Undefined if it is gone. */
  readonly value: Json | undefined;
}

/** `prefix` makes the ids unique. */
export function valueCopies(prefix: string): readonly MenuEntry<ValueContext>[] {
  return [
    copies(
      `${prefix}-copy`,
      TEXTS.state.copyValue,
      ({ value }) => (typeof value === 'string' ? value : textOf(value)),
      { isFirstOfGroup: true },
    ),
    copies(`${prefix}-copy-json`, TEXTS.state.copyValueJson, ({ value }) => textOf(value, 2)),
    copies(`${prefix}-copy-path`, TEXTS.state.copyPath, ({ pointer }) => pointer || undefined),
  ];
}

export const valueEntries: readonly MenuEntry<ValueContext>[] = valueCopies('value');

export function valueMenu(workspace: Workspace, pointer: string, value: Json | undefined): AskedMenu {
  return { label: TEXTS.menus.value, items: itemsOf(valueEntries, { workspace, pointer, value }) };
}
