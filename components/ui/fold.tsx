// A <details> whose content is rendered when first opened. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { FoundWords } from './find';

interface FoldProps {
  readonly summary: ComponentChildren;
  readonly class?: string;
  readonly isOpen?: boolean;
  /** Text that only the open content shows; a search opens the fold if it contains the words. */
  hiddenText?(): string;
  onContextMenu?(event: Event): void;
  children(): ComponentChildren;
}

export function Fold({
  summary,
  class: name = '',
  isOpen = false,
  hiddenText,
  onContextMenu,
  children,
}: FoldProps) {
  const open = useSignal(isOpen);
  const words = useContext(FoundWords) ?? '';
  useEffect(() => {
    if (words !== '' && hiddenText?.().toLowerCase().includes(words)) open.value = true;
  }, [words]);
  return (
    <details
      class={`fold ${name}`}
      open={open.value}
      onToggle={(event) => (open.value = event.currentTarget.open)}
      onContextMenu={onContextMenu}
    >
      <summary>{summary}</summary>
      {open.value && children()}
    </details>
  );
}
