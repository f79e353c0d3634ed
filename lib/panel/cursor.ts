// The cursor: the event that everything is shown as of.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Log } from '@/lib/core/log/log';

/** An event, or the newest one as it comes. */
export type CursorPlace = number | 'live';

export interface Cursor {
  readonly at: Signal<CursorPlace>;
  /** The event at the cursor; -1 in an empty log. */
  readonly seq: ReadonlySignal<number>;
  /** Index of the boundary that was clicked; the cursor then is the event before it. */
  readonly boundary: Signal<number | undefined>;
  goTo(seq: number): void;
  goToBoundary(boundary: number): void;
  goLive(): void;
}

export function createCursor(log: Log, length: ReadonlySignal<number>): Cursor {
  const at = signal<CursorPlace>('live');
  const boundary = signal<number | undefined>(undefined);
  return {
    at,
    boundary,
    seq: computed(() => {
      const last = length.value - 1;
      return at.value === 'live' ? last : Math.min(at.value, last);
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
