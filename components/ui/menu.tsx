// A popup menu (WAI-ARIA menu): arrows, Home, End, Escape, typing nothing. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { cut } from '@/lib/core/json/preview';
import { handleKey } from './keys';

/** Room between a menu and the edge of the window, pixels. */
const EDGE = 4;

/** One entry of a menu. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** Shown dimmed after the label: a shortcut, a file extension. */
  readonly hint?: string;
  /** Makes it an entry that is on or off. */
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  /** Draws a line above it. */
  readonly isFirstOfGroup?: boolean;
  onSelect(): void;
}

/** What a menu may offer for something: an entry of a registry. */
export interface MenuEntry<C> {
  /** Unique among all menus. */
  readonly id: string;
  label(context: C): string;
  hint?(context: C): string;
  /** Whether it is there at all; absent for always. */
  isFor?(context: C): boolean;
  isDisabled?(context: C): boolean;
  readonly isFirstOfGroup?: true;
  run(context: C): void;
}

/** The entries that there are for something. */
export function itemsOf<C>(entries: readonly MenuEntry<C>[], context: C): readonly MenuItem[] {
  return entries
    .filter(({ isFor }) => isFor?.(context) ?? true)
    .map(({ id, label, hint, isDisabled, isFirstOfGroup = false, run }) => ({
      id,
      label: label(context),
      ...(hint !== undefined && { hint: hint(context) }),
      isDisabled: isDisabled?.(context) ?? false,
      isFirstOfGroup,
      onSelect: () => run(context),
    }));
}

/** Properties of a Menu. */
export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Where its corner is, for a menu at a place; absent for one below its button. */
  readonly at?: { readonly x: number; readonly y: number };
  /** It is to go: something was chosen, or the focus has left. `isChosen` asks for the focus to go back. */
  onClose(isChosen: boolean): void;
}

/** An entry may name an id as long as somebody cares to send, characters. */
const LABEL_MAX = 200;

/** Moves and cuts a menu so that all of it is inside of the window. */
function fit(element: HTMLElement, at: MenuProps['at']): void {
  const { width, height, left, top, bottom } = element.getBoundingClientRect();
  if (at !== undefined) {
    element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`;
    return;
  }
  // What does not fit is scrolled to.
  if (bottom > innerHeight) element.style.maxHeight = `${innerHeight - top - EDGE}px`;
  else if (top < 0) element.style.maxHeight = `${bottom - EDGE}px`;
  if (left < 0) element.style.right = `${left - EDGE}px`;
}

function entriesIn(menu: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

function keysOf(menu: RefObject<HTMLElement | null>, onClose: MenuProps['onClose']) {
  return (event: KeyboardEvent) => {
    const all = entriesIn(menu);
    const here = all.findIndex((item) => item.isSameNode(document.activeElement));
    const to = (index: number) => () => all[(index + all.length) % all.length]?.focus();
    handleKey(event, 'menu', {
      next: to(here + 1),
      previous: to(here - 1),
      first: to(0),
      last: to(all.length - 1),
      close: () => onClose(true),
    });
    // Keys of what is around the menu mean nothing while it is open.
    event.stopPropagation();
  };
}

/** The open menu. */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (menu.current !== null) fit(menu.current, at);
    entriesIn(menu)[0]?.focus();
  }, []);
  return (
    <div
      class={`menu ${at === undefined ? '' : 'menu-at'}`}
      role="menu"
      aria-label={label}
      ref={menu}
      tabIndex={-1}
      onKeyDown={keysOf(menu, onClose)}
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          onClose(false);
      }}
    >
      {items.map((item) => (
        <Entry key={item.id} item={item} onClose={onClose} />
      ))}
    </div>
  );
}

function Entry({ item, onClose }: { item: MenuItem; onClose: MenuProps['onClose'] }) {
  const { label, hint, isChecked, isDisabled, isFirstOfGroup, onSelect } = item;
  return (
    <button
      type="button"
      {...(isChecked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemcheckbox', 'aria-checked': isChecked })}
      aria-disabled={isDisabled}
      class={isFirstOfGroup ? 'group-start' : ''}
      tabIndex={-1}
      onClick={() => {
        if (isDisabled) return;
        onClose(true);
        onSelect();
      }}
    >
      {isChecked !== undefined && (
        <span class="check" aria-hidden="true">
          {isChecked ? '✓' : ''}
        </span>
      )}
      <span class="menu-label">{cut(label, LABEL_MAX)}</span>
      {hint !== undefined && <span class="dim">{hint}</span>}
    </button>
  );
}

/** Properties of a MenuButton. */
export interface MenuButtonProps {
  readonly label: string;
  readonly title?: string;
  readonly isDisabled?: boolean;
  /** Asked each time that the menu opens. */
  items(): readonly MenuItem[];
  readonly children: ComponentChildren;
}

/** A button with a menu below it. */
export function MenuButton({ label, title, isDisabled, items, children }: MenuButtonProps) {
  const open = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div class="menu-anchor">
      <button
        type="button"
        ref={button}
        aria-label={label}
        title={title ?? label}
        aria-haspopup="menu"
        aria-expanded={open.value}
        disabled={isDisabled}
        // The menu closes when it loses the focus; the click that takes it must not open it again.
        onMouseDown={(event) => {
          if (open.value) event.preventDefault();
        }}
        onClick={() => (open.value = !open.value)}
      >
        {children}
      </button>
      {open.value && (
        <Menu
          label={label}
          items={items()}
          onClose={(isChosen) => {
            open.value = false;
            if (isChosen) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
