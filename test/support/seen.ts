// Waits for what a component shows once something that it loads is there.
import { act } from 'preact/test-utils';
import { vi } from 'vitest';

/** The first element that fits a selector, once there is one; renders what waits to be rendered meanwhile. */
export function seen(root: Element, selector: string): Promise<HTMLElement> {
  const look = async () => {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
    const found = root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`Nothing fits ${selector}.`);
    return found;
  };
  // Before the test is over: its failure names what is missing.
  return vi.waitFor(look, { timeout: 100_000, interval: 1 });
}
