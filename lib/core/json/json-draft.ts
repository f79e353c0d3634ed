// A JSON document that is changed by copying only the nodes on the path to a change, each at most once per owner. An
// undo log restores the document exactly when a patch fails halfway.
import { isJsonArray, type Json, type JsonObject } from '@/lib/core/json/json';
import { itemsOf, LargeArray, largeArrayOf, sameEnds } from '@/lib/core/json/large-array';
import {
  changedMembers,
  entriesOf,
  keysOf,
  LargeObject,
  largeObjectOf,
  ownOf,
} from '@/lib/core/json/large-object';
import type { Owner } from '@/lib/core/json/owner';

export type MutableJson = Record<string, Json> | Json[];

type Container = JsonObject | readonly Json[];

/** A container as a mutable node; callers change only nodes of their owner. */
export function writable(container: Container): MutableJson {
  // The types differ only in `readonly`.
  return container as MutableJson;
}

type UndoStep = () => void;

export interface JsonDraft {
  root: Json | undefined;
  readonly owner: Owner;
  readonly undo: UndoStep[];
  /** False if nothing can fail after the first change; key order is not recorded then. */
  readonly mayRollBack: boolean;
  /** Nodes whose order is restored by an undo already. */
  reordered: Set<MutableJson> | undefined;
}

export function createDraft(root: Json | undefined, owner: Owner, mayRollBack: boolean): JsonDraft {
  return { root, owner, undo: [], mayRollBack, reordered: undefined };
}

export function rollBack(draft: JsonDraft): void {
  for (let undo = draft.undo.pop(); undo !== undefined; undo = draft.undo.pop()) undo();
}

/** Reads like `node[key]`, inherited properties included, because the stock client does. */
export function readKey(node: Json | undefined, key: string): Json | undefined {
  const holder = Object(node) as Readonly<Record<string, Json | undefined>>;
  return holder[key];
}

/** Writes an own property, `__proto__` included. */
export function writeKey(node: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    node[key] = value;
  }
}

/** Sets a property of a node that the owner made. */
export function setKey(draft: JsonDraft, node: Record<string, Json>, key: string, value: Json): void {
  const large = largeObjectOf(node);
  if (large !== undefined) {
    draft.undo.push(large.set(key, value, draft.owner));
    return;
  }
  const isNew = !Object.hasOwn(node, key);
  const old = node[key];
  draft.undo.push(() => {
    if (isNew) delete node[key];
    else if (old !== undefined) writeKey(node, key, old);
  });
  writeKey(node, key, value);
}

export function setItem(draft: JsonDraft, node: Json[], index: number, value: Json): void {
  const old = node[index];
  putItem(node, index, value, draft.owner);
  draft.undo.push(() => {
    if (old !== undefined) putItem(node, index, old, draft.owner);
  });
}

function putItem(node: Json[], index: number, item: Json, owner: Owner): void {
  const large = largeArrayOf(node);
  if (large === undefined) node[index] = item;
  else large.set(index, item, owner);
}

/** Like `splice(index, 0, value)`. */
export function insertItem(draft: JsonDraft, node: Json[], index: number, value: Json): void {
  const at = index < 0 ? Math.max(0, node.length + index) : Math.min(index, node.length);
  const { put, take } = editing(draft, node);
  put(at, value);
  draft.undo.push(() => take(at));
}

/** Like `splice(index, 1)`. */
export function removeItem(draft: JsonDraft, node: Json[], index: number): Json | undefined {
  const at = index < 0 ? Math.max(0, node.length + index) : index;
  const removed = node[at];
  if (removed === undefined) return undefined;
  const { put, take } = editing(draft, node);
  take(at);
  draft.undo.push(() => put(at, removed));
  return removed;
}

function editing({ owner }: JsonDraft, node: Json[]) {
  const large = largeArrayOf(node);
  return {
    put(at: number, value: Json) {
      if (large === undefined) node.splice(at, 0, value);
      else large.insert(at, value, owner);
    },
    take(at: number) {
      if (large === undefined) node.splice(at, 1);
      else large.remove(at, owner);
    },
  };
}

export function setRoot(draft: JsonDraft, value: Json | undefined): void {
  const old = draft.root;
  draft.undo.push(() => {
    draft.root = old;
  });
  draft.root = value;
}

/** Members from which on repeated copying costs more than a large object does. */
export const LARGE_MIN = 512;

/** Large versions of immutable containers, so that all later changes start from the same one. */
const largeVersions = new WeakMap<Container, LargeObject | LargeArray>();

function largeVersionOf(node: Container): LargeObject | LargeArray | undefined {
  const own = isJsonArray(node) ? largeArrayOf(node) : largeObjectOf(node);
  if (own !== undefined || !hasMany(node)) return own;
  const known = largeVersions.get(node);
  if (known !== undefined) return known;
  const made = isJsonArray(node) ? LargeArray.of(node) : LargeObject.of(node);
  largeVersions.set(node, made);
  return made;
}

function hasMany(node: Container): boolean {
  if (isJsonArray(node)) return node.length >= LARGE_MIN;
  let count = 0;
  for (const _ in node) if (++count >= LARGE_MIN) return true;
  return false;
}

function copyOf(node: Container): MutableJson {
  const large = largeVersionOf(node);
  if (large !== undefined) return writable(large.version().json);
  return isJsonArray(node) ? [...node] : { ...node };
}

/** True if the owner may change the node in place. */
function isReady(node: Container, owner: Owner): boolean {
  return owner.has(node) && largeObjectOf(node)?.isLoose !== true;
}

function isNode(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

export function openRoot(draft: JsonDraft): MutableJson | undefined {
  const root = draft.root;
  if (!isNode(root)) return undefined;
  if (isReady(root, draft.owner)) return writable(root);
  const copy = draft.owner.add(copyOf(root));
  setRoot(draft, copy);
  return copy;
}

/** The child as a mutable node, stored in its parent; undefined if it is not a container. */
export function openChild(
  draft: JsonDraft,
  parent: MutableJson,
  key: string | number,
): MutableJson | undefined {
  const child = Array.isArray(parent) ? parent[Number(key)] : readKey(parent, String(key));
  return isNode(child) ? openNode(draft, parent, key, child) : undefined;
}

export function openNode(
  draft: JsonDraft,
  parent: MutableJson,
  key: string | number,
  child: Container,
): MutableJson {
  if (isReady(child, draft.owner)) return writable(child);
  const copy = draft.owner.add(copyOf(child));
  if (Array.isArray(parent)) setItem(draft, parent, Number(key), copy);
  else setKey(draft, parent, String(key), copy);
  return copy;
}

/** Removes a property of a node that the owner made; returns its value, even an inherited one. */
export function removeKey(draft: JsonDraft, node: Record<string, Json>, key: string): Json | undefined {
  const removed = readKey(node, key);
  const large = largeObjectOf(node);
  if (large !== undefined) {
    const undo = large.remove(key, draft.owner);
    if (undo !== undefined) draft.undo.push(undo);
    return removed;
  }
  if (!Object.hasOwn(node, key)) return removed;
  if (draft.mayRollBack) draft.undo.push(undoOfRemoval(draft, node, key));
  delete node[key];
  return removed;
}

function undoOfRemoval(draft: JsonDraft, node: Record<string, Json>, key: string): UndoStep {
  if (draft.reordered?.has(node)) {
    const value = node[key];
    return () => {
      if (value !== undefined) writeKey(node, key, value);
    };
  }
  // Adding the key again would put it last, so the last undo restores the whole order.
  draft.reordered = (draft.reordered ?? new Set()).add(node);
  const entries = Object.entries(node);
  return () => {
    for (const name of Object.keys(node)) delete node[name];
    for (const [name, value] of entries) writeKey(node, name, value);
  };
}

/** The value, for a second place: it is no longer changed in place. */
export function shared(value: Json, owner: Owner): Json {
  // Nodes of other versions contain no nodes of this one.
  if (!isNode(value) || !owner.release(value)) return value;
  (largeObjectOf(value) ?? largeArrayOf(value))?.release(owner);
  if (isJsonArray(value)) for (const inner of itemsOf(value)) shared(inner, owner);
  else for (const [, inner] of entriesOf(value)) shared(inner, owner);
  return value;
}

export function cloneJson(value: Json): Json {
  if (!isNode(value)) return value;
  if (isJsonArray(value)) return itemsOf(value).map(cloneJson);
  const copy: Record<string, Json> = {};
  for (const [key, entry] of entriesOf(value)) writeKey(copy, key, cloneJson(entry));
  return copy;
}

/** Deep equality of JSON values, as fast-json-patch defines it. */
export function isEqualJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (!isNode(a) || !isNode(b)) return false;
  if (isJsonArray(a) || isJsonArray(b)) {
    if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length) return false;
    const [start, end] = sameEnds(a, b);
    const others = itemsOf(b, start, b.length - end);
    return itemsOf(a, start, a.length - end).every((item, index) => isEqualJson(item, others[index]));
  }
  const changed = changedMembers(a, b);
  if (changed !== undefined) return changed.every((key) => isEqualJson(ownOf(a, key), ownOf(b, key)));
  const keys = keysOf(a);
  if (keys.length !== keysOf(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqualJson(readKey(a, key), readKey(b, key)));
}
