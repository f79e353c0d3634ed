// The overview above the list. A selected part filters the list.
import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { formatMs } from '@/lib/core/json/format';
import { Timeline } from '@/lib/core/metrics/timeline';
import { lastEndOf } from '@/lib/panel/run-ending';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { AgentLegend } from '../parts/agent-tag';
import { TEXTS } from '../texts';
import { handleKey } from '../ui/keys';
import { useSize } from '../ui/use-size';
import { BARS_MAX, barsOf, callBarsOf, silencesOf } from './bars';
import { HoverLine } from './hover-line';
import { type CallBar, overviewHeight, paintOverview, runRowsOf } from './overview-paint';
import { type Part, type PartState, usePart } from './part';
import { type PointerState, usePointer } from './pointer';
import { ticksOf } from './ticks';

/** Width of a bar, pixels. */
const BAR_WIDTH = 2;
const NEWS_MS = 200;
/** In a lower panel only runs are shown, pixels. */
const STRIP_BELOW = 360;
/** Width from which subagents have lanes, pixels. */
const SUBAGENTS_FROM = 480;

/** Changes with the log, throttled. */
function useNewsNowAndThen(session: Session): ReadonlySignal<number> {
  const news = useSignal(0);
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
  return news;
}

/** Changes with the theme. */
function useTheme(): ReadonlySignal<number> {
  const theme = useSignal(0);
  useEffect(() => {
    const themes = new MutationObserver(() => theme.value++);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => themes.disconnect();
  }, []);
  return theme;
}

interface PictureParts {
  readonly session: Session;
  readonly timeline: Timeline;
  readonly part: PartState;
  readonly bars: ReturnType<typeof barsOf> & { readonly calls: readonly CallBar[] };
  readonly width: number;
  /** Only runs are drawn. */
  readonly isStrip: boolean;
}

function stripOf({ runs }: PictureParts['bars']): PictureParts['bars'] {
  return { runs: runs.map((run) => ({ ...run, row: 0 })), steps: [], calls: [] };
}

/** Repaints on changes; returns the height. */
function usePicture(canvas: RefObject<HTMLCanvasElement | null>, parts: PictureParts): number {
  const { session, timeline, width, isStrip } = parts;
  const { fromMs, toMs } = parts.part;
  const theme = useTheme();
  const isWide = width >= SUBAGENTS_FROM;
  const bars = isStrip ? stripOf(parts.bars) : parts.bars;
  const counted = isStrip ? [] : timeline.counts(fromMs, toMs, Math.max(1, Math.floor(width / BAR_WIDTH)));
  const lanes = counted.filter(
    ({ isSubagent, counts }) => !isSubagent || (isWide && counts.some((count) => count > 0)),
  );
  const ticks = isStrip || width === 0 ? [] : ticksOf(timeline, parts.part, width);
  const height = overviewHeight(lanes, bars.calls, {
    hasSteps: bars.steps.length > 0,
    runRows: runRowsOf(bars.runs),
    hasRuler: ticks.length > 0,
  });
  theme.value;
  const cursor = session.cursor.at.value;
  useLayoutEffect(() => {
    if (canvas.current === null || width === 0) return;
    const findings = session.findings.listed
      .peek()
      .filter(({ seq }) => seq >= 0)
      .slice(0, BARS_MAX)
      .map(({ seq, severity }) => ({ atMs: timeline.shownOf(seq), severity }));
    const cursorMs = timeline.shownOf(cursor === 'live' ? timeline.length - 1 : cursor);
    const silences = silencesOf(timeline, bars.runs);
    const picture = { fromMs, toMs, ...bars, lanes, ticks, silences, findings, cursorMs };
    paintOverview(canvas.current, picture, { width, height });
  });
  return height;
}

/** The selection, above the picture so that it is not repainted. */
function DragBox({ pointer: { drag }, part: { fromMs, toMs } }: { pointer: PointerState; part: PartState }) {
  if (drag.value === undefined) return null;
  const share = (ms: number) => `${(((ms - fromMs) / Math.max(toMs - fromMs, 1)) * 100).toFixed(3)}%`;
  const width = share(drag.value.toMs - drag.value.fromMs + fromMs);
  return <div class="overview-drag" style={{ left: share(drag.value.fromMs), width }} />;
}

function useIsStrip(): ReadonlySignal<boolean> {
  const isStrip = useSignal(false);
  useEffect(() => {
    const query = matchMedia(`(max-height: ${STRIP_BELOW}px)`);
    const look = () => {
      isStrip.value = query.matches;
    };
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isStrip;
}

export function Overview() {
  const session = useSession();
  const timeline = useMemo(() => new Timeline(session.log), [session]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useSize(box, ({ clientWidth }) => {
    width.value = clientWidth;
  });
  const news = useNewsNowAndThen(session);
  const bars = useComputed(() => {
    news.value;
    timeline.advance();
    const model = session.models.newest();
    return {
      ...barsOf(model, timeline, {
        name: session.names.run,
        end: (run) => lastEndOf(run, session.log),
        agent: (run) => session.agents.of(run.stream),
      }),
      calls: callBarsOf(model, timeline),
    };
  }).value;
  const part = usePart(session, timeline);
  const isStrip = useIsStrip();
  const pointer = usePointer(session, timeline, { part, canvas });
  const height = usePicture(canvas, {
    session,
    timeline,
    part,
    bars,
    width: width.value,
    isStrip: isStrip.value,
  });
  const text = useShownText(session, timeline, part);
  return (
    <div class="overview" ref={box}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={TEXTS.overview.overview}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((part.fromMs / part.totalMs) * 100)}
        aria-valuetext={text}
        title={TEXTS.overview.overviewHint}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerLeave={pointer.onPointerLeave}
        onWheel={pointer.onWheel}
        onDblClick={() => part.show(undefined)}
        onKeyDown={(event) => overviewKey(event, part)}
      >
        <canvas ref={canvas} style={{ height: `${height}px` }} />
        <HoverLine timeline={timeline} part={part} />
        <DragBox pointer={pointer} part={part} />
      </div>
      {!isStrip.value && <AgentLegend />}
      {session.list.range.value !== undefined && (
        <p class="overview-part">
          <span class="dim">{text}</span>
          <button
            type="button"
            onClick={() => {
              part.show(undefined);
              // Keeps the keyboard in the overview when the button is removed.
              box.current?.querySelector<HTMLElement>('[role=slider]')?.focus();
            }}
          >
            {TEXTS.overview.overviewReset}
          </button>
        </p>
      )}
    </div>
  );
}

function useShownText({ list }: Session, timeline: Timeline, { fromMs, toMs }: Part): string {
  const range = list.range.value;
  if (range === undefined) return TEXTS.overview.overviewAll(timeline.length);
  return TEXTS.overview.overviewPart(range.from, range.to, formatMs(toMs - fromMs));
}

function overviewKey(event: KeyboardEvent, part: PartState): void {
  handleKey(event, 'overview', {
    zoomIn: () => part.zoom(1),
    zoomOut: () => part.zoom(-1),
    left: () => part.pan(-1),
    right: () => part.pan(1),
    all: () => part.show(undefined),
  });
}
