// Hovered time as a line through the overview.

import { formatMs } from '@/lib/core/json/format';
import type { Timeline } from '@/lib/core/metrics/timeline';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import type { Part } from './visible-range';

/** From this share of the width on the label is left of the line. */
const TURNED = 0.7;

export function HoverLine({ timeline, part: { fromMs, toMs } }: { timeline: Timeline; part: Part }) {
  const seq = useSession().choices.hovered.value;
  if (seq === undefined || seq >= timeline.length) return null;
  const shown = timeline.shownOf(seq);
  if (shown < fromMs || shown > toMs) return null;
  const share = (shown - fromMs) / Math.max(toMs - fromMs, 1);
  return (
    <div
      class={`hover-line ${share > TURNED ? 'turned' : ''}`}
      style={{ left: `${(share * 100).toFixed(3)}%` }}
      aria-hidden="true"
    >
      <span>{TEXTS.overview.hovered(seq, formatMs(timeline.elapsedAt(shown)))}</span>
    </div>
  );
}
