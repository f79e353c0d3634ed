// The fields of a form for a value that a JSON schema describes, such as the answer to an interrupt.
import { arrayIn, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { valueAt } from '@/lib/core/json/pointer';

export interface AnswerField {
  /** Member names on the path to the value; empty for the whole value. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly description?: string;
  readonly options: readonly Json[];
}

/** Schemas come from the server. Members beyond this depth and number have no field, and are edited as JSON. */
const DEPTH_MAX = 4;
const FIELDS_MAX = 40;
const OPTIONS_MAX = 100;

const KINDS: Readonly<Record<string, AnswerField['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

/** Maximum number of references followed in a row: definitions may refer to each other. */
const REFERENCES_MAX = 8;

const alternativesOf = ({ oneOf, anyOf }: JsonObject): readonly Json[] => [
  ...arrayIn(oneOf),
  ...arrayIn(anyOf),
];

/** The schema inside a wrapper: a definition of the same document, or the only alternative to null. */
function wrappedIn(schema: JsonObject, root: Json): Json | undefined {
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') return $ref.startsWith('#/') ? valueAt(root, $ref.slice(1)) : undefined;
  const [only, ...more] = [
    ...arrayIn(allOf),
    ...alternativesOf(schema).filter((each) => !isJsonObject(each) || each['type'] !== 'null'),
  ];
  return more.length === 0 ? only : undefined;
}

/** A schema without its wrappers, but with their titles, descriptions and defaults. */
function unwrapped(schema: Json | undefined, root: Json, references = 0): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const inner = references < REFERENCES_MAX ? wrappedIn(schema, root) : undefined;
  if (inner === undefined) return schema;
  const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
  return { ...unwrapped(inner, root, references + 1), ...own };
}

function optionsOf(schema: JsonObject): readonly Json[] {
  const { enum: values, const: constant } = schema;
  const inner = alternativesOf(schema).flatMap((each) => (isJsonObject(each) ? optionsOf(each) : []));
  const own = constant === undefined ? arrayIn(values) : [constant];
  return [...own, ...inner].slice(0, OPTIONS_MAX);
}

const typeIn = ({ type }: JsonObject): Json | undefined =>
  [type, ...arrayIn(type)].find((each) => typeof each === 'string' && each !== 'null');

const EMPTY: Readonly<Record<string, Json>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};

export function emptyAnswer(wrapped: Json | undefined, root = wrapped, depth = 0): Json {
  const schema = unwrapped(wrapped, root ?? null);
  if (schema === undefined) return {};
  const { default: preset, properties } = schema;
  if (preset !== undefined) return preset;
  const [option] = optionsOf(schema);
  if (option !== undefined) return option;
  if (isJsonObject(properties) && depth < DEPTH_MAX)
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, emptyAnswer(inner, root, depth + 1)]),
    );
  const type = typeIn(schema);
  return typeof type === 'string' && Object.hasOwn(EMPTY, type) ? (EMPTY[type] ?? {}) : {};
}

/** The fields of a schema, in its order. Lists and free objects have no field. */
export function answerFields(
  wrapped: Json | undefined,
  path: readonly string[] = [],
  root = wrapped,
): readonly AnswerField[] {
  const schema = unwrapped(wrapped, root ?? null);
  if (schema === undefined) return [];
  const { properties, description } = schema;
  const about = typeof description === 'string' ? { description } : {};
  const options = optionsOf(schema);
  if (options.length > 0) return [{ path, kind: 'choice', options, ...about }];
  if (isJsonObject(properties))
    return path.length >= DEPTH_MAX
      ? []
      : Object.entries(properties)
          .slice(0, FIELDS_MAX)
          .flatMap(([name, inner]) => answerFields(inner, [...path, name], root))
          .slice(0, FIELDS_MAX);
  const name = typeIn(schema);
  const kind = typeof name === 'string' && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return kind === undefined ? [] : [{ path, kind, options, ...about }];
}

/** A copy with the member at a path; creates missing objects. */
export function withMember(value: Json | undefined, path: readonly string[], member: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const before = isJsonObject(value) ? value : {};
  const inner = Object.hasOwn(before, name) ? before[name] : undefined;
  // Not an assignment: a member may be called `__proto__`.
  return Object.fromEntries([
    ...Object.entries(before).filter(([other]) => other !== name),
    [name, withMember(inner, rest, member)],
  ]);
}
