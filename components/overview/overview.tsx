// The overview above the list. A selected part filters the list.
import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { formatMs, formatSize } from '@/lib/core/json/format';
import { isAboveInfo } from '@/lib/core/lint/order';
import { lastEndOf, tokensOf } from '@/lib/core/metrics/run-figures';
import { LANES, Timeline } from '@/lib/core/metrics/timeline';
import type { Session } from '@/lib/panel/session';
import { useWorkspace } from '../app/context';
import { callMenu } from '../menus/call-menu';
import { runMenu } from '../menus/run-menu';
import { AgentLegend } from '../shared/agent-tag';
import { TEXTS } from '../texts';
import { handleKey } from '../ui/keys';
import { useContextMenu } from '../ui/menu';
import { useSize } from '../ui/use-size';
import { BARS_MAX, barsOf, callBarsOf, findingMs, silencesOf } from './bars';
import { HoverLine } from './hover-line';
import {
  type CallBar,
  heightOf,
  type OverviewTrack,
  paintOverview,
  type RunBar,
  tracksOf,
} from './overview-paint';
import { type PointerState, usePointer } from './pointer';
import { ticksOf } from './ticks';
import { barAt, Tip } from './tip';
import { type Part, type PartState, usePart } from './visible-range';

const BAR_WIDTH = 2;
const NEWS_MS = 200;
/** Panels that show only runs (STRIP), or runs, steps and calls (LOW). */
const STRIP = '(max-height: 360px), (max-height: 560px) and (max-width: 480px)';
const LOW = '(max-height: 560px)';
/** Width from which tracks have names and subagents have lanes, pixels. */
const WIDE_FROM = 480;

/** Changes with the log, throttled. */
function useThrottledRevision(session: Session): ReadonlySignal<number> {
  const revision = useSignal(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      session.reading.revision.value;
      timer ??= setTimeout(() => {
        timer = undefined;
        revision.value++;
      }, NEWS_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session]);
  return revision;
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

/** Kinds of tracks: only runs; without counts of events; all. */
type Detail = 'runs' | 'bars' | 'all';

interface PictureParts {
  readonly session: Session;
  readonly timeline: Timeline;
  readonly part: PartState;
  readonly bars: ReturnType<typeof barsOf> & {
    readonly runs: readonly RunBar[];
    readonly calls: readonly CallBar[];
  };
  readonly width: number;
  readonly isWide: boolean;
  readonly detail: Detail;
}

function stripOf({ runs }: PictureParts['bars']): PictureParts['bars'] {
  return { runs: runs.map((run) => ({ ...run, row: 0 })), steps: [], calls: [] };
}

/** Repaints on changes; returns the tracks. */
function usePicture(
  canvas: RefObject<HTMLCanvasElement | null>,
  parts: PictureParts,
): readonly OverviewTrack[] {
  const { session, timeline, width, detail, isWide } = parts;
  const isStrip = detail === 'runs';
  const { fromMs, toMs } = parts.part;
  const theme = useTheme();
  const bars = isStrip ? stripOf(parts.bars) : parts.bars;
  const counted = isStrip ? [] : timeline.counts(fromMs, toMs, Math.max(1, Math.floor(width / BAR_WIDTH)));
  const lanes = counted.filter(
    ({ lane, isSubagent, isEmpty, counts }) =>
      !isEmpty &&
      (detail === 'all' || (lane === 'tool' && !isSubagent)) &&
      (!isSubagent || (isWide && counts.some((count) => count > 0))),
  );
  const ticks = isStrip || width === 0 ? [] : ticksOf(timeline, parts.part, width);
  theme.value;
  const findings = isStrip
    ? []
    : session.findings.listed
        // Painted with the next revision, not with each finding.
        .peek()
        .filter((finding) => finding.seq < timeline.length && isAboveInfo(finding))
        .slice(0, BARS_MAX)
        .map((finding) => ({
          atMs: findingMs(finding, timeline, session.log),
          severity: finding.severity,
        }));
  const tracks = tracksOf({ ...bars, lanes, ticks, findings });
  const cursor = session.cursor.at.value;
  useLayoutEffect(() => {
    if (canvas.current === null || width === 0) return;
    const cursorMs = timeline.shownOf(cursor === 'live' ? timeline.length - 1 : cursor);
    const silences = silencesOf(timeline, bars.runs);
    const picture = { fromMs, toMs, ...bars, lanes, ticks, silences, findings, tracks, cursorMs };
    paintOverview(canvas.current, picture, { width, height: heightOf(tracks) });
  });
  return tracks;
}

/** Above the picture: dragging does not repaint it. */
function DragBox({ pointer: { drag }, part: { fromMs, toMs } }: { pointer: PointerState; part: PartState }) {
  if (drag.value === undefined) return null;
  const share = (ms: number) => `${(((ms - fromMs) / Math.max(toMs - fromMs, 1)) * 100).toFixed(3)}%`;
  const width = share(drag.value.toMs - drag.value.fromMs + fromMs);
  return <div class="overview-drag" style={{ left: share(drag.value.fromMs), width }} />;
}

/** In a low panel the list and the views get the height. */
function useDetail(): ReadonlySignal<Detail> {
  const detail = useSignal<Detail>('all');
  useEffect(() => {
    const [strip, low] = [matchMedia(STRIP), matchMedia(LOW)];
    const look = () => {
      detail.value = strip.matches ? 'runs' : low.matches ? 'bars' : 'all';
    };
    look();
    for (const query of [strip, low]) query.addEventListener('change', look);
    return () => {
      for (const query of [strip, low]) query.removeEventListener('change', look);
    };
  }, []);
  return detail;
}

export function Overview() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
  const openMenu = useContextMenu();
  const timeline = useMemo(() => new Timeline(session.log, session.names.subagent), [session]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const isWide = useSignal(false);
  const width = useSignal(0);
  useSize(box, ({ clientWidth }) => {
    isWide.value = clientWidth >= WIDE_FROM;
  });
  useSize(slider, ({ clientWidth }) => {
    width.value = clientWidth;
  });
  const revision = useThrottledRevision(session);
  const bars = useComputed(() => {
    revision.value;
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
  const detail = useDetail().value;
  const isStrip = detail === 'runs';
  const pointer = usePointer(session, timeline, { part, canvas });
  const tracks = usePicture(canvas, {
    session,
    timeline,
    part,
    bars,
    width: width.value,
    isWide: isWide.value,
    detail,
  });
  const text = useShownText(session, timeline, part);
  return (
    <div class="overview" ref={box}>
      <div class="overview-picture">
        {isWide.value && !isStrip && <Gutter tracks={tracks} />}
        <div
          ref={slider}
          role="slider"
          tabIndex={0}
          aria-label={TEXTS.overview.overview}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((part.fromMs / part.totalMs) * 100)}
          aria-valuetext={text}
          aria-description={TEXTS.overview.overviewHint}
          onPointerDown={pointer.onPointerDown}
          onPointerMove={pointer.onPointerMove}
          onPointerLeave={pointer.onPointerLeave}
          onWheel={pointer.onWheel}
          onContextMenu={(event) => {
            const place = pointer.place.value;
            if (place === undefined) return;
            const { run, call } = barAt(session, { tracks, bars }, place);
            if (run !== undefined) openMenu(event, runMenu(workspace, run));
            if (call !== undefined) openMenu(event, callMenu(workspace, call));
          }}
          onDblClick={() => part.show(undefined)}
          onKeyDown={(event) => overviewKey(event, part)}
        >
          <canvas ref={canvas} style={{ height: `${heightOf(tracks)}px` }} />
          <HoverLine timeline={timeline} part={part} />
          <DragBox pointer={pointer} part={part} />
          <Tip at={pointer.place} width={width.value} timeline={timeline} tracks={tracks} bars={bars} />
        </div>
      </div>
      {!isStrip && <AgentLegend />}
      {session.list.range.value !== undefined && (
        <p class="overview-part">
          <span class="dim" title={text}>
            {text}
          </span>
          <button
            type="button"
            onClick={() => {
              part.show(undefined);
              // Keeps the keyboard in the overview when the button is removed.
              slider.current?.focus();
            }}
          >
            {TEXTS.overview.overviewReset}
          </button>
        </p>
      )}
    </div>
  );
}

function Gutter({ tracks }: { tracks: readonly OverviewTrack[] }) {
  const nameOf = ({ kind, lane }: OverviewTrack): string => {
    if (kind === 'ruler') return '';
    if (lane === undefined || kind === 'calls')
      return TEXTS.overview.tracks[kind === 'lane' ? 'other' : kind];
    return lane.isSubagent ? lane.lane : TEXTS.overview.tracks[toLane(lane.lane)];
  };
  return (
    <div class="overview-gutter" aria-hidden="true">
      {tracks.map((track, index) => (
        <span
          key={index}
          title={nameOf(track)}
          style={{ top: `${track.top}px`, height: `${track.height}px` }}
        >
          {nameOf(track)}
        </span>
      ))}
    </div>
  );
}

function toLane(name: string): (typeof LANES)[number] {
  return LANES.find((lane) => lane === name) ?? 'other';
}

function useShownText(session: Session, timeline: Timeline, { fromMs, toMs }: Part): string {
  const range = session.list.range.value;
  const figures = useMemo(() => figuresOf(session, range), [session, range]);
  if (range === undefined) return TEXTS.overview.overviewAll(timeline.length);
  return TEXTS.overview.overviewPart({
    from: range.from,
    to: range.to,
    time: formatMs(timeline.elapsedAt(toMs) - timeline.elapsedAt(fromMs)),
    ...figures,
  });
}

/** Tokens of the runs that end in the range. */
function figuresOf({ log, models }: Session, range: { from: number; to: number } | undefined) {
  let [size, tokens] = [0, 0];
  if (range === undefined) return { size: '', tokens };
  for (let seq = range.from; seq <= range.to; seq++) size += log.lengthOf(seq);
  for (const run of models.newest().runs)
    if (run.endSeq !== undefined && run.endSeq >= range.from && run.endSeq <= range.to)
      tokens += tokensOf(run, 'outputTokens') ?? 0;
  return { size: formatSize(size), tokens };
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
