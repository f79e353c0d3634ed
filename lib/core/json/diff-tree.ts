// Two versions of a value as one tree: differences with their ancestors, unchanged members as a count.

import { type Difference, differences } from '@/lib/core/json/diff';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { keysOf } from '@/lib/core/json/large-object';
import { escapeToken, tokensOf, valueAt } from '@/lib/core/json/pointer';

export interface DiffLine {
  readonly id: string;
  readonly depth: number;
  /** `inside`: a descendant differs. `same`: unchanged members, left out. */
  readonly kind: Difference['kind'] | 'inside' | 'same';
  /** Key or index; absent for the whole document and for `same`. */
  readonly key?: string;
  /** Pointer in the newer value; in the older value if it was removed. */
  readonly pointer: string;
  /** The value, for `inside`. */
  readonly value?: Json;
  readonly difference?: Difference;
  /** Keys of the left-out members, for `same`. */
  readonly keys?: readonly string[];
}

const DIFFERENCES_MAX = 2_000;

interface DiffTree {
  readonly lines: readonly DiffLine[];
  readonly differences: readonly Difference[];
  readonly isCut: boolean;
}

interface DiffBranch {
  readonly children: Map<string, DiffBranch>;
  /** Differences at this pointer: an item may have been removed where another one is now. */
  readonly own: Difference[];
}

const branch = (): DiffBranch => ({ children: new Map(), own: [] });

function grow(found: readonly Difference[]): DiffBranch {
  const root = branch();
  for (const difference of found) {
    let here = root;
    for (const token of tokensOf(difference.pointer)) {
      const next = here.children.get(token) ?? branch();
      here.children.set(token, next);
      here = next;
    }
    here.own.push(difference);
  }
  return root;
}

function membersOf(value: Json | undefined): readonly string[] {
  return isJsonObject(value) || Array.isArray(value) ? keysOf(value) : [];
}

/** The keys of a branch in the order of the newer value, followed by removed keys. */
function orderOf(value: Json | undefined, children: ReadonlyMap<string, DiffBranch>): readonly string[] {
  const keys = membersOf(value);
  const gone = [...children.keys()].filter((key) => valueAt(value, `/${escapeToken(key)}`) === undefined);
  return gone.length === 0 ? keys : [...keys, ...gone];
}

export function diffTree(before: Json | undefined, after: Json | undefined): DiffTree {
  const found = differences(before, after, DIFFERENCES_MAX);
  const lines: DiffLine[] = [];

  const visit = (
    here: DiffBranch,
    value: Json | undefined,
    at: Pick<DiffLine, 'pointer' | 'depth' | 'key'>,
  ) => {
    for (const difference of here.own) {
      const id = `${difference.kind} ${at.pointer}`;
      lines.push({ ...at, id, kind: difference.kind, difference });
    }
    if (here.children.size === 0) return;
    // A moved or removed item may have left its index to one that differs inside.
    lines.push({
      ...at,
      id: `inside ${at.pointer}`,
      kind: 'inside',
      ...(value === undefined ? {} : { value }),
    });
    const depth = at.depth + 1;
    let same: string[] = [];
    const flush = () => {
      if (same.length > 0)
        lines.push({
          id: `same ${at.pointer} ${lines.length}`,
          pointer: at.pointer,
          depth,
          kind: 'same',
          keys: same,
        });
      same = [];
    };
    for (const key of orderOf(value, here.children)) {
      const child = here.children.get(key);
      if (child === undefined) same.push(key);
      else {
        flush();
        const pointer = `${at.pointer}/${escapeToken(key)}`;
        visit(child, valueAt(value, `/${escapeToken(key)}`), { pointer, depth, key });
        // Something was removed at an index where an unchanged item is now.
        if (isOnlyRemoved(child) && valueAt(value, `/${escapeToken(key)}`) !== undefined) same.push(key);
      }
    }
    flush();
  };

  if (found.length > 0) visit(grow(found), after, { pointer: '', depth: 0 });
  return { lines, differences: found, isCut: found.length >= DIFFERENCES_MAX };
}

function isOnlyRemoved({ own, children }: DiffBranch): boolean {
  return children.size === 0 && own.every(({ kind }) => kind === 'removed');
}
