// The overview above the list: everything at one look; a part of it can be chosen, and the list follows.
import { effect, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Model, Run } from '@/lib/model/types';
import type { EventRows } from '@/lib/session/event-rows';
import type { Session } from '@/lib/session/session';
import { Timeline } from '@/lib/timeline/timeline';
import { useSession } from '../context';
import { formatMs } from '../format';
import { TEXTS } from '../texts';
import { type Bar, overviewHeight, paintOverview } from './overview-paint';

const PART_WIDTH = 2;
const ZOOM = 1.3;
const PAN = 0.15;
/** A pointer that moved less has clicked, pixels. */
const CLICK = 4;
/** More bars than this are not told apart anyway. */
const BARS_MAX = 2_000;
const SPAN_MIN_MS = 2;
const NEWS_MS = 200;
/** Subagents have lanes of their own from this width on: a narrow panel is short of height too, pixels. */
const SUBAGENTS_FROM = 480;

interface View {
  readonly fromMs: number;
  readonly toMs: number;
}

const RUN_COLORS: Readonly<Record<Run['status'], string>> = {
  running: '--accent',
  success: '--ok',
  interrupted: '--c-activity',
  cancelled: '--dim',
  error: '--error',
  truncated: '--error',
  aborted: '--warning',
  failed: '--error',
};

function barsOf(model: Model, timeline: Timeline): { readonly runs: Bar[]; readonly steps: Bar[] } {
  const runs: Bar[] = [];
  const steps: Bar[] = [];
  const end = (seq: number | undefined) => timeline.shownOf(seq ?? timeline.length - 1);
  for (let at = Math.max(0, model.runs.length - BARS_MAX); at < model.runs.length; at++) {
    const run = model.runs.at(at);
    if (run?.startSeq === undefined) continue;
    // A run that was cut ends with its last event, not with everything.
    const last = run.endSeq ?? (run.status === 'running' ? undefined : run.startSeq + run.events - 1);
    runs.push({
      fromMs: timeline.shownOf(run.startSeq),
      toMs: end(last),
      label: run.runId,
      color: RUN_COLORS[run.status],
    });
    for (const step of run.steps) {
      if (steps.length >= BARS_MAX) break;
      const color = step.subagentRunId === undefined ? '--c-step' : '--c-subagent';
      steps.push({
        fromMs: timeline.shownOf(step.startSeq),
        toMs: end(step.endSeq ?? last),
        label: step.name,
        color,
      });
    }
  }
  return { runs, steps };
}

/** Silences that were shortened: those in the middle of a run are stalls, the others only nobody's turn. */
function silencesOf(timeline: Timeline, runs: readonly Bar[]): readonly { atMs: number; isStall: boolean }[] {
  let run = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return timeline.breaks.slice(-BARS_MAX).map(({ seq }) => {
    const atMs = timeline.shownOf(seq);
    // Runs are in the order of their beginnings; what begins before a silence and ends after it goes on through it.
    for (let bar = runs[run]; bar !== undefined && bar.fromMs < atMs; bar = runs[++run])
      openUntil = Math.max(openUntil, bar.toMs);
    return { atMs, isStall: openUntil >= atMs };
  });
}

/** The whole of it, or a part; never less than a few milliseconds, never beyond the ends. */
function clamped(view: View, totalMs: number): View | undefined {
  const span = Math.max(view.toMs - view.fromMs, SPAN_MIN_MS);
  if (span >= totalMs) return undefined;
  const fromMs = Math.min(Math.max(view.fromMs, 0), totalMs - span);
  return { fromMs, toMs: fromMs + span };
}

/** Counts up when something came, but not more often than anybody could see in a small picture. */
function useNewsNowAndThen(session: Session, news: Signal<number>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      session.reading.revision.value;
      timer ??= setTimeout(() => {
        timer = undefined;
        news.value++;
      }, NEWS_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session]);
}

/** The overview of the session on screen. */
export function Overview() {
  const session = useSession();
  const timeline = useMemo(() => new Timeline(session.log), [session]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  const view = useSignal<View | undefined>(undefined);
  const drag = useSignal<View | undefined>(undefined);
  const theme = useSignal(0);
  const news = useSignal(0);
  useNewsNowAndThen(session, news);
  const bars = useComputed(() => {
    news.value;
    timeline.advance();
    return barsOf(session.models.newest(), timeline);
  });

  useEffect(() => {
    view.value = undefined;
  }, [session]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      width.value = element.clientWidth;
    });
    observer.observe(element);
    const themes = new MutationObserver(() => theme.value++);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      themes.disconnect();
    };
  }, []);

  const { runs, steps } = bars.value;
  const totalMs = Math.max(timeline.totalMs, 1);
  const isWide = width.value >= SUBAGENTS_FROM;
  const startMs = session.list.since.value === 0 ? 0 : timeline.shownOf(session.list.since.value);
  const { fromMs, toMs } = view.value ?? { fromMs: startMs, toMs: totalMs };
  const lanes = timeline
    .counts(fromMs, toMs, Math.max(1, Math.floor(width.value / PART_WIDTH)))
    .filter(({ isSubagent, counts }) => !isSubagent || (isWide && counts.some((count) => count > 0)));
  const height = overviewHeight(lanes, steps.length > 0);
  theme.value;
  const cursor = session.cursor.at.value;

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || width.value === 0) return;
    const picture = {
      fromMs,
      toMs,
      runs,
      steps,
      lanes,
      silences: silencesOf(timeline, runs),
      findings: session.findings.listed
        .peek()
        .filter(({ seq }) => seq >= 0)
        .slice(0, BARS_MAX)
        .map(({ seq, severity }) => ({ atMs: timeline.shownOf(seq), severity })),
      cursorMs: timeline.shownOf(cursor === 'live' ? timeline.length - 1 : cursor),
      ...(drag.value !== undefined && { drag: drag.value }),
    };
    paintOverview(element, picture, { width: width.value, height });
  });

  const show = (next: View | undefined) => {
    const found = next === undefined ? undefined : clamped(next, totalMs);
    view.value = found;
    session.list.range.value = rangeOf(timeline, found);
  };
  const zoom = (by: number, at = (fromMs + toMs) / 2) =>
    show({ fromMs: at - (at - fromMs) * by, toMs: at + (toMs - at) * by });
  const pan = (share: number) => {
    const by = (toMs - fromMs) * share;
    if (view.value !== undefined) show({ fromMs: fromMs + by, toMs: toMs + by });
  };
  const msAt = (clientX: number) => {
    const rect = canvas.current?.getBoundingClientRect();
    const share = rect === undefined ? 0 : (clientX - rect.left) / Math.max(rect.width, 1);
    return fromMs + Math.min(Math.max(share, 0), 1) * (toMs - fromMs);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    const element = event.currentTarget;
    const start = msAt(event.clientX);
    const startX = event.clientX;
    element.setPointerCapture(event.pointerId);
    element.onpointermove = (move) => {
      const here = msAt(move.clientX);
      if (Math.abs(move.clientX - startX) < CLICK && drag.value === undefined) return;
      drag.value = { fromMs: Math.min(start, here), toMs: Math.max(start, here) };
    };
    const end = (isDone: boolean) => {
      element.onpointermove = null;
      element.onpointerup = null;
      element.onpointercancel = null;
      const chosen = drag.value;
      drag.value = undefined;
      if (!isDone) return;
      if (chosen !== undefined) show(chosen);
      else session.cursor.goTo(timeline.seqAt(start));
    };
    element.onpointerup = () => end(true);
    element.onpointercancel = () => end(false);
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      pan(Math.sign(event.deltaX || event.deltaY) * PAN);
    else zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, msAt(event.clientX));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      w: () => zoom(1 / ZOOM),
      s: () => zoom(ZOOM),
      a: () => pan(-PAN),
      d: () => pan(PAN),
      Escape: () => show(undefined),
    };
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const range = session.list.range.value;
  const shownText =
    range === undefined
      ? TEXTS.overviewAll(timeline.length)
      : TEXTS.overviewPart(range.from, range.to, formatMs(toMs - fromMs));
  return (
    <div class="overview" ref={box}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={TEXTS.overview}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((fromMs / totalMs) * 100)}
        aria-valuetext={shownText}
        title={TEXTS.overviewHint}
        onPointerDown={onPointerDown}
        onWheel={onWheel}
        onDblClick={() => show(undefined)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} style={{ height: `${height}px` }} />
      </div>
      {range !== undefined && (
        <p class="overview-part">
          <span class="dim">{shownText}</span>
          <button
            type="button"
            onClick={() => {
              show(undefined);
              // The button goes, the keyboard stays.
              box.current?.querySelector<HTMLElement>('[role=slider]')?.focus();
            }}
          >
            {TEXTS.overviewReset}
          </button>
        </p>
      )}
    </div>
  );
}

function rangeOf(timeline: Timeline, view: View | undefined): EventRows['range']['value'] {
  if (view === undefined) return undefined;
  const last = timeline.seqAt(view.toMs);
  const at = timeline.seqAt(view.fromMs);
  const from = timeline.shownOf(at) < view.fromMs ? at + 1 : firstAt(timeline, at);
  return { from: Math.min(from, last), to: last };
}

/** The first of the events that came at the same time. */
function firstAt(timeline: Timeline, seq: number): number {
  let first = seq;
  while (first > 0 && timeline.shownOf(first - 1) === timeline.shownOf(seq)) first--;
  return first;
}
