// Paints the overview on a canvas: runs and steps, event density, calls, silences, findings, cursor.
import type { Severity } from '@/lib/core/lint/types';
import type { LaneCounts } from '@/lib/core/metrics/timeline';
import { placeTicks, type Tick } from './ticks';

export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
  /** Name of a CSS variable. */
  readonly color: string;
  /** Row and hue (degrees) of the agent, if there are several. */
  readonly row?: number;
  readonly agentHue?: number;
}

/** Arguments, then the wait for the result. */
export interface CallBar {
  readonly fromMs: number;
  readonly calledMs: number;
  readonly toMs: number;
  /** Row of concurrent calls. */
  readonly row: number;
}

export interface OverviewPicture {
  /** Range of the shown time, ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly runs: readonly Bar[];
  readonly steps: readonly Bar[];
  /** Drawn instead of the events of the lane of tools. */
  readonly calls: readonly CallBar[];
  readonly lanes: readonly LaneCounts[];
  /** Shortened silences, by the shown time of the next event. */
  readonly silences: readonly { readonly atMs: number; readonly isStall: boolean }[];
  readonly findings: readonly { readonly atMs: number; readonly severity: Severity }[];
  readonly ticks: readonly Tick[];
  readonly cursorMs: number;
}

const RUN_HEIGHT = 13;
const STEP_HEIGHT = 4;
const LANE_HEIGHT = 9;
const SUBAGENT_HEIGHT = 6;
const CALL_HEIGHT = 6;
const RULER_HEIGHT = 13;
const GUTTER = 3;

const LANE_COLORS: Readonly<Record<string, string>> = {
  text: '--c-text',
  reasoning: '--c-reasoning',
  tool: '--c-tool',
  state: '--c-state',
  other: '--c-custom',
};

/** Narrower bars have no label, pixels. */
const LABEL_FROM = 40;

/** Height of a lane, pixels. */
function laneHeight({ lane, isSubagent }: LaneCounts, calls: readonly CallBar[]): number {
  if (isSubagent) return SUBAGENT_HEIGHT;
  if (lane !== 'tool') return LANE_HEIGHT;
  return Math.max(LANE_HEIGHT, calls.reduce((most, { row }) => Math.max(most, row + 1), 0) * CALL_HEIGHT + 3);
}

/** Height of the picture, pixels. */
export function overviewHeight(
  lanes: readonly LaneCounts[],
  calls: readonly CallBar[],
  parts: { readonly hasSteps: boolean; readonly hasRuler: boolean; readonly runRows: number },
): number {
  const { hasSteps, hasRuler, runRows } = parts;
  const own = lanes.reduce((sum, lane) => sum + laneHeight(lane, calls), 0);
  return (
    GUTTER * 2 +
    RUN_HEIGHT * runRows +
    (hasRuler ? RULER_HEIGHT - GUTTER : 0) +
    (hasSteps ? STEP_HEIGHT + 1 : 0) +
    own
  );
}

interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly fontFamily: string;
  color(name: string): string;
  /** Position of a time, pixels; may be outside. */
  xOf(ms: number): number;
}

function createBrush(
  canvas: HTMLCanvasElement,
  { fromMs, toMs }: OverviewPicture,
  { width, height }: { readonly width: number; readonly height: number },
): Brush | undefined {
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const span = Math.max(toMs - fromMs, 1);
  return {
    context,
    width,
    height,
    fontFamily: style.fontFamily,
    color: (name) => style.getPropertyValue(name).trim() || 'gray',
    xOf: (ms) => ((ms - fromMs) / span) * width,
  };
}

/** Position of a row, pixels. */
interface LaneRow {
  readonly top: number;
  readonly height: number;
}

export function runRowsOf(runs: readonly Bar[]): number {
  return runs.reduce((most, { row = 0 }) => Math.max(most, row + 1), 1);
}

function paintBars(
  brush: Brush,
  bars: readonly Bar[],
  { top: first, height }: LaneRow,
  hasLabels: boolean,
): void {
  const { context, width, xOf, color } = brush;
  for (const { fromMs, toMs, label, color: name, row = 0, agentHue } of bars) {
    const top = first + row * height;
    if (xOf(toMs) < 0 || xOf(fromMs) > width) continue;
    const left = Math.max(0, xOf(fromMs));
    const barWidth = Math.max(2, Math.min(width, xOf(toMs)) - left);
    context.fillStyle = color(name);
    context.globalAlpha = hasLabels ? 0.28 : 0.55;
    context.fillRect(left, top, barWidth, height - 1);
    context.globalAlpha = 1;
    context.fillRect(left, top, 2, height - 1);
    if (agentHue !== undefined) {
      context.fillStyle = `oklch(${color('--agent-light')} ${color('--agent-chroma')} ${agentHue})`;
      context.fillRect(left, top + height - 3, barWidth, 2);
    }
    if (hasLabels && barWidth >= LABEL_FROM) paintLabel(brush, label, { top, height, left, width: barWidth });
  }
}

function paintLabel(
  { context, color, fontFamily }: Brush,
  label: string,
  { left, top, width, height }: LaneRow & { readonly left: number; readonly width: number },
): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.fillStyle = color('--text');
  context.font = `10px ${fontFamily}`;
  context.textBaseline = 'middle';
  context.fillText(label, left + 5, top + height / 2 + 0.5);
  context.restore();
}

function paintLane(
  { context, width, color }: Brush,
  { lane, isSubagent, counts }: LaneCounts,
  row: LaneRow,
): void {
  context.fillStyle = color(isSubagent ? '--c-subagent' : (LANE_COLORS[lane] ?? '--c-custom'));
  let most = 1;
  for (const count of counts) most = Math.max(most, count);
  const partWidth = width / counts.length;
  for (let part = 0; part < counts.length; part++) {
    const count = counts[part] ?? 0;
    if (count === 0) continue;
    // One event must be visible beside thousands.
    const share = 0.3 + 0.7 * (Math.log1p(count) / Math.log1p(most));
    const height = Math.max(2, share * (row.height - 2));
    context.fillRect(part * partWidth, row.top + row.height - height, Math.max(1.5, partWidth), height);
  }
}

function paintCalls({ context, width, color, xOf }: Brush, calls: readonly CallBar[], top: number): void {
  context.fillStyle = color('--c-tool');
  for (const { fromMs, calledMs, toMs, row } of calls) {
    const [left, called, right] = [xOf(fromMs), xOf(calledMs), xOf(toMs)];
    if (right < 0 || left > width) continue;
    const y = top + 2 + row * CALL_HEIGHT;
    context.globalAlpha = 0.35;
    context.fillRect(called, y, Math.max(0, right - called), CALL_HEIGHT - 1);
    context.globalAlpha = 1;
    context.fillRect(left, y, Math.max(1.5, called - left), CALL_HEIGHT - 1);
  }
}

function paintSilences(
  { context, width, height, xOf, color }: Brush,
  silences: OverviewPicture['silences'],
): void {
  for (const { atMs, isStall } of silences) {
    const x = xOf(atMs);
    if (x < 0 || x > width) continue;
    context.fillStyle = color(isStall ? '--warning' : '--dim');
    for (let y = GUTTER; y < height - GUTTER; y += 6) context.fillRect(x - 4 + ((y / 6) % 2) * 2, y, 1, 4);
  }
}

function paintFindings(
  { context, width, height, xOf, color }: Brush,
  findings: OverviewPicture['findings'],
): void {
  for (const { atMs, severity } of findings) {
    const x = xOf(atMs);
    if (severity === 'info' || x < 0 || x > width) continue;
    context.fillStyle = color(severity === 'error' ? '--error' : '--warning');
    context.fillRect(x - 1, 0, 3, severity === 'error' ? height : GUTTER + RUN_HEIGHT);
  }
}

function paintRuler({ context, width, height, fontFamily, xOf, color }: Brush, ticks: readonly Tick[]): void {
  context.font = `9px ${fontFamily}`;
  context.textBaseline = 'middle';
  const placed = placeTicks(ticks, width, { x: xOf, width: (label) => context.measureText(label).width });
  for (const { x, left, label, isSilence } of placed) {
    context.fillStyle = color('--line');
    if (isSilence !== true) context.fillRect(x, 0, 1, height);
    context.fillStyle = color(isSilence === true ? '--warning' : '--dim');
    context.fillText(label, left, RULER_HEIGHT / 2);
  }
}

function paintCursor({ context, height, xOf, color }: Brush, { cursorMs }: OverviewPicture): void {
  context.fillStyle = color('--accent');
  context.fillRect(xOf(cursorMs) - 1, 0, 2, height);
}

export function paintOverview(
  canvas: HTMLCanvasElement,
  picture: OverviewPicture,
  size: { readonly width: number; readonly height: number },
): void {
  const brush = createBrush(canvas, picture, size);
  if (brush === undefined) return;
  let top = GUTTER;
  if (picture.ticks.length > 0) {
    paintRuler(brush, picture.ticks);
    top = RULER_HEIGHT;
  }
  paintBars(brush, picture.runs, { top, height: RUN_HEIGHT }, true);
  top += RUN_HEIGHT * runRowsOf(picture.runs) + 1;
  if (picture.steps.length > 0) {
    paintBars(brush, picture.steps, { top, height: STEP_HEIGHT }, false);
    top += STEP_HEIGHT;
  }
  for (const lane of picture.lanes) {
    const height = laneHeight(lane, picture.calls);
    if (lane.lane === 'tool' && !lane.isSubagent && picture.calls.length > 0)
      paintCalls(brush, picture.calls, top);
    else paintLane(brush, lane, { top, height });
    top += height;
  }
  paintSilences(brush, picture.silences);
  paintFindings(brush, picture.findings);
  paintCursor(brush, picture);
}
