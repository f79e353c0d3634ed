// The head of the event list: names of the columns, and a handle after each to make it wider or narrower.

import { TIME_MODES } from '@/lib/panel/settings';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import type { Placed } from './columns';

const WIDTH_MIN = 24;
const WIDTH_MAX = 1_000;
/** A column that is narrower has no room for its name. */
const LABEL_MIN = 40;

/** The head. Widths can be set by keyboard in the settings. */
export function EventHead({ placed }: { placed: readonly Placed[] }) {
  const { settings } = useWorkspace();
  const setWidth = (id: string, width: number | undefined) => {
    const { columns } = settings.values.value;
    const { width: _, ...rest } = columns[id] ?? {};
    settings.change({ columns: { ...columns, [id]: width === undefined ? rest : { ...rest, width } } });
  };
  const drag = (event: PointerEvent, { column, width }: Placed) => {
    const handle = event.currentTarget;
    if (!(handle instanceof HTMLElement)) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const from = event.clientX;
    // Columns behind the one that takes the rest grow to the left.
    const isBehind = handle.dataset['side'] === 'left';
    handle.onpointermove = (move) => {
      const by = (move.clientX - from) * (isBehind ? -1 : 1);
      setWidth(column.id, Math.min(Math.max(width + by, WIDTH_MIN), WIDTH_MAX));
    };
    handle.onpointerup = () => {
      handle.onpointermove = null;
    };
  };
  const rest = placed.findIndex(({ column }) => column.width === 0);
  return (
    <div class="event-head" id="event-head" role="row" aria-rowindex={1}>
      {placed.map((each, index) => (
        <span
          key={each.column.id}
          class={`c-${each.column.id}`}
          role="columnheader"
          aria-label={each.column.label}
          title={each.column.label}
        >
          {each.column.id === 'gap' ? (
            <TimeHead />
          ) : (
            (each.width === 0 || each.width >= LABEL_MIN || each.column.id === 'seq') && each.column.label
          )}
          {index !== rest && (
            <span
              class="resize"
              data-side={index > rest ? 'left' : 'right'}
              onPointerDown={(event) => drag(event, each)}
              onDblClick={() => setWidth(each.column.id, undefined)}
            />
          )}
        </span>
      ))}
    </div>
  );
}

/** The head of the time: each press counts from another moment. */
function TimeHead() {
  const { settings } = useWorkspace();
  const { time } = settings.values.value;
  const { label, title } = TEXTS.list.times[time];
  const next = TIME_MODES[(TIME_MODES.indexOf(time) + 1) % TIME_MODES.length] ?? 'previous';
  return (
    <button
      type="button"
      class="sort"
      title={TEXTS.list.timeTitle(title, TEXTS.list.times[next].title)}
      onClick={() => settings.change({ time: next })}
    >
      {label}
    </button>
  );
}
