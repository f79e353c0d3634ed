// Paints the overview on a canvas: runs and steps, event density, calls, silences, findings, cursor.
import { cut } from '@/lib/core/json/preview';
import { isAboveInfo } from '@/lib/core/lint/order';
import type { Severity } from '@/lib/core/lint/types';
import type { LaneCounts } from '@/lib/core/metrics/timeline';
import { placeTicks, type Tick } from './ticks';

export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
  /** Name of a CSS variable. */
  readonly color: string;
}

export interface RunBar extends Bar {
  readonly run: number;
  /** Time of the first event: the wait before is pale. */
  readonly firstMs: number;
  readonly row: number;
  /** Hue of the agent, degrees, if there are several; dashed if two share a hue. */
  readonly agentHue?: number;
  readonly isDashed?: boolean;
}

/** Arguments, then the wait for the result. */
export interface CallBar {
  readonly call: number;
  readonly fromMs: number;
  readonly calledMs: number;
  readonly toMs: number;
  readonly row: number;
}

interface OverviewPicture {
  readonly fromMs: number;
  readonly toMs: number;
  readonly runs: readonly RunBar[];
  readonly steps: readonly Bar[];
  /** Drawn in the lane of tools instead of its events. */
  readonly calls: readonly CallBar[];
  readonly lanes: readonly LaneCounts[];
  /** Shortened silences, by the shown time of the next event. */
  readonly silences: readonly { readonly atMs: number; readonly isStall: boolean }[];
  readonly findings: readonly { readonly atMs: number; readonly severity: Severity }[];
  readonly ticks: readonly Tick[];
  readonly tracks: readonly OverviewTrack[];
  readonly cursorMs: number;
}

export const RUN_HEIGHT = 13;
const STEP_HEIGHT = 11;
const LANE_HEIGHT = 12;
export const CALL_HEIGHT = 6;
const RULER_HEIGHT = 13;
const FINDINGS_HEIGHT = 11;
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

/** A row of the picture, pixels. */
export interface OverviewTrack {
  readonly kind: 'ruler' | 'findings' | 'runs' | 'steps' | 'calls' | 'lane';
  /** Of calls and lanes. */
  readonly lane?: LaneCounts;
  readonly top: number;
  readonly height: number;
}

type OverviewTrackParts = Pick<OverviewPicture, 'runs' | 'steps' | 'calls' | 'lanes' | 'ticks' | 'findings'>;

/** Rows from top to bottom; those without content are left out. */
export function tracksOf({
  runs,
  steps,
  calls,
  lanes,
  ticks,
  findings,
}: OverviewTrackParts): readonly OverviewTrack[] {
  const tracks: OverviewTrack[] = [];
  let top = ticks.length > 0 ? 0 : GUTTER;
  const add = (kind: OverviewTrack['kind'], height: number, lane?: LaneCounts) => {
    tracks.push({ kind, top, height, ...(lane !== undefined && { lane }) });
    top += height;
  };
  if (ticks.length > 0) add('ruler', RULER_HEIGHT);
  if (findings.some(isAboveInfo)) add('findings', FINDINGS_HEIGHT);
  add('runs', RUN_HEIGHT * runs.reduce((most, { row }) => Math.max(most, row + 1), 1) + 1);
  if (steps.length > 0) add('steps', STEP_HEIGHT);
  const callRows = calls.reduce((most, { row }) => Math.max(most, row + 1), 0);
  for (const lane of lanes) {
    const isCalls = lane.lane === 'tool' && !lane.isSubagent && calls.length > 0;
    if (isCalls) add('calls', Math.max(LANE_HEIGHT, callRows * CALL_HEIGHT + 3), lane);
    else add('lane', LANE_HEIGHT, lane);
  }
  return tracks;
}

export function heightOf(tracks: readonly OverviewTrack[]): number {
  const last = tracks.at(-1);
  return last === undefined ? 0 : last.top + last.height + GUTTER;
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

function paintRuns(brush: Brush, runs: readonly RunBar[], track: OverviewTrack): void {
  const { context, width, xOf, color } = brush;
  const height = RUN_HEIGHT;
  // Labels of one row do not overlap, even if its bars do.
  const labelled: number[] = [];
  for (const { fromMs, firstMs, toMs, label, color: name, row, agentHue, isDashed } of runs) {
    if (xOf(toMs) < 0 || xOf(fromMs) > width) continue;
    const top = track.top + row * height;
    const left = Math.max(0, xOf(fromMs));
    const right = Math.max(left + 2, Math.min(width, xOf(toMs)));
    const first = Math.min(Math.max(left, xOf(firstMs)), right);
    context.fillStyle = color(name);
    context.globalAlpha = 0.1;
    context.fillRect(left, top, first - left, height - 1);
    context.globalAlpha = 0.28;
    context.fillRect(first, top, right - first, height - 1);
    context.globalAlpha = 1;
    context.fillRect(left, top, 2, height - 1);
    if (agentHue !== undefined) {
      context.fillStyle = `oklch(${color('--agent-light')} ${color('--agent-chroma')} ${agentHue})`;
      const step = isDashed === true ? 6 : right - left;
      for (let x = left; x < right; x += step)
        context.fillRect(x, top + height - 3, Math.min(isDashed === true ? 3 : step, right - x), 2);
    }
    if (right - left < LABEL_FROM || left < (labelled[row] ?? 0)) continue;
    paintLabel(brush, label, { top, height, left, width: right - left });
    labelled[row] = right;
  }
}

function paintSteps(
  { context, width, xOf, color }: Brush,
  steps: readonly Bar[],
  { top }: OverviewTrack,
): void {
  for (const { fromMs, toMs, color: name } of steps) {
    if (xOf(toMs) < 0 || xOf(fromMs) > width) continue;
    const left = Math.max(0, xOf(fromMs));
    context.fillStyle = color(name);
    context.globalAlpha = 0.55;
    context.fillRect(left, top + 4, Math.max(2, Math.min(width, xOf(toMs)) - left), 3);
    context.globalAlpha = 1;
  }
}

function fitted(context: CanvasRenderingContext2D, label: string, room: number): string {
  const { width } = context.measureText(label);
  return width <= room ? label : cut(label, Math.max(1, Math.floor((label.length * room) / width) - 1));
}

function paintLabel(
  { context, color, fontFamily }: Brush,
  label: string,
  {
    left,
    top,
    width,
    height,
  }: Pick<OverviewTrack, 'top' | 'height'> & { readonly left: number; readonly width: number },
): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.fillStyle = color('--text');
  context.font = `10px ${fontFamily}`;
  context.textBaseline = 'middle';
  context.fillText(fitted(context, label, width - 8), left + 5, top + height / 2 + 0.5);
  context.restore();
}

function paintLane(
  { context, width, color }: Brush,
  { lane, isSubagent, counts }: LaneCounts,
  row: OverviewTrack,
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
  { context, width, xOf, color }: Brush,
  findings: OverviewPicture['findings'],
  { top }: OverviewTrack,
): void {
  // Errors last: they cover warnings of the same time.
  for (const severity of ['warning', 'error'] as const) {
    context.fillStyle = color(`--${severity}`);
    for (const finding of findings) {
      const at = xOf(finding.atMs);
      if (finding.severity !== severity || at < 0 || at > width) continue;
      // Whole at the edges: a session may end with a failed request.
      const x = Math.min(Math.max(at, 3), width - 3);
      context.beginPath();
      context.moveTo(x - 3, top + 2);
      context.lineTo(x + 3, top + 2);
      context.lineTo(x, top + FINDINGS_HEIGHT - 2);
      context.fill();
    }
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
  for (const track of picture.tracks) {
    if (track.kind === 'ruler') paintRuler(brush, picture.ticks);
    else if (track.kind === 'findings') paintFindings(brush, picture.findings, track);
    else if (track.kind === 'runs') paintRuns(brush, picture.runs, track);
    else if (track.kind === 'steps') paintSteps(brush, picture.steps, track);
    else if (track.kind === 'calls') paintCalls(brush, picture.calls, track.top);
    else if (track.lane !== undefined) paintLane(brush, track.lane, track);
  }
  paintSilences(brush, picture.silences);
  paintCursor(brush, picture);
}
