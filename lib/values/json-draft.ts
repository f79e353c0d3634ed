// A JSON document that is changed by copying only the nodes on the path to a change, each at most once per owner. An
// undo log restores the document exactly when a patch fails halfway.
import { isJsonArray, type Json, type JsonObject } from '@/lib/agui/json';
import type { Owner } from '@/lib/values/owner';

/** A node that may be changed. */
export type JsonNode = Record<string, Json> | Json[];

type Container = JsonObject | readonly Json[];

/** A container as a node, for one that the owner made or that is only read. */
export function writable(container: Container): JsonNode {
  // The types differ only in `readonly`; callers change only what the owner made.
  return container as JsonNode;
}

type Undo = () => void;

/** A document being patched. */
export interface JsonDraft {
  root: Json | undefined;
  readonly owner: Owner;
  readonly undo: Undo[];
  /** False if nothing can fail after the first change, so that key order need not be restorable. */
  readonly mayRollBack: boolean;
}

/** Starts a draft of a document. */
export function createDraft(root: Json | undefined, owner: Owner, mayRollBack: boolean): JsonDraft {
  return { root, owner, undo: [], mayRollBack };
}

/** Undoes everything the draft did. */
export function rollBack(draft: JsonDraft): void {
  for (let undo = draft.undo.pop(); undo !== undefined; undo = draft.undo.pop()) undo();
}

/** Reads like `node[key]`, inherited properties included, because the stock client does. */
export function readKey(node: Json | undefined, key: string): Json | undefined {
  const holder = Object(node) as Readonly<Record<string, Json | undefined>>;
  return holder[key];
}

/** Writes an own property, `__proto__` included. */
function writeKey(node: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    node[key] = value;
  }
}

/** Sets a property of a node that the owner made. */
export function setKey(draft: JsonDraft, node: Record<string, Json>, key: string, value: Json): void {
  const isNew = !Object.hasOwn(node, key);
  const old = node[key];
  draft.undo.push(() => {
    if (isNew) delete node[key];
    else if (old !== undefined) writeKey(node, key, old);
  });
  writeKey(node, key, value);
}

/** Replaces an item of an array that the owner made. */
export function setItem(draft: JsonDraft, node: Json[], index: number, value: Json): void {
  const old = node[index];
  draft.undo.push(() => {
    if (old !== undefined) node[index] = old;
  });
  node[index] = value;
}

/** Inserts as `splice(index, 0, value)` does. */
export function insertItem(draft: JsonDraft, node: Json[], index: number, value: Json): void {
  node.splice(index, 0, value);
  const at = index < 0 ? Math.max(0, node.length - 1 + index) : Math.min(index, node.length - 1);
  draft.undo.push(() => node.splice(at, 1));
}

/** Removes as `splice(index, 1)` does. */
export function removeItem(draft: JsonDraft, node: Json[], index: number): Json | undefined {
  const at = index < 0 ? Math.max(0, node.length + index) : index;
  const removed = node.splice(at, 1);
  draft.undo.push(() => node.splice(at, 0, ...removed));
  return removed[0];
}

/** Sets the whole document. */
export function setRoot(draft: JsonDraft, value: Json | undefined): void {
  const old = draft.root;
  draft.undo.push(() => {
    draft.root = old;
  });
  draft.root = value;
}

function copyOf(node: Container): JsonNode {
  return isJsonArray(node) ? [...node] : { ...node };
}

function isNode(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

/** The root as a node that may be changed; undefined if it is not a container. */
export function openRoot(draft: JsonDraft): JsonNode | undefined {
  const root = draft.root;
  if (!isNode(root)) return undefined;
  if (draft.owner.has(root)) return writable(root);
  const copy = draft.owner.add(copyOf(root));
  setRoot(draft, copy);
  return copy;
}

/** The child as a node that may be changed, stored in its parent; undefined if it is not a container. */
export function openChild(draft: JsonDraft, parent: JsonNode, key: string | number): JsonNode | undefined {
  const child = Array.isArray(parent) ? parent[Number(key)] : readKey(parent, String(key));
  if (!isNode(child)) return undefined;
  if (draft.owner.has(child)) return writable(child);
  const copy = draft.owner.add(copyOf(child));
  if (Array.isArray(parent)) setItem(draft, parent, Number(key), copy);
  else setKey(draft, parent, String(key), copy);
  return copy;
}

/** Removes a property of a node that the owner made; returns its value, even an inherited one. */
export function removeKey(draft: JsonDraft, node: Record<string, Json>, key: string): Json | undefined {
  const removed = readKey(node, key);
  if (!Object.hasOwn(node, key)) return removed;
  if (draft.mayRollBack) {
    // Adding the key again would put it last, so undoing restores the whole order.
    const entries = Object.entries(node);
    draft.undo.push(() => {
      for (const name of Object.keys(node)) delete node[name];
      for (const [name, value] of entries) writeKey(node, name, value);
    });
  }
  delete node[key];
  return removed;
}

/** The value itself, to stand in a second place: nothing of it is changed in place any more. */
export function shared(value: Json, owner: Owner): Json {
  // What a version did not make holds nothing that it made.
  if (!isNode(value) || !owner.release(value)) return value;
  for (const inner of isJsonArray(value) ? value : Object.values(value)) shared(inner, owner);
  return value;
}

/** A deep copy of a value. */
export function cloneJson(value: Json): Json {
  if (!isNode(value)) return value;
  if (Array.isArray(value)) return value.map(cloneJson);
  const copy: Record<string, Json> = {};
  for (const [key, entry] of Object.entries(value)) writeKey(copy, key, cloneJson(entry));
  return copy;
}

/** Deep equality of JSON values, as fast-json-patch defines it. */
export function isEqualJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (!isNode(a) || !isNode(b)) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: Json, index: number) => isEqualJson(item, b[index]));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqualJson(readKey(a, key), readKey(b, key)));
}
