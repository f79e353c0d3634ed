// Components whose code is loaded at their first render.
import { useSignal } from '@preact/signals';
import type { FunctionComponent, RenderableProps } from 'preact';
import { useEffect } from 'preact/hooks';

/** Renders nothing until loaded. A failed load throws to the error boundary, which can load again. */
export function lazy<P>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let Loaded: FunctionComponent<P> | undefined;
  return function Lazy(props: RenderableProps<P>) {
    const failure = useSignal<{ readonly error: unknown } | undefined>(undefined);
    const isLoaded = useSignal(Loaded !== undefined);
    useEffect(() => {
      if (isLoaded.value) return;
      load().then(
        (found) => {
          Loaded = found;
          isLoaded.value = true;
        },
        (error: unknown) => {
          failure.value = { error };
        },
      );
    }, []);
    if (failure.value !== undefined) throw failure.value.error;
    return isLoaded.value && Loaded !== undefined ? <Loaded {...props} /> : null;
  };
}
