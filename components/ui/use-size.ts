import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Calls back a frame after the element exists and after each change of its size. Returns a function that stops it. */
export function observeSize(element: HTMLElement, onResize: () => void): () => void {
  let frame = 0;
  // A layout change during the callback would be reported as an error by browsers.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onResize);
  });
  observer.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

export function useSize(ref: RefObject<HTMLElement | null>, onSize: (element: HTMLElement) => void): void {
  useEffect(() => {
    const element = ref.current;
    return element === null ? undefined : observeSize(element, () => onSize(element));
  }, []);
}
