// Follows the nesting of JSON text that arrives in parts, cut anywhere, without parsing it.

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const isOpening = (unit: number): boolean => unit === 123 || unit === 91;
const isClosing = (unit: number): boolean => unit === 125 || unit === 93;

/** True if an odd number of backslashes, from an index on, precedes a unit. */
function isEscapedAt(text: string, at: number, from: number): boolean {
  let before = at;
  while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

export class JsonNesting {
  /** Number of open brackets; an extra closing one changes nothing. */
  depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Reads up to a bracket, or a comma, outside of strings: its index, or the length of the text. */
  next(text: string, from: number): number {
    for (let at = this.#isInString ? this.#afterString(text, from) : from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) at = this.#afterString(text, at + 1) - 1;
      else if (unit === COMMA) return at;
      else if (isOpening(unit)) {
        this.depth++;
        return at;
      } else if (isClosing(unit)) {
        if (this.depth > 0) this.depth--;
        return at;
      }
    }
    return text.length;
  }

  /** Reads to the end of the open brackets: the index after the last one, or -1 if the text ends before. */
  close(text: string, from: number): number {
    for (let at = this.next(text, from); at < text.length; at = this.next(text, at + 1))
      if (this.depth === 0) return at + 1;
    return -1;
  }

  /** Index after the end of the open string, or the length of the text. */
  #afterString(text: string, from: number): number {
    const start = this.#isEscaped ? from + 1 : from;
    let quote = text.indexOf('"', start);
    while (quote !== -1 && isEscapedAt(text, quote, start)) quote = text.indexOf('"', quote + 1);
    this.#isInString = quote === -1;
    this.#isEscaped = quote === -1 && (start > text.length || isEscapedAt(text, text.length, start));
    return quote === -1 ? text.length : quote + 1;
  }
}
