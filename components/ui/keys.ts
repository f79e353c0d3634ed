// Registry of the keys of widgets, names of keys, and the scopes in which they work. Keys of actions are in
// app/actions.ts. test/components/registries.test.ts fails if two keys of one scope collide.
import { TEXTS } from '../texts';

/** Scopes of keys, and the scopes they inherit from. */
export const scopes = {
  /** Everywhere but in dialogs and menus. */
  global: { inherits: 'nothing' },
  /** Everywhere but in fields and trees. */
  panel: { inherits: 'global' },
  list: { inherits: 'panel' },
  overview: { inherits: 'panel' },
  message: { inherits: 'panel' },
  tabs: { inherits: 'panel' },
  view: { inherits: 'panel' },
  divider: { inherits: 'panel' },
  border: { inherits: 'panel' },
  button: { inherits: 'panel' },
  /** Sliders, checkboxes and selects, which use arrow keys and Space. */
  field: { inherits: 'global' },
  tree: { inherits: 'global' },
  runs: { inherits: 'global' },
  calls: { inherits: 'panel' },
  text: { inherits: 'global', isText: true },
  filter: { inherits: 'global', isText: true },
  find: { inherits: 'global', isText: true },
  /** Focus on a dialog itself. */
  dialog: { inherits: 'nothing' },
  library: { inherits: 'nothing' },
  palette: { inherits: 'nothing', isText: true },
  menu: { inherits: 'nothing' },
} as const satisfies Readonly<Record<string, KeyScope>>;

interface KeyScope {
  readonly inherits: 'panel' | 'global' | 'nothing';
  readonly isText?: true;
}

export type ScopeName = keyof typeof scopes;

export interface LocalKey {
  readonly label: string;
  /** Keys as `keyOf` names them. */
  readonly keys: readonly string[];
  /** Handled by the browser; listed for the cheat sheet and to reserve the key. */
  readonly isNative?: true;
}

const words = TEXTS.keys;

const VERTICAL = { next: 'ArrowDown', previous: 'ArrowUp' };
const HORIZONTAL = { next: 'ArrowRight', previous: 'ArrowLeft' };

/** Keys of a list: to the next, previous, first and last of its items. */
function moves(item: string, arrows: typeof VERTICAL) {
  return {
    next: { label: words.moves.next(item), keys: [arrows.next] },
    previous: { label: words.moves.previous(item), keys: [arrows.previous] },
    first: { label: words.moves.first(item), keys: ['Home'] },
    last: { label: words.moves.last(item), keys: ['End'] },
  } as const satisfies Readonly<Record<string, LocalKey>>;
}

export const localKeys = {
  list: {
    menu: { label: words.rowMenu, keys: ['ContextMenu', 'Shift+F10'], isNative: true },
  },
  overview: {
    zoomIn: { label: words.zoomIn, keys: ['w'] },
    zoomOut: { label: words.zoomOut, keys: ['s'] },
    left: { label: words.panLeft, keys: ['a'] },
    right: { label: words.panRight, keys: ['d'] },
    all: { label: words.showAll, keys: ['Escape'] },
  },
  tree: {
    ...moves('row', VERTICAL),
    pageDown: { label: words.pageDown, keys: ['PageDown'] },
    pageUp: { label: words.pageUp, keys: ['PageUp'] },
    open: { label: words.expand, keys: ['ArrowRight'] },
    close: { label: words.collapse, keys: ['ArrowLeft'] },
    openAll: { label: words.expandAll, keys: ['Alt+ArrowRight'] },
    closeAll: { label: words.collapseAll, keys: ['Alt+ArrowLeft'] },
    toggle: { label: words.toggleValue, keys: ['Enter'] },
    menu: { label: words.valueMenu, keys: ['ContextMenu', 'Shift+F10'] },
  },
  runs: {
    ...moves('run', VERTICAL),
    compare: { label: words.compareRun, keys: ['c', ' '] },
    menu: { label: words.rowMenu, keys: ['ContextMenu', 'Shift+F10'], isNative: true },
  },
  calls: {
    ...moves('call', VERTICAL),
    menu: { label: words.rowMenu, keys: ['ContextMenu', 'Shift+F10'], isNative: true },
  },
  message: {
    ...moves('segment', HORIZONTAL),
    choose: { label: words.chooseSegment, keys: ['Enter'] },
  },
  filter: {
    choose: { label: words.acceptOffer, keys: ['Enter'] },
    back: { label: words.previousMatch, keys: ['Shift+Enter'] },
    complete: { label: words.completeOffer, keys: ['Tab'] },
    next: { label: words.nextOffer, keys: ['ArrowDown'] },
    previous: { label: words.previousOffer, keys: ['ArrowUp'] },
    leave: { label: words.clearFilter, keys: ['Escape'] },
  },
  find: {
    next: { label: words.nextPlace, keys: ['Enter', 'F3', 'Mod+g'] },
    previous: {
      label: words.previousPlace,
      keys: ['Shift+Enter', 'Shift+F3', 'Mod+Shift+g'],
    },
  },
  view: {
    find: { label: words.findInView, keys: ['Mod+f'] },
    leave: { label: words.closeSearch, keys: ['Escape'] },
  },
  dialog: {
    close: { label: words.close, keys: ['Escape'] },
    undo: { label: TEXTS.undo, keys: ['Mod+z'] },
  },
  library: {
    ...moves('session', VERTICAL),
    open: { label: words.openSession, keys: ['Enter'] },
    rename: { label: words.renameSession, keys: ['F2'] },
    remove: { label: words.deleteSession, keys: ['Delete', 'Backspace'] },
    undo: { label: words.undoDeletion, keys: ['Mod+z'] },
  },
  palette: {
    run: { label: words.runCommand, keys: ['Enter'] },
    next: { label: words.nextCommand, keys: ['ArrowDown'] },
    previous: { label: words.previousCommand, keys: ['ArrowUp'] },
    close: { label: words.close, keys: ['Escape'], isNative: true },
  },
  tabs: {
    ...moves('tab', HORIZONTAL),
  },
  divider: {
    less: { label: words.smaller, keys: ['ArrowLeft', 'ArrowUp'] },
    more: { label: words.larger, keys: ['ArrowRight', 'ArrowDown'] },
  },
  border: {
    less: { label: words.narrower, keys: ['ArrowLeft'] },
    more: { label: words.wider, keys: ['ArrowRight'] },
    fit: { label: words.fit, keys: ['Enter'] },
  },
  menu: {
    ...moves('entry', VERTICAL),
    choose: { label: words.choose, keys: ['Enter', ' '], isNative: true },
    close: { label: words.close, keys: ['Escape', 'Tab'] },
  },
  button: {
    press: { label: words.press, keys: [' ', 'Enter'], isNative: true },
  },
} as const satisfies Readonly<Partial<Record<ScopeName, Readonly<Record<string, LocalKey>>>>>;

export type LocalScope = keyof typeof localKeys;

/** Returns false to pass the key on; undefined while it does nothing. */
type KeyHandler = (() => unknown) | undefined;

/** One handler per key that the browser does not handle. */
export type Handlers<S extends LocalScope> = {
  // Not a cast: `as` drops the native keys.
  readonly [Id in keyof (typeof localKeys)[S] as (typeof localKeys)[S][Id] extends { readonly isNative: true }
    ? never
    : Id]: KeyHandler;
};

export function handleKey<S extends LocalScope>(event: KeyboardEvent, scope: S, handlers: Handlers<S>): void {
  // During composition the key belongs to the input method: Enter accepts the word.
  if (event.isComposing) return;
  const key = keyOf(event);
  const entries: Readonly<Record<string, LocalKey>> = localKeys[scope];
  for (const [id, handler] of Object.entries<KeyHandler>(handlers)) {
    if (handler === undefined || !entries[id]?.keys.includes(key)) continue;
    if (handler() === false) return;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
}

/**
 * Name of a key: modifiers in the order Mod, Alt, Shift. Mod is ⌘ on a Mac, else Ctrl. The other of the two gets a
 * name without an action, so that the system handles the key.
 */
export function keyOf(event: KeyboardEvent): string {
  const { key } = event;
  // The case of a letter implies Shift; a sign like ? needs Shift on some keyboards only.
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isLetter = key.length > 1 || key.toLowerCase() !== key.toUpperCase();
  const mods = [
    event.ctrlKey ? (isMac() ? 'Ctrl' : 'Mod') : '',
    event.metaKey ? (isMac() ? 'Mod' : 'Meta') : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && isLetter ? 'Shift' : '',
  ];
  return [...mods.filter(Boolean), name].join('+');
}

const EDITING = /^(Backspace|Delete|Home|End|ArrowLeft|ArrowRight)$/;
const IN_LINES = /^(Enter|Tab|Escape|ArrowUp|ArrowDown|PageUp|PageDown)$/;
const CLIPBOARD = /^Mod\+(Shift\+)?[acvxyz]$/;

/** Without modifiers; + itself is a key too. */
function nameOf(key: string): string {
  return key.replace(/^((Mod|Alt|Shift)\+(?=.))*/, '');
}

/** True if a text field types, deletes, selects or moves with the key. */
export function isTypingKey(key: string): boolean {
  const name = nameOf(key);
  if (EDITING.test(name) || CLIPBOARD.test(key)) return true;
  return name.length === 1 && !key.startsWith('Mod+');
}

/** True if a text field or its form uses the key. */
export function isTextKey(key: string): boolean {
  return isTypingKey(key) || IN_LINES.test(nameOf(key));
}

const NOT_TEXT = ['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color'];

export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TEXT.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Scope of an element without keys of its own. */
export function scopeOf(target: EventTarget | null): 'text' | 'field' | 'button' | 'menu' | 'panel' {
  if (!(target instanceof HTMLElement)) return 'panel';
  if (target.closest('[role=menu], dialog') !== null) return 'menu';
  if (isTextField(target)) return 'text';
  if (target instanceof HTMLInputElement || target.closest('select, [role=tree], [role=treegrid]') !== null)
    return 'field';
  return target.closest('button, [role=tab], summary, a') === null ? 'panel' : 'button';
}

export function isActiveAt(
  key: string,
  from: 'global' | 'panel',
  at: ReturnType<typeof scopeOf> | ScopeName,
): boolean {
  const { inherits, ...rest }: KeyScope = scopes[at];
  if (at === 'button' && isPressing(key)) return false;
  if (at === 'global' || at === 'panel') return at === 'panel' || from === 'global';
  if (inherits === 'nothing' || (from === 'panel' && inherits === 'global')) return false;
  return rest.isText !== true || !isTextKey(key);
}

function isPressing(key: string): boolean {
  const { keys }: LocalKey = localKeys.button.press;
  return keys.includes(key);
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ContextMenu: 'Menu',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** A key as it is printed: `Ctrl+F`, on a Mac `⌘+F`; `Shift+↓`. */
export function showKey(key: string): string {
  const names: Readonly<Record<string, string>> = { ...KEY_NAMES, Mod: isMac() ? '⌘' : 'Ctrl' };
  return key
    .split(/\+(?=.)/)
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

/** On a Mac, commands use ⌘; Ctrl moves and deletes in texts. */
function isMac(): boolean {
  // Deprecated, but Firefox has no replacement. Unit tests have no navigator.
  return globalThis.navigator?.platform?.startsWith('Mac') ?? false;
}
