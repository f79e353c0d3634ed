// A JSON value as a virtual tree (WAI-ARIA tree view). Knows no domain.

import type { RefObject } from 'preact';
import { useContext, useMemo, useRef } from 'preact/hooks';
import { formatNumber } from '@/lib/core/json/format';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { parentOf, valueAt } from '@/lib/core/json/pointer';
import { cut, preview } from '@/lib/core/json/preview';
import { TEXTS } from '../texts';
import { FoundWords, useFindSource } from './find';
import { findInJson, idsAbove, type JsonRow, jsonRows, keysOf as memberNames } from './json-rows';
import { handleKey } from './keys';
import { LongText } from './long-text';
import {
  HIGHLIGHT_SIGNS,
  type HighlightedRows,
  highlightedIn,
  isHighlighted,
  type TreeHighlight,
} from './tree-highlights';
import { createTreeState, reveal, setOpen, type TreeState } from './tree-state';
import { VirtualList } from './virtual-list';

const ROW = 20;
const POINTER_SHOWN = 1_000;
const KEY_SHOWN = 300;
/** Rows before the tree scrolls, unless it fills its box. */
const ROWS_MAX = 24;
/** The same for a tree with matches: only rendered rows can be visited match by match. */
const FOUND_ROWS_MAX = 150;
/** Longer texts are cut, with a button for the rest, characters. */
const STRING_MAX = 300;
/** Length of a text below the tree at first, characters. */
const WHOLE = 100_000;
const INDENT = 14;

export interface JsonTreeProps {
  readonly label: string;
  readonly value: Json;
  /** Levels open at first. */
  readonly depth?: number;
  /** Their ancestors are opened and highlighted too. */
  readonly highlights?: readonly TreeHighlight[];
  /** Fills its box instead of growing with its rows. */
  readonly fill?: boolean;
  /** State that outlives the tree. */
  readonly state?: TreeState;
  /** `at` for the keyboard. */
  onMenu?(event: Event, pointer: string, at?: { readonly x: number; readonly y: number }): void;
}

interface Rows {
  readonly rows: readonly JsonRow[];
  readonly highlighted: HighlightedRows;
  readonly places: ReadonlyMap<string, number>;
  readonly index: number;
  /** Rows before the tree scrolls. */
  readonly rowsMax: number;
}

/** By default, values are open down to a depth and groups are closed. */
function isShallow(id: string, at: number, depth: number): boolean {
  return at < depth && !/^\d/.test(id);
}

/** The row of an id, else of its nearest visible ancestor. */
function nearestRow(places: ReadonlyMap<string, number>, id: string): number {
  const exact = places.get(id);
  if (exact !== undefined) return exact;
  for (let at: string | undefined = id.replace(/^\d+/, ''); at !== undefined; at = parentOf(at)) {
    const row = places.get(at);
    if (row !== undefined) return row;
  }
  return 0;
}

/** Matches whose ancestors are opened, in a tree that is a part of a found place. */
const OPENED_MAX = 50;

/** Opens the rows that contain the words of the search around the tree. */
function useOpened(value: Json): ReadonlySet<string> {
  const words = useContext(FoundWords);
  return useMemo(() => {
    const found = words === undefined ? [] : findInJson(value, words).slice(0, OPENED_MAX);
    return new Set(found.flatMap((pointer) => idsAbove(value, pointer)));
  }, [value, words]);
}

function useRows({ value, depth = 2, highlights }: JsonTreeProps, { active, toggled }: TreeState): Rows {
  const highlighted = useMemo(() => highlightedIn(value, highlights), [value, highlights]);
  const opened = useOpened(value);
  const rows = useMemo(() => {
    const isOpen = (id: string, at: number) =>
      toggled.value.get(id) ?? (isShallow(id, at, depth) || highlighted.groups.has(id) || opened.has(id));
    return jsonRows(value, isOpen);
  }, [value, toggled.value, highlighted, opened, depth]);
  const places = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows]);
  return {
    rows,
    highlighted,
    places,
    index: nearestRow(places, active.value),
    rowsMax: opened.size > 0 ? FOUND_ROWS_MAX : ROWS_MAX,
  };
}

/** Makes a tree a source of the search of its view: closed rows are searched, too. */
function useFind({ value }: JsonTreeProps, state: TreeState, list: RefObject<HTMLElement | null>): void {
  const known = useRef<{ value: Json; words: string; places: readonly string[] } | undefined>(undefined);
  useFindSource(list, {
    search(words) {
      if (known.current?.value !== value || known.current.words !== words)
        known.current = { value, words, places: findInJson(value, words) };
      return { places: known.current.places, isComplete: true };
    },
    reveal(pointer) {
      reveal(state, value, pointer);
      const found = valueAt(value, pointer);
      if (typeof found === 'string' && found.length > STRING_MAX) state.whole.value = pointer;
    },
    elementOf(pointer) {
      const element = list.current?.querySelector('[aria-selected="true"]');
      return state.active.value === pointer && element ? { element } : undefined;
    },
  });
}

function outerRow(rows: readonly JsonRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  let at = index - 1;
  while (at > 0 && (rows[at]?.depth ?? 0) >= depth) at--;
  return at;
}

function treeKeys(props: JsonTreeProps, state: TreeState, { rows, index }: Rows) {
  return (list: RefObject<HTMLElement | null>) => (event: KeyboardEvent) => {
    const row = rows[index];
    if (row === undefined) return;
    const to = (position: number) => {
      state.active.value = rows[Math.min(Math.max(position, 0), rows.length - 1)]?.id ?? '';
    };
    const page = Math.max(Math.floor((list.current?.clientHeight ?? 0) / ROW) - 1, 1);
    const open = (isSubtree: boolean) => () =>
      row.expandable && !row.open ? setOpen(state, row, true, isSubtree) : to(index + 1);
    const close = (isSubtree: boolean) => () =>
      row.open ? setOpen(state, row, false, isSubtree) : to(outerRow(rows, index));
    handleKey(event, 'tree', {
      next: () => to(index + 1),
      previous: () => to(index - 1),
      pageDown: () => to(index + page),
      pageUp: () => to(index - page),
      first: () => to(0),
      last: () => to(rows.length - 1),
      open: open(false),
      openAll: open(true),
      close: close(false),
      closeAll: close(true),
      toggle: () => (row.expandable ? setOpen(state, row, !row.open) : toggleWhole(state, row)),
      menu: props.onMenu && (() => openMenu(event, props, row, list)),
    });
  };
}

function toggleWhole({ whole }: TreeState, { id }: JsonRow): void {
  whole.value = whole.value === id ? undefined : id;
}

function openMenu(
  event: KeyboardEvent,
  { onMenu }: JsonTreeProps,
  { pointer }: JsonRow,
  list: RefObject<HTMLElement | null>,
): void {
  const box = list.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  onMenu?.(event, pointer, { x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 });
}

/** An id without spaces. Short: ids are compared at each step of the cursor. */
function elementId(label: string, id: string, at: number): string {
  return `${label}:${id.length > KEY_SHOWN ? `#${at}` : id}`.replace(/\s/g, '_');
}

export function JsonTree(props: JsonTreeProps) {
  const { label, fill = false } = props;
  const own = useMemo(createTreeState, []);
  const state = props.state ?? own;
  const list = useRef<HTMLDivElement>(null);
  const shown = useRows(props, state);
  useFind(props, state, list);
  const { rows, places, index, rowsMax } = shown;
  const onKeyDown = treeKeys(props, state, shown)(list);
  const whole =
    state.whole.value === undefined ? undefined : rows[places.get(state.whole.value) ?? -1]?.value;
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
          'aria-activedescendant': elementId(label, rows[index]?.id ?? '', index),
          onKeyDown,
          ...(fill ? {} : { style: { height: `${Math.min(rows.length, rowsMax) * ROW}px` } }),
        }}
        row={(at) => {
          const row = rows[at];
          return row && <TreeRow tree={props} state={state} row={row} at={at} shown={shown} />;
        }}
      />
      {typeof whole === 'string' && (
        <div class="json-whole">
          <button type="button" class="link" onClick={() => (state.whole.value = undefined)}>
            {TEXTS.close}
          </button>
          <pre>
            <LongText text={whole} first={WHOLE} />
          </pre>
        </div>
      )}
    </div>
  );
}

interface TreeRowProps {
  readonly tree: JsonTreeProps;
  readonly state: TreeState;
  readonly row: JsonRow;
  readonly at: number;
  readonly shown: Rows;
}

function TreeRow({ tree: { label, onMenu }, state, row, at, shown }: TreeRowProps) {
  const { id, depth, expandable, open, pointer, range } = row;
  const { tags, around } = shown.highlighted;
  return (
    <div
      role="treeitem"
      id={elementId(label, id, at)}
      aria-level={depth + 1}
      aria-expanded={expandable ? open : undefined}
      aria-selected={at === shown.index}
      class={`json-row ${isHighlighted(row, around) ? 'changed' : ''}`}
      style={{ paddingLeft: `${4 + depth * INDENT}px` }}
      title={cut(pointer, POINTER_SHOWN)}
      onClick={(event) => {
        state.active.value = id;
        if (expandable) setOpen(state, row, !open, event.altKey);
      }}
      onContextMenu={(event) => {
        if (onMenu === undefined) return;
        state.active.value = id;
        onMenu(event, pointer);
      }}
    >
      <span class="json-fold" aria-hidden="true">
        {expandable ? (open ? '▾' : '▸') : ''}
      </span>
      {range !== undefined ? (
        <span class="json-dim">{`${formatNumber(range[0])} … ${formatNumber(range[1])}`}</span>
      ) : (
        <>
          {row.key !== undefined && <span class="json-key">{cut(row.key, KEY_SHOWN) || '""'}: </span>}
          <JsonValue row={row} onWhole={() => (state.whole.value = id)} />
          {tags.get(pointer)?.map(({ kind, text }) => (
            <span key={text} class={`json-tag diff-${kind}`}>
              {' '}
              {HIGHLIGHT_SIGNS[kind]} {text}
            </span>
          ))}
        </>
      )}
    </div>
  );
}

function JsonValue({ row, onWhole }: { row: JsonRow; onWhole(): void }) {
  const { value, open } = row;
  if (typeof value === 'string') return <Text value={value} onWhole={onWhole} />;
  if (Array.isArray(value) || isJsonObject(value)) {
    if (!open) return <span class="json-dim">{preview(value)}</span>;
    const text = Array.isArray(value)
      ? TEXTS.itemCount(value.length)
      : TEXTS.keyCount(memberNames(value).length);
    return <span class="json-count">{text}</span>;
  }
  return <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
}

function Text({ value, onWhole }: { value: string; onWhole(): void }) {
  if (value.length <= STRING_MAX) return <span class="json-string">{JSON.stringify(value)}</span>;
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
