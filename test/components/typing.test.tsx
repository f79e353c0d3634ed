// Typing in a text field: no shortcut of the panel takes a key from it.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '@/components/app/mount';
import { handleKey, keyOf, showKey } from '@/components/ui/keys';
import { batchOf, sampleRun } from '../support/sessions';
import { createTestWorkspace } from '../support/workspace';

const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
const EDITING = ['Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'Tab'];
const CLIPBOARD = ['a', 'c', 'v', 'x', 'z'];

let container: HTMLElement;
let made: ReturnType<typeof createTestWorkspace>;

beforeEach(async () => {
  container = document.createElement('div');
  document.body.append(container);
  made = createTestWorkspace();
  const { session } = made.workspace.current.value;
  await act(() => {
    mount(made.workspace, container);
    session.reading.append([batchOf(sampleRun())]);
    made.turns.run();
    session.cursor.goTo(3);
    session.annotations.toggleBookmark(3);
    made.workspace.view.value = 'event';
  });
});

afterEach(() => {
  render(null, container);
  container.remove();
  vi.restoreAllMocks();
});

function field(name: string): HTMLInputElement {
  const found = container.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
  if (found === null) throw new Error(`There is no field ${name}.`);
  found.focus();
  return found;
}

function press(target: Element, init: KeyboardEventInit): boolean {
  return target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
}

test.each(['Note', 'Filter'])('every key that writes or edits stays in the field %s', async (name) => {
  const input = field(name);
  const isLeft = async (init: KeyboardEventInit): Promise<boolean> => {
    let isKept = false;
    await act(() => void (isKept = press(input, init)));
    return isKept && document.activeElement === input;
  };
  for (const key of [...PRINTABLE, ...EDITING]) expect(await isLeft({ key }), key).toBe(true);
  for (const key of CLIPBOARD) expect(await isLeft({ key, ctrlKey: true }), `Ctrl+${key}`).toBe(true);
  const { session } = made.workspace.current.value;
  expect([session.cursor.at.value, made.workspace.view.value]).toEqual([3, 'event']);
  expect(made.workspace.dialog.value).toBeUndefined();
});

test('keys without a meaning in a text field run their action there, too', async () => {
  const input = field('Note');
  await act(() => void press(input, { key: 'k', ctrlKey: true }));
  expect(made.workspace.dialog.value).toBe('palette');
});

test('keys typed while a dialog loads do not affect the panel behind it', async () => {
  const grid = container.querySelector<HTMLElement>('[role=grid]');
  const { cursor } = made.workspace.current.value.session;
  await act(() => {
    if (grid === null) return;
    press(grid, { key: 'k', ctrlKey: true });
    press(grid, { key: 'ArrowUp' });
    press(document.body, { key: 'v' });
  });
  expect([made.workspace.dialog.value, cursor.at.value]).toEqual(['palette', 3]);
  await act(() => {
    made.workspace.dialog.value = undefined;
    if (grid !== null) press(grid, { key: 'ArrowUp' });
  });
  expect(cursor.at.value).not.toBe(3);
});

test('a slash goes to the filter from anywhere else', async () => {
  const grid = container.querySelector<HTMLElement>('[role=grid]');
  grid?.focus();
  await act(() => {
    if (grid !== null) press(grid, { key: '/' });
  });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Filter');
});

test('keys pressed during the composition of an input method (IME) are ignored', () => {
  let chosen = 0;
  const enter = (isComposing: boolean) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, isComposing });
    handleKey(event, 'palette', { run: () => chosen++, next: undefined, previous: undefined });
    return event.defaultPrevented;
  };
  expect([enter(true), chosen]).toEqual([false, 0]);
  expect([enter(false), chosen]).toEqual([true, 1]);
});

test('Space and Enter press the focused button and run no action of the panel', async () => {
  const { session } = made.workspace.current.value;
  await act(() => {
    session.list.isFolded.value = true;
    made.turns.run();
  });
  const cursor = session.cursor.at.value;
  const rows = session.list.shown.value.rows.length;
  for (const selector of ['.toolbar button', '[role=grid] button.twisty']) {
    const button = container.querySelector<HTMLElement>(selector);
    if (button === null) throw new Error(`There is no ${selector}.`);
    button.focus();
    await act(() => {
      for (const key of ['Enter', ' ']) expect(press(button, { key }), `${key} at ${selector}`).toBe(true);
    });
  }
  expect([session.cursor.at.value, session.list.shown.value.rows.length]).toEqual([cursor, rows]);
  expect(made.workspace.current.value.playback.playing.value).toBe(false);
});

test('Mod is Cmd on a Mac, where Ctrl moves in a text, and Ctrl everywhere else', async () => {
  const named = (init: KeyboardEventInit) => keyOf(new KeyboardEvent('keydown', { key: 'k', ...init }));
  const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('Linux x86_64');
  expect([named({ ctrlKey: true }), named({ metaKey: true })]).toEqual(['Mod+k', 'Meta+k']);
  expect(showKey('Mod+k')).toBe('Ctrl+K');
  platform.mockReturnValue('MacIntel');
  expect([named({ metaKey: true }), named({ ctrlKey: true })]).toEqual(['Mod+k', 'Ctrl+k']);
  expect(showKey('Mod+k')).toBe('⌘+K');
  const input = field('Note');
  await act(() => expect(press(input, { key: 'k', ctrlKey: true })).toBe(true));
  expect(made.workspace.dialog.value).toBeUndefined();
});
