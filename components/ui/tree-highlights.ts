// Changes at places of a JSON value, and the rows that show them. Knows no domain.
import type { Json } from '@/lib/core/json/json';
import { escapeToken, parentOf } from '@/lib/core/json/pointer';
import { TEXTS } from '../texts';
import { idsAbove, type JsonRow, keysOf } from './json-rows';

/** Places beyond this number are not opened. */
const OPENED_MAX = 200;

export interface TreeHighlight {
  readonly pointer: string;
  readonly kind: 'added' | 'changed' | 'moved' | 'removed' | 'invalid';
}

interface Tag {
  readonly kind: TreeHighlight['kind'];
  readonly text: string;
}

export interface HighlightedRows {
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
  /** Highlighted rows and their ancestors. */
  readonly around: ReadonlySet<string>;
  /** Groups opened for a highlight. */
  readonly groups: ReadonlySet<string>;
}

export const HIGHLIGHT_SIGNS = { added: '+', changed: '~', moved: '↕', removed: '−', invalid: '⚠' } as const;

export function highlightedIn(
  value: Json,
  highlights: readonly TreeHighlight[] | undefined,
): HighlightedRows {
  const tags = new Map<string, Tag[]>();
  const around = new Set<string>();
  const groups = new Set<string>();
  const gone = new Map<string, string[]>();
  for (const [index, { pointer, kind }] of (highlights ?? []).entries()) {
    const parent = parentOf(pointer);
    // A removed value has no row; its parent shows it.
    if (kind === 'removed' && parent !== undefined) {
      const names = gone.get(parent);
      if (names === undefined) gone.set(parent, [pointer.slice(parent.length + 1)]);
      else names.push(pointer.slice(parent.length + 1));
    } else tags.set(pointer, [{ kind, text: TEXTS.differences[kind] }]);
    for (let at = kind === 'removed' ? parent : pointer; at !== undefined; at = parentOf(at)) around.add(at);
    if (index < OPENED_MAX) for (const id of idsAbove(value, pointer)) groups.add(id);
  }
  for (const [pointer, names] of gone) {
    const [name = ''] = names;
    const text = names.length === 1 ? TEXTS.removedKey(name) : TEXTS.removedKeys(names.length);
    tags.set(pointer, [...(tags.get(pointer) ?? []), { kind: 'removed', text }]);
  }
  return { tags, around, groups };
}

/** True if a row, or a member of its group, is highlighted. */
export function isHighlighted({ range, pointer, value }: JsonRow, around: ReadonlySet<string>): boolean {
  if (range === undefined) return around.has(pointer);
  if (!around.has(pointer)) return false;
  const keys =
    Array.isArray(value) || typeof value !== 'object' || value === null ? undefined : keysOf(value);
  for (let at = range[0]; at <= range[1]; at++) {
    if (around.has(`${pointer}/${keys === undefined ? at : escapeToken(keys[at] ?? '')}`)) return true;
  }
  return false;
}
