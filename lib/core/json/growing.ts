// A list that only grows at its end. Versions share one array and cost nothing; a version that does not end at the
// end of the array copies it before it grows.

interface Shared<T> {
  readonly items: T[];
  /** The most recently returned items. */
  out: readonly T[];
}

export class Growing<T> {
  #shared: Shared<T>;
  #length: number;

  private constructor(shared: Shared<T>, length: number) {
    this.#shared = shared;
    this.#length = length;
  }

  static empty<T>(): Growing<T> {
    return new Growing<T>({ items: [], out: [] }, 0);
  }

  get length(): number {
    return this.#length;
  }

  /** The items as an immutable array: the same one while nothing is added. */
  get items(): readonly T[] {
    const { items, out } = this.#shared;
    if (out.length === this.#length) return out;
    const own = items.slice(0, this.#length);
    this.#shared.out = own;
    return own;
  }

  push(item: T): void {
    if (this.#shared.items.length > this.#length) {
      const items = this.#shared.items.slice(0, this.#length);
      this.#shared = { items, out: items.slice() };
    }
    this.#shared.items.push(item);
    this.#length++;
  }

  replace(at: number, item: T): void {
    const items = this.items.with(at, item);
    this.#shared = { items: [...items], out: items };
  }

  fork(): Growing<T> {
    return new Growing(this.#shared, this.#length);
  }
}
