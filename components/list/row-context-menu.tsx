// Context menu of a row, by pointer or keyboard.
import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Session } from '@/lib/panel/session';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Menu } from '../ui/menu';
import { rowMenu } from './row-menu';

/** Horizontal offset of a menu opened by keyboard, pixels. */
const INDENT = 40;

interface OpenMenu {
  readonly seq: number;
  readonly x: number;
  readonly y: number;
}

/** The event and the position of its menu. */
function askedFor(event: MouseEvent, session: Session, box: HTMLElement | null): OpenMenu | undefined {
  const { target, button, clientX, clientY } = event;
  // By keyboard the menu is for the row of the cursor.
  if (button !== 2) {
    const row = box?.querySelector('[aria-selected=true]')?.getBoundingClientRect();
    const at = row === undefined ? { x: clientX, y: clientY } : { x: row.x + INDENT, y: row.bottom };
    return { seq: session.cursor.seq.value, ...at };
  }
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
  return row === null ? undefined : { seq: Number(row.dataset['seq']), x: clientX, y: clientY };
}

export interface RowMenuState {
  readonly open: Signal<OpenMenu | undefined>;
  onContextMenu(event: MouseEvent): void;
}

export function useRowMenu(session: Session, box: RefObject<HTMLElement | null>): RowMenuState {
  const open = useSignal<OpenMenu | undefined>(undefined);
  return {
    open,
    onContextMenu(event) {
      const asked = askedFor(event, session, box.current);
      if (asked === undefined || asked.seq < 0) return;
      event.preventDefault();
      open.value = asked;
    },
  };
}

export function RowContextMenu({ menu, box }: { menu: RowMenuState; box: RefObject<HTMLElement | null> }) {
  const workspace = useWorkspace();
  const { open } = menu;
  if (open.value === undefined) return null;
  return (
    <Menu
      label={TEXTS.list.rowMenu}
      items={rowMenu(workspace, open.value.seq)}
      at={open.value}
      onClose={(isChosen) => {
        open.value = undefined;
        if (isChosen) box.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
      }}
    />
  );
}
