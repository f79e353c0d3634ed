// Limits of nesting: deeper JSON can be parsed, but overflows the stack of a recursive walk.
import { formatNumber } from '@/lib/core/json/format';
import type { Json } from '@/lib/core/json/json';
import { messageOf } from '@/lib/core/json/reason';

/** Number of levels that are read. The stock client's stack ends between 2,000 and 4,000. */
export const DEPTH_MAX = 2000;

/** The engine's and the stock client's error at the end of the stack. */
export const STACK_TEXT = 'Maximum call stack size exceeded';

export const TOO_DEEP = `nests JSON more than ${formatNumber(DEPTH_MAX)} levels deep`;

const QUOTE = 34;
const BACKSLASH = 92;

/** Index after the string that begins at `at`; the length plus one if the string has no end. */
export function afterString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === QUOTE) return i + 1;
  }
  return text.length + 1;
}

export function nestsTooDeep(text: string): boolean {
  // Fast path: too short for that many pairs of brackets.
  if (text.length <= 2 * DEPTH_MAX) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = afterString(text, i) - 1;
    else if (unit === 123 || unit === 91) {
      if (++depth > DEPTH_MAX) return true;
    } else if (unit === 125 || unit === 93) depth--;
  }
  return false;
}

/** The value of a JSON text, or the error of the engine and of the stock client. */
export function parseOrError(text: string): { readonly value: Json } | { readonly error: string } {
  if (nestsTooDeep(text)) return { error: STACK_TEXT };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
