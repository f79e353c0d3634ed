// The Export button and its menu: one item per format that can be written.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formats } from '@/lib/files/formats';
import type { Format } from '@/lib/files/types';
import { useWorkspace } from '../context';
import { exportAs } from '../files';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

/** A menu button (WAI-ARIA menu): arrows, Home, End, Escape. */
export function ExportMenu() {
  const workspace = useWorkspace();
  const open = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const writable = (formats as readonly Format[]).filter((format) => format.write !== undefined);
  const { session } = workspace.shown.value;
  session.revision.value;
  const empty = session.log.streams.length === 0;

  useEffect(() => {
    if (open.value) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [open.value]);

  const close = () => {
    open.value = false;
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.findIndex((item) => item.isSameNode(document.activeElement));
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = to[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (target !== undefined) items[target]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="menu-anchor"
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          open.value = false;
      }}
    >
      <button
        type="button"
        ref={button}
        aria-label={TEXTS.export}
        title={TEXTS.export}
        aria-haspopup="menu"
        aria-expanded={open.value}
        disabled={empty}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name="export" /> <span class="wide">{TEXTS.export}</span>
      </button>
      {open.value && (
        <div
          class="menu"
          role="menu"
          aria-label={TEXTS.export}
          ref={menu}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {writable.map((format) => (
            <button
              key={format.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                void exportAs(workspace, format.id);
              }}
            >
              {format.label} <span class="dim">{format.extension}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
