// A dialog whose code is loaded when it is first opened: most panels never show it.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

/** What is loaded. */
interface Loaded {
  readonly Body: FunctionComponent;
}

/** Shows what was loaded, and nothing until it is there. */
export function OnDemand({ load }: { load(): Promise<Loaded> }) {
  const loaded = useSignal<Loaded | undefined>(undefined);
  useEffect(() => {
    void load().then((found) => (loaded.value = found));
  }, [load, loaded]);
  const Body = loaded.value?.Body;
  return Body === undefined ? null : <Body />;
}
