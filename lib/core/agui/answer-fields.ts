// The fields of a form for a value that a JSON schema describes, such as the answer to an interrupt.
import { isJsonObject, type Json } from '@/lib/core/json/json';

export interface AnswerField {
  /** Names of the members that lead to the value; none for the whole value. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly description?: string;
  /** Values of a choice. */
  readonly options: readonly Json[];
}

/** A schema is written by the server: deeper members, and more of them, are left to the editor. */
const DEPTH_MAX = 4;
const FIELDS_MAX = 40;
const OPTIONS_MAX = 100;

const KINDS: Readonly<Record<string, AnswerField['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

const arrayIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function optionsOf({ enum: values, oneOf, anyOf }: Readonly<Record<string, Json>>): readonly Json[] {
  const constants = [...arrayIn(oneOf), ...arrayIn(anyOf)].flatMap((each) =>
    isJsonObject(each) && each['const'] !== undefined ? [each['const']] : [],
  );
  return [...arrayIn(values), ...constants].slice(0, OPTIONS_MAX);
}

/** The fields of a schema, in its order. What it has no field for (lists, free objects) is left out. */
export function answerFields(schema: Json | undefined, path: readonly string[] = []): readonly AnswerField[] {
  if (!isJsonObject(schema)) return [];
  const { type, properties, description } = schema;
  const about = typeof description === 'string' ? { description } : {};
  const options = optionsOf(schema);
  if (options.length > 0) return [{ path, kind: 'choice', options, ...about }];
  if (isJsonObject(properties))
    return path.length >= DEPTH_MAX
      ? []
      : Object.entries(properties)
          .slice(0, FIELDS_MAX)
          .flatMap(([name, inner]) => answerFields(inner, [...path, name]))
          .slice(0, FIELDS_MAX);
  const [name] = [type, ...arrayIn(type)].filter((each) => typeof each === 'string' && each !== 'null');
  const kind = typeof name === 'string' && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return kind === undefined ? [] : [{ path, kind, options, ...about }];
}

/** A value with another member at a path; objects are made where there are none. */
export function withMember(value: Json | undefined, path: readonly string[], member: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const before = isJsonObject(value) ? value : {};
  const inner = Object.hasOwn(before, name) ? before[name] : undefined;
  // Not by assignment: a member may be called __proto__.
  return Object.fromEntries([
    ...Object.entries(before).filter(([other]) => other !== name),
    [name, withMember(inner, rest, member)],
  ]);
}
