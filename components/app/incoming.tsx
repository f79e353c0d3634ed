// Drop and paste of files and text.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Workspace } from '@/lib/panel/workspace';
import { importFiles, importText } from '../files/open';
import { TEXTS } from '../texts';
import { useWorkspace } from './context';

/** Opens dropped or pasted files, or else text; false if there is neither. */
function take(workspace: Workspace, data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain') ?? '';
  if (files.length > 0) void importFiles(workspace, files);
  else if (text.trim() !== '') void importText(workspace, TEXTS.chrome.pasted, text, { asks: true });
  else return false;
  return true;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function canOpen({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
}

interface IncomingProps {
  readonly app: RefObject<HTMLDivElement | null>;
  readonly children: ComponentChildren;
}

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
