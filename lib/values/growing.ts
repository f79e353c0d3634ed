// A list that grows at its end and nowhere else, in versions: a version costs nothing, as all of them share one array.
// Only where two of them grow does the second one copy what they have in common.

interface Shared<T> {
  readonly items: T[];
  /** The items as they were handed out last. */
  out: readonly T[];
}

/** A version of the list. */
export class Growing<T> {
  #shared: Shared<T>;
  #length: number;

  private constructor(shared: Shared<T>, length: number) {
    this.#shared = shared;
    this.#length = length;
  }

  /** An empty list. */
  static empty<T>(): Growing<T> {
    return new Growing<T>({ items: [], out: [] }, 0);
  }

  get length(): number {
    return this.#length;
  }

  /** The items, as an array that stays as it is: the same one while nothing is added. */
  get items(): readonly T[] {
    const { items, out } = this.#shared;
    if (out.length === this.#length) return out;
    const mine = items.slice(0, this.#length);
    this.#shared.out = mine;
    return mine;
  }

  /** Appends an item to this version alone. */
  push(item: T): void {
    if (this.#shared.items.length > this.#length) {
      const items = this.#shared.items.slice(0, this.#length);
      this.#shared = { items, out: items.slice() };
    }
    this.#shared.items.push(item);
    this.#length++;
  }

  /** Replaces an item in this version alone. */
  replace(at: number, item: T): void {
    const items = this.items.with(at, item);
    this.#shared = { items: [...items], out: items };
  }

  /** Another version with the same items. */
  fork(): Growing<T> {
    return new Growing(this.#shared, this.#length);
  }
}
