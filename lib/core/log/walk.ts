// A log that forgets: every event once, in order, with the boundaries between them, and nothing kept. For files that
// are larger than memory.
import { decodeInto } from '@/lib/core/log/decoding';
import { toLogged, WHOLE } from '@/lib/core/log/event-table';
import type { LogOptions } from '@/lib/core/log/log';
import { RecordReader } from '@/lib/core/log/record-reader';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/core/log/types';
import type { CapturedRecord } from '@/lib/messages/records';

interface Batch {
  readonly doc: string;
  readonly frameId: number;
  readonly records: readonly CapturedRecord[];
}

/** An event, or a boundary before it. */
export type Step = { readonly event: LoggedEvent } | { readonly boundary: Boundary };

/** A walk through batches. */
export interface Walk {
  /** The streams so far. */
  readonly streams: readonly Stream[];
  /** Everything in order; to be asked for once. */
  steps(): Iterable<Step>;
}

/** Walks through batches, decoding each event once. */
export function createWalk(batches: Iterable<Batch>, { dialect, bounds }: LogOptions = {}): Walk {
  const waiting: LoggedEvent[] = [];
  let seq = 0;
  const sink = decodeInto({
    add(stream, decoded, { frame, arrival, isUnjudged, part }) {
      const { raw, binary } = frame;
      const facts = { seq: seq++, ...arrival, stream, raw: part <= 0 || part === WHOLE ? raw : '', binary };
      waiting.push(toLogged(facts, decoded, isUnjudged));
    },
    seq: () => seq,
  });
  const reader = new RecordReader(sink, dialect, bounds);
  let marks = 0;
  function* drain(): Iterable<Step> {
    for (const event of waiting) {
      yield* marksUpTo(event.seq);
      yield { event };
    }
    waiting.length = 0;
    yield* marksUpTo(seq);
  }
  function* marksUpTo(before: number): Iterable<Step> {
    for (
      let boundary = reader.boundaries[marks];
      boundary !== undefined && boundary.beforeSeq <= before;
      boundary = reader.boundaries[++marks]
    ) {
      yield { boundary };
    }
  }
  return {
    streams: reader.streams,
    *steps() {
      for (const batch of batches) {
        reader.append(batch);
        yield* drain();
      }
      reader.finish();
      yield* drain();
    },
  };
}

/** How many events are folded before what they have replaced is let go. */
const FORK_EVERY = 1024;

/** A fold of which only the newest state is kept. */
export class Folding<S> {
  readonly #fold: Fold<S>;
  #state: S;
  #events = 0;

  constructor(fold: Fold<S>) {
    this.#fold = fold;
    this.#state = fold.init();
  }

  /** The newest state; the next step may change it. */
  get state(): S {
    return this.#state;
  }

  /** Folds an event, or a boundary. */
  take(step: Step): void {
    const fold = this.#fold;
    if ('boundary' in step) {
      this.#state = fold.boundary?.(this.#state, step.boundary) ?? this.#state;
      return;
    }
    this.#state = fold.step(this.#state, step.event);
    if (++this.#events % FORK_EVERY === 0) this.#state = fold.fork(this.#state);
  }
}

/** The state after all steps, or after those up to an event. */
export function foldSteps<S>(fold: Fold<S>, steps: Iterable<Step>, until = Number.POSITIVE_INFINITY): S {
  const folding = new Folding(fold);
  for (const step of steps) {
    const at = 'boundary' in step ? step.boundary.beforeSeq : step.event.seq;
    if (at > until) break;
    folding.take(step);
  }
  return folding.state;
}
