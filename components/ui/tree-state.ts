// What is open and what is chosen in a tree of a JSON value. Kept by whoever shows the tree, so that it can outlive it.
import { type Signal, signal } from '@preact/signals';
import type { Json } from '@/lib/core/json/json';
import { idsAbove, jsonRows } from './json-rows';

/** What is nested more deeply is opened one by one. */
const DEPTH_MAX = 200;

/** The state of a tree. */
export interface TreeState {
  /** Id of the chosen row. */
  readonly active: Signal<string>;
  /** What the user opened or closed, over what is open by itself. */
  readonly toggled: Signal<ReadonlyMap<string, boolean>>;
  /** Id of the long text that is shown whole. */
  readonly whole: Signal<string | undefined>;
}

/** A tree in which nothing was chosen yet. */
export function createTreeState(): TreeState {
  return {
    active: signal(''),
    toggled: signal<ReadonlyMap<string, boolean>>(new Map()),
    whole: signal<string | undefined>(undefined),
  };
}

/** Chooses the value at a pointer and opens everything around it. */
export function reveal({ active, toggled }: TreeState, root: Json, pointer: string): void {
  const next = new Map(toggled.value);
  for (const id of idsAbove(root, pointer)) next.set(id, true);
  toggled.value = next;
  active.value = pointer;
}

/** Opens or closes a row; its whole subtree where that is asked for. */
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
