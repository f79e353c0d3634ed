// Ownership: the nodes that a version of the model made itself since its last fork, and so may change in place. All
// others are shared with other versions and are copied before their first change.

/** The nodes that one version owns. A fork gives both sides a new, empty owner. */
export class Owner {
  readonly #nodes = new Set<object>();

  has(node: object): boolean {
    return this.#nodes.has(node);
  }

  /** Gives up a node: from here on, it is copied before it changes. */
  release(node: object): boolean {
    return this.#nodes.delete(node);
  }

  /** Records that this version made the node. */
  add<T extends object>(node: T): T {
    this.#nodes.add(node);
    return node;
  }
}

/** A node that may be changed, because its version owns it. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The node itself if the owner made it, else a copy that it owns. */
export function draftOf<T extends object>(owner: Owner, node: T): Draft<T> {
  return owner.has(node) ? node : owner.add({ ...node });
}
