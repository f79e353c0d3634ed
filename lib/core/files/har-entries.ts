// Reads the entries of a HAR file one by one: most are not streams and need no memory. Files not written by a browser
// are read as a whole instead, which reports their errors.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { JsonNesting } from '@/lib/core/json/json-nesting';

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
  readonly #nesting = new JsonNesting();
  #between = '';
  #isFirst = true;
  #entry: string[] = [];
  readonly #found: (text: string) => void;

  constructor(found: (text: string) => void) {
    this.#found = found;
  }

  push(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (this.#state === 'list') at = this.#inList(text, at);
      else at = this.#state === 'entry' ? this.#inEntry(text, at) : this.#inFrame(text, at);
    }
    if (this.frame.length > FRAME_MAX || this.#between.length > FRAME_MAX) throw new OtherHar();
  }

  #inEntry(text: string, from: number): number {
    const end = this.#nesting.close(text, from);
    this.#entry.push(text.slice(from, end === -1 ? text.length : end));
    if (end === -1) return text.length;
    this.#found(this.#entry.join(''));
    this.#entry = [];
    this.#state = 'list';
    return end;
  }

  /** Advances to the beginning of the list. */
  #inFrame(text: string, from: number): number {
    const nesting = this.#nesting;
    for (let at = nesting.next(text, from); at < text.length; at = nesting.next(text, at + 1)) {
      if (text[at] !== '[' || nesting.depth !== LIST_DEPTH + 1) continue;
      if (!LIST_NEXT.test(this.frame.slice(-64) + text.slice(Math.max(from, at - 64), at))) continue;
      this.frame += text.slice(from, at + 1);
      if (this.#state === 'after' || !BEGINS.test(this.frame)) throw new OtherHar();
      this.#state = 'list';
      nesting.depth = 0;
      return at + 1;
    }
    this.frame += text.slice(from);
    return text.length;
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
      if (isEnd) this.#nesting.depth = LIST_DEPTH + 1;
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
