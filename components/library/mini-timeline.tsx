// A session as a small timeline: events per lane, stacked.
import { LANES } from '@/lib/core/metrics/timeline';
import { PARTS } from './facts';

const HEIGHT = 20;
const HIGHEST = 9;
/** Width of a bar; the rest is a gap. */
const BAR = 0.8;

function outline(lane: string, below: readonly number[], scale: number): string {
  return [...lane]
    .map((digit, at) => {
      const height = Number(digit) * scale;
      const bottom = HEIGHT - (below[at] ?? 0) * scale;
      return height === 0 ? '' : `M${at} ${bottom}v${-height}h${BAR}v${height}z`;
    })
    .join('');
}

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
