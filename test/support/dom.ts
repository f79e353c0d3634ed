// Input of a user to elements of a document, until its effect is rendered.
import { act } from 'preact/test-utils';
import { vi } from 'vitest';
import { assertExists } from '@/lib/core/json/assert';

/** Acts, and waits for the components that are loaded then. */
export async function actAndLoad(run: () => void): Promise<void> {
  await act(run);
  await act(() => vi.dynamicImportSettled());
}

/** The first element that fits a selector; throws where there is none. */
export const one = <E extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): E =>
  assertExists(root.querySelector<E>(selector), `There is a ${selector}`);

/** The first button, or entry of a menu, with a name or one that fits a pattern; throws if there is none. */
export function buttonIn(root: ParentNode, name: string | RegExp): HTMLElement {
  const all = [...root.querySelectorAll<HTMLElement>('button, [role=menuitem]')];
  const found = all.find((each) => {
    const own = each.getAttribute('aria-label') ?? each.textContent ?? '';
    return typeof name === 'string' ? own === name : name.test(own);
  });
  return assertExists(found, `There is a button ${name}`);
}

/** The texts of all elements that fit a selector. */
export const textsOf = (root: ParentNode, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');

/** Gives a field a value, by choice or by typing. */
export const setValue = (field: Element, value: string, type: 'change' | 'input' = 'change') =>
  act(() => {
    Object.assign(field, { value });
    field.dispatchEvent(new Event(type, { bubbles: true }));
  });

/** Opens a disclosure. */
export const unfold = (details: Element) =>
  act(() => {
    Object.assign(details, { open: true });
    details.dispatchEvent(new Event('toggle'));
  });

/** Asks for the menu of an element; by keyboard, `button` is 0. */
export const contextMenu = (element: Element, button = 2) =>
  actAndLoad(() => {
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button }));
  });

export const pressKey = (target: Element, key: string, init: KeyboardEventInit = {}) =>
  actAndLoad(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
