// A growing list of numbers, compact enough for a million rows.

/** Integers of four bytes by default. Indexes out of range read as 0. */
export class GrowingNumbers {
  readonly #make: (length: number) => Int32Array | Float64Array;
  #values: Int32Array | Float64Array;
  #length = 0;

  constructor(make: (length: number) => Int32Array | Float64Array = (length) => new Int32Array(length)) {
    this.#make = make;
    this.#values = make(1024);
  }

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

  /** Sets a value; the list grows to the index. */
  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const grown = this.#make(Math.max(this.#values.length * 2, index + 1));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[index] = value;
    this.#length = Math.max(this.#length, index + 1);
  }
}
