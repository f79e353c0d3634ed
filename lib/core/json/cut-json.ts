// Completes truncated JSON from the part before the cut, without additions.
import { afterString } from '@/lib/core/json/depth';

const BACKSLASH = 92;
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

interface Open {
  readonly closer: string;
  readonly around: Open | undefined;
}

function closersOf(inner: Open | undefined): string {
  let closers = '';
  for (let open = inner; open !== undefined; open = open.around) closers += open.closer;
  return closers;
}

/** Closes a truncated string. Of a long string only the end is read. */
function ended(text: string): string {
  const tail = text.slice(-8);
  // Only an odd number of backslashes begins an escape.
  const cut = /\\(?:u[\da-f]{0,3})?$/i.exec(tail);
  if (cut === null) return `${text}"`;
  const at = text.length - tail.length + cut.index;
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from--;
  return `${(at - from) % 2 === 0 ? text.slice(0, at) : text}"`;
}

/**
 * Closes all open brackets of truncated JSON. Keeps complete list elements, complete members, and strings that have
 * begun. Invalid JSON stays invalid. `lists`: nesting depth of lists from which elements are kept only whole.
 */
export function closedJson(text: string, lists = Number.POSITIVE_INFINITY): string {
  let inner: Open | undefined;
  let safe: { readonly end: number; readonly inner: Open | undefined } = { end: 0, inner };
  let before = '';
  let open = 0;
  const keep = (end: number): void => {
    if (open < lists || (open === lists && inner?.closer === ']')) safe = { end, inner };
  };
  for (let i = 0; i < text.length; ) {
    const char = text.charAt(i);
    if (char === '"') {
      const end = afterString(text, i);
      const isValue = before === ':' || (inner?.closer === ']' && before !== '"');
      if (end > text.length && isValue && open < lists) return ended(text) + closersOf(inner);
      if (isValue && end <= text.length) keep(end);
      i = end;
    } else {
      const closer = CLOSERS[char];
      if (closer !== undefined) inner = { closer, around: inner };
      else if (char === '}' || char === ']') inner = inner?.around;
      if (char === '[') open++;
      else if (char === ']') open--;
      if (closer !== undefined || char === '}' || char === ']') keep(i + 1);
      else if (char === ',') keep(i);
      i++;
    }
    if (!/\s/.test(char)) before = char;
  }
  return text.slice(0, safe.end) + closersOf(safe.inner);
}

/** True if a text ends within a string or before all brackets are closed. */
export function isCutJson(text: string): boolean {
  let open = 0;
  for (let i = 0; i < text.length; ) {
    const char = text.charAt(i);
    if (char === '{' || char === '[') open++;
    else if (char === '}' || char === ']') open--;
    i = char === '"' ? afterString(text, i) : i + 1;
    if (i > text.length) return true;
  }
  return open > 0;
}
