// A popup menu (WAI-ARIA menu). Knows no domain.
import { type Signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { cut } from '@/lib/core/json/preview';
import { handleKey } from './keys';

const EDGE = 4;

interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  /** Draws a line above it. */
  readonly isFirstOfGroup?: boolean;
  onSelect(): void;
}

export interface MenuEntry<C> {
  /** Unique among all menus. */
  readonly id: string;
  label(context: C): string;
  hint?(context: C): string;
  /** Always shown if absent. */
  isFor?(context: C): boolean;
  isDisabled?(context: C): boolean;
  readonly isFirstOfGroup?: true;
  run(context: C): void;
}

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

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Position of its corner; absent for a menu below its button. */
  readonly at?: { readonly x: number; readonly y: number };
  /** `isChosen`: restore the focus. */
  onClose(isChosen: boolean): void;
}

/** Maximum length of a label, characters: it may contain an id. */
const LABEL_MAX = 200;

function fit(element: HTMLElement, at: MenuProps['at']): void {
  const { width, height, left, top, bottom } = element.getBoundingClientRect();
  if (at !== undefined) {
    element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`;
    return;
  }
  // The rest is scrolled.
  if (bottom > innerHeight) element.style.maxHeight = `${innerHeight - top - EDGE}px`;
  else if (top < 0) element.style.maxHeight = `${bottom - EDGE}px`;
  if (left < 0) element.style.right = `${left - EDGE}px`;
}

function entriesIn(menu: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

function menuKeys(menu: RefObject<HTMLElement | null>, onClose: MenuProps['onClose']) {
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
    // Keys of the surroundings are disabled while a menu is open.
    event.stopPropagation();
  };
}

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
      onKeyDown={menuKeys(menu, onClose)}
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
  const { label, hint, isDisabled, isFirstOfGroup, onSelect } = item;
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={isDisabled}
      class={isFirstOfGroup ? 'group-start' : ''}
      tabIndex={-1}
      onClick={() => {
        if (isDisabled) return;
        onClose(true);
        onSelect();
      }}
    >
      <span class="menu-label">{cut(label, LABEL_MAX)}</span>
      {hint !== undefined && <span class="dim">{hint}</span>}
    </button>
  );
}

interface MenuButtonProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  /** Called each time the menu opens. */
  items(): readonly MenuItem[];
  readonly children: ComponentChildren;
}

export function MenuButton({ label, isDisabled, items, children }: MenuButtonProps) {
  const open = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div class="menu-anchor">
      <button
        type="button"
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open.value}
        disabled={isDisabled}
        // Losing the focus closes the menu; the click that causes this must not open it again.
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

interface OpenMenu {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly x: number;
  readonly y: number;
  /** Gets the focus when the menu closes. */
  readonly from: Element | null;
  /** Marked while the menu is open. */
  readonly of: Element | null;
}

const MARK = 'data-has-menu';

const HostContext = createContext<Signal<OpenMenu | undefined> | undefined>(undefined);

/** Provides the context menu of its content. */
export function MenuHost({ children }: { children: ComponentChildren }) {
  const open = useSignal<OpenMenu | undefined>(undefined);
  return (
    <HostContext.Provider value={open}>
      {children}
      <HostedMenu open={open} />
    </HostContext.Provider>
  );
}

function HostedMenu({ open }: { open: Signal<OpenMenu | undefined> }) {
  const menu = open.value;
  if (menu === undefined) return null;
  return (
    <Menu
      label={menu.label}
      items={menu.items}
      at={menu}
      onClose={(isChosen) => {
        open.value = undefined;
        menu.of?.removeAttribute(MARK);
        if (isChosen && menu.from instanceof HTMLElement) menu.from.focus();
      }}
    />
  );
}

export interface AskedMenu {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** Opens the context menu at a pointer, or at a place for the keyboard. */
type OpenContextMenu = (
  event: Event,
  menu: AskedMenu,
  at?: { readonly x: number; readonly y: number },
) => void;

/** Selected text gets the browser's own menu, which can copy it. */
export function useContextMenu(): OpenContextMenu {
  const open = useContext(HostContext);
  return (event, { label, items }, at) => {
    if (open === undefined || items.length === 0 || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    event.stopPropagation();
    const { clientX = 0, clientY = 0 } = event instanceof MouseEvent ? event : {};
    const place = at ?? { x: clientX, y: clientY };
    const of =
      event.target instanceof Element ? event.target.closest('[role=row], [role=treeitem], tr, li') : null;
    of?.setAttribute(MARK, '');
    open.value = { label, items, ...place, from: document.activeElement, of };
  };
}
