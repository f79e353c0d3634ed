import type { ComponentChildren } from 'preact';
import { DataGrid } from '../ui/data-grid';
import { type Handlers, handleKey } from '../ui/keys';

const ROW = 40;

/** Focuses the list, or the undo button if the list is empty. */
export function focusList(): void {
  const [list, undo] = ['library', 'undo'].map((name) =>
    document.querySelector<HTMLElement>(`[data-focus="${name}"]`),
  );
  (list ?? undo)?.focus();
}

/** Focuses the list if nothing in the dialog has the focus. */
export function keepInList(): void {
  if (document.activeElement?.matches('body, dialog') ?? true) focusList();
}

export function focusField(field: HTMLInputElement | null | undefined): void {
  field?.focus();
  field?.select();
}

interface SessionGridProps<R> {
  readonly id: 'saved' | 'recent';
  readonly label: string;
  readonly rows: readonly R[];
  /** Position of the selected row; -1 for none. */
  readonly at: number;
  readonly columnCount: number;
  onSelect(row: R): void;
  onOpen(row: R): void;
  readonly keys: Pick<Handlers<'library'>, 'rename' | 'remove' | 'undo'>;
  readonly head: ComponentChildren;
  cells(row: R): ComponentChildren;
}

export function SessionGrid<R>({ keys, onOpen, ...props }: SessionGridProps<R>) {
  const selected = props.rows[props.at];
  return (
    <div class={`session-list session-list-${props.id}`}>
      <DataGrid
        {...props}
        name="session"
        role="grid"
        focusName="library"
        rowHeight={ROW}
        attributes={(row) => ({ onDblClick: () => onOpen(row) })}
        onKeyDown={(event, moves) =>
          handleKey(event, 'library', {
            ...moves,
            open: selected === undefined ? undefined : () => onOpen(selected),
            ...keys,
          })
        }
      />
    </div>
  );
}
