// Redacts JSON Schemas and JSON Pointers: their keys get the tokens of the values' keys.
import { unescapeToken } from '@/lib/core/json/pointer';
import type { Edit } from '@/lib/core/redact/edits';
import { SCHEMA_KEYWORDS } from '@/lib/core/redact/fields';
import { type JsonNode, memberOf, type ObjectNode } from '@/lib/core/redact/json-tree';
import type { Tokens } from '@/lib/core/redact/types';

const TYPES = /^(?:string|number|integer|boolean|object|array|null)$/;
const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft\/\d{4}-\d\d|draft-0[3-7])\/schema#?$/;
/** Limit of counts of characters and items: larger numbers have another meaning. */
const COUNT_MAX = 100_000;

/** A pointer to the same place in the redacted value; an invalid one stays invalid. */
export function pointerToken(pointer: string, keyOf: (segment: string) => string, tokens: Tokens): string {
  if (pointer === '') return pointer;
  if (!pointer.startsWith('/')) return tokens.text(pointer);
  const segments = pointer.slice(1).split('/');
  return segments.map((segment) => `/${segmentToken(segment, keyOf)}`).join('');
}

function segmentToken(segment: string, keyOf: (segment: string) => string): string {
  const key = keyOf(unescapeToken(segment));
  return /~(?![01])/.test(segment) ? `${key}~2` : key.replaceAll('~', '~0').replaceAll('/', '~1');
}

interface SchemaWork {
  readonly tokens: Tokens;
  readonly edits: Edit[];
  readonly keepsArguments: boolean;
  /** Redacts a value in which nothing is safe. */
  value(node: JsonNode): void;
}

/** Constraints that the token of a value may violate. */
const UNVERIFIABLE: ReadonlySet<string> = new Set([
  ...['pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['patternProperties', '$dynamicRef', '$recursiveRef'],
]);
const LENGTHS: readonly string[] = ['minLength', 'maxLength'];
/** Values that a schema checks: tokens, tokens of the same length, or the values themselves. */
type CheckedValues = 'tokens' | 'exact' | 'values';
/** Keywords to remove, and keywords to loosen. */
const REMOVED = {
  tokens: UNVERIFIABLE,
  exact: UNVERIFIABLE,
  // Words of a schema become tokens, which changes their lengths.
  values: new Set([...UNVERIFIABLE, ...LENGTHS, 'enum', 'const']),
};
const INEXACT = {
  tokens: new Set([...UNVERIFIABLE, ...LENGTHS]),
  exact: UNVERIFIABLE,
  values: REMOVED.values,
};
/** Negations, and exactly one of several: loosening the inner schema makes the outer one stricter. */
const NEGATING: ReadonlySet<string> = new Set(['not', 'oneOf', 'if']);
/** Schemas of the other members. */
const REST: ReadonlySet<string> = new Set([
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'maxContains'],
]);

/** Keywords to remove, so that redaction makes no value invalid: unverifiable ones, and negations of them. */
class Loosened {
  readonly #root: JsonNode;
  readonly #judged: CheckedValues;
  readonly #known = new Map<JsonNode, boolean>();

  constructor(root: JsonNode, judged: CheckedValues) {
    this.#root = root;
    this.#judged = judged;
  }

  mustRemove(keyword: string, value: JsonNode, owner: ObjectNode): boolean {
    if (REMOVED[this.#judged].has(keyword)) return !isEmpty(value);
    if (NEGATING.has(keyword)) return this.#isLoose(value) || (this.#isLoose(this.#root) && refers(value));
    if (keyword === '$ref') return this.#isNegatingRef(value);
    if (!REST.has(keyword)) return false;
    if (keyword !== 'additionalProperties') return this.#isLoose(this.#root);
    const patterns = memberOf(owner, 'patternProperties');
    return patterns !== undefined && !isEmpty(patterns);
  }

  /** True if it contains a keyword to remove. */
  #isLoose(node: JsonNode): boolean {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    this.#known.set(node, false);
    const isLoose = [...schemasIn(node)].some(({ key, value }) =>
      key === undefined
        ? this.#isLoose(value)
        : INEXACT[this.#judged].has(key)
          ? !isEmpty(value)
          : SCHEMA_KEYWORDS.get(key) === 'schema' && this.#isLoose(value),
    );
    this.#known.set(node, isLoose);
    return isLoose;
  }

  #isNegatingRef(value: JsonNode): boolean {
    const segments = value.kind === 'string' ? value.value.split('/') : [];
    return segments.some((segment) => NEGATING.has(segment)) && this.#isLoose(this.#root);
  }
}

function isEmpty(node: JsonNode): boolean {
  return node.kind === 'object' && node.members.length === 0;
}

/** The keywords of a schema, and the schemas in lists and maps without a keyword of their own. */
function* schemasIn(node: JsonNode): Iterable<{ readonly key?: string; readonly value: JsonNode }> {
  if (node.kind === 'array') for (const value of node.items) yield { value };
  if (node.kind !== 'object') return;
  for (const { key, value } of node.members) {
    yield { key: key.value, value };
    if (!isMap(key.value) || value.kind !== 'object') continue;
    for (const member of value.members) yield { value: member.value };
  }
}

function isMap(keyword: string): boolean {
  const kind = SCHEMA_KEYWORDS.get(keyword);
  return kind === 'map' || kind === 'dependent';
}

function refers(node: JsonNode): boolean {
  return [...schemasIn(node)].some(
    ({ key, value }) =>
      key === '$ref' || ((key === undefined || SCHEMA_KEYWORDS.get(key) === 'schema') && refers(value)),
  );
}

export function schemaEdits(node: JsonNode, work: SchemaWork): void {
  schema(node, work, new Loosened(node, work.keepsArguments ? 'values' : 'tokens'));
}

/** Adds edits that disable (rename to `x-…`) those constraints of a kept schema that tokens may violate. */
export function disablingEdits(node: JsonNode, edits: Edit[]): void {
  disable(node, edits, new Loosened(node, 'exact'));
}

function disable(node: JsonNode, edits: Edit[], loosened: Loosened): void {
  if (node.kind === 'array') for (const item of node.items) disable(item, edits, loosened);
  if (node.kind !== 'object') return;
  for (const { key, value } of node.members) {
    if (loosened.mustRemove(key.value, value, node))
      edits.push({ start: key.start, end: key.end, text: JSON.stringify(`x-${key.value}`) });
    else if (SCHEMA_KEYWORDS.get(key.value) === 'schema') disable(value, edits, loosened);
    else if (isMap(key.value) && value.kind === 'object')
      for (const member of value.members) disable(member.value, edits, loosened);
  }
}

function schema(node: JsonNode, work: SchemaWork, loosened: Loosened): void {
  if (node.kind === 'array') for (const item of node.items) schema(item, work, loosened);
  else if (node.kind === 'object')
    for (const { key, value } of node.members) {
      const kind = loosened.mustRemove(key.value, value, node) ? undefined : SCHEMA_KEYWORDS.get(key.value);
      if (kind !== undefined) KEYWORDS[kind](value, work, loosened);
      else {
        put(key, work.tokens.text(key.value), work);
        work.value(value);
      }
    }
  else work.value(node);
}

type KeywordKind = NonNullable<ReturnType<typeof SCHEMA_KEYWORDS.get>>;

const KEYWORDS: Readonly<
  Record<KeywordKind, (value: JsonNode, work: SchemaWork, loosened: Loosened) => void>
> = {
  map: (node, work, loosened) => eachMember(node, work, (value) => schema(value, work, loosened)),
  schema,
  names,
  // Dependencies of a member: names, or a schema in older drafts.
  dependent: (node, work, loosened) =>
    eachMember(node, work, (value) => {
      if (value.kind === 'object') schema(value, work, loosened);
      else names(value, work);
    }),
  kept,
  ref: reference,
  count(value, work) {
    if (value.kind !== 'number' || !/^\d+$/.test(value.raw) || Number(value.raw) > COUNT_MAX)
      work.value(value);
  },
  most: (value, work) => length(value, work, (count) => work.tokens.most(count)),
  least: (value, work) => length(value, work, (count) => work.tokens.least(count)),
  value: (value, work) => work.value(value),
};

/** Lengths of tokens, which grow with the lengths of texts. */
function length(node: JsonNode, { edits, value }: SchemaWork, boundOf: (count: number) => number): void {
  const count = node.kind === 'number' ? Number(node.raw) : Number.NaN;
  if (count >= 0 && count <= COUNT_MAX)
    edits.push({ start: node.start, end: node.end, text: String(boundOf(count)) });
  else value(node);
}

function put(node: JsonNode, text: string, { edits }: SchemaWork): void {
  edits.push({ start: node.start, end: node.end, text: JSON.stringify(text) });
}

/** Replaces the keys of a map by their tokens. */
function eachMember(node: JsonNode, work: SchemaWork, redact: (value: JsonNode) => void): void {
  if (node.kind !== 'object') {
    work.value(node);
    return;
  }
  for (const { key, value } of node.members) {
    put(key, work.tokens.key(key.value), work);
    redact(value);
  }
}

function names(node: JsonNode, work: SchemaWork): void {
  const items = node.kind === 'array' ? node.items : [node];
  for (const item of items) {
    if (item.kind === 'string') put(item, work.tokens.key(item.value), work);
    else work.value(item);
  }
}

function kept(node: JsonNode, work: SchemaWork): void {
  if (node.kind === 'array') for (const item of node.items) kept(item, work);
  else if (node.kind !== 'string' || !(TYPES.test(node.value) || DRAFT.test(node.value))) work.value(node);
}

function reference(node: JsonNode, work: SchemaWork): void {
  if (node.kind !== 'string' || !node.value.startsWith('#')) {
    work.value(node);
    return;
  }
  const keyOf = (segment: string) => (SCHEMA_KEYWORDS.has(segment) ? segment : work.tokens.key(segment));
  put(node, `#${pointerToken(node.value.slice(1), keyOf, work.tokens)}`, work);
}

/** The keys and values named by a schema: in arguments, these reveal no more than the schema does. */
export function noteWords(node: JsonNode, words: Set<string>): void {
  if (node.kind === 'string') words.add(node.value);
  else if (node.kind === 'array') for (const item of node.items) noteWords(item, words);
  else if (node.kind === 'object') {
    for (const { key, value } of node.members) {
      words.add(key.value);
      noteWords(value, words);
      if (key.value === 'const' || key.value === 'enum') noteNumbers(value, words);
    }
  }
}

/** Numbers in an enumeration count as words, too. */
function noteNumbers(node: JsonNode, words: Set<string>): void {
  if (node.kind === 'number') words.add(String(Number(node.raw)));
  else if (node.kind === 'array') for (const item of node.items) noteNumbers(item, words);
}
