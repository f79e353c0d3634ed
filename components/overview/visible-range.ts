// The shown part of the time, and its events.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Timeline } from '@/lib/core/metrics/timeline';
import type { EventRows } from '@/lib/panel/event-rows';
import type { Session } from '@/lib/panel/session';

const ZOOM = 1.3;
const PAN = 0.15;
const SPAN_MIN_MS = 2;

/** Times of the timeline, milliseconds. */
export interface Part {
  readonly fromMs: number;
  readonly toMs: number;
}

/** At least a few milliseconds, within the ends; undefined for everything. */
function clamped({ fromMs, toMs }: Part, totalMs: number): Part | undefined {
  const span = Math.max(toMs - fromMs, SPAN_MIN_MS);
  if (span >= totalMs) return undefined;
  const from = Math.min(Math.max(fromMs, 0), totalMs - span);
  return { fromMs: from, toMs: from + span };
}

/** First of the events with the same time. */
function firstAt(timeline: Timeline, seq: number): number {
  let first = seq;
  while (first > 0 && timeline.shownOf(first - 1) === timeline.shownOf(seq)) first--;
  return first;
}

function rangeOf(timeline: Timeline, part: Part | undefined): EventRows['range']['value'] {
  if (part === undefined) return undefined;
  const last = timeline.seqAt(part.toMs);
  const at = timeline.seqAt(part.fromMs);
  const from = timeline.shownOf(at) < part.fromMs ? at + 1 : firstAt(timeline, at);
  return { from: Math.min(from, last), to: last };
}

export interface PartState extends Part {
  readonly totalMs: number;
  readonly chosen: ReadonlySignal<Part | undefined>;
  show(part: Part | undefined): void;
  /** Zooms in (1) or out (-1) around a time. */
  zoom(direction: 1 | -1, atMs?: number): void;
  /** Pans to the left (-1) or right (1). */
  pan(direction: number): void;
}

/** Initially the whole timeline, or its part since the last page load if earlier events are hidden. */
export function usePart(session: Session, timeline: Timeline): PartState {
  const chosen = useSignal<Part | undefined>(undefined);
  useEffect(() => {
    chosen.value = undefined;
  }, [session]);
  const totalMs = Math.max(timeline.totalMs, 1);
  const since = session.list.since.value;
  const startMs = since === 0 ? 0 : timeline.shownOf(since);
  const { fromMs, toMs } = chosen.value ?? { fromMs: startMs, toMs: totalMs };
  const show = (part: Part | undefined) => {
    chosen.value = part === undefined ? undefined : clamped(part, totalMs);
    session.list.range.value = rangeOf(timeline, chosen.value);
  };
  return {
    fromMs,
    toMs,
    totalMs,
    chosen,
    show,
    zoom(direction, atMs = (fromMs + toMs) / 2) {
      const by = direction === 1 ? 1 / ZOOM : ZOOM;
      show({ fromMs: atMs - (atMs - fromMs) * by, toMs: atMs + (toMs - atMs) * by });
    },
    pan(direction) {
      const by = (toMs - fromMs) * PAN * direction;
      if (chosen.value !== undefined) show({ fromMs: fromMs + by, toMs: toMs + by });
    },
  };
}
