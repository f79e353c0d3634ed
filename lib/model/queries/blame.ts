// Who wrote this: the events that changed what is at a place of the state, the newest first. Values decide, never what
// an event says it does; what an event says only spares a look at the values. The search goes in steps, because a
// place that was written once, long ago, takes a walk through everything since.
import type { Json } from '@/lib/agui/json';
import { valueAt } from '@/lib/agui/pointer';
import type { Log } from '@/lib/log/log';
import type { Model, Thread } from '@/lib/model/types';
import { isEqualJson } from '@/lib/values/json-draft';
import type { List } from '@/lib/values/list';
import { mayTouch } from '@/lib/values/touches';

/** An event that changed a value. */
export interface Writer {
  readonly seq: number;
  /** What it was: a state event, the state that came with a request before it, or a thread that began or went back. */
  readonly via: 'snapshot' | 'delta' | 'request' | 'run';
  /** Undefined where there was no value. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Where to look. */
export interface BlameSource {
  readonly log: Pick<Log, 'at' | 'typeOf' | 'boundaries'>;
  modelAt(seq: number): Model;
}

/** What is asked about. */
export interface BlameTarget {
  readonly threadId: string;
  readonly pointer: string;
  /** The newest event that counts. */
  readonly seq: number;
}

/** A search that goes backwards. */
export interface WriterSearch {
  /** Writers so far, the newest first. */
  readonly found: readonly Writer[];
  /** True once there are no older ones. */
  readonly isDone: boolean;
  /** Everything after this event was looked at. */
  readonly searchedTo: number;
  /** Looks at some more. */
  step(): void;
}

/** How many possible writers are looked at in one step, once the nearest ones were not enough. */
const CANDIDATES_A_STEP = 8;
/** How many patches are read for them at most. */
const PATCHES_A_STEP = 128;

/** The thread of an id. */
export function threadIn(model: Model, threadId: string): Thread | undefined {
  for (const thread of model.threads) if (thread.threadId === threadId) return thread;
  return undefined;
}

/** How many numbers of a rising list are at most `limit`. */
export function countUpTo(list: Pick<List<number>, 'length' | 'at'>, limit: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list.at(middle) ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isOpening({ kind }: BlameSource['log']['boundaries'][number]): boolean {
  return kind === 'open' || kind === 'request';
}

/** Events before which a request or a stream began, and state events, newest first. */
function candidatesOf(source: BlameSource, thread: Thread | undefined, seq: number) {
  const seqs = thread?.stateSeqs;
  let state = (seqs === undefined ? 0 : countUpTo(seqs, seq)) - 1;
  const { boundaries: marks } = source.log;
  const places = { length: marks.length, at: (index: number) => marks[index]?.beforeSeq };
  let mark = countUpTo(places, seq) - 1;
  const skip = () => {
    for (let fact = marks[mark]; fact !== undefined && !isOpening(fact); fact = marks[--mark]);
  };
  return (): { readonly seq: number; readonly isCertain: boolean } | undefined => {
    skip();
    const byState = state < 0 ? -1 : (seqs?.at(state) ?? -1);
    const byMark = marks[mark]?.beforeSeq ?? -1;
    if (byState < 0 && byMark < 0) return undefined;
    const next = Math.max(byState, byMark);
    if (byState === next) state--;
    while (marks[mark]?.beforeSeq === next) mark--;
    return { seq: next, isCertain: byMark === next };
  };
}

/** Starts to look for the writers of a place. */
export function searchWriters(source: BlameSource, place: BlameTarget): WriterSearch {
  const { threadId, pointer, seq } = place;
  const { log } = source;
  const found: Writer[] = [];
  const stateAt = (at: number) => threadIn(source.modelAt(at), threadId)?.state;
  const valueAfter = (at: number) => valueAt(stateAt(at), pointer);
  const next = candidatesOf(source, threadIn(source.modelAt(seq), threadId), seq);
  // The newest event that was not looked at yet, and the value after it.
  let upTo = seq;
  let valueThen = valueAfter(seq);
  let isDone = seq < 0;
  // The newest candidate nearly always is a writer.
  let size = 1;

  const isWorthALook = (at: number): boolean =>
    log.typeOf(at) !== 'STATE_DELTA' || mayTouch(log.at(at)?.event?.['delta'], pointer);

  const wayOf = (at: number, after: Json | undefined): Writer['via'] => {
    const type = log.typeOf(at);
    const isState = type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA';
    const sent = sentBefore(log, at, threadId);
    if (sent !== undefined && (!isState || !isWorthALook(at) || isEqualJson(valueAt(sent, pointer), after)))
      return 'request';
    if (!isState) return 'run';
    return type === 'STATE_SNAPSHOT' ? 'snapshot' : 'delta';
  };

  /** The writers in (from, to], newest first, where the values at both ends are known. */
  const between = (from: number, to: number, before: Json | undefined, after: Json | undefined): Writer[] => {
    if (isEqualJson(before, after)) return [];
    if (to - from === 1) return [{ seq: to, via: wayOf(to, after), before, after }];
    const middle = (from + to) >> 1;
    const value = valueAfter(middle);
    return [...between(middle, to, value, after), ...between(from, middle, before, value)];
  };

  const step = (): void => {
    if (isDone) return;
    // Asked in rising order, a history goes from one place to the next without starting over.
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
      if (candidate.isCertain || isWorthALook(candidate.seq)) wanted.push(candidate.seq);
    }
    size = Math.min(size * 2, CANDIDATES_A_STEP);
    const start = from ?? -1;
    const places = [start];
    for (const at of wanted.reverse()) {
      if (at - 1 > (places.at(-1) ?? -1)) places.push(at - 1);
      if (at > (places.at(-1) ?? -1)) places.push(at);
    }
    const values = places.map(valueAfter);
    if (upTo > (places.at(-1) ?? -1)) {
      places.push(upTo);
      values.push(valueThen);
    }
    for (let i = places.length - 1; i > 0; i--) {
      found.push(...between(places[i - 1] ?? -1, places[i] ?? -1, values[i - 1], values[i]));
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

/** The state that the newest request of a thread brought right before an event. */
function sentBefore(log: BlameSource['log'], seq: number, threadId: string): Json | undefined {
  const { boundaries: marks } = log;
  const places = { length: marks.length, at: (index: number) => marks[index]?.beforeSeq };
  for (let at = countUpTo(places, seq) - 1; at >= 0; at--) {
    const mark = marks[at];
    if (mark === undefined || mark.beforeSeq !== seq) return undefined;
    const input = mark.kind === 'request' ? mark.input : mark.kind === 'open' ? mark.stream.input : undefined;
    if (input !== undefined && (input['threadId'] ?? '') === threadId) return input['state'];
  }
  return undefined;
}

/** The newest writers of a place, at most `limit`; looks at everything that it takes. */
export function writersOf(source: BlameSource, place: BlameTarget, limit: number): readonly Writer[] {
  const search = searchWriters(source, place);
  while (!search.isDone && search.found.length < limit) search.step();
  return search.found.slice(0, limit);
}

/** The event that a value is from; undefined where nothing was ever there. */
export function lastWriter(source: BlameSource, place: BlameTarget): Writer | undefined {
  return writersOf(source, place, 1)[0];
}
