// The signal that a log grew. The log itself lives outside of signals.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Scheduler } from './scheduler';

/** Changes within this time of the last are shown together, milliseconds. */
const FRAME_MS = 80;
/** While a backlog is read, changes are shown this far apart, milliseconds. */
const BACKLOG_FRAME_MS = 400;

export interface Revision {
  /** Rises whenever the log grew, at most a dozen times a second. */
  readonly value: ReadonlySignal<number>;
  /** Schedules a publication; seldom during a backlog, as painting would take longer than reading. */
  changed(isBacklog: boolean): void;
  /** Shows at once what waits for the next frame. */
  publish(): void;
}

export function createRevision(scheduler: Scheduler): Revision {
  const value = signal(0);
  let isWaiting = false;
  let publishedAt = Number.NEGATIVE_INFINITY;
  const publish = () => {
    if (!isWaiting) return;
    isWaiting = false;
    publishedAt = scheduler.now();
    value.value++;
  };
  const publishWhenDue = () => {
    if (scheduler.now() - publishedAt < FRAME_MS) scheduler.nextPaint(publishWhenDue);
    // After the frame, whose layout and painting are long enough.
    else scheduler.soon(publish);
  };
  return {
    value,
    publish,
    changed(isBacklog) {
      if (isWaiting || (isBacklog && scheduler.now() - publishedAt <= BACKLOG_FRAME_MS)) return;
      isWaiting = true;
      // The first change is shown soon, not within a turn of reading; a flood 12 times a second; in a hidden panel, none.
      if (!scheduler.isHidden() && scheduler.now() - publishedAt >= FRAME_MS) scheduler.soon(publish);
      else scheduler.nextPaint(publishWhenDue);
    },
  };
}
