// Splits JSON values, in an array or concatenated, into lines. Each line becomes one frame.

/** Finds the beginnings and ends of elements without parsing them. */
export class Elements {
  /** Nesting level of elements: 1 in an array, else 0. */
  readonly #level: 0 | 1;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #element = '';

  constructor(level: 0 | 1 = 1) {
    this.#level = level;
  }

  /** The elements that end in the next part of the text, one line each. */
  read(text: string): string {
    const level = this.#level;
    let lines = '';
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (unit === 92) this.#isEscaped = true;
        else if (unit === 34) this.#inText = false;
      } else if (unit === 34) this.#inText = true;
      else if (unit === 91 || unit === 123) {
        this.#depth++;
        if (this.#depth === level) from = i + 1;
      } else if (unit === 93 || unit === 125 || unit === 44) {
        // An extra bracket is an element of its own, so that later elements are found.
        const isTooMany = unit !== 44 && level === 0 && this.#depth === 0;
        const isEnd = isTooMany || (unit === 44 ? this.#depth === level : this.#depth-- === 1);
        if (!isEnd) continue;
        // Without an array, the bracket that ends an element belongs to it.
        lines += this.#lineOf(text.slice(from, unit === 44 || level === 1 ? i : i + 1));
        from = i + 1;
      }
    }
    this.#element += text.slice(from);
    return lines;
  }

  /** The last element; without a line end if the array has not ended. */
  end(): string {
    const rest = this.#lineOf('');
    return this.isCut ? rest.trimEnd() : rest;
  }

  /** True if the text ended inside of the array. */
  get isCut(): boolean {
    return this.#depth > 0;
  }

  #lineOf(rest: string): string {
    // Line breaks within an element are white space, and are replaced.
    const element = (this.#element + rest).replaceAll(/[\r\n]+/g, ' ').trim();
    this.#element = '';
    return element === '' ? '' : `${element}\n`;
  }
}
