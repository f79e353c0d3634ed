// Suggests corrections of a failed patch, verified to apply. Several, as the intention of the server is unknown.

import { applyPatch, TOO_LARGE } from '@/lib/core/json/apply-patch';
import { counted } from '@/lib/core/json/format';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { nearestName } from '@/lib/core/json/nearest';
import { Owner } from '@/lib/core/json/owner';
import { memberOf, pointerOf, tokensOf, valueAt } from '@/lib/core/json/pointer';
import { cut } from '@/lib/core/json/preview';

interface Fix {
  readonly sentence: string;
  /** The whole patch; it applies to the document. */
  readonly patch: readonly Json[];
  readonly result: Json | undefined;
}

interface Failing {
  readonly index: number;
  /** The document before the operation. */
  readonly document: Json | undefined;
  readonly operation: Json | undefined;
  readonly reason: string;
  readonly name: string;
}

interface FailedPlace extends Omit<Failing, 'name'> {
  /** Pointer to the deepest existing value on the operation's path. */
  readonly existing: string;
}

/** A candidate: operations that replace the failing one. */
interface Idea {
  readonly sentence: string;
  readonly instead: readonly Json[];
}

/** Longest path that is corrected or mentioned, characters: created parents grow with its square. */
const PATH_MAX = 2_000;
const FIXES_MAX = 3;
const REPAIRS_MAX = 50;
const PREVIEW = 60;
/** Number of members among which a similar name is searched. */
const MEMBERS_MAX = 1_000;
/** Shortest name that is corrected, characters: nearly all shorter ones are similar to another. */
const NAME_MIN = 4;
/** Number of operations of a patch whose names are corrected: each correction reads all members. */
const NAMED_MAX = 3;

function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'no value';
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
}

function valueName(pointer: string): string {
  return pointer === '' ? 'the document' : pointer;
}

function valueKind(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return isJsonObject(value) ? 'an object' : `a ${typeof value}`;
}

function deepest(document: Json | undefined, path: string): { pointer: string; value: Json | undefined } {
  const known: string[] = [];
  let value = document;
  for (const token of tokensOf(path)) {
    const inner = memberOf(value, token);
    if (inner === undefined) break;
    known.push(token);
    value = inner;
  }
  return { pointer: pointerOf(known), value };
}

function failingIn(document: Json | undefined, patch: readonly Json[]): Failing | undefined {
  const whole = applyPatch(document, patch, new Owner());
  if (whole.ok) return undefined;
  const { operation: index, message: reason, name } = whole;
  const before = applyPatch(document, patch.slice(0, index), new Owner());
  return { index, document: before.ok ? before.document : document, operation: patch[index], reason, name };
}

export function failedPlace(document: Json | undefined, patch: unknown): FailedPlace | undefined {
  const failing = isJsonArray(patch) ? failingIn(document, patch) : undefined;
  if (failing === undefined) return undefined;
  const { op, path, from } = isJsonObject(failing.operation) ? failing.operation : {};
  const isSource = (op === 'move' || op === 'copy') && valueAt(failing.document, String(from)) === undefined;
  const way = isSource ? from : path;
  const { name: _name, ...place } = failing;
  return { ...place, existing: typeof way === 'string' ? deepest(failing.document, way).pointer : '' };
}

const isContainer = (value: Json | undefined): boolean => Array.isArray(value) || isJsonObject(value);

/** Operations that create the missing parents of a path. */
function parentsFor(document: Json | undefined, tokens: readonly string[], from: number): Json[] {
  const made: Json[] = [];
  for (let at = from; at < tokens.length - 1; at++) {
    const next = tokens[at + 1] ?? '';
    const value = next === '-' || next === '0' ? [] : {};
    const holder = valueAt(document, pointerOf(tokens.slice(0, at)));
    const token = Array.isArray(holder) ? '-' : (tokens[at] ?? '');
    made.push({ op: 'add', path: pointerOf([...tokens.slice(0, at), token]), value });
  }
  return made;
}

function ideasToPut(document: Json | undefined, operation: JsonObject, path: string, value: Json): Idea[] {
  const op = String(operation['op']);
  const tokens = tokensOf(path);
  const { pointer, value: holder } = deepest(document, path);
  const depth = tokensOf(pointer).length;
  const token = tokens[depth] ?? '';
  const add = { op: 'add', path, value };
  const ideas: Idea[] = [];
  if (depth === tokens.length) {
    ideas.push({ sentence: `Use 'add' instead of '${op}' for ${valueName(path)}.`, instead: [add] });
  } else if (Array.isArray(holder)) {
    const size = `${holder.length} ${holder.length === 1 ? 'item' : 'items'}`;
    const end = pointerOf([...tokens.slice(0, depth), '-', ...tokens.slice(depth + 1)]);
    const why = /^\d+$/.test(token)
      ? `Index ${token} is past the end of the array (${size}) at ${valueName(pointer)}`
      : `'${token}' is not an index, and ${valueName(pointer)} is an array of ${size}`;
    if (depth === tokens.length - 1) {
      ideas.push({
        sentence: `${why}: append with '-'.`,
        instead: [{ op: 'add', path: end, value }],
      });
    }
  } else if (!isContainer(holder)) {
    const replace = { op: depth === 0 ? 'add' : 'replace', path: pointer, value: {} };
    ideas.push({
      sentence: `${valueName(pointer)} is ${valueKind(holder)}, so it has no members: make it an object first.`,
      instead: [replace, ...parentsFor({}, tokens, depth), add],
    });
  } else if (depth === tokens.length - 1) {
    ideas.push({ sentence: `Use 'add' instead of '${op}': ${path} does not exist.`, instead: [add] });
  }
  if (isContainer(holder) && depth < tokens.length - 1) {
    const missing = pointerOf(tokens.slice(0, depth + 1));
    const made = parentsFor(document, tokens, depth);
    ideas.push({ sentence: `Create ${missing} first, then add ${path}.`, instead: [...made, add] });
  }
  return ideas;
}

function ideasForPath(operation: JsonObject): Idea[] {
  const { path, op } = operation;
  if (typeof path !== 'string' || path === '' || path.startsWith('/')) return [];
  const tokens = path
    .replace(/^\$\.?/, '')
    .replace(/\[(\w+)\]/g, '.$1')
    .split(/[./]/)
    .filter(Boolean);
  const pointer = pointerOf(tokens);
  const sentence = `A path must be a JSON pointer: use '${pointer}' instead of '${path}'.`;
  const fixed = { ...operation, path: pointer };
  const adding = op === 'replace' ? [{ sentence, instead: [{ ...fixed, op: 'add' }] }] : [];
  return [{ sentence, instead: [fixed] }, ...adding];
}

/** The path with misspelled names replaced by members of the document. `isNew`: the last name may be missing. */
function nearestPath(document: Json | undefined, path: string, isNew: boolean): string | undefined {
  const tokens = tokensOf(path);
  let value = document;
  for (const [at, token] of tokens.entries()) {
    if (!isContainer(value)) return undefined;
    if (isNew && at === tokens.length - 1) break;
    const name = memberOf(value, token) === undefined ? nearestMember(value, token) : token;
    if (name === undefined) return undefined;
    tokens[at] = name;
    value = memberOf(value, name);
  }
  const near = pointerOf(tokens);
  return near === path ? undefined : near;
}

function nearestMember(value: Json | undefined, token: string): string | undefined {
  // A name with a number is an id, of which another one is no correction.
  if (!isJsonObject(value) || token.length < NAME_MIN || /\d/.test(token)) return undefined;
  return nearestName(token, Object.keys(value).slice(0, MEMBERS_MAX));
}

function ideasForNames(document: Json | undefined, operation: JsonObject): Idea[] {
  const { op } = operation;
  return ['from', 'path'].flatMap((name) => {
    const path = operation[name];
    if (typeof path !== 'string' || !path.startsWith('/')) return [];
    const isNew = name === 'path' && (op === 'add' || op === 'move' || op === 'copy');
    const near = nearestPath(document, path, isNew);
    if (near === undefined) return [];
    return [
      { sentence: `Use '${near}': ${path} does not exist.`, instead: [{ ...operation, [name]: near }] },
    ];
  });
}

const isLong = (path: Json | undefined): boolean => typeof path === 'string' && path.length > PATH_MAX;

function ideasFor(document: Json | undefined, operation: Json | undefined, corrected = 0): Idea[] {
  const ideas: Idea[] = [];
  if (isJsonObject(operation) && !isLong(operation['path']) && !isLong(operation['from'])) {
    const { op, path, from, value } = operation;
    ideas.push(...ideasForPath(operation));
    if (corrected < NAMED_MAX) ideas.push(...ideasForNames(document, operation));
    const isPointer = typeof path === 'string' && (path === '' || path.startsWith('/'));
    if (isPointer && document === null) {
      const first = { op: 'add', path: '', value: {} };
      const put = { op: 'add', path, value: value ?? null };
      ideas.push({
        sentence: 'There is no state yet: send STATE_SNAPSHOT first, or set the whole document.',
        instead: [first, ...parentsFor({}, tokensOf(path), 0), put],
      });
    }
    const isPutting =
      op === 'add' || op === 'replace' || !['remove', 'move', 'copy', 'test'].includes(String(op));
    if (isPointer && isPutting) {
      if (value === undefined) {
        const sentence = `'${String(op)}' needs a value: add one, null if nothing else.`;
        ideas.push({ sentence, instead: [{ op: 'add', path, value: null }] });
      } else ideas.push(...ideasToPut(document, operation, path, value));
    }
    if (isPointer && op === 'test') {
      const actual = valueAt(document, path);
      if (actual !== undefined) {
        const sentence = `${valueName(path)} is ${short(actual)}: test for that.`;
        ideas.push({ sentence, instead: [{ op: 'test', path, value: actual }] });
      }
    }
    const taken = typeof from === 'string' ? valueAt(document, from) : undefined;
    if (isPointer && (op === 'move' || op === 'copy') && taken !== undefined) {
      for (const { sentence, instead } of ideasToPut(document, operation, path, taken)) {
        const taking = op === 'move' ? [{ op: 'remove', path: from ?? '' }] : [];
        ideas.push({ sentence, instead: [...taking, ...instead] });
      }
    }
  }
  ideas.push({ sentence: leaveOut(document, operation), instead: [] });
  return ideas;
}

function leaveOut(document: Json | undefined, operation: Json | undefined): string {
  if (!isJsonObject(operation)) return 'Remove it: it is not an operation.';
  const { op, path, from } = operation;
  const source = op === 'move' || op === 'copy' ? from : path;
  const isThere = typeof source === 'string' && valueAt(document, source) !== undefined;
  if (op === 'remove' && !isThere)
    return `Remove this operation: nothing is at ${cut(String(path), PATH_MAX)}.`;
  if ((op === 'move' || op === 'copy') && !isThere) {
    return `Remove this operation, or send ${cut(String(from), PATH_MAX)} first: there is nothing there to ${op}.`;
  }
  return 'Remove this operation.';
}

/** Verified corrections, the most likely first. */
export function suggestFixes(document: Json | undefined, patch: unknown): readonly Fix[] {
  if (!Array.isArray(patch)) return [];
  const list: readonly Json[] = patch;
  const failing = failingIn(document, list);
  // A document that exceeds the limit has no operation at fault.
  if (failing === undefined || failing.name === TOO_LARGE) return [];
  const fixes: Fix[] = [];
  for (const { sentence, instead } of ideasFor(failing.document, failing.operation)) {
    if (fixes.length >= FIXES_MAX) break;
    const repaired = repair(document, list.toSpliced(failing.index, 1, ...instead));
    if (repaired === undefined) continue;
    const { others, ...fix } = repaired;
    const text = JSON.stringify(fix.patch);
    if (fixes.some(({ patch: known }) => JSON.stringify(known) === text)) continue;
    const more = others === 0 ? '' : ` ${counted(others, 'other operation')} also changed to apply.`;
    fixes.push({ sentence: `${sentence}${more}`, ...fix });
  }
  return fixes;
}

interface Repaired extends Omit<Fix, 'sentence'> {
  /** Number of other operations that were changed. */
  readonly others: number;
}

/** Repairs every failing operation in the most likely way; undefined if that fails. */
function repair(document: Json | undefined, patch: readonly Json[]): Repaired | undefined {
  let list = patch;
  for (let others = 0; others < REPAIRS_MAX; others++) {
    const failing = failingIn(document, list);
    if (failing === undefined) {
      const applied = applyPatch(document, list, new Owner());
      return applied.ok ? { patch: list, result: applied.document, others } : undefined;
    }
    const working = ideasFor(failing.document, failing.operation, others + 1).find(
      ({ instead }) => applyPatch(failing.document, instead, new Owner()).ok,
    );
    if (working === undefined) return undefined;
    list = list.toSpliced(failing.index, 1, ...working.instead);
  }
  return undefined;
}
