// Open rows and selection of a JSON tree. May outlive the tree.
import { type Signal, signal } from '@preact/signals';
import type { Json } from '@/lib/core/json/json';
import { idsAbove, jsonRows } from './json-rows';

/** Deeper values are not opened together. */
const DEPTH_MAX = 200;

export interface TreeState {
  /** Id of the selected row. */
  readonly active: Signal<string>;
  /** Rows opened or closed by the user. */
  readonly toggled: Signal<ReadonlyMap<string, boolean>>;
  /** Id of the long text below the tree. */
  readonly whole: Signal<string | undefined>;
}

export function createTreeState(): TreeState {
  return {
    active: signal(''),
    toggled: signal<ReadonlyMap<string, boolean>>(new Map()),
    whole: signal<string | undefined>(undefined),
  };
}

export function reveal({ active, toggled }: TreeState, root: Json, pointer: string): void {
  const next = new Map(toggled.value);
  for (const id of idsAbove(root, pointer)) next.set(id, true);
  toggled.value = next;
  active.value = pointer;
}

export function setOpen(
  { toggled }: TreeState,
  row: { readonly id: string; readonly pointer: string; readonly value: Json; readonly range?: unknown },
  isOpen: boolean,
  isSubtree = false,
): void {
  const next = new Map(toggled.value).set(row.id, isOpen);
  if (isSubtree && row.range === undefined) {
    for (const { id, expandable } of jsonRows(row.value, (_, depth) => depth < DEPTH_MAX)) {
      if (!expandable) continue;
      const digits = /^\d*/.exec(id)?.[0] ?? '';
      next.set(`${digits}${row.pointer}${id.slice(digits.length)}`, isOpen);
    }
  }
  toggled.value = next;
}
