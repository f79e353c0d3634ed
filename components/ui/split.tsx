// Two panes with a draggable divider, whose position is stored. Stacked in a narrow panel. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { handleKey } from './keys';
import { useSize } from './use-size';

/** Panes are stacked below this width, pixels. */
const STACK_BELOW = 640;
const STEP = 0.03;

export interface SplitProps {
  /** Name of the stored position. */
  readonly name: string;
  readonly label: string;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

// If third-party cookies are blocked, storage of a DevTools panel may throw.
function remembered(name: string): number {
  try {
    const stored = Number(localStorage.getItem(`split-${name}`));
    return stored > 0.1 && stored < 0.9 ? stored : 0.5;
  } catch {
    return 0.5;
  }
}

function remember(name: string, share: number): void {
  try {
    localStorage.setItem(`split-${name}`, String(share));
  } catch {
    // Kept while the panel is open.
  }
}

export function Split({ name, label, first, second }: SplitProps) {
  const box = useRef<HTMLDivElement>(null);
  const share = useSignal(remembered(name));
  const stacked = useSignal(false);
  useSize(box, ({ clientWidth }) => {
    stacked.value = clientWidth < STACK_BELOW;
  });

  const set = (value: number) => {
    share.value = Math.min(Math.max(value, 0.15), 0.85);
    remember(name, share.value);
  };
  const onPointerMove = (event: PointerEvent) => {
    const element = box.current;
    const bar = event.currentTarget;
    if (element === null || !(bar instanceof Element) || !bar.hasPointerCapture(event.pointerId)) return;
    const rect = element.getBoundingClientRect();
    set(stacked.value ? (event.clientY - rect.top) / rect.height : (event.clientX - rect.left) / rect.width);
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleKey(event, 'divider', {
      less: () => set(share.value - STEP),
      more: () => set(share.value + STEP),
    });
  return (
    <div class={`split ${stacked.value ? 'stacked' : ''}`} ref={box}>
      <div class="pane" style={{ flexBasis: `${share.value * 100}%` }}>
        {first}
      </div>
      <div
        role="separator"
        class="split-bar"
        tabIndex={0}
        aria-label={label}
        aria-orientation={stacked.value ? 'horizontal' : 'vertical'}
        aria-valuenow={Math.round(share.value * 100)}
        aria-valuemin={15}
        aria-valuemax={85}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <div class="pane" style={{ flexBasis: `${(1 - share.value) * 100}%` }}>
        {second}
      </div>
    </div>
  );
}
