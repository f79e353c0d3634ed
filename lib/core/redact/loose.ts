// Redacts text that may be JSON or nearly JSON, such as truncated arguments: brackets, commas and white space stay,
// everything between becomes tokens. Valid JSON stays valid, and invalid JSON invalid.
import { afterString } from '@/lib/core/json/depth';
import { parseJson } from '@/lib/core/json/json';
import { applyEdits, type Edit } from '@/lib/core/redact/edits';
import type { Tokens } from '@/lib/core/redact/types';

const BARE = /[^\s"[\]{},:]+/y;
const KEY_FOLLOWS = /\s*:/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERAL = /^(?:true|false|null)$/;

/** Safe words in this text. */
type IsKept = (word: string, isKey: boolean) => boolean;

interface Redacted {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** The end of the part that begins at `at`; `at` itself if the text there stays. */
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

/** A quoted text that is not JSON, being truncated or with invalid escapes, stays invalid. */
function broken(raw: string, tokens: Tokens): string {
  const isClosed = raw.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(raw.slice(1));
  const inside = isClosed ? raw.slice(1, -1) : raw.slice(1);
  if (isClosed) return `"${tokens.text(inside)}\\x"`;
  // A truncated text may continue, even within an escape.
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
