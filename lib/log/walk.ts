// A log that forgets: every event once, in order, with the boundaries between them, and nothing kept. For files that
// are larger than memory.
import { decodeInto } from '@/lib/log/decoding';
import { toLogged, WHOLE } from '@/lib/log/event-table';
import type { LogOptions } from '@/lib/log/log';
import { RecordReader } from '@/lib/log/record-reader';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/log/types';
import type { CapturedRecord } from '@/lib/wire/records';

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
export function createWalk(batches: Iterable<Batch>, { dialect }: LogOptions = {}): Walk {
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
  const reader = new RecordReader(sink, dialect);
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

/** Folds steps, one state after the other; `until` is the last event that counts. */
export function foldSteps<S>(fold: Fold<S>, steps: Iterable<Step>, until = Number.POSITIVE_INFINITY): S {
  let state = fold.init();
  for (const step of steps) {
    if ('boundary' in step) {
      if (step.boundary.beforeSeq > until) break;
      state = fold.boundary?.(state, step.boundary) ?? state;
      continue;
    }
    if (step.event.seq > until) break;
    state = fold.step(state, step.event);
    if (step.event.seq % FORK_EVERY === 0) state = fold.fork(state);
  }
  return fold.fork(state);
}
