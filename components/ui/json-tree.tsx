// A JSON value as a tree of rows, virtual, with the keyboard of a tree (WAI-ARIA tree view). Knows no domain.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { isJsonObject, type Json } from '@/lib/agui/json';
import { type JsonRow, jsonRows, preview } from './json-rows';
import { VirtualList } from './virtual-list';

/** Rows longer than this are cut with a button that shows the rest, characters. */
const STRING_MAX = 300;
/** Height of one row, pixels. */
const ROW = 20;
/** A tree grows to this many rows before it scrolls, unless it fills its box. */
const ROWS_MAX = 24;

/** Properties of a JsonTree. */
export interface JsonTreeProps {
  readonly label: string;
  readonly value: Json;
  /** How many levels are open at first. */
  readonly depth?: number;
  /** Pointers to mark as changed; their ancestors are marked too. */
  readonly changed?: ReadonlySet<string>;
  /** Fills its box instead of growing with its rows. */
  readonly fill?: boolean;
}

/** The ancestors of the pointers in a set, the pointers included. */
export function withAncestors(pointers: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const pointer of pointers) {
    for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      all.add(pointer.slice(0, end));
      if (end === 0) break;
    }
  }
  return all;
}

/** Shows a value as a tree; strings are cut and opened on demand. */
export function JsonTree({ label, value, depth = 2, changed, fill = false }: JsonTreeProps) {
  // What the user opened or closed, over what is open by depth.
  const toggled = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const active = useSignal('');
  const whole = useSignal<string | undefined>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const marked = changed === undefined ? undefined : withAncestors(changed);
  const rows = jsonRows(
    value,
    (pointer, at) => toggled.value.get(pointer) ?? (at < depth || marked?.has(pointer) === true),
  );
  const index = Math.max(
    rows.findIndex((row) => row.pointer === active.value),
    0,
  );

  const setOpen = (row: JsonRow, open: boolean, subtree = false) => {
    const next = new Map(toggled.value).set(row.pointer, open);
    if (subtree)
      for (const inner of jsonRows(row.value, () => true)) next.set(row.pointer + inner.pointer, open);
    toggled.value = next;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    if (row === undefined || event.ctrlKey || event.metaKey) return;
    const to = (position: number) => {
      active.value = rows[Math.min(Math.max(position, 0), rows.length - 1)]?.pointer ?? '';
    };
    const parent = row.pointer.slice(0, Math.max(row.pointer.lastIndexOf('/'), 0));
    const actions: Record<string, () => void> = {
      ArrowDown: () => to(index + 1),
      ArrowUp: () => to(index - 1),
      Home: () => to(0),
      End: () => to(rows.length - 1),
      ArrowRight: () => (row.expandable && !row.open ? setOpen(row, true, event.altKey) : to(index + 1)),
      ArrowLeft: () => {
        if (row.open) setOpen(row, false, event.altKey);
        else active.value = parent;
      },
      Enter: () => {
        if (row.expandable) setOpen(row, !row.open);
        else whole.value = whole.value === row.pointer ? undefined : row.pointer;
      },
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const full = rows.find((row) => row.pointer === whole.value)?.value;
  return (
    <div class={`json-tree ${fill ? 'fill' : ''}`}>
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        reveal={index}
        scrollRef={list}
        class="json-list"
        attributes={{
          role: 'tree',
          'aria-label': label,
          tabIndex: 0,
          'aria-activedescendant': `${label}${active.value}`,
          onKeyDown,
          ...(fill ? {} : { style: { height: `${Math.min(rows.length, ROWS_MAX) * ROW}px` } }),
        }}
        row={(at) => {
          const row = rows[at];
          if (row === undefined) return null;
          return (
            <div
              role="treeitem"
              id={`${label}${row.pointer}`}
              aria-level={row.depth + 1}
              aria-expanded={row.expandable ? row.open : undefined}
              aria-selected={row.pointer === active.value}
              class={`json-row ${marked?.has(row.pointer) ? 'changed' : ''}`}
              style={{ paddingLeft: `${4 + row.depth * 14}px` }}
              title={row.pointer}
              onClick={(event) => {
                active.value = row.pointer;
                if (row.expandable) setOpen(row, !row.open, event.altKey);
              }}
            >
              <span class="json-fold" aria-hidden="true">
                {row.expandable ? (row.open ? '▾' : '▸') : ''}
              </span>
              {row.key !== undefined && <span class="json-key">{row.key}: </span>}
              <JsonScalar row={row} onWhole={() => (whole.value = row.pointer)} />
            </div>
          );
        }}
      />
      {typeof full === 'string' && (
        <div class="json-whole">
          <button type="button" class="link" onClick={() => (whole.value = undefined)}>
            Close
          </button>
          <pre>{full}</pre>
        </div>
      )}
    </div>
  );
}

function JsonScalar({ row, onWhole }: { row: JsonRow; onWhole(): void }) {
  const { value } = row;
  if (typeof value === 'string' && value.length > STRING_MAX) {
    return (
      <span class="json-string">
        {preview(value, STRING_MAX)}{' '}
        <button
          type="button"
          class="link"
          onClick={(event) => {
            event.stopPropagation();
            onWhole();
          }}
        >
          all {value.length.toLocaleString()} characters
        </button>
      </span>
    );
  }
  if (typeof value === 'string') return <span class="json-string">{JSON.stringify(value)}</span>;
  if (Array.isArray(value) || isJsonObject(value)) {
    const count = Array.isArray(value) ? value.length : Object.keys(value).length;
    const unit = Array.isArray(value) ? 'item' : 'key';
    return row.open ? (
      <span class="json-count">{`${count} ${unit}${count === 1 ? '' : 's'}`}</span>
    ) : (
      <span class="json-dim">{preview(value)}</span>
    );
  }
  return <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
}
