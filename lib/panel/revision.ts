// A signal for changes of the log, which is outside of signals.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Scheduler } from './scheduler';

/** Minimum time between two updates, milliseconds. */
const FRAME_MS = 80;
/** The same while a backlog is read. */
const BACKLOG_FRAME_MS = 400;

interface Revision {
  /** Rises when the log grows, at most a dozen times per second. */
  readonly value: ReadonlySignal<number>;
  /** Schedules an update; rarely during a backlog, as painting would take longer than reading. */
  changed(isBacklog: boolean): void;
  /** Publishes pending changes at once. */
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
    // In a turn of its own, after the layout and painting of the frame.
    else scheduler.soon(publish);
  };
  return {
    value,
    publish,
    changed(isBacklog) {
      if (isWaiting || (isBacklog && scheduler.now() - publishedAt <= BACKLOG_FRAME_MS)) return;
      isWaiting = true;
      // The first change is shown soon, outside of a turn of reading. A flood is shown 12 times per second; in a
      // hidden panel, nothing.
      if (!scheduler.isHidden() && scheduler.now() - publishedAt >= FRAME_MS) scheduler.soon(publish);
      else scheduler.nextPaint(publishWhenDue);
    },
  };
}
