import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** Renders its content once the rest is on screen: the list comes first, and no single task renders all of the panel. */
export function AfterPaint({ children }: { children: ComponentChildren }) {
  const isPainted = useSignal(false);
  useEffect(() => {
    isPainted.value = true;
  }, []);
  return isPainted.value ? children : null;
}
