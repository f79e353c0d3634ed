// Splits JSON values, in an array or concatenated, into lines. Each line becomes one frame.
import { JsonNesting } from '@/lib/core/json/json-nesting';

/** Finds the beginnings and ends of elements without parsing them. */
export class Elements {
  /** Nesting level of elements: 1 in an array, else 0. */
  readonly #level: 0 | 1;
  readonly #nesting = new JsonNesting();
  #element = '';

  constructor(level: 0 | 1 = 1) {
    this.#level = level;
  }

  /** The elements that end in the next part of the text, one line each. */
  read(text: string): string {
    const level = this.#level;
    const nesting = this.#nesting;
    let lines = '';
    let from = 0;
    let before = nesting.depth;
    for (let at = nesting.next(text, 0); at < text.length; at = nesting.next(text, at + 1)) {
      const char = text[at];
      if (char === '[' || char === '{') {
        if (nesting.depth === level) from = at + 1;
      } else if (nesting.depth === (char === ',' ? level : 0)) {
        // Without an array, the bracket that ends an element belongs to it. An extra one is an element of its own.
        const isOutside = char === ',' || (level === 1 && before > 0);
        lines += this.#lineOf(text.slice(from, isOutside ? at : at + 1));
        from = at + 1;
      }
      before = nesting.depth;
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
    return this.#nesting.depth > 0;
  }

  #lineOf(rest: string): string {
    // Line breaks within an element are white space, and are replaced.
    const element = (this.#element + rest).replaceAll(/[\r\n]+/g, ' ').trim();
    this.#element = '';
    return element === '' ? '' : `${element}\n`;
  }
}
