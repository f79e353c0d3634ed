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
  // As long as a test may take.
  return vi.waitFor(look, { timeout: 600_000, interval: 1 });
}
