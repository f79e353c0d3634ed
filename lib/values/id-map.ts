// A persistent map from ids to values: a 32-way hash trie. A version copies the nodes on the path to a changed entry
// at most once; forks are free.
import type { Owner } from '@/lib/values/owner';

const BITS = 5;
const MASK = 31;

interface Leaf<V> {
  readonly key: string;
  readonly hash: number;
  readonly value: V;
  /** Another key with the same hash. */
  readonly next: Leaf<V> | undefined;
}

interface Branch<V> {
  readonly slots: (Branch<V> | Leaf<V> | undefined)[];
}

/** The persistent map; `undefined` is the empty one. */
export type IdMap<V> = Branch<V> | undefined;

// FNV-1a. Ids are untrusted, but colliding hashes only make one chain long.
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  // The low bits select the first branches: mix the high bits in.
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isBranch<V>(node: Branch<V> | Leaf<V>): node is Branch<V> {
  return 'slots' in node;
}

/** The value of a key. */
export function lookup<V>(map: IdMap<V>, key: string): V | undefined {
  const hash = hashOf(key);
  let node: Branch<V> | Leaf<V> | undefined = map;
  for (let shift = 0; node !== undefined && isBranch(node); shift += BITS) {
    node = node.slots[(hash >>> shift) & MASK];
  }
  for (let leaf = node; leaf !== undefined; leaf = leaf.next) {
    if (leaf.key === key) return leaf.value;
  }
  return undefined;
}

function emptyBranch<V>(owner: Owner): Branch<V> {
  return owner.add({ slots: new Array<undefined>(32).fill(undefined) });
}

function withLeaf<V>(leaf: Leaf<V>, key: string, value: V): Leaf<V> {
  const chain: Leaf<V>[] = [];
  for (let at: Leaf<V> | undefined = leaf; at !== undefined; at = at.next) {
    if (at.key !== key) chain.push(at);
  }
  let result: Leaf<V> = { key, hash: leaf.hash, value, next: undefined };
  for (const { key: other, value: theirs } of chain.reverse()) {
    result = { key: other, hash: leaf.hash, value: theirs, next: result };
  }
  return result;
}

/** The map with a key set to a value. */
export function assigned<V>(map: IdMap<V>, key: string, value: V, owner: Owner): Branch<V> {
  const hash = hashOf(key);
  const root = map === undefined ? emptyBranch<V>(owner) : owned(map, owner);
  let node = root;
  for (let shift = 0; ; shift += BITS) {
    const slot = (hash >>> shift) & MASK;
    const child = node.slots[slot];
    if (child === undefined) {
      node.slots[slot] = { key, hash, value, next: undefined };
      return root;
    }
    if (isBranch(child)) {
      const copy = owned(child, owner);
      node.slots[slot] = copy;
      node = copy;
      continue;
    }
    if (child.hash === hash) {
      node.slots[slot] = withLeaf(child, key, value);
      return root;
    }
    const branch = emptyBranch<V>(owner);
    branch.slots[(child.hash >>> (shift + BITS)) & MASK] = child;
    node.slots[slot] = branch;
    node = branch;
  }
}

function owned<V>(branch: Branch<V>, owner: Owner): Branch<V> {
  return owner.has(branch) ? branch : owner.add({ slots: [...branch.slots] });
}

/** All entries, in no particular order. */
export function* entriesOf<V>(map: IdMap<V>): Iterable<readonly [key: string, value: V]> {
  for (const slot of map?.slots ?? []) {
    if (slot === undefined) continue;
    if (isBranch(slot)) yield* entriesOf(slot);
    else
      for (let leaf: Leaf<V> | undefined = slot; leaf !== undefined; leaf = leaf.next)
        yield [leaf.key, leaf.value];
  }
}
