// A modal <dialog>, which traps the focus and closes by Escape. Knows no domain.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { handleKey, isTextField } from './keys';

interface DialogProps {
  readonly label: string;
  readonly class?: string;
  onClose(): void;
  /** Undoes the last action in the dialog. */
  undo?(): void;
  readonly children: ComponentChildren;
}

function isOnTop(dialog: HTMLDialogElement): boolean {
  return [...document.querySelectorAll('dialog[open]')].at(-1) === dialog;
}

/**
 * Returns the focus to the dialog if the focused element was removed or disabled. Otherwise the key would reach the
 * panel behind the dialog, and DevTools would handle Escape.
 */
function takeBack(event: KeyboardEvent, dialog: HTMLDialogElement, undo: () => void): void {
  event.stopPropagation();
  dialog.focus();
  handleKey(event, 'dialog', { close: () => dialog.close(), undo });
}

export function Dialog(props: DialogProps) {
  const { label, onClose, children } = props;
  // Also without an action to undo: the browser would undo typing in a field behind the dialog.
  const undo = () => props.undo?.();
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal?.();
    const keepStray = (event: KeyboardEvent): void => {
      if (element !== null && event.target === document.body && isOnTop(element))
        takeBack(event, element, undo);
    };
    document.addEventListener('keydown', keepStray, true);
    return () => {
      document.removeEventListener('keydown', keepStray, true);
      // An element behind an open dialog cannot take the focus.
      isGone.current = true;
      element?.close?.();
      // A key pressed after Escape may have moved the focus.
      const now = document.activeElement;
      const isLost = now === null || now === document.body || element?.contains(now) === true;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      // Focusable, so that a click between controls keeps the focus in the dialog.
      tabIndex={-1}
      class={props.class ?? ''}
      onClose={() => {
        if (!isGone.current) onClose();
      }}
      // Keeps keys from the panel behind the dialog.
      onKeyDown={(event) => {
        if (!isTextField(event.target)) handleKey(event, 'dialog', { close: undefined, undo });
        event.stopPropagation();
      }}
      onMouseDown={(event) => {
        // The content covers the dialog, so a click on the dialog itself is on the backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
