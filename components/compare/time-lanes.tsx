// Marks of two runs on one time axis.
import { formatMs } from '@/lib/core/json/format';

interface Mark {
  readonly atMs: number;
  readonly isSame: boolean;
}

export interface Lane {
  readonly name: string;
  readonly marks: readonly Mark[];
}

const WIDTH = 560;
const HEIGHT = 18;

/** One path with at most one mark per pixel. */
function pathOf(marks: readonly Mark[], isSame: boolean, scale: number): string {
  const at = new Set(
    marks.filter((mark) => mark.isSame === isSame).map(({ atMs }) => Math.round(atMs * scale)),
  );
  return [...at].map((x) => `M${x + 0.5} 2V${HEIGHT - 2}`).join('');
}

export function TimeLanes({ lanes }: { lanes: readonly Lane[] }) {
  const most = lanes.reduce((max, { marks }) => marks.reduce((top, { atMs }) => Math.max(top, atMs), max), 1);
  const scale = (WIDTH - 1) / most;
  return (
    <div class="time-lanes">
      {lanes.map(({ name, marks }) => (
        <svg
          key={name}
          role="img"
          aria-label={name}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          width={WIDTH}
          height={HEIGHT}
        >
          <title>{name}</title>
          <path class="lane-same" d={pathOf(marks, true, scale)} />
          <path class="lane-other" d={pathOf(marks, false, scale)} />
        </svg>
      ))}
      <p class="dim">{formatMs(most)}</p>
    </div>
  );
}
