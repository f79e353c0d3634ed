// Finds the ends of the elements of a top-level JSON array without parsing them, in text that arrives in segments. A
// top-level value that is not an array of objects is one element.
import { createPending, createUnread } from '@/lib/core/decode/frame-buffer';
import type { Unread } from '@/lib/core/decode/types';
import { JsonNesting } from '@/lib/core/json/json-nesting';

export interface Element {
  readonly text: string;
  readonly isCut: boolean;
  /** Set for text between the elements or after the array. */
  readonly unread?: Unread;
}

interface JsonScanner {
  push(chunk: string): Element[];
  /** The rest at the end of the text; undefined if there is none. */
  end(): Element | undefined;
  /** Called after the end: text after the array. */
  rest(): readonly Element[];
}

/** Longer text between elements is cut, in UTF-16 units. */
const STRAY_MAX = 64 * 1024;

type ScanState = 'start' | 'array' | 'element' | 'whole' | 'after';

/** Decides whether the text is an array of objects at the first unit after `[`. */
export function createJsonScanner(): JsonScanner {
  const pending = createPending();
  const unread = createUnread();
  // Unfinished text between elements.
  let stray = '';
  let state: ScanState = 'start';
  // The opening bracket and white space after it, needed if this is not an array of objects.
  let prefix = '';
  const nesting = new JsonNesting();

  // White space within the text belongs to it.
  const keepStray = (char: string): void => {
    if (stray.length < STRAY_MAX && (stray !== '' || !/[\s,\]]/.test(char))) stray += char;
  };

  const takeStray = (): readonly Element[] => {
    if (stray.trimEnd() !== '') unread.add(stray.replace(/[\s,]+$/, ''));
    stray = '';
    return unread
      .take()
      .map(({ raw, unread }): Element => ({ text: raw, isCut: false, ...(unread && { unread }) }));
  };

  const isSpace = (unit: number): boolean => unit === 32 || unit === 10 || unit === 13 || unit === 9;

  /** Between elements: returns the index of the next element's first unit, or the chunk's length. */
  const skipToElement = (chunk: string, from: number): number => {
    for (let i = from; i < chunk.length; i++) {
      const unit = chunk.charCodeAt(i);
      if (isSpace(unit) || unit === 0xfeff) {
        if (prefix !== '') prefix += chunk[i];
        else if (stray !== '') keepStray(chunk[i] ?? '');
        continue;
      }
      if (state === 'start') {
        if (unit === 91) {
          state = 'array';
          prefix = '[';
          continue;
        }
        state = 'whole';
        return i;
      }
      if (unit === 123) {
        state = 'element';
        prefix = '';
        return i;
      }
      if (prefix !== '' && unit !== 93) {
        // An array, but not of objects: treat it as one value.
        state = 'whole';
        pending.add(prefix);
        prefix = '';
        return i;
      }
      prefix = '';
      if (unit === 93) {
        state = 'after';
        return i + 1;
      }
      keepStray(chunk[i] ?? '');
    }
    return chunk.length;
  };

  return {
    push(chunk) {
      const found: Element[] = [];
      let at = 0;
      while (at < chunk.length) {
        if (state === 'after') {
          for (const char of chunk.slice(at, at + STRAY_MAX)) keepStray(char);
          break;
        }
        if (state === 'whole') {
          pending.add(chunk.slice(at));
          break;
        }
        if (state !== 'element') {
          at = skipToElement(chunk, at);
          continue;
        }
        if (pending.length === 0) found.push(...takeStray());
        const end = nesting.close(chunk, at);
        pending.add(chunk.slice(at, end === -1 ? chunk.length : end));
        if (end === -1) break;
        found.push(pending.take());
        state = 'array';
        at = end;
      }
      return found;
    },
    end() {
      if (pending.length === 0) return undefined;
      state = 'after';
      return pending.take();
    },
    rest: takeStray,
  };
}
