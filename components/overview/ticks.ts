// The ruler of the overview: when what is below it happened. Long silences are shortened in the picture, so the labels
// tell true time, and a silence how long it was.

import { formatGap, formatMs } from '@/lib/core/json/format';
import type { Timeline } from '@/lib/core/metrics/timeline';
import type { Part } from './part';

/** Room between two labels, pixels. */
const APART = 90;
const STEPS = [1, 2, 5];
/** A silence is told where its label fits, pixels. */
const SILENCE_APART = 60;

/** A label of the ruler: a time, or how long a silence was. */
export interface Tick {
  readonly atMs: number;
  readonly label: string;
  readonly isSilence?: true;
}

/** A label, and where it is written, pixels. */
export interface PlacedTick extends Tick {
  readonly x: number;
  readonly left: number;
}

/** Room on either side of a label, pixels. */
const BESIDE = 3;

/** Places the labels that have room: silences left of where they end, then times right of their ticks. */
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

/** A round number that is at least as large. */
function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}

/** The ticks of a part of a timeline, in a picture of a width. */
export function ticksOf(timeline: Timeline, { fromMs, toMs }: Part, width: number): readonly Tick[] {
  const span = Math.max(toMs - fromMs, 1);
  const step = roundUp((span / Math.max(width, 1)) * APART);
  const ticks: Tick[] = [];
  // A file of bare events tells no times at all.
  let before = timeline.elapsedAt(timeline.totalMs) === 0 ? formatMs(0) : '';
  for (let atMs = Math.ceil(fromMs / step) * step; atMs < toMs; atMs += step) {
    const text = formatMs(timeline.elapsedAt(atMs));
    // Events of one moment are drawn beside each other: their time is said once.
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
