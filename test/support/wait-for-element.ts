// Waits for what a component shows once something that it loads is there.
import { act } from 'preact/test-utils';
import { waitUntil } from './wait-until';

/** The first element that fits a selector, once there is one; renders what waits to be rendered meanwhile. */
export function waitForElement(root: Element, selector: string): Promise<HTMLElement> {
  return waitUntil(async () => {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
    const found = root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`Nothing fits ${selector}.`);
    return found;
  });
}
