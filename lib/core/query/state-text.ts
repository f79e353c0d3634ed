// Searches the state as displayed: `total: 2`, `/cart/total = 2`, also values that an event moves or copies without
// repeating them. The match is the event that set the value.
import { isJsonArray, isJsonObject, type Json, stringOrEmpty, textOf } from '@/lib/core/json/json';
import { escapeToken, unescapeToken, valueAt } from '@/lib/core/json/pointer';
import { preview } from '@/lib/core/json/preview';
import type { Block, Boundary } from '@/lib/core/log/types';
import { escapedSource } from '@/lib/core/query/escaped';
import { createTypeTest } from '@/lib/core/query/joined';
import type { QueryFacts } from '@/lib/core/query/types';

const STATE = /^STATE_(SNAPSHOT|DELTA)$/;
const MOVES = /"(?:copy|move)"/;
const PAIR = /^\s*"?(?<key>[^:="]+?)"?\s*[:=]\s*(?<value>.*?)\s*$/s;
/** Longest searched value, characters. */
const VALUE_MAX = 2_000;

/** A key or the end of a pointer, and a part of its value; in lower case. */
interface TextPair {
  readonly key: string;
  readonly value: string;
}

function pairOf(wanted: string): TextPair | undefined {
  const { key, value } = PAIR.exec(wanted)?.groups ?? {};
  if (key !== undefined && value !== undefined) return { key, value: value.replaceAll(/^"|"$/g, '') };
  return /^\/./.test(wanted) ? { key: wanted, value: '' } : undefined;
}

interface Written {
  readonly pointer: string;
  readonly value: Json;
}

/** Values that a state event sets; moved and copied ones are read from the state before it. */
function* writtenBy({ log, stateBefore }: QueryFacts, seq: number): Iterable<Written> {
  const event = log.at(seq)?.event;
  if (event?.['snapshot'] !== undefined) yield { pointer: '', value: event['snapshot'] };
  const delta = event?.['delta'];
  if (!isJsonArray(delta)) return;
  let before: { readonly state: Json | undefined } | undefined;
  for (const each of delta) {
    if (!isJsonObject(each)) continue;
    const { path, from } = each;
    const pointer = stringOrEmpty(path);
    if (each['value'] !== undefined) yield { pointer, value: each['value'] };
    else if (typeof from === 'string') {
      before ??= { state: stateBefore?.(seq) };
      const value = valueAt(before.state, from);
      if (value !== undefined) yield { pointer, value };
    }
  }
}

function isPairAt({ key, value }: TextPair, pointer: string, found: Json): boolean {
  const name = pointer.toLowerCase();
  const isKey = key.startsWith('/')
    ? name === key
    : unescapeToken(name.slice(name.lastIndexOf('/') + 1)) === key;
  return isKey && (value === '' || preview(found, VALUE_MAX).toLowerCase().includes(value));
}

/**
 * Searches a pair in written values. Moved and copied values are shared: a value without the pair is not searched
 * again.
 */
function createPairSearch(pair: TextPair): (written: Written) => boolean {
  /** Values without the pair, by pointer if the pair has one. */
  const without = new Map<string, WeakSet<object>>();
  const isPointer = pair.key.startsWith('/');
  return (written) => {
    const left = [written];
    const walked: (readonly [WeakSet<object>, object])[] = [];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { pointer, value } = next;
      if (isPairAt(pair, pointer, value)) {
        for (const [known, each] of walked) known.delete(each);
        return true;
      }
      const place = isPointer ? pointer.toLowerCase() : '';
      if (typeof value !== 'object' || value === null || !pair.key.startsWith(place)) continue;
      const known = without.get(place) ?? new WeakSet();
      without.set(place, known);
      if (known.has(value)) continue;
      known.add(value);
      walked.push([known, value]);
      for (const [name, item] of isJsonArray(value) ? value.entries() : Object.entries(value))
        left.push({ pointer: `${pointer}/${escapeToken(String(name))}`, value: item });
    }
    return false;
  };
}

/** Tests the text of values; each is serialized once. */
function createValueSearch(pattern: RegExp): (value: Json) => boolean {
  const without = new WeakSet<object>();
  return (value) => {
    const isShared = typeof value === 'object' && value !== null;
    if (isShared && without.has(value)) return false;
    const isFound = pattern.test(textOf(value) ?? '');
    if (isShared && !isFound) without.add(value);
    return isFound;
  };
}

/** Maximum number of frames of blocks searched per event; others are searched with the next event. */
const BLOCKS_AT_ONCE = 64;

/** Undefined for other boundaries. */
export function textOfRequest(boundary: Boundary): string | undefined {
  if (boundary.kind === 'request') return JSON.stringify(boundary.input);
  if (boundary.kind !== 'open') return undefined;
  const { method, url, requestBody = '' } = boundary.stream;
  return `${method} ${url} ${requestBody}`;
}

/**
 * Creates a test: true if a text may occur in a frame or request before an event; else no event can move or copy it.
 * The test must be called in the order of events, so that each frame is searched once.
 */
function createSeenBefore({ log }: QueryFacts, pattern: RegExp): (seq: number) => boolean {
  let seen = 0;
  let boundary = 0;
  let isFound = false;
  return (seq) => {
    for (let left = BLOCKS_AT_ONCE; left > 0 && !isFound && seen < seq; seen++) {
      const block = log.blockAt(seen);
      if (block === undefined || block.end > seq) isFound = pattern.test(log.textOf(seen));
      else {
        isFound = pattern.test(block.text);
        seen = block.end - 1;
        left--;
      }
    }
    for (; !isFound && (log.boundaries[boundary]?.beforeSeq ?? seq) < seq; boundary++) {
      const each = log.boundaries[boundary];
      isFound = each !== undefined && pattern.test(textOfRequest(each) ?? '');
    }
    return isFound || seen < seq;
  };
}

interface StateTest {
  test(seq: number): boolean;
  /** False if no event of a block can set the text. */
  mayBeIn(block: Block): boolean;
}

/** Searches a text (lower case) in set values, in their displayed form. */
export function createStateTest(facts: QueryFacts, wanted: string): StateTest {
  const { log } = facts;
  const pair = pairOf(wanted);
  const value = new RegExp(escapedSource(pair?.value ?? wanted), 'i');
  // The displayed form of objects and arrays differs from their JSON in frames.
  const isOneValue = !/[{}[\],]/.test(pair?.value ?? wanted);
  const seenBefore = createSeenBefore(facts, value);
  const hasState = createTypeTest(log, STATE);
  const hasPair = pair && createPairSearch(pair);
  const hasValue = createValueSearch(value);
  return {
    mayBeIn: (block) =>
      (MOVES.test(block.text) || (pair !== undefined && value.test(block.text))) && hasState(block),
    test(seq) {
      if (!STATE.test(log.typeOf(seq))) return false;
      const text = log.textOf(seq);
      const isMoving = MOVES.test(text);
      if (!isMoving && (pair === undefined || !value.test(text))) return false;
      if (isMoving && isOneValue && !value.test(text) && !seenBefore(seq)) return false;
      for (const written of writtenBy(facts, seq))
        if (hasPair === undefined ? hasValue(written.value) : hasPair(written)) return true;
      return false;
    },
  };
}
