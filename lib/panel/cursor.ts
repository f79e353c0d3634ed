// The cursor: the event at which everything is shown.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Log } from '@/lib/core/log/log';
import { boundaryPosition } from '@/lib/core/log/rows';

/** An event, or always the newest. */
export type CursorPlace = number | 'live';

export interface Cursor {
  readonly at: Signal<CursorPlace>;
  /** The event at the cursor; -1 in an empty log. */
  readonly seq: ReadonlySignal<number>;
  /** Index of the selected boundary; the cursor is then the event before it. */
  readonly boundary: Signal<number | undefined>;
  /** Position of the selection among the events: a boundary is halfway between two; the newest is at infinity. */
  readonly position: ReadonlySignal<number>;
  goTo(seq: number): void;
  goToBoundary(boundary: number): void;
  goLive(): void;
}

export function createCursor(log: Log, length: ReadonlySignal<number>): Cursor {
  const at = signal<CursorPlace>('live');
  const boundary = signal<number | undefined>(undefined);
  const seq = computed(() => {
    const last = length.value - 1;
    return at.value === 'live' ? last : Math.min(at.value, last);
  });
  return {
    at,
    boundary,
    seq,
    position: computed(() => {
      if (at.value === 'live') return Number.POSITIVE_INFINITY;
      return boundary.value === undefined ? seq.value : boundaryPosition(log.boundaries[boundary.value]);
    }),
    goTo(seq) {
      boundary.value = undefined;
      at.value = Math.min(Math.max(seq, 0), Math.max(log.length - 1, 0));
    },
    goToBoundary(index) {
      at.value = Math.max((log.boundaries[index]?.beforeSeq ?? 0) - 1, 0);
      boundary.value = index;
    },
    goLive() {
      boundary.value = undefined;
      at.value = 'live';
    },
  };
}
