// Ownership: nodes that a version of the model created since its last fork, which it may change in place. All others
// are shared and copied before their first change.

/** The nodes that one version owns. A fork gives both sides a new, empty owner. */
export class Owner {
  readonly #nodes = new Set<object>();

  has(node: object): boolean {
    return this.#nodes.has(node);
  }

  /** Gives up a node: it is copied before further changes. */
  release(node: object): boolean {
    return this.#nodes.delete(node);
  }

  add<T extends object>(node: T): T {
    this.#nodes.add(node);
    return node;
  }
}

/** A node that may be changed, because its version owns it. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

export function draftOf<T extends object>(owner: Owner, node: T): Draft<T> {
  return owner.has(node) ? node : owner.add({ ...node });
}
