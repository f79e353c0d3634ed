// Header of the event list, with resize handles.

import { TIME_MODES } from '@/lib/panel/settings';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import type { Placed } from './columns';

const WIDTH_MIN = 24;
const WIDTH_MAX = 1_000;
/** Narrower columns have no label, pixels. */
const LABEL_MIN = 40;

/** Widths can be set by keyboard in the settings. */
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
    // Columns after the flexible one grow to the left.
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

/** Each click counts time from another moment. */
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
