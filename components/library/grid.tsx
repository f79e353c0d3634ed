// A list of sessions as a grid: one stop of the Tab key, rows by arrow keys.
import type { ComponentChildren } from 'preact';
import { type Handlers, handleKey } from '../ui/keys';
import { VirtualList } from '../ui/virtual-list';

const ROW = 40;

/** Puts the focus into the list. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-focus="library"]')?.focus();
}

/** Puts the focus into the list where what had it is gone. */
export function keepFocus(): void {
  if (document.activeElement === document.body || document.activeElement === null) focusList();
}

/** Puts the focus into a text field, all of it marked. */
export function focusField(field: HTMLInputElement | null | undefined): void {
  field?.focus();
  field?.select();
}

/** Properties of a Grid. */
export interface GridProps<R> {
  /** Tells its elements from those of other grids. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly R[];
  /** Position of the chosen row; -1 for none. */
  readonly at: number;
  readonly columns: number;
  onChoose(row: R): void;
  onOpen(row: R): void;
  /** What else keys do. */
  readonly keys: Pick<Handlers<'library'>, 'rename' | 'remove' | 'undo'>;
  readonly head: ComponentChildren;
  /** The cells of a row. */
  cells(row: R): ComponentChildren;
}

/** The grid. */
export function Grid<R>({ id, label, rows, at, onChoose, onOpen, ...props }: GridProps<R>) {
  const go = (to: number) => () => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (row !== undefined) onChoose(row);
  };
  const chosen = rows[at];
  return (
    <div class={`session-list session-list-${id}`}>
      <div class="session-line session-head" id={`${id}-head`} role="row" aria-rowindex={1}>
        {props.head}
      </div>
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        reveal={at}
        attributes={{
          role: 'grid',
          'aria-label': label,
          'aria-owns': `${id}-head`,
          'aria-readonly': true,
          'aria-rowcount': rows.length + 1,
          'aria-colcount': props.columns,
          'aria-activedescendant': at >= 0 ? `${id}-row-${at}` : undefined,
          'data-focus': 'library',
          tabIndex: 0,
          onKeyDown: (event: KeyboardEvent) =>
            handleKey(event, 'library', {
              next: go(at + 1),
              previous: go(at - 1),
              first: go(0),
              last: go(rows.length - 1),
              open: chosen === undefined ? undefined : () => onOpen(chosen),
              ...props.keys,
            }),
        }}
        row={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              id={`${id}-row-${index}`}
              class={`session-line session-row ${index === at ? 'selected' : ''}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === at}
              onClick={() => onChoose(row)}
              onDblClick={() => onOpen(row)}
            >
              {props.cells(row)}
            </div>
          );
        }}
      />
    </div>
  );
}
