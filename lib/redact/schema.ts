// Redacts JSON Schemas and JSON Pointers: the keys that they name get the tokens that the values have.
import type { Edit } from '@/lib/redact/edits';
import { SCHEMA_KEYWORDS } from '@/lib/redact/fields';
import type { JsonNode, Member } from '@/lib/redact/json-tree';
import type { Tokens } from '@/lib/redact/types';

const TYPES = /^(?:string|number|integer|boolean|object|array|null)$/;
const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft\/\d{4}-\d\d|draft-0[3-7])\/schema#?$/;
/** What is larger counts no characters and no items of a call: it is a number of something else. */
const COUNT_MAX = 100_000;

/** A pointer that leads to the same place in what was redacted; one that is none stays none. */
export function pointerToken(pointer: string, keyOf: (segment: string) => string, tokens: Tokens): string {
  if (pointer === '') return pointer;
  if (!pointer.startsWith('/')) return tokens.text(pointer);
  const segments = pointer.slice(1).split('/');
  return segments.map((segment) => `/${segmentToken(segment, keyOf)}`).join('');
}

function segmentToken(segment: string, keyOf: (segment: string) => string): string {
  const key = keyOf(segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return /~(?![01])/.test(segment) ? `${key}~2` : key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What redacts a schema. */
interface SchemaWork {
  readonly tokens: Tokens;
  readonly edits: Edit[];
  /** Redacts a value in which nothing is safe. */
  value(node: JsonNode): void;
}

/** Adds the changes that redact a schema. */
export function schemaEdits(node: JsonNode, work: SchemaWork): void {
  if (node.kind === 'array') for (const item of node.items) schemaEdits(item, work);
  else if (node.kind === 'object') for (const member of node.members) keyword(member, work);
  else work.value(node);
}

function keyword({ key, value }: Member, work: SchemaWork): void {
  switch (SCHEMA_KEYWORDS.get(key.value)) {
    case undefined:
      put(key, work.tokens.text(key.value), work);
      work.value(value);
      return;
    case 'map':
      map(value, work);
      return;
    case 'schema':
      schemaEdits(value, work);
      return;
    case 'names':
      names(value, work);
      return;
    case 'ref':
      reference(value, work);
      return;
    case 'count':
      if (value.kind !== 'number' || !/^\d+$/.test(value.raw) || Number(value.raw) > COUNT_MAX)
        work.value(value);
      return;
    case 'length':
      length(value, work);
      return;
    case 'kept':
      kept(value, work);
      return;
    case 'value':
      work.value(value);
      return;
  }
}

/** What fits a length still does: what is longer has a longer token. */
function length(node: JsonNode, work: SchemaWork): void {
  const count = node.kind === 'number' ? Number(node.raw) : Number.NaN;
  if (!(count >= 0 && count <= COUNT_MAX)) work.value(node);
  else work.edits.push({ start: node.start, end: node.end, text: String(work.tokens.length(count)) });
}

function put(node: JsonNode, text: string, { edits }: SchemaWork): void {
  edits.push({ start: node.start, end: node.end, text: JSON.stringify(text) });
}

function map(node: JsonNode, work: SchemaWork): void {
  if (node.kind !== 'object') {
    work.value(node);
    return;
  }
  for (const { key, value } of node.members) {
    put(key, work.tokens.key(key.value), work);
    schemaEdits(value, work);
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
