// The size of an element, as it changes.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Calls back with the element, a frame after it is there and after each change of its size. */
export function useSize(ref: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let frame = 0;
    // What is laid out anew while sizes are being told would have to be told as well, which browsers call an error.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => onSize(element));
    });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
}
