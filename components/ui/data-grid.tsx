// A virtual table with one selected row (WAI-ARIA grid): one stop of the Tab key, rows by arrow keys; and the sortable
// header that every table uses. Knows no domain.
import type { ComponentChildren, Ref } from 'preact';
import { TEXTS } from '../texts';
import { VirtualList } from './virtual-list';

/** Order of a table; undefined is its natural order. */
export interface Sorting<C extends string> {
  readonly by: C;
  readonly isDescending: boolean;
}

/** Cycles through the first order, the opposite one and the natural one. */
function nextSorting<C extends string>(
  now: Sorting<C> | undefined,
  by: C,
  isDescendingFirst: boolean,
): Sorting<C> | undefined {
  if (now?.by !== by) return { by, isDescending: isDescendingFirst };
  return now.isDescending === isDescendingFirst ? { by, isDescending: !isDescendingFirst } : undefined;
}

interface HeadColumn<C extends string> {
  readonly class?: string;
  readonly label: string;
  /** True if only screen readers get the label. */
  readonly isSpoken?: boolean;
  /** Absent for a column that does not sort. */
  readonly by?: C;
  readonly isDescendingFirst?: boolean;
  /** Beside the label. */
  readonly more?: ComponentChildren;
}

interface ColumnHeadsProps<C extends string> {
  readonly columns: readonly HeadColumn<C>[];
  readonly sorting?: Sorting<C> | undefined;
  onSort?(next: Sorting<C> | undefined): void;
}

export function ColumnHeads<C extends string>({ columns, ...order }: ColumnHeadsProps<C>) {
  return (
    <>
      {columns.map((column) => (
        <ColumnHead key={column.label} column={column} {...order} />
      ))}
    </>
  );
}

type ColumnHeadProps<C extends string> = Omit<ColumnHeadsProps<C>, 'columns'> & {
  readonly column: HeadColumn<C>;
};

function ColumnHead<C extends string>({ column, sorting, onSort }: ColumnHeadProps<C>) {
  const { by, label, isDescendingFirst = false } = column;
  if (by === undefined)
    return (
      <span role="columnheader" class={column.class}>
        {column.isSpoken ? <span class="spoken">{label}</span> : label}
      </span>
    );
  const order = sorting?.by !== by ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
  return (
    <span role="columnheader" class={column.class} aria-sort={order}>
      <button
        type="button"
        class="sort"
        title={TEXTS.sortBy(label)}
        onClick={() => onSort?.(nextSorting(sorting, by, isDescendingFirst))}
      >
        {label}
        <span aria-hidden="true">{{ none: '', descending: ' ↓', ascending: ' ↑' }[order]}</span>
      </button>
      {column.more}
    </span>
  );
}

interface DataGridProps<R> {
  /** Prefix of the ids of its elements. */
  readonly id: string;
  /** Prefix of its classes: `-line` for every row, `-head` and `-row`. */
  readonly name: string;
  readonly role: 'grid' | 'treegrid';
  readonly label: string;
  readonly focusName?: string;
  readonly scrollRef?: Ref<HTMLDivElement>;
  readonly rows: readonly R[];
  /** Position of the selected row; -1 for none. */
  readonly at: number;
  /** False to leave the selected row out of view. */
  readonly isRevealed?: boolean;
  readonly rowHeight: number;
  readonly columnCount: number;
  readonly head: ComponentChildren;
  cells(row: R): ComponentChildren;
  /** Further attributes of a row; `class` is added to those of the grid. */
  attributes?(row: R): Readonly<Record<string, unknown>>;
  isSelectable?(row: R): boolean;
  onMenu?(event: MouseEvent, row: R): void;
  onSelect(row: R): void;
  onKeyDown(
    event: KeyboardEvent,
    moves: Readonly<Record<'next' | 'previous' | 'first' | 'last', () => void>>,
  ): void;
}

export function DataGrid<R>({ id, name, role, label, rows, at, ...props }: DataGridProps<R>) {
  const go = (from: number, by: 1 | -1) => () => {
    for (let index = from; index >= 0; index += by) {
      const row = rows[index];
      if (row === undefined) return;
      if (props.isSelectable?.(row) ?? true) return props.onSelect(row);
    }
  };
  const moves = {
    next: go(at + 1, 1),
    previous: go(at - 1, -1),
    first: go(0, 1),
    last: go(rows.length - 1, -1),
  };
  return (
    <>
      <div class={`table-edge ${name}-line ${name}-head`} id={`${id}-head`} role="row" aria-rowindex={1}>
        {props.head}
      </div>
      <VirtualList
        count={rows.length}
        rowHeight={props.rowHeight}
        reveal={props.isRevealed === false ? undefined : at}
        active={at}
        {...(props.scrollRef && { scrollRef: props.scrollRef })}
        attributes={{
          role,
          'aria-label': label,
          'aria-owns': `${id}-head`,
          'aria-readonly': true,
          'aria-rowcount': rows.length + 1,
          'aria-colcount': props.columnCount,
          'aria-activedescendant': at >= 0 ? `${id}-row-${at}` : undefined,
          'data-focus': props.focusName,
          tabIndex: 0,
          onKeyDown: (event: KeyboardEvent) => props.onKeyDown(event, moves),
          onContextMenu(event: MouseEvent) {
            // Opened by keyboard, the grid itself is the target.
            const row = event.button === 2 ? undefined : rows[at];
            if (row !== undefined) props.onMenu?.(event, row);
          },
        }}
        row={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { class: more = '', ...attributes } = props.attributes?.(row) ?? {};
          const isSelectable = props.isSelectable?.(row) ?? true;
          return (
            <div
              id={`${id}-row-${index}`}
              class={
                isSelectable
                  ? `${name}-line ${name}-row ${index === at ? 'selected' : ''} ${more}`
                  : `${more}`
              }
              role="row"
              aria-rowindex={index + 2}
              aria-selected={isSelectable ? index === at : undefined}
              onClick={isSelectable ? () => props.onSelect(row) : undefined}
              onContextMenu={(event) => props.onMenu?.(event, row)}
              {...attributes}
            >
              {props.cells(row)}
            </div>
          );
        }}
      />
    </>
  );
}
