// What people bring along: files that are dropped anywhere on the panel, and what is pasted outside of its fields.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Workspace } from '@/lib/panel/workspace';
import { useWorkspace } from '../app/context';
import { importFiles, importText } from '../files/open';
import { TEXTS } from '../texts';

/** Opens the files that are handed over, or else the text; false where there is neither. */
function take(workspace: Workspace, data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain') ?? '';
  if (files.length > 0) void importFiles(workspace, files);
  else if (text.trim() !== '') void importText(workspace, TEXTS.chrome.pasted, text, { asks: true });
  else return false;
  return true;
}

/** Whether a text goes into a field. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** Whether somebody drags something that could be opened. */
function canOpen({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
}

/** Properties of Incoming. */
export interface IncomingProps {
  readonly app: RefObject<HTMLDivElement | null>;
  readonly children: ComponentChildren;
}

/** The panel, on which things can be dropped, and into which they can be pasted. */
export function Incoming({ app, children }: IncomingProps) {
  const workspace = useWorkspace();
  const isOver = useSignal(false);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isField(event.target) || workspace.dialog.value !== undefined) return;
      if (take(workspace, event.clipboardData)) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [workspace]);
  return (
    <div
      class="app"
      ref={app}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = canOpen(event);
        if (isOver.value) workspace.host.expectFile?.();
      }}
      onDragLeave={(event) => {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(workspace, event.dataTransfer);
      }}
    >
      {children}
      {isOver.value && <div class="drop-hint">{TEXTS.chrome.dropHint}</div>}
    </div>
  );
}
