// Parts of texts that are streamed: what they amount to gets one token, which is cut where the text was cut, so that
// the parts still add up to what a snapshot or the next request says. They are noted in a first pass over everything,
// and taken in the same order in a second.
import { cutsOf, splitEdited } from '@/lib/redact/edits';
import { type JsonNode, stringOf } from '@/lib/redact/json-tree';
import { redactLoosely } from '@/lib/redact/loose';
import type { Tokens } from '@/lib/redact/types';

const IDS = ['messageId', 'toolCallId', 'message_id', 'tool_call_id', 'blockId', 'thinkingId', 'id'] as const;
/** So many pairs of equal parts are a fault of the server, which is to be seen afterwards too. */
const PAIRS_MIN = 2;

/** The parts of one text. */
interface Group {
  readonly isArguments: boolean;
  readonly parts: string[];
  pieces: readonly string[];
  taken: number;
}

/** The parts of the texts of a file. */
export interface Deltas {
  /** First pass: a part of the text that `owner`, an object of a stream, belongs to. */
  note(stream: number, owner: JsonNode, part: string): void;
  /** Between the passes: finds what stands in for each part. */
  settle(tokens: Tokens, isKept: (word: string) => boolean): void;
  /** Second pass: what stands in for the next part. */
  take(): string | undefined;
}

function familyOf(type: string): string {
  return /^(?:AGUI_EVENT_TYPE_)?(tool|text|reasoning|thinking)/i.exec(type)?.[1]?.toLowerCase() ?? '';
}

/** The parts of a text whose parts all came twice in a row; undefined if they did not. */
function undoubled(parts: readonly string[]): readonly string[] | undefined {
  if (parts.length < 2 * PAIRS_MIN || parts.length % 2 !== 0) return undefined;
  const single = parts.filter((_part, at) => at % 2 === 0);
  return parts.every((part, at) => part === single[at >> 1]) && new Set(single).size > 1 ? single : undefined;
}

/** No part becomes empty that was not: some clients reject one that is. */
function withoutEmpty(pieces: readonly string[], parts: readonly string[]): readonly string[] {
  if (!pieces.some((piece, at) => piece === '' && parts[at] !== '')) return pieces;
  const text = pieces.join('');
  const wanted = parts.filter((part) => part !== '').length;
  if (text.length < wanted) return pieces;
  let at = 0;
  let left = wanted;
  return parts.map((part, index) => {
    if (part === '') return '';
    left--;
    const length =
      left === 0
        ? text.length - at
        : Math.max(1, Math.min(pieces[index]?.length ?? 1, text.length - at - left));
    at += length;
    return text.slice(at - length, at);
  });
}

function piecesOf(
  { isArguments, parts }: Group,
  tokens: Tokens,
  isKept: (word: string) => boolean,
): readonly string[] {
  const text = parts.join('');
  if (isArguments || /^\s*[[{]/.test(text)) {
    // What schemas name is safe in arguments only: a text that is JSON is redacted as it is elsewhere.
    const { edits } = redactLoosely(text, tokens, isArguments ? isKept : undefined);
    return withoutEmpty(splitEdited(text, edits, cutsOf(parts)), parts);
  }
  const single = undoubled(parts);
  if (single !== undefined) {
    const pieces = piecesOf({ isArguments, parts: [...single], pieces: [], taken: 0 }, tokens, isKept);
    const doubled = pieces.flatMap((piece) => [piece, piece]);
    tokens.set(text, doubled.join(''));
    return doubled;
  }
  const least = parts.filter((part) => part !== '').length;
  const edit = { start: 0, end: text.length, text: tokens.text(text, least) };
  return withoutEmpty(splitEdited(text, [edit], cutsOf(parts)), parts);
}

/** No parts. */
export function createDeltas(): Deltas {
  const groups = new Map<string, Group>();
  const newest = new Map<string, string>();
  const order: Group[] = [];
  let at = 0;
  return {
    note(stream, owner, part) {
      const family = familyOf(stringOf(owner, 'type') ?? '');
      const id = IDS.map((key) => stringOf(owner, key)).find((value) => value !== undefined && value !== '');
      const scope = `${stream} ${family}`;
      // A chunk without an id continues what there is.
      const key = id === undefined ? (newest.get(scope) ?? scope) : `${scope} ${id}`;
      newest.set(scope, key);
      const group = groups.get(key) ?? { isArguments: family === 'tool', parts: [], pieces: [], taken: 0 };
      groups.set(key, group);
      group.parts.push(part);
      order.push(group);
    },
    settle(tokens, isKept) {
      for (const group of groups.values()) group.pieces = piecesOf(group, tokens, isKept);
    },
    take() {
      const group = order[at++];
      return group?.pieces[group.taken++];
    },
  };
}
