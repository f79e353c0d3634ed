// Streamed texts: the whole text gets one token, which is split where the text was split, so that the parts add up to
// the text in a snapshot or the next request. Parts are noted in a first pass over everything, and replaced in the
// same order in a second.
import { grouped } from '@/lib/core/json/sorted';
import { cutsOf, splitEdited } from '@/lib/core/redact/edits';
import { type JsonNode, stringOf } from '@/lib/core/redact/json-tree';
import { redactLoosely } from '@/lib/core/redact/loose';
import type { SecretMask, Tokens } from '@/lib/core/redact/types';

const IDS = ['messageId', 'toolCallId', 'message_id', 'tool_call_id', 'blockId', 'thinkingId', 'id'] as const;
/** Minimum number of repeated parts. Repetition is an error of the server and stays visible. */
const PAIRS_MIN = 2;

interface TextPlace {
  readonly scope: string;
  readonly family: string;
  readonly id: string | undefined;
}

interface TextGroup {
  /** Key in all streams; undefined without an id. */
  readonly name: string | undefined;
  readonly isArguments: boolean;
  isKept: boolean;
  readonly parts: string[];
  /** Indexes of parts at which the text starts again. */
  readonly starts: Set<number>;
  pieces: readonly string[];
  taken: number;
}

export interface Deltas {
  /** First pass: `owner` starts a text, or continues one. */
  start(stream: number, owner: JsonNode): void;
  /** First pass: a part of the text of `owner`, an object of a stream; it may be kept. */
  note(stream: number, owner: JsonNode, part: string, isKept?: boolean): void;
  /** Between the passes: kept arguments. */
  keptArguments(): Iterable<string>;
  /** Between the passes: finds the token of each part. */
  settle(tokens: Tokens, isKept: (word: string) => boolean): void;
  /** Between the passes, instead of `settle`: replaces only secrets. */
  hide(mask: SecretMask): void;
  /** Second pass: the token of the next part. */
  take(): string | undefined;
}

function familyOf(type: string): string {
  return /^(?:AGUI_EVENT_TYPE_)?(tool|text|reasoning|thinking)/i.exec(type)?.[1]?.toLowerCase() ?? '';
}

function textPlace(stream: number, owner: JsonNode): TextPlace {
  const family = familyOf(stringOf(owner, 'type') ?? '');
  const id = IDS.map((key) => stringOf(owner, key)).find((value) => value !== undefined && value !== '');
  return { scope: `${stream} ${family}`, family, id };
}

function newGroup({ family, id }: TextPlace): TextGroup {
  const name = id === undefined ? undefined : `${family} ${id}`;
  return {
    name,
    isArguments: family === 'tool',
    isKept: false,
    parts: [],
    starts: new Set(),
    pieces: [],
    taken: 0,
  };
}

/** The parts of a text, once, if each was sent twice in a row; else undefined. */
function undoubled(parts: readonly string[]): readonly string[] | undefined {
  if (parts.length < 2 * PAIRS_MIN || parts.length % 2 !== 0) return undefined;
  const single = parts.filter((_part, at) => at % 2 === 0);
  return parts.every((part, at) => part === single[at >> 1]) && new Set(single).size > 1 ? single : undefined;
}

/** The last part, if each part repeats the text before it; else undefined. */
function cumulative(parts: readonly string[]): string | undefined {
  const isGrowing =
    parts.length > PAIRS_MIN && parts.every((part, at) => part.startsWith(parts[at - 1] ?? ''));
  return isGrowing ? parts.at(-1) : undefined;
}

/** Nonempty parts stay nonempty: some clients reject empty ones. */
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

/** The parts of a text in order, between two starts. */
function stretchesOf({ parts, starts }: TextGroup): readonly (readonly string[])[] {
  const cuts = [...starts, parts.length];
  return cuts.map((cut, at) => parts.slice(cuts[at - 1] ?? 0, cut)).filter((stretch) => stretch.length > 0);
}

function argumentPieces(
  parts: readonly string[],
  tokens: Tokens,
  isKept: (word: string) => boolean,
): readonly string[] {
  const text = parts.join('');
  // Words of schemas are safe in arguments only; JSON texts are redacted as elsewhere.
  const { edits } = redactLoosely(text, tokens, isKept);
  return withoutEmpty(splitEdited(text, edits, cutsOf(parts)), parts);
}

function textPieces(parts: readonly string[], tokens: Tokens): readonly string[] {
  const text = parts.join('');
  if (/^\s*[[{]/.test(text)) {
    const redacted = redactLoosely(text, tokens);
    // A text that only begins like JSON gets the same token in places with the unsplit text.
    tokens.set(text, redacted.text);
    return withoutEmpty(splitEdited(text, redacted.edits, cutsOf(parts)), parts);
  }
  const single = undoubled(parts);
  if (single !== undefined) {
    const doubled = textPieces(single, tokens).flatMap((piece) => [piece, piece]);
    tokens.set(text, doubled.join(''));
    return doubled;
  }
  const grown = cumulative(parts);
  if (grown !== undefined) {
    const token = tokens.text(grown, parts.length);
    const pieces = parts.map((part) =>
      part === grown ? token : token.slice(0, Math.floor((part.length / grown.length) * token.length)),
    );
    tokens.set(text, pieces.join(''));
    return withoutEmpty(pieces, parts);
  }
  const least = parts.filter((part) => part !== '').length;
  const edit = { start: 0, end: text.length, text: tokens.text(text, least) };
  return withoutEmpty(splitEdited(text, [edit], cutsOf(parts)), parts);
}

/** Joins the tokens of the parts to the token of the whole text, unless it has one. */
function joinTokens(texts: readonly string[], pieces: readonly string[], tokens: Tokens): void {
  const text = texts.join('');
  if (!tokens.has(text)) tokens.set(text, pieces.join(''));
}

function tokenPieces(group: TextGroup, tokens: Tokens, isKept: (word: string) => boolean): readonly string[] {
  const { isArguments, parts } = group;
  if (isArguments) return argumentPieces(parts, tokens, isKept);
  const pieces = stretchesOf(group).flatMap((stretch) => textPieces(stretch, tokens));
  joinTokens(parts, pieces, tokens);
  return pieces;
}

export function createDeltas(): Deltas {
  const groups = new Map<string, TextGroup>();
  const newest = new Map<string, string>();
  const order: TextGroup[] = [];
  let at = 0;
  // A chunk without an id continues the text.
  const keyOf = ({ scope, id }: TextPlace): string =>
    id === undefined ? (newest.get(scope) ?? scope) : `${scope} ${id}`;
  return {
    start(stream, owner) {
      const group = groups.get(keyOf(textPlace(stream, owner)));
      group?.starts.add(group.parts.length);
    },
    note(stream, owner, part, isKept = false) {
      const place = textPlace(stream, owner);
      const key = keyOf(place);
      newest.set(place.scope, key);
      const group = groups.get(key) ?? newGroup(place);
      groups.set(key, group);
      group.parts.push(part);
      if (isKept) group.isKept = true;
      order.push(group);
    },
    *keptArguments() {
      for (const { isArguments, isKept, parts } of groups.values())
        if (isArguments && isKept) yield parts.join('');
    },
    settle(tokens, isKept) {
      for (const group of groups.values()) group.pieces = tokenPieces(group, tokens, isKept);
      // A reopened stream may continue a text in the middle.
      for (const [name, sharing] of grouped(groups.values(), (group) => group.name)) {
        const isContinued = name !== undefined && sharing.length > 1 && !sharing[0]?.isArguments;
        if (!isContinued) continue;
        const pieces = sharing.flatMap((group) => group.pieces);
        joinTokens(
          sharing.flatMap(({ parts }) => parts),
          pieces,
          tokens,
        );
      }
    },
    hide(mask) {
      for (const group of groups.values()) group.pieces = mask.pieces(group.parts);
    },
    take() {
      const group = order[at++];
      return group?.pieces[group.taken++];
    },
  };
}
