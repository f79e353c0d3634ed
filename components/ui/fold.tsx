// A <details> whose content is rendered when first opened. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export interface FoldProps {
  readonly summary: ComponentChildren;
  readonly class?: string;
  readonly isOpen?: boolean;
  children(): ComponentChildren;
}

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
