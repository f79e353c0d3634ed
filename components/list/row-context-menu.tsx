// The menu of a row of the list, opened by the pointer or by the keyboard.
import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Session } from '@/lib/panel/session';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Menu } from '../ui/menu';
import { rowMenu } from './row-menu';

/** How far in from its row a menu opens that was asked for by keyboard, pixels. */
const INDENT = 40;

interface OpenMenu {
  readonly seq: number;
  readonly x: number;
  readonly y: number;
}

/** The event that was asked about, and where its menu goes; undefined where there is none. */
function askedFor(event: MouseEvent, session: Session, box: HTMLElement | null): OpenMenu | undefined {
  const { target, button, clientX, clientY } = event;
  // By the keyboard it is about the row of the cursor, wherever the pointer is.
  if (button !== 2) {
    const row = box?.querySelector('[aria-selected=true]')?.getBoundingClientRect();
    const at = row === undefined ? { x: clientX, y: clientY } : { x: row.x + INDENT, y: row.bottom };
    return { seq: session.cursor.seq.value, ...at };
  }
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
  return row === null ? undefined : { seq: Number(row.dataset['seq']), x: clientX, y: clientY };
}

/** The menu that is open, and how one is opened. */
export interface RowMenuState {
  readonly open: Signal<OpenMenu | undefined>;
  onContextMenu(event: MouseEvent): void;
}

/** No menu is open at first. */
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

/** The open menu; nothing while there is none. */
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
