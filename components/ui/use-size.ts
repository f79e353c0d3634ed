// The size of an element, as it changes.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Calls back with the element now and whenever its size has changed. */
export function useSize(ref: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => onSize(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
