// Header of the event list. Its borders are dragged, moved by arrow keys, or fitted by a double click.

import { TIME_MODES } from '@/lib/panel/settings';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { handleKey } from '../ui/keys';
import type { Placed } from './columns';

const WIDTH_MIN = 24;
const WIDTH_MAX = 1_000;
/** Step of an arrow key, pixels. */
const STEP = 8;
/** Narrower columns have no label, pixels. */
const LABEL_MIN = 40;

export function EventHead({ placed }: { placed: readonly Placed[] }) {
  const { settings } = useWorkspace();
  const setWidth = (id: string, wanted: number) => {
    const { columns } = settings.values.value;
    const width = Math.round(Math.min(Math.max(wanted, WIDTH_MIN), WIDTH_MAX));
    settings.change({ columns: { ...columns, [id]: { ...columns[id], width } } });
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
      setWidth(column.id, width + by);
    };
    handle.onpointerup = () => {
      handle.onpointermove = null;
    };
  };
  const fit = (element: Element, { column }: Placed) => {
    const list = element.closest<HTMLElement>('.event-list');
    if (list !== null) setWidth(column.id, contentWidth(list, placed, column.id));
  };
  const onKeyDown = (event: KeyboardEvent, each: Placed) => {
    const handle = event.currentTarget;
    handleKey(event, 'border', {
      less: () => setWidth(each.column.id, each.width - STEP),
      more: () => setWidth(each.column.id, each.width + STEP),
      fit: () => handle instanceof Element && fit(handle, each),
    });
  };
  const rest = placed.findIndex(({ column }) => column.width === 0);
  return (
    <div class="table-edge event-head" id="event-head" role="row" aria-rowindex={1}>
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
              role="separator"
              tabIndex={0}
              aria-orientation="vertical"
              aria-label={TEXTS.list.widthOf(TEXTS.chrome.columnName(each.column.id, each.column.label))}
              aria-valuenow={Math.round(each.width)}
              aria-valuemin={WIDTH_MIN}
              aria-valuemax={WIDTH_MAX}
              title={TEXTS.list.widthTitle}
              data-side={index > rest ? 'left' : 'right'}
              onPointerDown={(event) => drag(event, each)}
              onDblClick={(event) => fit(event.currentTarget, each)}
              onKeyDown={(event) => onKeyDown(event, each)}
            />
          )}
        </span>
      ))}
    </div>
  );
}

/** Width of the widest rendered cell of a column, pixels. */
function contentWidth(list: HTMLElement, placed: readonly Placed[], id: string): number {
  const before = list.style.getPropertyValue('--columns');
  const tracks = placed.map(({ column, width }) =>
    column.id === id ? 'max-content' : column.width === 0 ? 'minmax(0, 1fr)' : `${width}px`,
  );
  list.style.setProperty('--columns', tracks.join(' '));
  let most = 0;
  for (const cell of list.querySelectorAll<HTMLElement>(`.c-${id}`)) most = Math.max(most, cell.offsetWidth);
  list.style.setProperty('--columns', before);
  return most;
}

/** Each click selects another origin of the times. */
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
