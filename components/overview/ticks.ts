// The ruler of the overview: when what is below it happened. Long silences are shortened in the picture, so the labels
// tell true time, and a silence how long it was.
import type { Timeline } from '@/lib/timeline/timeline';
import { formatGap, formatMs } from '../format';
import type { Tick } from './overview-paint';
import type { Part } from './part';

/** Room between two labels, pixels. */
const APART = 90;
const STEPS = [1, 2, 5];
/** A silence is told where its label fits, pixels. */
const SILENCE_APART = 60;

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
