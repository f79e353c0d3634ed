// Two panes with a draggable divider. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { handleKey } from './keys';
import { useSize } from './use-size';

/** Panes are stacked below this width, pixels. */
const STACK_BELOW = 640;
/** Panes in less height stand side by side, pixels: half of it would show two rows. */
const LOW_BELOW = 260;
/** The same for panes that are always stacked: they may scroll as a whole. */
const STACKED_LOW_BELOW = 180;
/** Panes in less width are stacked even if they are low, pixels. */
const BESIDE_FROM = 520;
const STEP = 0.03;
const LEAST = 0.15;

interface SplitProps {
  readonly label: string;
  readonly first: ComponentChildren;
  /** Absent: the first pane takes all the space. */
  readonly second: ComponentChildren;
  /** Share of the first pane; undefined for the height of its content, at most 45 %. */
  readonly share: number | undefined;
  /** Always stacked. If the height does not suffice, the split scrolls as a whole. */
  readonly isStacked?: boolean;
  onShare(share: number): void;
}

export function Split({ label, first, second, share, isStacked = false, onShare }: SplitProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useSignal(false);
  const isLow = useSignal(false);
  useSize(box, ({ clientWidth, clientHeight }) => {
    isLow.value = clientHeight < (isStacked ? STACKED_LOW_BELOW : LOW_BELOW);
    isNarrow.value = clientWidth < (isLow.value ? BESIDE_FROM : STACK_BELOW);
  });
  const stacked = isNarrow.value || (isStacked && !isLow.value);

  const set = (value: number) => onShare(Math.min(Math.max(value, LEAST), 1 - LEAST));
  /** Current share on screen, if none is set. */
  const shownShare = (): number => {
    const rect = box.current?.getBoundingClientRect();
    const pane = box.current?.firstElementChild?.getBoundingClientRect();
    return share ?? (rect === undefined || pane === undefined ? 0.5 : pane.height / Math.max(rect.height, 1));
  };
  const onPointerMove = (event: PointerEvent) => {
    const bar = event.currentTarget;
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined || !(bar instanceof Element) || !bar.hasPointerCapture(event.pointerId)) return;
    set(stacked ? (event.clientY - rect.top) / rect.height : (event.clientX - rect.left) / rect.width);
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleKey(event, 'divider', {
      less: () => set(shownShare() - STEP),
      more: () => set(shownShare() + STEP),
    });
  const isOpen = second !== null && second !== undefined;
  const scrolls = isOpen && isStacked && stacked && isLow.value;
  const basis = (part: number | undefined) =>
    part === undefined ? undefined : { flexBasis: `${part * 100}%` };
  return (
    <div class={`split ${stacked ? 'stacked' : ''} ${scrolls ? 'split-scrolls' : ''}`} ref={box}>
      <div
        class={`pane ${share === undefined && isOpen && stacked && !scrolls ? 'pane-auto' : ''}`}
        style={isOpen ? basis(share) : undefined}
      >
        {first}
      </div>
      {isOpen && (
        <>
          <div
            role="separator"
            class="split-bar"
            tabIndex={0}
            aria-label={label}
            aria-orientation={stacked ? 'horizontal' : 'vertical'}
            aria-valuenow={Math.round((share ?? 0.45) * 100)}
            aria-valuemin={LEAST * 100}
            aria-valuemax={100 - LEAST * 100}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
            onKeyDown={onKeyDown}
          />
          <div class="pane" style={basis(share === undefined ? undefined : 1 - share)}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}
