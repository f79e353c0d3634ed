// Something that is opened on demand: what is inside is made when it is first opened. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Properties of a Fold. */
export interface FoldProps {
  readonly summary: ComponentChildren;
  readonly class?: string;
  readonly isOpen?: boolean;
  children(): ComponentChildren;
}

/** A summary with more below it. */
export function Fold({ summary, class: name = '', isOpen = false, children }: FoldProps) {
  const open = useSignal(isOpen);
  return (
    <details
      class={`fold ${name}`}
      open={open.value}
      onToggle={(event) => (open.value = event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {open.value && children()}
    </details>
  );
}
