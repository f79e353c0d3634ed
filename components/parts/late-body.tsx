// A part whose code is loaded on demand: empty until then. A failed load is shown by the boundary around it.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Late } from '@/lib/panel/late';

interface LateBodyProps<P> {
  readonly body: Late<FunctionComponent<P>>;
  children(Body: FunctionComponent<P>): ComponentChildren;
}

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
