// Finds the origins of a text in the page. Only letters and digits count, as a page renders Markdown.
import { textOfContent } from '@/lib/core/agui/content-part';
import type { Json } from '@/lib/core/json/json';
import { newestFirst } from '@/lib/core/json/list';
import { pointerOf } from '@/lib/core/json/pointer';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry, Model, Thread, ToolCallEntry } from '@/lib/core/model/types';

/** The text in the page is the whole text, a part of it, or contains it. */
type TextFit = 'whole' | 'part' | 'around';

type TextSource =
  | { readonly kind: 'message'; readonly entry: MessageEntry; readonly from: number; readonly to: number }
  | { readonly kind: 'call'; readonly call: ToolCallEntry; readonly from: number; readonly to: number }
  | { readonly kind: 'state'; readonly threadId: string; readonly pointer: string };

/** `from` and `to` are the position in the text of the message or the arguments, in UTF-16 units. */
export type TextMatch = TextSource & { readonly fit: TextFit };

/** Shorter texts are parts of too many others. */
const PART_MIN = 3;
/** Shorter texts are in others by chance. */
const AROUND_MIN = 8;
/** Maximum number of compared characters of messages, arguments and state. */
const COMPARED_MAX = 8_000_000;

const OTHER = /[^\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;

function lettersOf(text: string): string {
  return text.replaceAll(OTHER, '');
}

const blank = (part: string): string => ' '.repeat(part.length);

/** Markdown with invisible marks replaced by spaces, at the same length. */
function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)/g, blank)
    .replaceAll(/\]\([^)\n]{0,2000}\)/g, blank)
    .replaceAll(/^[ \t]*(?:```|~~~).*$/gm, blank)
    .replaceAll(/^[ \t]*\d{1,9}[.)](?=\s)/gm, blank);
}

/** The position of letters in the original text. */
function placeOf(text: string, from: number, to: number): { readonly from: number; readonly to: number } {
  let letters = 0;
  let start = 0;
  let at = 0;
  for (const character of text) {
    if (letters >= to) break;
    at += character.length;
    if (!LETTER.test(character)) continue;
    if (letters <= from) start = at - character.length;
    letters += character.length;
  }
  return { from: start, to: at };
}

interface FoundPlace {
  readonly fit: TextFit;
  readonly from: number;
  readonly to: number;
}

function compare(text: string, wanted: string): FoundPlace | undefined {
  const letters = lettersOf(text);
  if (letters === '') return undefined;
  if (letters === wanted) return { fit: 'whole', from: 0, to: text.length };
  if (letters.length < wanted.length)
    return letters.length >= AROUND_MIN && wanted.includes(letters)
      ? { fit: 'around', from: 0, to: text.length }
      : undefined;
  const at = wanted.length < PART_MIN ? -1 : letters.indexOf(wanted);
  return at < 0 ? undefined : { fit: 'part', ...placeOf(text, at, at + wanted.length) };
}

function compareMarkdown(text: string, wanted: string): FoundPlace | undefined {
  const shown = withoutMarks(text);
  return compare(shown, wanted) ?? (shown === text ? undefined : compare(text, wanted));
}

/** The texts and numbers of a value, with their paths. */
function* leavesOf(root: Json | undefined): Iterable<{ readonly tokens: readonly string[]; value: string }> {
  const open: { readonly tokens: readonly string[]; readonly value: Json | undefined }[] = [
    { tokens: [], value: root },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tokens, value } = next;
    if (typeof value === 'string' || typeof value === 'number') yield { tokens, value: String(value) };
    else if (typeof value === 'object' && value !== null)
      for (const [token, member] of Object.entries(value))
        open.push({ tokens: [...tokens, token], value: member });
  }
}

function* candidates(model: Model, wanted: string): Iterable<{ length: number; match?: TextMatch }> {
  const threads: readonly Thread[] = [...model.threads].reverse();
  for (const { messages } of threads) {
    for (const entry of newestFirst(messages)) {
      const text = textOfContent(asJson(entry.message)['content']);
      const found = compareMarkdown(text, wanted);
      yield {
        length: text.length,
        ...(found !== undefined && { match: { kind: 'message', entry, ...found } }),
      };
    }
  }
  for (const call of newestFirst(model.toolCalls)) {
    const found = compare(call.args, wanted);
    yield {
      length: call.args.length,
      ...(found !== undefined && { match: { kind: 'call', call, ...found } }),
    };
  }
  for (const { threadId, state } of threads) {
    for (const { tokens, value } of leavesOf(state)) {
      const found = compareMarkdown(value, wanted);
      yield {
        length: value.length,
        ...(found !== undefined && {
          match: { kind: 'state', threadId, pointer: pointerOf(tokens), fit: found.fit },
        }),
      };
    }
  }
}

const ORDER: readonly TextFit[] = ['whole', 'part', 'around'];

/** The origins of a text in the page, best first. With a whole match, texts inside the page text are left out. */
export function findPageText(model: Model, text: string): readonly TextMatch[] {
  const wanted = lettersOf(text);
  if (wanted === '') return [];
  const found: TextMatch[] = [];
  let compared = 0;
  for (const { length, match } of candidates(model, wanted)) {
    if (match !== undefined) found.push(match);
    compared += length;
    if (compared > COMPARED_MAX) break;
  }
  const isWhole = found.some(({ fit }) => fit === 'whole');
  return ORDER.flatMap((fit) => found.filter((match) => match.fit === fit && !(isWhole && fit === 'around')));
}

/** Number of letters searched for in a page: the beginning of a long text, as rendered Markdown and as written. */
const KEY_LENGTH = 300;
/** Fewer letters, as buttons and headings of an app may be between the parts of a text. */
const SHORT_KEY_LENGTH = 40;

/** Keys for finding a text in a page, best first. */
export function pageKeysOf(text: string): readonly string[] {
  const letters = [lettersOf(withoutMarks(text)), lettersOf(text)];
  const keys = [KEY_LENGTH, SHORT_KEY_LENGTH].flatMap((length) => letters.map((all) => all.slice(0, length)));
  return [...new Set(keys)].filter((key) => key !== '');
}
