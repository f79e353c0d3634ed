// Redacts text that may be JSON or nearly so, such as arguments that were cut off: brackets, commas and white space
// stay, everything between them becomes tokens. What could be parsed still can, what could not still cannot.
import { afterString } from '@/lib/core/json/depth';
import { parseJson } from '@/lib/core/json/json';
import { applyEdits, type Edit } from '@/lib/core/redact/edits';
import type { Tokens } from '@/lib/core/redact/types';

const BARE = /[^\s"[\]{},:]+/y;
const KEY_FOLLOWS = /\s*:/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERAL = /^(?:true|false|null)$/;

/** Words that are on the list of safe things for this text. */
type IsKept = (word: string, isKey: boolean) => boolean;

interface Redacted {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** The end of the part that begins at `at`; `at` itself where what stands there stays. */
function endOfPart(text: string, at: number): number {
  if (text[at] === '"') return Math.min(afterString(text, at), text.length);
  BARE.lastIndex = at;
  return at + (BARE.exec(text)?.[0].length ?? 0);
}

function isKeyAt(text: string, end: number): boolean {
  KEY_FOLLOWS.lastIndex = end;
  return KEY_FOLLOWS.test(text);
}

function stringContent(raw: string): string | undefined {
  const value = parseJson(raw);
  return typeof value === 'string' ? value : undefined;
}

function bare(raw: string, tokens: Tokens, isKept: IsKept): string {
  if (LITERAL.test(raw)) return raw;
  if (!NUMBER.test(raw)) return tokens.text(raw);
  return isKept(String(Number(raw)), false) ? raw : tokens.number(raw);
}

/** A quoted text that is not JSON, because it is cut off or escapes what cannot be escaped, is not JSON afterwards either. */
function broken(raw: string, tokens: Tokens): string {
  const isClosed = raw.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(raw.slice(1));
  const inside = isClosed ? raw.slice(1, -1) : raw.slice(1);
  if (isClosed) return `"${tokens.text(inside)}\\x"`;
  // One that may still go on, perhaps in the middle of an escape, is not broken yet.
  const isOpen =
    stringContent(`"${inside.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-fA-F]{0,3})?$/, '$1')}"`) !== undefined;
  return `"${tokens.text(inside)}${isOpen ? '' : '\\x'}`;
}

export function redactLoosely(text: string, tokens: Tokens, isKept: IsKept = () => false): Redacted {
  const edits: Edit[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at);
    if (end > at) edits.push({ start: at, end, text: redacted(text.slice(at, end), isKeyAt(text, end)) });
    at = Math.max(end, at + 1);
  }
  return { text: applyEdits(text, edits), edits };

  function redacted(raw: string, isKey: boolean): string {
    if (!raw.startsWith('"')) return bare(raw, tokens, isKept);
    const content = stringContent(raw);
    if (content === undefined) return broken(raw, tokens);
    if (isKept(content, isKey)) return raw;
    return JSON.stringify(isKey ? tokens.key(content) : tokens.text(content));
  }
}
