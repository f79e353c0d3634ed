// Timing of streams, for rules about time: a few numbers per stream, changed in place by the version that owns them.
// An event at an ordinary moment costs two comparisons.
import { isEventType, isThinkingType } from '@/lib/core/agui/events';
import type { JsonObject } from '@/lib/core/json/json';
import { type ChunkedList, emptyList, pushed, replaced } from '@/lib/core/json/list';
import { type Draft, draftOf, Owner } from '@/lib/core/json/owner';
import { type DeltaPairs, isCumulative, NO_DELTAS, noteDeltas } from '@/lib/core/lint/delta-pairs';
import { heldMs } from '@/lib/core/log/held-spans';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';

/** Minimum gap for rules, in milliseconds: users notice about two seconds. */
const GAP_MS = 2_000;
/** Maximum duration of a burst, in milliseconds: one or two reads of the page. */
const BURST_MS = 50;
/** Minimum number of events of a burst: agents send a few together. */
const BURST_EVENTS = 10;
/** Minimum difference of timestamps in a burst, in milliseconds: its events were not sent together. */
export const SPREAD_MS = 2_000;
/** Total units of a stream's state snapshots that are a load on the app. */
const SNAPSHOT_UNITS = 1_000_000;
/** Minimum number of such snapshots: a large state has to be sent once. */
const SNAPSHOTS = 5;

/** Top-level fields that may be null. */
const FREE: ReadonlySet<string> = new Set(['snapshot', 'value', 'event']);

export interface StreamTiming extends DeltaPairs {
  readonly lastMs: number;
  readonly lastRecord: number;
  readonly lastSeq: number;
  readonly lastType: string;
  /** Number of gaps between reads, and their mean, with outliers capped. */
  readonly gaps: number;
  readonly meanMs: number;
  readonly stallMs: number;
  /** The current burst: its time and first event, its number of events, and the first and last timestamp. */
  readonly burstMs: number;
  readonly burstSeq: number;
  readonly burstEvents: number;
  readonly firstStamp: number | undefined;
  readonly lastStamp: number | undefined;
  readonly nulls: Readonly<Record<string, number>> | undefined;
  readonly snapshots: number;
  readonly snapshotUnits: number;
  /** Number of snapshots without changes, and the units of their frames. */
  readonly unchanged: number;
  readonly unchangedUnits: number;
  /** Units of all frames. */
  readonly units: number;
  /** True if any event had a known type, as sent. */
  readonly hasKnown: boolean;
  /** The type of the newest event as sent. */
  readonly lastSpelling: string;
}

const NEW: StreamTiming = Object.freeze({
  ...NO_DELTAS,
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
  unchanged: 0,
  unchangedUnits: 0,
  units: 0,
  hasKnown: false,
  lastSpelling: '',
});

export type TimingSignal =
  | {
      readonly kind: 'gap';
      readonly gapMs: number;
      /** Number of reads between the previous event and this one: 1 if no bytes arrived in between. */
      readonly reads: number;
    }
  | {
      readonly kind: 'burst';
      readonly spreadMs: number;
    }
  | { readonly kind: 'snapshots' }
  | {
      /** All deltas of a message or call arrive twice. */
      readonly kind: 'doubled';
    }
  | {
      /** Each delta of a message or call repeats the text so far. */
      readonly kind: 'cumulative';
    };

/** The newest event, for sentences: an unreadable frame has no type. */
export function lastEventName({ lastSeq, lastType }: StreamTiming): string {
  return lastType === '' ? `the unreadable frame ${lastSeq}` : `event ${lastSeq} (${lastType})`;
}

export type OnTiming<S> = (state: S, logged: LoggedEvent, signal: TimingSignal, timing: StreamTiming) => void;

export interface StreamTimings {
  nodes: ChunkedList<StreamTiming>;
  owner: Owner;
  /** The timing of the newest event's stream, while it may be changed. */
  current: Draft<StreamTiming> | undefined;
  currentIndex: number;
}

export function emptyTimings(): StreamTimings {
  return { nodes: emptyList(), owner: new Owner(), current: undefined, currentIndex: -1 };
}

/** Forks: both sides share everything, and neither changes shared nodes. */
export function forkTimings(timings: StreamTimings): StreamTimings {
  timings.owner = new Owner();
  timings.current = undefined;
  return { nodes: timings.nodes, owner: new Owner(), current: undefined, currentIndex: -1 };
}

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

export function noteUnchanged(timings: StreamTimings, { stream, raw }: LoggedEvent): void {
  const timing = editTiming(timings, stream.index);
  timing.unchanged++;
  timing.unchangedUnits += raw.length;
}

/** Records an event, and calls `look` at moments to be checked. For a gap, the timing is that before the event. */
export function noteEvent<S>(timings: StreamTimings, logged: LoggedEvent, look: OnTiming<S>, state: S): void {
  const { timeMs, record, seq, type, event, raw } = logged;
  const timing = editTiming(timings, logged.stream.index);
  const gapMs = timeMs - timing.lastMs - heldMs(logged.stream, timing.lastMs, timeMs);
  if (gapMs >= GAP_MS) look(state, logged, { kind: 'gap', gapMs, reads: record - timing.lastRecord }, timing);
  if (record !== timing.lastRecord && gapMs >= 0) {
    // Capped: one long gap must not distort the mean.
    const usual = timing.gaps < 20 ? gapMs : Math.min(gapMs, timing.meanMs * 4 + 1);
    timing.gaps++;
    timing.meanMs += (usual - timing.meanMs) / Math.min(timing.gaps, 100);
    if (gapMs >= GAP_MS && gapMs > timing.stallMs) timing.stallMs = gapMs;
  }
  if (!(timeMs - timing.burstMs <= BURST_MS)) startBurst(timing, logged);
  const burst = noteBurst(timing, logged);
  if (burst !== undefined) look(state, logged, burst, timing);
  if (event !== undefined) {
    countNulls(timing, logged.original ?? event);
    // The next event ends a message made of chunks.
    const named = event['messageId'] ?? event['toolCallId'];
    const isEnd =
      /_END$|^RUN_/.test(type) && (named === undefined || named === timing.deltaId) && isCumulative(timing);
    if (isEnd) look(state, logged, { kind: 'cumulative' }, timing);
    if (noteDeltas(timing, { type, seq, event })) look(state, logged, { kind: 'doubled' }, timing);
    if (isEnd) timing.deltaGrowth = -1;
  }
  if (type === 'STATE_SNAPSHOT') {
    const wasLoad = timing.snapshotUnits >= SNAPSHOT_UNITS && timing.snapshots >= SNAPSHOTS;
    timing.snapshots++;
    timing.snapshotUnits += raw.length;
    const isLoad = timing.snapshotUnits >= SNAPSHOT_UNITS && timing.snapshots >= SNAPSHOTS;
    if (isLoad && !wasLoad) look(state, logged, { kind: 'snapshots' }, timing);
  }
  if (!timing.hasKnown) {
    const sent = logged.original?.['type'];
    timing.lastSpelling = typeof sent === 'string' ? sent : type;
    timing.hasKnown = isEventType(timing.lastSpelling) || isThinkingType(timing.lastSpelling);
  }
  timing.units += raw.length;
  timing.lastMs = timeMs;
  timing.lastRecord = record;
  timing.lastSeq = seq;
  timing.lastType = type;
}
