// A popup menu (WAI-ARIA menu): arrows, Home, End, Escape, typing nothing. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Room between a menu and the edge of the window, pixels. */
const EDGE = 4;

/** One entry of a menu. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** Said in a dim voice behind the label: a shortcut, a file extension. */
  readonly hint?: string;
  /** Makes it an entry that is on or off. */
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  /** Draws a line above it. */
  readonly isFirstOfGroup?: boolean;
  onSelect(): void;
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

/** The open menu. */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { width, height, left, top, bottom } = element.getBoundingClientRect();
    if (at !== undefined) {
      element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`;
      element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`;
    } else {
      // What does not fit is scrolled to.
      if (bottom > innerHeight) element.style.maxHeight = `${innerHeight - top - EDGE}px`;
      else if (top < 0) element.style.maxHeight = `${bottom - EDGE}px`;
      if (left < 0) element.style.right = `${left - EDGE}px`;
    }
    entries()[0]?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const here = all.findIndex((item) => item.isSameNode(document.activeElement));
    const to: Record<string, number> = {
      ArrowDown: (here + 1) % all.length,
      ArrowUp: (here - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const target = to[event.key];
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else if (target !== undefined) all[target]?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <div
      class={`menu ${at === undefined ? '' : 'menu-at'}`}
      role="menu"
      aria-label={label}
      ref={menu}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          onClose(false);
      }}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          {...(item.isChecked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemcheckbox', 'aria-checked': item.isChecked })}
          aria-disabled={item.isDisabled}
          class={item.isFirstOfGroup ? 'group-start' : ''}
          tabIndex={-1}
          onClick={() => {
            if (item.isDisabled) return;
            onClose(true);
            item.onSelect();
          }}
        >
          {item.isChecked !== undefined && (
            <span class="check" aria-hidden="true">
              {item.isChecked ? '✓' : ''}
            </span>
          )}
          <span class="menu-label">{item.label}</span>
          {item.hint !== undefined && <span class="dim">{item.hint}</span>}
        </button>
      ))}
    </div>
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
