// The pace of a stream: what rules of time remember, a few numbers for each stream, changed in place by the version
// that owns them. An event that comes at an ordinary moment costs two comparisons.
import type { JsonObject } from '@/lib/agui/json';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { type ChunkedList, emptyList, pushed, replaced } from '@/lib/model/list';
import { type Draft, draftOf, Owner } from '@/lib/model/owner';

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
export interface Pace {
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

const NEW: Pace = Object.freeze({
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
export type Beat =
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
export type Look<S> = (state: S, logged: LoggedEvent, beat: Beat, pace: Pace) => void;

/** The paces of all streams. */
export interface Paces {
  nodes: ChunkedList<Pace>;
  owner: Owner;
  /** The node of the newest event, while it may be changed. */
  current: Draft<Pace> | undefined;
  currentIndex: number;
}

/** No stream seen. */
export function emptyPaces(): Paces {
  return { nodes: emptyList(), owner: new Owner(), current: undefined, currentIndex: -1 };
}

/** Paces that share everything with others; neither changes what both see from here on. */
export function forkPaces(paces: Paces): Paces {
  paces.owner = new Owner();
  paces.current = undefined;
  return { nodes: paces.nodes, owner: new Owner(), current: undefined, currentIndex: -1 };
}

/** The pace of a stream. */
export function paceOf({ nodes }: Paces, { index }: Stream): Pace {
  return nodes.at(index) ?? NEW;
}

function editPace(paces: Paces, index: number): Draft<Pace> {
  if (paces.currentIndex === index && paces.current !== undefined) return paces.current;
  const { owner } = paces;
  while (paces.nodes.length <= index) paces.nodes = pushed(paces.nodes, owner.add({ ...NEW }), owner);
  const node = paces.nodes.at(index) ?? NEW;
  const draft = draftOf(owner, node);
  if (draft !== node) paces.nodes = replaced(paces.nodes, index, draft, owner);
  paces.current = draft;
  paces.currentIndex = index;
  return draft;
}

function countNulls(pace: Draft<Pace>, event: JsonObject): void {
  for (const key in event) {
    if (event[key] !== null || FREE.has(key)) continue;
    pace.nulls = { ...pace.nulls, [key]: (pace.nulls?.[key] ?? 0) + 1 };
  }
}

function startBurst(pace: Draft<Pace>, { timeMs, seq }: LoggedEvent): void {
  pace.burstMs = timeMs;
  pace.burstSeq = seq;
  pace.burstEvents = 0;
  pace.firstStamp = undefined;
  pace.lastStamp = undefined;
}

function noteBurst(pace: Draft<Pace>, logged: LoggedEvent): Beat | undefined {
  pace.burstEvents++;
  const stamp = logged.event?.['timestamp'];
  const before = pace.lastStamp;
  if (typeof stamp === 'number') {
    pace.firstStamp ??= stamp;
    pace.lastStamp = Math.max(stamp, before ?? stamp);
  }
  const isEnd = logged.type === 'RUN_FINISHED';
  if (pace.burstEvents < BURST_EVENTS || pace.firstStamp === undefined) {
    return isEnd && pace.burstEvents >= BURST_EVENTS ? { kind: 'burst', spreadMs: 0 } : undefined;
  }
  const spreadMs = (pace.lastStamp ?? 0) - pace.firstStamp;
  return isEnd || spreadMs >= SPREAD_MS ? { kind: 'burst', spreadMs } : undefined;
}

/** Takes note of an event, and lets somebody look where it is worth it. A gap is shown with the pace before the event. */
export function noteEvent<S>(paces: Paces, logged: LoggedEvent, look: Look<S>, state: S): void {
  const { timeMs, record, seq, type, event, raw } = logged;
  const pace = editPace(paces, logged.stream.index);
  const gapMs = timeMs - pace.lastMs;
  if (gapMs >= GAP_MS) look(state, logged, { kind: 'gap', gapMs, reads: record - pace.lastRecord }, pace);
  if (record !== pace.lastRecord && gapMs >= 0) {
    // A mean that one long gap cannot move: it is to say what is usual.
    const usual = pace.gaps < 20 ? gapMs : Math.min(gapMs, pace.meanMs * 4 + 1);
    pace.gaps++;
    pace.meanMs += (usual - pace.meanMs) / Math.min(pace.gaps, 100);
    if (gapMs >= GAP_MS && gapMs > pace.stallMs) pace.stallMs = gapMs;
  }
  if (!(timeMs - pace.burstMs <= BURST_MS)) startBurst(pace, logged);
  const burst = noteBurst(pace, logged);
  if (burst !== undefined) look(state, logged, burst, pace);
  if (event !== undefined) countNulls(pace, logged.original ?? event);
  if (type === 'STATE_SNAPSHOT') {
    const wasLoad = pace.snapshotUnits >= SNAPSHOT_UNITS && pace.snapshots >= SNAPSHOTS;
    pace.snapshots++;
    pace.snapshotUnits += raw.length;
    const isLoad = pace.snapshotUnits >= SNAPSHOT_UNITS && pace.snapshots >= SNAPSHOTS;
    if (isLoad && !wasLoad) look(state, logged, { kind: 'snapshots' }, pace);
  }
  pace.lastMs = timeMs;
  pace.lastRecord = record;
  pace.lastSeq = seq;
  pace.lastType = type;
}
