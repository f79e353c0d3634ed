// A session as a small picture of its time: how many events of each kind came when, one on top of the other.
import { LANES } from '@/lib/core/metrics/timeline';
import { PARTS } from './facts';

const HEIGHT = 20;
const HIGHEST = 9;
/** Bars with a little room between them. */
const BAR = 0.8;

/** The outline of the bars of a lane, on top of those below. */
function outline(lane: string, below: readonly number[], scale: number): string {
  return [...lane]
    .map((digit, at) => {
      const height = Number(digit) * scale;
      const bottom = HEIGHT - (below[at] ?? 0) * scale;
      return height === 0 ? '' : `M${at} ${bottom}v${-height}h${BAR}v${height}z`;
    })
    .join('');
}

/** The picture; decoration only. */
export function Picture({ lanes }: { lanes: readonly string[] }) {
  const below = Array.from({ length: PARTS }, () => 0);
  const sums = Array.from({ length: PARTS }, (_, at) =>
    lanes.reduce((sum, lane) => sum + Number(lane[at] ?? 0), 0),
  );
  const scale = HEIGHT / Math.max(HIGHEST, ...sums);
  const paths = lanes.map((lane, index) => {
    const path = outline(lane, below, scale);
    for (const [at, digit] of [...lane].entries()) below[at] = (below[at] ?? 0) + Number(digit);
    return <path key={index} class={`picture-${LANES[index] ?? 'other'}`} d={path} />;
  });
  return (
    <svg class="picture" viewBox={`0 0 ${PARTS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {paths}
    </svg>
  );
}
