// The ruler of the overview. Long silences are shortened in the picture, so labels show the true time, and each silence
// its length.

import { formatGap, formatMs } from '@/lib/core/json/format';
import type { Timeline } from '@/lib/core/metrics/timeline';
import type { Part } from './visible-range';

/** Gap between two labels, pixels. */
const APART = 90;
const STEPS = [1, 2, 5];
/** Minimum width for the label of a silence, pixels. */
const SILENCE_APART = 60;

export interface Tick {
  readonly atMs: number;
  readonly label: string;
  readonly isSilence?: true;
}

interface PlacedTick extends Tick {
  readonly x: number;
  readonly left: number;
}

/** Padding of a label, pixels. */
const BESIDE = 3;

/** Places labels that fit: silences left of their end, times right of their tick. */
export function placeTicks(
  ticks: readonly Tick[],
  width: number,
  of: { x(atMs: number): number; width(label: string): number },
): readonly PlacedTick[] {
  const taken: (readonly [left: number, right: number])[] = [];
  const placed: PlacedTick[] = [];
  const silences = ticks.filter(({ isSilence }) => isSilence === true);
  for (const tick of [...silences, ...ticks.filter(({ isSilence }) => isSilence !== true)]) {
    const x = of.x(tick.atMs);
    const room = of.width(tick.label);
    const left = tick.isSilence === true ? Math.max(2, x - room - 8) : x + BESIDE;
    const right = left + room;
    const isFree = taken.every(([from, to]) => right + BESIDE <= from || left - BESIDE >= to);
    if (!isFree || right + BESIDE > width) {
      if (tick.isSilence !== true) placed.push({ ...tick, label: '', x, left });
      continue;
    }
    if (room > 0) taken.push([left, right]);
    placed.push({ ...tick, x, left });
  }
  return placed;
}

function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}

export function ticksOf(timeline: Timeline, { fromMs, toMs }: Part, width: number): readonly Tick[] {
  const span = Math.max(toMs - fromMs, 1);
  const step = roundUp((span / Math.max(width, 1)) * APART);
  const ticks: Tick[] = [];
  // A file of bare events has no times.
  let before = timeline.elapsedAt(timeline.totalMs) === 0 ? formatMs(0) : '';
  for (let atMs = Math.ceil(fromMs / step) * step; atMs < toMs; atMs += step) {
    const text = formatMs(timeline.elapsedAt(atMs));
    // Events of one moment are drawn side by side with one label.
    ticks.push({ atMs, label: text === before ? '' : text });
    before = text;
  }
  let last = Number.NEGATIVE_INFINITY;
  const apart = (span / Math.max(width, 1)) * SILENCE_APART;
  for (const { seq, gapMs } of timeline.breaks) {
    const atMs = timeline.shownOf(seq);
    if (atMs < fromMs || atMs > toMs || atMs - last < apart) continue;
    last = atMs;
    ticks.push({ atMs, label: formatGap(gapMs), isSilence: true });
  }
  return ticks;
}
