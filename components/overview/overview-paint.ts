// Paints the overview: runs and steps as bars, lanes of arrival density, calls with their waiting, silences, findings,
// the cursor. Knows the canvas and numbers, no session.
import type { Severity } from '@/lib/lint/types';
import type { LaneCounts } from '@/lib/timeline/timeline';

/** A bar between two shown times. */
export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
  /** Name of a colour variable of the panel. */
  readonly color: string;
}

/** What is to be seen. */
export interface OverviewPicture {
  /** The range of shown time, milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly runs: readonly Bar[];
  readonly steps: readonly Bar[];
  readonly lanes: readonly LaneCounts[];
  /** Silences that were shortened, by the shown time of the event after them. */
  readonly silences: readonly { readonly atMs: number; readonly isStall: boolean }[];
  readonly findings: readonly { readonly atMs: number; readonly severity: Severity }[];
  readonly cursorMs: number;
  /** A range that is being chosen. */
  readonly drag?: { readonly fromMs: number; readonly toMs: number };
}

const RUN_HEIGHT = 13;
const STEP_HEIGHT = 4;
const LANE_HEIGHT = 9;
const SUBAGENT_HEIGHT = 6;
const GUTTER = 3;

const LANE_COLORS: Readonly<Record<string, string>> = {
  text: '--c-text',
  reasoning: '--c-reasoning',
  tool: '--c-tool',
  state: '--c-state',
  other: '--c-custom',
};

/** Height of the picture with so many lanes, pixels. */
export function overviewHeight(lanes: readonly LaneCounts[], hasSteps: boolean): number {
  const own = lanes.reduce((sum, lane) => sum + (lane.isSubagent ? SUBAGENT_HEIGHT : LANE_HEIGHT), 0);
  return GUTTER * 2 + RUN_HEIGHT + (hasSteps ? STEP_HEIGHT + 1 : 0) + own;
}

/** Paints a picture on a canvas of a size in CSS pixels. */
export function paintOverview(
  canvas: HTMLCanvasElement,
  picture: OverviewPicture,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim() || 'gray';
  const { fromMs, toMs } = picture;
  const span = Math.max(toMs - fromMs, 1);
  const xOf = (ms: number) => ((ms - fromMs) / span) * width;

  const bars = (list: readonly Bar[], top: number, barHeight: number, hasLabels: boolean) => {
    for (const { fromMs: start, toMs: end, label, color: name } of list) {
      if (end < fromMs || start > toMs) continue;
      const left = Math.max(0, xOf(start));
      const barWidth = Math.max(2, Math.min(width, xOf(end)) - left);
      context.fillStyle = color(name);
      context.globalAlpha = hasLabels ? 0.28 : 0.55;
      context.fillRect(left, top, barWidth, barHeight);
      context.globalAlpha = 1;
      context.fillRect(left, top, 2, barHeight);
      if (!hasLabels || barWidth < 40) continue;
      context.save();
      context.beginPath();
      context.rect(left, top, barWidth, barHeight);
      context.clip();
      context.fillStyle = color('--text');
      context.font = `10px ${style.fontFamily}`;
      context.textBaseline = 'middle';
      context.fillText(label, left + 5, top + barHeight / 2 + 0.5);
      context.restore();
    }
  };

  let top = GUTTER;
  bars(picture.runs, top, RUN_HEIGHT, true);
  top += RUN_HEIGHT + 1;
  if (picture.steps.length > 0) {
    bars(picture.steps, top, STEP_HEIGHT, false);
    top += STEP_HEIGHT;
  }
  for (const { lane, isSubagent, counts } of picture.lanes) {
    const laneHeight = isSubagent ? SUBAGENT_HEIGHT : LANE_HEIGHT;
    context.fillStyle = color(isSubagent ? '--c-subagent' : (LANE_COLORS[lane] ?? '--c-custom'));
    let most = 1;
    for (const count of counts) most = Math.max(most, count);
    const partWidth = width / counts.length;
    for (let part = 0; part < counts.length; part++) {
      const count = counts[part] ?? 0;
      if (count === 0) continue;
      // One event must be seen beside thousands.
      const share = 0.3 + 0.7 * (Math.log1p(count) / Math.log1p(most));
      const barHeight = Math.max(2, share * (laneHeight - 2));
      context.fillRect(part * partWidth, top + laneHeight - barHeight, Math.max(1.5, partWidth), barHeight);
    }
    top += laneHeight;
  }

  for (const { atMs, isStall } of picture.silences) {
    const x = xOf(atMs);
    if (x < 0 || x > width) continue;
    context.fillStyle = color(isStall ? '--warning' : '--dim');
    for (let y = GUTTER; y < height - GUTTER; y += 6) context.fillRect(x - 4 + ((y / 6) % 2) * 2, y, 1, 4);
  }
  for (const { atMs, severity } of picture.findings) {
    const x = xOf(atMs);
    if (severity === 'info' || x < 0 || x > width) continue;
    context.fillStyle = color(severity === 'error' ? '--error' : '--warning');
    context.fillRect(x - 1, 0, 3, severity === 'error' ? height : GUTTER + RUN_HEIGHT);
  }
  context.fillStyle = color('--accent');
  if (picture.drag !== undefined) {
    const left = xOf(picture.drag.fromMs);
    context.globalAlpha = 0.25;
    context.fillRect(left, 0, xOf(picture.drag.toMs) - left, height);
    context.globalAlpha = 1;
  }
  context.fillRect(xOf(picture.cursorMs) - 1, 0, 2, height);
}
