// Reads the entries of a HAR file one by one: most are not streams and need no memory. Files not written by a browser
// are read as a whole instead, which reports their errors.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

/** Everything outside of the entries is short. */
const FRAME_MAX = 1024 * 1024;
const BEGINS = /^\ufeff?\s*\{\s*"log"\s*:\s*\{/;
const LIST_NEXT = /"entries"\s*:\s*$/;
/** Braces around the list of entries: those of the file and of `log`. */
const LIST_DEPTH = 2;

type CutterState = 'before' | 'list' | 'entry' | 'after';

/** Thrown for text that cannot be read entry by entry. */
class OtherHar extends Error {}

class Cutter {
  /** The text around the list of entries. */
  frame = '';
  #state: CutterState = 'before';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #between = '';
  #isFirst = true;
  #entry: string[] = [];
  readonly #found: (text: string) => void;

  constructor(found: (text: string) => void) {
    this.#found = found;
  }

  push(text: string): void {
    for (let at = 0; at < text.length; )
      at = this.#state === 'list' ? this.#inList(text, at) : this.#inValue(text, at);
    if (this.frame.length > FRAME_MAX || this.#between.length > FRAME_MAX) throw new OtherHar();
  }

  /** Advances to the end of an entry, or to the beginning of the list. */
  #inValue(text: string, from: number): number {
    let at = from;
    let isOver = false;
    while (at < text.length && !isOver) {
      if (this.#isInString) at = this.#afterString(text, at);
      else isOver = this.#isTurn(text, at++, from);
    }
    const part = text.slice(from, at);
    if (this.#state !== 'entry') this.frame += part;
    else this.#entry.push(part);
    if (isOver) this.#turn();
    return at;
  }

  /** Index after the open string, or the end of the text. Most of a file is in strings. */
  #afterString(text: string, from: number): number {
    let at = this.#isEscaped ? from + 1 : from;
    this.#isEscaped = false;
    for (;;) {
      const quote = text.indexOf('"', at);
      const end = quote === -1 ? text.length : quote;
      let slashes = 0;
      while (end - slashes > at && text.charCodeAt(end - slashes - 1) === 92) slashes++;
      const isEscaped = slashes % 2 === 1;
      if (quote === -1) this.#isEscaped = isEscaped;
      else if (isEscaped) at = quote + 1;
      else this.#isInString = false;
      if (quote === -1 || !isEscaped) return end + (quote === -1 ? 0 : 1);
    }
  }

  /** True if a unit ends an entry, or the text before the list. */
  #isTurn(text: string, at: number, from: number): boolean {
    const unit = text.charCodeAt(at);
    if (unit === 34) this.#isInString = true;
    else if (unit === 123 || unit === 91) {
      if (unit === 91 && this.#isBeforeList() && LIST_NEXT.test(this.#lately(text, at, from))) return true;
      this.#depth++;
    } else if (unit === 125 || unit === 93) return --this.#depth === 0 && this.#state === 'entry';
    return false;
  }

  #isBeforeList(): boolean {
    return this.#depth === LIST_DEPTH && this.#state !== 'entry';
  }

  #lately(text: string, at: number, from: number): string {
    return this.frame.slice(-64) + text.slice(Math.max(from, at - 64), at);
  }

  #turn(): void {
    if (this.#state === 'entry') {
      this.#found(this.#entry.join(''));
      this.#entry = [];
    } else if (this.#state === 'after' || !BEGINS.test(this.frame)) throw new OtherHar();
    this.#state = 'list';
    this.#depth = 0;
  }

  /** Between entries: one comma, and white space. */
  #inList(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const unit = text[at] ?? '';
      if (unit !== '{' && unit !== ']') {
        this.#between += unit;
        continue;
      }
      const isEnd = unit === ']';
      if (this.#between.trim() !== (isEnd || this.#isFirst ? '' : ',')) throw new OtherHar();
      this.#between = '';
      this.#isFirst = false;
      this.#state = isEnd ? 'after' : 'entry';
      if (isEnd) this.#depth = LIST_DEPTH + 1;
      return at;
    }
    return text.length;
  }
}

/** The `log` object without its entries, which `take` receives; undefined for other files. */
export function harEntries(
  texts: Iterable<string>,
  take: (entry: Json, frame: string) => void,
): JsonObject | undefined {
  const cutter = new Cutter((text) => take(JSON.parse(text), cutter.frame));
  try {
    for (const text of texts) cutter.push(text);
    const file: Json = JSON.parse(cutter.frame.replace(/^\ufeff/, ''));
    const log = isJsonObject(file) ? file['log'] : undefined;
    return log !== undefined && isJsonObject(log) && isJsonArray(log['entries']) ? log : undefined;
  } catch (error) {
    if (error instanceof OtherHar || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
