// The size of an element, as it changes.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Tells of each change of an element's size, and of its first one, a frame later; until it is called off. */
export function observeSize(element: HTMLElement, told: () => void): () => void {
  let frame = 0;
  // What is laid out anew while sizes are being told would have to be told as well, which browsers call an error.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(told);
  });
  observer.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

/** Calls back with the element, a frame after it is there and after each change of its size. */
export function useSize(ref: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void): void {
  useEffect(() => {
    const element = ref.current;
    return element === null ? undefined : observeSize(element, () => onSize(element));
  }, []);
}
