// A JSON value as the rows of a tree: only what is open becomes rows, so a value of any size opens at once.
import { isJsonObject, type Json } from '@/lib/agui/json';
import { escapeToken } from '@/lib/agui/pointer';

/** One visible line of a tree. */
export interface JsonRow {
  /** JSON pointer of the value. */
  readonly pointer: string;
  readonly depth: number;
  /** Key or index; absent on the root. */
  readonly key?: string;
  readonly value: Json;
  readonly expandable: boolean;
  readonly open: boolean;
}

/** True for a value that has children. */
export function isExpandable(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
}

/** The visible rows of a value, in document order. */
export function jsonRows(root: Json, isOpen: (pointer: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (value: Json, pointer: string, depth: number, key?: string) => {
    const expandable = isExpandable(value);
    const open = expandable && isOpen(pointer, depth);
    rows.push({ pointer, depth, value, expandable, open, ...(key === undefined ? {} : { key }) });
    if (!open) return;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) visit(value[i] as Json, `${pointer}/${i}`, depth + 1, String(i));
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        visit(value[name] as Json, `${pointer}/${escapeToken(name)}`, depth + 1, name);
      }
    }
  };
  visit(root, '', 0);
  return rows;
}

/** One line of text for a value, at most `length` characters. */
export function preview(value: Json | undefined, length = 80): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(cut(value, length));
  if (typeof value !== 'object' || value === null) return String(value);
  const inner: string[] = [];
  let left = length;
  const entries: Iterable<readonly [string, Json]> = Array.isArray(value) ? pairs(value) : pairsOf(value);
  for (const [key, item] of entries) {
    const shown =
      typeof item === 'object' && item !== null
        ? Array.isArray(item)
          ? `[${item.length}]`
          : '{…}'
        : preview(item, Math.min(left, 40));
    const text = Array.isArray(value) ? shown : `${key}: ${shown}`;
    left -= text.length + 2;
    if (left < 0) {
      inner.push('…');
      break;
    }
    inner.push(text);
  }
  return Array.isArray(value) ? `[${inner.join(', ')}]` : `{${inner.join(', ')}}`;
}

function* pairs(values: readonly Json[]): Iterable<readonly [string, Json]> {
  for (let i = 0; i < values.length; i++) yield [String(i), values[i] as Json];
}

function* pairsOf(value: Json): Iterable<readonly [string, Json]> {
  if (!isJsonObject(value)) return;
  for (const key in value) yield [key, value[key] as Json];
}

/** Cuts a text at `length` characters and says so. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
