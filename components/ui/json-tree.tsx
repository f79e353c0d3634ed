// A JSON value as a tree of rows, virtual, with the keyboard of a tree (WAI-ARIA tree view). Knows no domain.
import { useMemo, useRef } from 'preact/hooks';
import { isJsonObject, type Json } from '@/lib/agui/json';
import { escapeToken, parentOf } from '@/lib/agui/pointer';
import { TEXTS } from '../texts';
import { idsAbove, type JsonRow, jsonRows, keysOf, preview } from './json-rows';
import { createTreeState, setOpen, type TreeState } from './tree-state';
import { VirtualList } from './virtual-list';

/** Rows longer than this are cut with a button that shows the rest, characters. */
const STRING_MAX = 300;
/** Height of one row, pixels. */
const ROW = 20;
/** A tree grows to this many rows before it scrolls, unless it fills its box. */
const ROWS_MAX = 24;
/** Beyond this many marks their places are not opened by themselves. */
const OPENED_MAX = 200;

/** Something that has happened at a place. */
export interface TreeMark {
  readonly pointer: string;
  readonly kind: 'added' | 'changed' | 'moved' | 'removed' | 'invalid';
}

/** Properties of a JsonTree. */
export interface JsonTreeProps {
  readonly label: string;
  readonly value: Json;
  /** How many levels are open at first. */
  readonly depth?: number;
  /** Places to mark; what is around them is opened and marked too. */
  readonly marks?: readonly TreeMark[];
  /** Fills its box instead of growing with its rows. */
  readonly fill?: boolean;
  /** Kept outside where it is to outlive the tree. */
  readonly state?: TreeState;
  /** Pointers that were searched for and found. */
  readonly found?: ReadonlySet<string>;
  /** Somebody asks what can be done with a row. */
  onMenu?(pointer: string, at: { readonly x: number; readonly y: number }): void;
}

const SIGNS = { added: '+', changed: '~', moved: '↕', removed: '−', invalid: '⚠' } as const;

/** What is said at the end of a row. */
interface Tag {
  readonly kind: TreeMark['kind'];
  readonly text: string;
}

interface Marked {
  /** Rows that say what has happened. */
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
  /** They and all around them. */
  readonly around: ReadonlySet<string>;
  /** Hundreds that are open because something is marked in them. */
  readonly groups: ReadonlySet<string>;
}

function markedIn(value: Json, marks: readonly TreeMark[] | undefined): Marked {
  const tags = new Map<string, Tag[]>();
  const around = new Set<string>();
  const groups = new Set<string>();
  const gone = new Map<string, string[]>();
  for (const [index, { pointer, kind }] of (marks ?? []).entries()) {
    const parent = parentOf(pointer);
    // What was removed has no row: the one around it says so.
    if (kind === 'removed' && parent !== undefined) {
      const names = gone.get(parent);
      if (names === undefined) gone.set(parent, [pointer.slice(parent.length + 1)]);
      else names.push(pointer.slice(parent.length + 1));
    } else tags.set(pointer, [{ kind, text: kind }]);
    for (let at = kind === 'removed' ? parent : pointer; at !== undefined; at = parentOf(at)) around.add(at);
    if (index < OPENED_MAX) for (const id of idsAbove(value, pointer)) groups.add(id);
  }
  for (const [pointer, names] of gone) {
    const text = names.length === 1 ? `${names[0]} removed` : `${names.length} removed`;
    tags.set(pointer, [...(tags.get(pointer) ?? []), { kind: 'removed', text }]);
  }
  return { tags, around, groups };
}

/** The id of a row's element: ids hold no blanks. */
function elementId(label: string, id: string): string {
  return `${label}:${id}`.replace(/\s/g, '_');
}

/** Shows a value as a tree; strings are cut and opened on demand. */
export function JsonTree(props: JsonTreeProps) {
  const { label, value, depth = 2, marks, fill = false, found, onMenu } = props;
  const own = useMemo(createTreeState, []);
  const state = props.state ?? own;
  const { active, toggled, whole } = state;
  const list = useRef<HTMLDivElement>(null);
  const marked = useMemo(() => markedIn(value, marks), [value, marks]);
  const rows = useMemo(
    () =>
      jsonRows(
        value,
        (id, at) => toggled.value.get(id) ?? (isShallow(id, at, depth) || marked.groups.has(id)),
      ),
    [value, toggled.value, marked, depth],
  );
  const places = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows]);
  const index = nearestRow(places, active.value);

  const menuFor = (row: JsonRow, element: Element | null | undefined) => {
    const box = element?.getBoundingClientRect();
    onMenu?.(row.pointer, { x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    if (row === undefined || event.ctrlKey || event.metaKey) return;
    const to = (position: number) => {
      active.value = rows[Math.min(Math.max(position, 0), rows.length - 1)]?.id ?? '';
    };
    const page = Math.max(Math.floor((list.current?.clientHeight ?? 0) / ROW) - 1, 1);
    const outer = () => {
      let at = index - 1;
      while (at > 0 && (rows[at]?.depth ?? 0) >= row.depth) at--;
      to(at);
    };
    const openMenu = () => menuFor(row, list.current?.querySelector('[aria-selected="true"]'));
    const actions: Record<string, () => void> = {
      ArrowDown: () => to(index + 1),
      ArrowUp: () => to(index - 1),
      PageDown: () => to(index + page),
      PageUp: () => to(index - page),
      Home: () => to(0),
      End: () => to(rows.length - 1),
      ArrowRight: () =>
        row.expandable && !row.open ? setOpen(state, row, true, event.altKey) : to(index + 1),
      ArrowLeft: () => (row.open ? setOpen(state, row, false, event.altKey) : outer()),
      Enter: () => {
        if (row.expandable) setOpen(state, row, !row.open);
        else whole.value = whole.value === row.id ? undefined : row.id;
      },
      ...(onMenu === undefined ? {} : { ContextMenu: openMenu }),
    };
    const action = event.shiftKey && event.key === 'F10' && onMenu ? openMenu : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const shown = whole.value === undefined ? undefined : rows[places.get(whole.value) ?? -1]?.value;
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
          'aria-activedescendant': elementId(label, rows[index]?.id ?? ''),
          onKeyDown,
          ...(fill ? {} : { style: { height: `${Math.min(rows.length, ROWS_MAX) * ROW}px` } }),
        }}
        row={(at) => {
          const row = rows[at];
          if (row === undefined) return null;
          const isMember = row.range === undefined;
          const tags = isMember ? marked.tags.get(row.pointer) : undefined;
          const isAround = isMember ? marked.around.has(row.pointer) : isRangeMarked(row, marked.around);
          return (
            <div
              role="treeitem"
              id={elementId(label, row.id)}
              aria-level={row.depth + 1}
              aria-expanded={row.expandable ? row.open : undefined}
              aria-selected={at === index}
              class={`json-row ${isAround ? 'changed' : ''} ${isMember && found?.has(row.pointer) ? 'found' : ''}`}
              style={{ paddingLeft: `${4 + row.depth * 14}px` }}
              title={row.pointer}
              onClick={(event) => {
                active.value = row.id;
                if (row.expandable) setOpen(state, row, !row.open, event.altKey);
              }}
              onContextMenu={(event) => {
                if (onMenu === undefined) return;
                event.preventDefault();
                active.value = row.id;
                onMenu(row.pointer, { x: event.clientX, y: event.clientY });
              }}
            >
              <span class="json-fold" aria-hidden="true">
                {row.expandable ? (row.open ? '▾' : '▸') : ''}
              </span>
              {row.range !== undefined ? (
                <span class="json-dim">{`${row.range[0].toLocaleString()} … ${row.range[1].toLocaleString()}`}</span>
              ) : (
                <>
                  {row.key !== undefined && <span class="json-key">{row.key}: </span>}
                  <JsonScalar row={row} onWhole={() => (whole.value = row.id)} />
                  {tags?.map(({ kind, text }) => (
                    <span key={text} class={`json-tag diff-${kind}`}>
                      {' '}
                      {SIGNS[kind]} {text}
                    </span>
                  ))}
                </>
              )}
            </div>
          );
        }}
      />
      {typeof shown === 'string' && (
        <div class="json-whole">
          <button type="button" class="link" onClick={() => (whole.value = undefined)}>
            {TEXTS.close}
          </button>
          <pre>{shown}</pre>
        </div>
      )}
    </div>
  );
}

/** Values are open down to a depth by themselves, hundreds of their members never. */
function isShallow(id: string, at: number, depth: number): boolean {
  return at < depth && !/^\d/.test(id);
}

/** The row of an id, else of what is around it: it may be gone, or folded away. */
function nearestRow(places: ReadonlyMap<string, number>, id: string): number {
  const exact = places.get(id);
  if (exact !== undefined) return exact;
  for (let at: string | undefined = id.replace(/^\d+/, ''); at !== undefined; at = parentOf(at)) {
    const row = places.get(at);
    if (row !== undefined) return row;
  }
  return 0;
}

/** Whether something is marked in a hundred that is closed or open. */
function isRangeMarked({ range, pointer, value }: JsonRow, around: ReadonlySet<string>): boolean {
  if (range === undefined || !around.has(pointer)) return false;
  const keys = Array.isArray(value) ? undefined : keysOf(value as object);
  for (let at = range[0]; at <= range[1]; at++) {
    if (around.has(`${pointer}/${keys === undefined ? at : escapeToken(keys[at] ?? '')}`)) return true;
  }
  return false;
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
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            onWhole();
          }}
        >
          {TEXTS.allCharacters(value.length)}
        </button>
      </span>
    );
  }
  if (typeof value === 'string') return <span class="json-string">{JSON.stringify(value)}</span>;
  if (Array.isArray(value) || isJsonObject(value)) {
    const count = Array.isArray(value) ? value.length : keysOf(value).length;
    const unit = Array.isArray(value) ? 'item' : 'key';
    return row.open ? (
      <span class="json-count">{`${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`}</span>
    ) : (
      <span class="json-dim">{preview(value)}</span>
    );
  }
  return <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
}
