import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export function useIsPrinting(): boolean {
  const isPrinting = useSignal(false);
  useEffect(() => {
    // The browser prints what is rendered by the end of this event's microtasks.
    const follow = ({ type }: Event) => {
      isPrinting.value = type === 'beforeprint';
    };
    const events = ['beforeprint', 'afterprint'];
    for (const event of events) addEventListener(event, follow);
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
  return isPrinting.value;
}
