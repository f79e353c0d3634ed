// Lanes of marks on one axis of time, from the same beginning.
import { formatMs } from '@/lib/core/json/format';

/** When something was, and whether it was in the other lane too. */
interface Mark {
  readonly atMs: number;
  readonly isSame: boolean;
}

/** A lane. */
export interface Lane {
  readonly name: string;
  readonly marks: readonly Mark[];
}

const WIDTH = 560;
const HEIGHT = 18;

/** The marks of a kind as one path: a mark for each pixel at most, however many there are. */
function pathOf(marks: readonly Mark[], isSame: boolean, scale: number): string {
  const at = new Set(
    marks.filter((mark) => mark.isSame === isSame).map(({ atMs }) => Math.round(atMs * scale)),
  );
  return [...at].map((x) => `M${x + 0.5} 2V${HEIGHT - 2}`).join('');
}

/** The lanes, one below the other. */
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
