// A modal dialog: the browser's own, which keeps the focus inside and closes by Escape. Knows no domain.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { handleKey } from './keys';

/** Properties of a Dialog. */
export interface DialogProps {
  readonly label: string;
  readonly class?: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

function isOnTop(dialog: HTMLDialogElement): boolean {
  return [...document.querySelectorAll('dialog[open]')].at(-1) === dialog;
}

/**
 * What had the focus is gone, or cannot have it any more. Without this the key would be the panel's behind the dialog,
 * and DevTools would take Escape for its own.
 */
function takeBack(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  event.stopPropagation();
  dialog.focus();
  handleKey(event, 'dialog', { close: () => dialog.close() });
}

/** An open dialog. */
export function Dialog(props: DialogProps) {
  const { label, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal?.();
    const keepStray = (event: KeyboardEvent): void => {
      if (element !== null && event.target === document.body && isOnTop(element)) takeBack(event, element);
    };
    document.addEventListener('keydown', keepStray, true);
    return () => {
      document.removeEventListener('keydown', keepStray, true);
      // While it is open, nothing behind it can have the focus: giving it back would be in vain.
      isGone.current = true;
      element?.close?.();
      // Somebody may have gone on already: a key that was pressed behind Escape comes before the dialog is taken away.
      const now = document.activeElement;
      const isLost = now === null || now === document.body || element?.contains(now) === true;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      // A click between what can be focused leaves the focus in the dialog.
      tabIndex={-1}
      class={props.class ?? ''}
      onClose={() => {
        if (!isGone.current) onClose();
      }}
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
