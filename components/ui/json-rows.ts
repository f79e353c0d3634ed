// A JSON value as rows of a tree. Only open values become rows, and members of large values are grouped by hundreds, so
// that a value of any size opens at once.
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { keysOf as namesOf } from '@/lib/core/json/large-object';
import { escapeToken, tokensOf } from '@/lib/core/json/pointer';

// Cached: each row of a large object needs the keys, and a shown value does not change.
const known = new WeakMap<object, readonly string[]>();

export function keysOf(value: object): readonly string[] {
  const before = known.get(value);
  if (before !== undefined) return before;
  const keys = namesOf(value);
  known.set(value, keys);
  return keys;
}

const GROUP = 100;

export interface JsonRow {
  /** Unique: the pointer, or the id of a group. */
  readonly id: string;
  /** JSON pointer of the value, or of the value around a group. */
  readonly pointer: string;
  readonly depth: number;
  /** Undefined at the root. */
  readonly key?: string;
  readonly value: Json;
  readonly expandable: boolean;
  readonly open: boolean;
  readonly range?: readonly [first: number, last: number];
}

function isExpandable(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && keysOf(value).length > 0;
}

// A pointer is empty or starts with a slash, so ids are unique.
function groupId(pointer: string, first: number): string {
  return `${first}${pointer}`;
}

function childPointer(pointer: string, key: string): string {
  return `${pointer}/${escapeToken(key)}`;
}

/** `keys` is undefined for arrays. */
interface ShownMembers {
  readonly keys: readonly string[] | undefined;
  readonly count: number;
}

function membersOf(value: Json): ShownMembers {
  if (Array.isArray(value)) return { keys: undefined, count: value.length };
  const keys = isJsonObject(value) ? keysOf(value) : [];
  return { keys, count: keys.length };
}

/** In document order; `isOpen` receives the id of a row. */
export function jsonRows(root: Json, isOpen: (id: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  const members = (
    value: Json,
    keys: readonly string[] | undefined,
    at: { pointer: string; depth: number; from: number; to: number },
  ) => {
    for (let i = at.from; i < at.to; i++) {
      const key = keys === undefined ? String(i) : (keys[i] ?? '');
      const item = Array.isArray(value) ? value[i] : isJsonObject(value) ? value[key] : undefined;
      visit(item ?? null, childPointer(at.pointer, key), at.depth, key);
    }
  };
  const visit = (value: Json, pointer: string, depth: number, key?: string) => {
    const expandable = isExpandable(value);
    const open = expandable && isOpen(pointer, depth);
    rows.push({
      id: pointer,
      pointer,
      depth,
      value,
      expandable,
      open,
      ...(key === undefined ? {} : { key }),
    });
    if (!open) return;
    const { keys, count } = membersOf(value);
    if (count <= GROUP) {
      members(value, keys, { pointer, depth: depth + 1, from: 0, to: count });
      return;
    }
    for (let from = 0; from < count; from += GROUP) {
      const to = Math.min(from + GROUP, count);
      const id = groupId(pointer, from);
      const isGroupOpen = isOpen(id, depth + 1);
      rows.push({
        id,
        pointer,
        depth: depth + 1,
        value,
        expandable: true,
        open: isGroupOpen,
        range: [from, to - 1],
      });
      if (isGroupOpen) members(value, keys, { pointer, depth: depth + 2, from, to });
    }
  };
  visit(root, '', 0);
  return rows;
}

/** Ids that must be open to show a pointer. */
export function idsAbove(root: Json, pointer: string): readonly string[] {
  const ids: string[] = [];
  let value: Json | undefined = root;
  let here = '';
  for (const token of tokensOf(pointer)) {
    if (value === undefined || !isExpandable(value)) break;
    ids.push(here);
    const { keys, count }: ShownMembers = membersOf(value);
    if (count > GROUP) {
      const index = keys === undefined ? Number(token) : keys.indexOf(token);
      if (index >= 0) ids.push(groupId(here, index - (index % GROUP)));
    }
    value = Array.isArray(value) ? value[Number(token)] : isJsonObject(value) ? value[token] : undefined;
    here = childPointer(here, token);
  }
  return ids;
}

const MATCHES_MAX = 10_000;
/** Deeper values are not searched. */
const DEPTH_MAX = 1_000;

/** Pointers of values whose key or text contains the words, in document order. */
export function findInJson(root: Json, words: string): readonly string[] {
  const wanted = words.toLowerCase();
  const found: string[] = [];
  if (wanted === '') return found;
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  const visit = (value: Json, pointer: string, key: string, depth: number) => {
    if (found.length >= MATCHES_MAX || depth > DEPTH_MAX) return;
    const isInner = typeof value === 'object' && value !== null;
    if (holds(key) || (!isInner && holds(String(value)))) found.push(pointer);
    if (!isInner) return;
    if (Array.isArray(value)) {
      // Indexes are not searched.
      for (let i = 0; i < value.length; i++) visit(value[i] ?? null, `${pointer}/${i}`, '', depth + 1);
    } else if (isJsonObject(value)) {
      for (const name of keysOf(value))
        visit(value[name] ?? null, childPointer(pointer, name), name, depth + 1);
    }
  };
  visit(root, '', '', 0);
  return found;
}
