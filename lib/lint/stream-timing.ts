// The timing of a stream: what rules of time remember, a few numbers for each stream, changed in place by the version
// that owns them. An event that comes at an ordinary moment costs two comparisons.
import type { JsonObject } from '@/lib/agui/json';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { type ChunkedList, emptyList, pushed, replaced } from '@/lib/values/list';
import { type Draft, draftOf, Owner } from '@/lib/values/owner';

/** Gaps shorter than this are of no interest to any rule, milliseconds: people notice about two seconds. */
export const GAP_MS = 2_000;
/** Events within this time of the first came in one burst, milliseconds: a read or two of the page. */
export const BURST_MS = 50;
/** Fewer events at once are no burst: agents send a few together. */
export const BURST_EVENTS = 10;
/** Times of the server in a burst that lie this far apart were not sent together, milliseconds. */
export const SPREAD_MS = 2_000;
/** State snapshots of a stream that come to this many units in all are a load for the app. */
export const SNAPSHOT_UNITS = 1_000_000;
/** Fewer snapshots than this are none, however large: a big state has to come once. */
export const SNAPSHOTS = 5;

/** Top-level fields that may well be null. */
const FREE: ReadonlySet<string> = new Set(['snapshot', 'value', 'event']);

/** What is remembered of a stream. */
export interface StreamTiming {
  /** The newest event: when it came, in which read, which one it was. */
  readonly lastMs: number;
  readonly lastRecord: number;
  readonly lastSeq: number;
  readonly lastType: string;
  /** Gaps between reads so far, and their mean, without those that were far longer. */
  readonly gaps: number;
  readonly meanMs: number;
  /** The longest gap that was a stall. */
  readonly stallMs: number;
  /** The burst that is going on: when and with which event it began, how many it has, the first and last time of the server. */
  readonly burstMs: number;
  readonly burstSeq: number;
  readonly burstEvents: number;
  readonly firstStamp: number | undefined;
  readonly lastStamp: number | undefined;
  /** Nulls by field. */
  readonly nulls: Readonly<Record<string, number>> | undefined;
  readonly snapshots: number;
  readonly snapshotUnits: number;
}

const NEW: StreamTiming = Object.freeze({
  lastMs: Number.NaN,
  lastRecord: -1,
  lastSeq: -1,
  lastType: '',
  gaps: 0,
  meanMs: 0,
  stallMs: 0,
  burstMs: Number.NEGATIVE_INFINITY,
  burstSeq: -1,
  burstEvents: 0,
  firstStamp: undefined,
  lastStamp: undefined,
  nulls: undefined,
  snapshots: 0,
  snapshotUnits: 0,
});

/** A moment that rules of time look at. */
export type TimingSignal =
  | {
      /** Nothing came for a while. */
      readonly kind: 'gap';
      readonly gapMs: number;
      /** Reads from the event before to this one: 1 where no byte came between. */
      readonly reads: number;
    }
  | {
      /** Many events came at once. */
      readonly kind: 'burst';
      readonly spreadMs: number;
    }
  | { readonly kind: 'snapshots' };

/** Somebody who looks at moments. */
export type OnTiming<S> = (state: S, logged: LoggedEvent, signal: TimingSignal, timing: StreamTiming) => void;

/** The timings of all streams. */
export interface StreamTimings {
  nodes: ChunkedList<StreamTiming>;
  owner: Owner;
  /** The node of the newest event, while it may be changed. */
  current: Draft<StreamTiming> | undefined;
  currentIndex: number;
}

/** No stream seen. */
export function emptyTimings(): StreamTimings {
  return { nodes: emptyList(), owner: new Owner(), current: undefined, currentIndex: -1 };
}

/** Paces that share everything with others; neither changes what both see from here on. */
export function forkTimings(timings: StreamTimings): StreamTimings {
  timings.owner = new Owner();
  timings.current = undefined;
  return { nodes: timings.nodes, owner: new Owner(), current: undefined, currentIndex: -1 };
}

/** The timing of a stream. */
export function timingOf({ nodes }: StreamTimings, { index }: Stream): StreamTiming {
  return nodes.at(index) ?? NEW;
}

function editTiming(timings: StreamTimings, index: number): Draft<StreamTiming> {
  if (timings.currentIndex === index && timings.current !== undefined) return timings.current;
  const { owner } = timings;
  while (timings.nodes.length <= index) timings.nodes = pushed(timings.nodes, owner.add({ ...NEW }), owner);
  const node = timings.nodes.at(index) ?? NEW;
  const draft = draftOf(owner, node);
  if (draft !== node) timings.nodes = replaced(timings.nodes, index, draft, owner);
  timings.current = draft;
  timings.currentIndex = index;
  return draft;
}

function countNulls(timing: Draft<StreamTiming>, event: JsonObject): void {
  for (const key in event) {
    if (event[key] !== null || FREE.has(key)) continue;
    timing.nulls = { ...timing.nulls, [key]: (timing.nulls?.[key] ?? 0) + 1 };
  }
}

function startBurst(timing: Draft<StreamTiming>, { timeMs, seq }: LoggedEvent): void {
  timing.burstMs = timeMs;
  timing.burstSeq = seq;
  timing.burstEvents = 0;
  timing.firstStamp = undefined;
  timing.lastStamp = undefined;
}

function noteBurst(timing: Draft<StreamTiming>, logged: LoggedEvent): TimingSignal | undefined {
  timing.burstEvents++;
  const stamp = logged.event?.['timestamp'];
  const before = timing.lastStamp;
  if (typeof stamp === 'number') {
    timing.firstStamp ??= stamp;
    timing.lastStamp = Math.max(stamp, before ?? stamp);
  }
  const isEnd = logged.type === 'RUN_FINISHED';
  if (timing.burstEvents < BURST_EVENTS || timing.firstStamp === undefined) {
    return isEnd && timing.burstEvents >= BURST_EVENTS ? { kind: 'burst', spreadMs: 0 } : undefined;
  }
  const spreadMs = (timing.lastStamp ?? 0) - timing.firstStamp;
  return isEnd || spreadMs >= SPREAD_MS ? { kind: 'burst', spreadMs } : undefined;
}

/** Takes note of an event, and lets somebody look where it is worth it. A gap is shown with the timing before the event. */
export function noteEvent<S>(timings: StreamTimings, logged: LoggedEvent, look: OnTiming<S>, state: S): void {
  const { timeMs, record, seq, type, event, raw } = logged;
  const timing = editTiming(timings, logged.stream.index);
  const gapMs = timeMs - timing.lastMs;
  if (gapMs >= GAP_MS) look(state, logged, { kind: 'gap', gapMs, reads: record - timing.lastRecord }, timing);
  if (record !== timing.lastRecord && gapMs >= 0) {
    // A mean that one long gap cannot move: it is to say what is usual.
    const usual = timing.gaps < 20 ? gapMs : Math.min(gapMs, timing.meanMs * 4 + 1);
    timing.gaps++;
    timing.meanMs += (usual - timing.meanMs) / Math.min(timing.gaps, 100);
    if (gapMs >= GAP_MS && gapMs > timing.stallMs) timing.stallMs = gapMs;
  }
  if (!(timeMs - timing.burstMs <= BURST_MS)) startBurst(timing, logged);
  const burst = noteBurst(timing, logged);
  if (burst !== undefined) look(state, logged, burst, timing);
  if (event !== undefined) countNulls(timing, logged.original ?? event);
  if (type === 'STATE_SNAPSHOT') {
    const wasLoad = timing.snapshotUnits >= SNAPSHOT_UNITS && timing.snapshots >= SNAPSHOTS;
    timing.snapshots++;
    timing.snapshotUnits += raw.length;
    const isLoad = timing.snapshotUnits >= SNAPSHOT_UNITS && timing.snapshots >= SNAPSHOTS;
    if (isLoad && !wasLoad) look(state, logged, { kind: 'snapshots' }, timing);
  }
  timing.lastMs = timeMs;
  timing.lastRecord = record;
  timing.lastSeq = seq;
  timing.lastType = type;
}
