// Finds the events that changed the value at a path of the state, newest first. Values are compared; the contents of
// events only save comparisons. Runs in steps, because an old value needs a replay.

import { lookup } from '@/lib/core/json/id-map';
import type { Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { valueAt } from '@/lib/core/json/pointer';
import { countUpTo } from '@/lib/core/json/sorted';
import { mayTouch } from '@/lib/core/json/touches';
import type { Log } from '@/lib/core/log/log';
import { requestAt } from '@/lib/core/log/stream-facts';
import { nodeOf } from '@/lib/core/model/nodes';
import type { Model, Thread } from '@/lib/core/model/types';

export interface StateWriter {
  readonly seq: number;
  /** A state event, the state in a request just before the event, or a run that started or rewound the thread. */
  readonly via: 'snapshot' | 'delta' | 'request' | 'run';
  /** Undefined if there was no value. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export interface BlameSource {
  readonly log: Pick<Log, 'at' | 'typeOf' | 'boundaries'>;
  modelAt(seq: number): Model;
}

export interface BlameTarget {
  readonly threadId: string;
  readonly pointer: string;
  /** The newest event to consider. */
  readonly seq: number;
}

interface WriterSearch {
  readonly found: readonly StateWriter[];
  readonly isDone: boolean;
  /** Everything after this event has been searched. */
  readonly searchedTo: number;
  step(): void;
}

/** Number of possible writers per step, after the nearest ones. */
const CANDIDATES_A_STEP = 8;
const PATCHES_A_STEP = 128;

export function threadIn(model: Model, threadId: string): Thread | undefined {
  // An index: there may be as many threads as streams, and each row of a list reads one.
  const { threadById, threads } = nodeOf(model);
  const index = lookup(threadById, threadId);
  return index === undefined ? undefined : threads.at(index);
}

type BoundaryOfLog = BlameSource['log']['boundaries'][number];

/** Number of boundaries up to an event. */
const countBoundaries = ({ boundaries }: BlameSource['log'], seq: number): number =>
  countUpTo({ length: boundaries.length, at: (index) => boundaries[index]?.beforeSeq }, seq);

/** True if a request or stream may change a thread; requests of other threads do not. */
function mayBegin(boundary: BoundaryOfLog, threadId: string): boolean {
  const input = requestAt(boundary);
  if (input !== undefined) return (input['threadId'] ?? '') === threadId;
  return boundary.kind === 'open' || boundary.kind === 'request';
}

/** State events, and events after the beginning of a request or stream, newest first. */
function candidatesOf(source: BlameSource, { threadId, seq }: BlameTarget) {
  const thread = threadIn(source.modelAt(seq), threadId);
  const seqs = thread?.stateSeqs;
  let state = (seqs === undefined ? 0 : countUpTo(seqs, seq)) - 1;
  const { boundaries } = source.log;
  let boundary = countBoundaries(source.log, seq) - 1;
  const skip = () => {
    for (
      let fact = boundaries[boundary];
      fact !== undefined && !mayBegin(fact, threadId);
      fact = boundaries[--boundary]
    );
  };
  return (): { readonly seq: number; readonly isCertain: boolean } | undefined => {
    skip();
    const byState = state < 0 ? -1 : (seqs?.at(state) ?? -1);
    const byBoundary = boundaries[boundary]?.beforeSeq ?? -1;
    if (byState < 0 && byBoundary < 0) return undefined;
    const next = Math.max(byState, byBoundary);
    if (byState === next) state--;
    while (boundaries[boundary]?.beforeSeq === next) boundary--;
    return { seq: next, isCertain: byBoundary === next };
  };
}

export function searchWriters(source: BlameSource, target: BlameTarget): WriterSearch {
  const { threadId, pointer, seq } = target;
  const { log } = source;
  const found: StateWriter[] = [];
  const stateAt = (at: number) => threadIn(source.modelAt(at), threadId)?.state;
  const valueAfter = (at: number) => valueAt(stateAt(at), pointer);
  const next = candidatesOf(source, target);
  // The newest event not searched yet, and the value after it.
  let upTo = seq;
  let valueThen = valueAfter(seq);
  let isDone = seq < 0;
  // The newest candidate is nearly always a writer.
  let size = 1;

  const mayHaveChanged = (at: number): boolean =>
    log.typeOf(at) !== 'STATE_DELTA' || mayTouch(log.at(at)?.event?.['delta'], pointer);

  const wayOf = (at: number, after: Json | undefined): StateWriter['via'] => {
    const type = log.typeOf(at);
    const isState = type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA';
    const sent = sentBefore(log, at, threadId);
    if (sent !== undefined && (!isState || !mayHaveChanged(at) || isEqualJson(valueAt(sent, pointer), after)))
      return 'request';
    if (!isState) return 'run';
    return type === 'STATE_SNAPSHOT' ? 'snapshot' : 'delta';
  };

  /** The writers in (from, to], newest first, given the values at both ends. */
  const between = (
    from: number,
    to: number,
    before: Json | undefined,
    after: Json | undefined,
  ): StateWriter[] => {
    if (isEqualJson(before, after)) return [];
    if (to - from === 1) return [{ seq: to, via: wayOf(to, after), before, after }];
    const middle = (from + to) >> 1;
    const value = valueAfter(middle);
    return [...between(middle, to, value, after), ...between(from, middle, before, value)];
  };

  const step = (): void => {
    if (isDone) return;
    // Ascending, so that the history moves forward instead of restarting.
    const wanted: number[] = [];
    let patches = 0;
    let from: number | undefined;
    while (wanted.length < size && patches < PATCHES_A_STEP) {
      const candidate = next();
      if (candidate === undefined) {
        from = -1;
        break;
      }
      patches++;
      from = candidate.seq - 1;
      if (candidate.isCertain || mayHaveChanged(candidate.seq)) wanted.push(candidate.seq);
    }
    size = Math.min(size * 2, CANDIDATES_A_STEP);
    const start = from ?? -1;
    const stops = [start];
    for (const at of wanted.reverse()) {
      if (at - 1 > (stops.at(-1) ?? -1)) stops.push(at - 1);
      if (at > (stops.at(-1) ?? -1)) stops.push(at);
    }
    const values = stops.map(valueAfter);
    if (upTo > (stops.at(-1) ?? -1)) {
      stops.push(upTo);
      values.push(valueThen);
    }
    for (let i = stops.length - 1; i > 0; i--) {
      found.push(...between(stops[i - 1] ?? -1, stops[i] ?? -1, values[i - 1], values[i]));
    }
    upTo = start;
    valueThen = values[0];
    isDone = start < 0;
  };

  return {
    found,
    get isDone() {
      return isDone;
    },
    get searchedTo() {
      return upTo;
    },
    step,
  };
}

/** The state in the newest request of a thread just before an event. */
function sentBefore(log: BlameSource['log'], seq: number, threadId: string): Json | undefined {
  for (let at = countBoundaries(log, seq) - 1; at >= 0; at--) {
    const boundary = log.boundaries[at];
    if (boundary === undefined || boundary.beforeSeq !== seq) return undefined;
    const input = requestAt(boundary);
    if (input !== undefined && (input['threadId'] ?? '') === threadId) return input['state'];
  }
  return undefined;
}
