// Reads batches into the log in turns, so that the panel stays responsive.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { Step } from './queue';
import { createQueue } from './queue';
import { createRevision } from './revision';
import { type Scheduler, TURN_MS } from './scheduler';
import { type ReadAgain, readAgain, type SessionSource } from './source';

/** Number of waiting batches up to which more of a file is requested. */
const LOW_WATER = 2;
/** Time after which the list is shown even if a backlog is not read yet, milliseconds. */
const BACKLOG_SHOWN_MS = 1000;

export interface Reading {
  /** Rises when the log grows, at most once per frame. */
  readonly revision: ReadonlySignal<number>;
  /** Number of events that the views may show, as of `revision`. */
  readonly length: ReadonlySignal<number>;
  /** Read share, 0 to 1; undefined while nothing waits. */
  readonly progress: ReadonlySignal<number | undefined>;
  /** With `hasMore`, a backlog follows: it is read before it is folded, and the list starts with its newest rows. */
  append(batches: readonly IncomingBatch[], hasMore?: boolean): void;
  /** Share of a file that was appended, 0 to 1; undefined once complete. */
  expect(share: number | undefined): void;
  /** Resolves when little is waiting, or when reading was stopped. */
  untilLow(): Promise<void>;
  /** Resolves when everything appended so far is read. */
  settled(): Promise<void>;
  /** Publishes changes without a frame, which hidden panels do not get. */
  refresh(): void;
  /** Reads unfinished frames at the end of a file. */
  finish(): void;
  dispose(): void;
  /** Aborted by `dispose`. */
  readonly disposed: AbortSignal;
  readonly isDisposed: boolean;
  readonly source: SessionSource;
  /** All batches read so far, from their storage. Never rejects. */
  again(): Promise<ReadAgain>;
  /** Appended batches that are not in `again` yet. */
  waiting(): readonly IncomingBatch[];
}

export interface Reader {
  /** Number of events read and folded. */
  readonly length: number;
  /** Share of the events read, 0 to 1. */
  readonly foldedShare: number;
  /** Reads one step, yielding so that the caller can keep its time budget. */
  read(step: Step): Iterable<unknown>;
  /** Folds events that were read, until `isTimeUp`; true if all are folded. */
  fold(isTimeUp: () => boolean): boolean;
  finish(): void;
}

export function createReading(reader: Reader, scheduler: Scheduler, source: SessionSource): Reading {
  const queue = createQueue();
  const revision = createRevision(scheduler);
  const progress = signal<number | undefined>(undefined);
  const expected = signal<number | undefined>(undefined);
  const settling: Array<() => void> = [];
  let feeding: Array<() => void> = [];
  let isBusy = false;
  let isFinished = false;
  // True while more of a backlog is expected, or some of it is not folded.
  let isComing = false;
  let isBacklog = false;
  let isFolded = true;
  let beganMs: number | undefined;
  const disposal = new AbortController();
  const { signal: disposed } = disposal;
  // Rest of the current step.
  let pieces: Iterator<unknown> | undefined;

  const settle = (waiting: ReadonlyArray<() => void>) => {
    // A hidden panel has no frames that publish.
    revision.publish();
    for (const resolve of waiting) resolve();
  };

  const turn = () => {
    const from = scheduler.now();
    beganMs ??= from;
    const isTimeUp = () => scheduler.now() >= from + TURN_MS;
    do {
      if (disposed.aborted) break;
      if (pieces === undefined) {
        const step = queue.next();
        pieces = step && reader.read(step)[Symbol.iterator]();
      }
      const isFoldedFirst = !isBacklog || pieces === undefined;
      // Folded directly after reading, events are still decoded.
      if (isFoldedFirst) isFolded = reader.fold(isTimeUp);
      if (pieces === undefined || (isFoldedFirst && !isFolded)) break;
      isFolded = false;
      if (pieces.next().done === true) pieces = undefined;
    } while (!isTimeUp());
    const isReading = pieces !== undefined || !queue.isEmpty;
    isBusy = (isReading || !isFolded) && !disposed.aborted;
    // Between two messages of a backlog there may be nothing to read.
    if (!isBusy && !isComing) isBacklog = false;
    if (queue.length <= LOW_WATER || !isBusy) {
      for (const resolve of feeding) resolve();
      feeding = [];
    }
    progress.value = isBusy ? queue.share * reader.foldedShare : undefined;
    if (isBusy) scheduler.soon(turn);
    else if (isFinished) reader.finish();
    // In a turn of its own: showing the events takes as long as reading them.
    const settled = isBusy ? [] : settling.splice(0);
    if (settled.length > 0) scheduler.soon(() => settle(settled));
    const isEarly = isBacklog && (isReading || isComing) && scheduler.now() - beganMs < BACKLOG_SHOWN_MS;
    if (!isEarly) revision.changed(isBusy || expected.value !== undefined);
  };

  const start = () => {
    if (isBusy) return;
    isBusy = true;
    scheduler.soon(turn);
  };

  return {
    revision: revision.value,
    length: computed(() => {
      revision.value.value;
      return reader.length;
    }),
    progress: computed(() => expected.value ?? progress.value),
    source,
    append(batches, hasMore = false) {
      isComing = hasMore;
      isBacklog ||= hasMore;
      queue.add(batches);
      start();
    },
    expect(share) {
      expected.value = share;
    },
    untilLow: () =>
      isBusy && queue.length > LOW_WATER
        ? new Promise((resolve) => feeding.push(resolve))
        : Promise.resolve(),
    settled() {
      const settled = new Promise<void>((resolve) => settling.push(resolve));
      if (!isBusy) settle(settling.splice(0));
      return settled;
    },
    refresh: revision.publish,
    finish() {
      isFinished = true;
      start();
      // Appended data counts as read until its turn.
      progress.value ??= queue.share * reader.foldedShare;
    },
    dispose() {
      disposal.abort();
    },
    disposed,
    get isDisposed() {
      return disposed.aborted;
    },
    again: () => readAgain(source, () => ({ count: queue.read, id: queue.lastId })),
    waiting: queue.waiting,
  };
}
