// A log that stores nothing, for files larger than memory: every event and boundary once, in order.
import { decodeInto, toLogged, WHOLE } from '@/lib/core/log/decoding';
import type { Log, LogOptions } from '@/lib/core/log/log';
import { RecordReader } from '@/lib/core/log/record-reader';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/core/log/types';
import type { CapturedRecord } from '@/lib/messages/records';

interface Batch {
  readonly doc: string;
  readonly frameId: number;
  readonly records: readonly CapturedRecord[];
}

/** An event, or a boundary before it. */
export type LogStep = { readonly event: LoggedEvent } | { readonly boundary: Boundary };

export interface LogWalk {
  readonly streams: readonly Stream[];
  /** All steps in order; can be iterated once. */
  steps(): Iterable<LogStep>;
}

export function createWalk(batches: Iterable<Batch>, { dialect, bounds }: LogOptions = {}): LogWalk {
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
  function* drain(): Iterable<LogStep> {
    for (const event of waiting) {
      yield* marksUpTo(event.seq);
      yield { event };
    }
    waiting.length = 0;
    yield* marksUpTo(seq);
  }
  function* marksUpTo(before: number): Iterable<LogStep> {
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

/** The events of a log as seqs, and the boundaries before them, in order. */
export function* seqsAndBoundaries(
  { boundaries, length: all }: Pick<Log, 'boundaries' | 'length'>,
  length = all,
): Iterable<number | Boundary> {
  let next = 0;
  for (let seq = 0; seq <= length; seq++) {
    for (let at = boundaries[next]; at !== undefined && at.beforeSeq <= seq; at = boundaries[++next])
      yield at;
    if (seq < length) yield seq;
  }
}

/** Number of events between two forks, which release replaced nodes. */
const FORK_EVERY = 1024;

/** A fold that keeps only the newest state. */
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

  take(step: LogStep): void {
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
export function foldSteps<S>(fold: Fold<S>, steps: Iterable<LogStep>, until = Number.POSITIVE_INFINITY): S {
  const folding = new Folding(fold);
  for (const step of steps) {
    const at = 'boundary' in step ? step.boundary.beforeSeq : step.event.seq;
    if (at > until) break;
    folding.take(step);
  }
  return folding.state;
}
