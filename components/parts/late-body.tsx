// A part of the panel whose code is loaded late. Until it is there its place is empty; where it cannot be loaded, the
// boundary around it says so.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Late } from '@/lib/panel/late';

/** Properties of a LateBody. */
interface LateBodyProps<P> {
  readonly body: Late<FunctionComponent<P>>;
  /** Shows the part once it is there. */
  children(Body: FunctionComponent<P>): ComponentChildren;
}

/** Shows a part once it was loaded. */
export function LateBody<P>({ body, children }: LateBodyProps<P>) {
  const failure = useSignal<{ readonly error: unknown } | undefined>(undefined);
  const Body = body.now.value;
  useEffect(() => {
    let isGone = false;
    body.load().catch((error: unknown) => {
      if (!isGone) failure.value = { error };
    });
    return () => {
      isGone = true;
    };
  }, [body]);
  if (Body !== undefined) return <>{children(Body)}</>;
  if (failure.value !== undefined) throw failure.value.error;
  return null;
}
