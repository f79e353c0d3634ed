// A modal dialog: the browser's own, which keeps the focus inside and closes by Escape. Knows no domain.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Properties of a Dialog. */
export interface DialogProps {
  readonly label: string;
  readonly class?: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** An open dialog. */
export function Dialog(props: DialogProps) {
  const { label, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal?.();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      class={props.class ?? ''}
      onClose={onClose}
      // Keys of the panel mean nothing while a dialog is open.
      onKeyDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => {
        // Only the backdrop is the dialog itself: what is in it fills it.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
