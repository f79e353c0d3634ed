import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** Renders its content after the rest was painted: the list comes first, and the panel renders in several tasks. */
export function AfterPaint({ children }: { children: ComponentChildren }) {
  const isPainted = useSignal(false);
  useEffect(() => {
    isPainted.value = true;
  }, []);
  return isPainted.value ? children : null;
}
