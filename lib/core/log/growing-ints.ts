// A growing list of integers, four bytes each.

/** Reading outside of it gives 0. */
export class GrowingInts {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  pop(): void {
    this.#length--;
  }

  /** Sets a value; the list grows as far as it must. */
  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const grown = new Int32Array(Math.max(this.#values.length * 2, index + 1));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[index] = value;
    this.#length = Math.max(this.#length, index + 1);
  }
}
