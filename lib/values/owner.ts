// Ownership: which nodes a version of the model made itself since the last fork, and so may change in place.
// Everything else is shared with other versions and is copied before its first change.

/** The nodes that one version owns. A fork gives both sides a new, empty one. */
export class Owner {
  readonly #nodes = new Set<object>();

  has(node: object): boolean {
    return this.#nodes.has(node);
  }

  /** Notes that this version made the node. */
  add<T extends object>(node: T): T {
    this.#nodes.add(node);
    return node;
  }
}

/** The type of a node that may be changed, because its version owns it. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The node itself where the owner made it, else a copy that it owns. */
export function draftOf<T extends object>(owner: Owner, node: T): Draft<T> {
  return owner.has(node) ? node : owner.add({ ...node });
}
