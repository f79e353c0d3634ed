// Validates a tool call's arguments against the schema its request declared. Schemas are untrusted: size, depth and
// steps are limited, nothing is fetched, and patterns are matched in linear time.
import { type SchemaDraft, Validator } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { Guard, isPattern, SchemaError } from '@/lib/core/json/schema-guard';

export interface SchemaProblem {
  /** JSON pointer into the arguments; '' for the whole. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

type SchemaVerdict = { readonly problems: readonly SchemaProblem[] } | { readonly broken: string };

/** Arguments with more values are not checked. */
const VALUES_MAX = 5_000;
const DEPTH_MAX = 64;
/** Longer texts are not matched against patterns and formats. */
const TEXT_MAX = 500;
const PROBLEMS_MAX = 20;
/** A message may quote a long list. */
const MESSAGE_MAX = 500;

const FITS: SchemaVerdict = Object.freeze({ problems: [] });

function draftOf({ $schema }: JsonObject): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12';
  if ($schema.includes('draft-04')) return '4';
  if (/draft-0[67]/.test($schema)) return '7';
  return $schema.includes('2019-09') ? '2019-09' : '2020-12';
}

type ToolCheck = (value: Json, values: number) => SchemaVerdict;

/** The keyword itself reports errors inside these keywords: any branch could be the intended one. */
const INSIDE_CHOICE = /\/(anyOf|oneOf|not|contains|if)\//;
/** These keywords only repeat that something inside them failed. */
const OUTER: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'items'],
  ...['prefixItems', 'additionalItems', '$ref', 'allOf', 'if', 'then', 'else', 'propertyNames'],
]);

function problemsOf(errors: ReturnType<Validator['validate']>['errors']): SchemaProblem[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const reported = errors.filter(({ keyword, keywordLocation, instanceLocation }) => {
    if (OUTER.has(keyword) || INSIDE_CHOICE.test(keywordLocation)) return false;
    const isInChoice = choices.some((choice) => instanceLocation.startsWith(`${choice.instanceLocation}/`));
    return keyword !== 'false' || !isInChoice;
  });
  return (reported.length > 0 ? reported : errors)
    .slice(0, PROBLEMS_MAX)
    .map(({ keyword, instanceLocation, error }) => ({
      pointer: pointerOf(instanceLocation),
      ...wordsOf(keyword, error.length > MESSAGE_MAX ? `${error.slice(0, MESSAGE_MAX)}…` : error),
    }));
}

function pointerOf(location: string): string {
  const pointer = location.replace(/^#/, '');
  try {
    return decodeURI(pointer);
  } catch {
    return pointer;
  }
}

function wordsOf(keyword: string, error: string): Pick<SchemaProblem, 'keyword' | 'message'> {
  if (keyword === 'false') {
    return { keyword: 'additionalProperties', message: 'The schema does not allow this value.' };
  }
  if (isPattern(keyword, error)) return { keyword: 'pattern', message: 'String does not match pattern.' };
  return { keyword, message: error.replace(/^Instance\b/, 'The value') };
}

function attempt<T>(work: () => T): T | { readonly broken: string } {
  try {
    return work();
  } catch (error) {
    if (error instanceof SchemaError) return { broken: error.message };
    if (error instanceof RangeError) return { broken: 'The schema refers to itself endlessly.' };
    const text = error instanceof Error ? error.message : String(error);
    return { broken: `The schema cannot be used: ${text.slice(0, 200)}` };
  }
}

function compile(
  schema: JsonObject,
  { matchesText, keys }: Pick<Measure, 'matchesText' | 'keys'>,
): ToolCheck {
  const guard = new Guard({ matchesText, keys });
  const validator = attempt(() => new Validator(guard.copy(schema), draftOf(schema), false));
  if ('broken' in validator) return () => validator;
  return (value, values) =>
    attempt(() =>
      guard.apply(values, () => {
        const { valid, errors } = validator.validate(value);
        return valid ? FITS : { problems: problemsOf(errors) };
      }),
    );
}

interface Measure {
  /** The number of values; more than VALUES_MAX if there are too many, or too deep. */
  readonly values: number;
  /** False if a text or a key is too long for patterns. */
  readonly matchesText: boolean;
  readonly keys: readonly string[];
}

function measure(value: Json): Measure {
  let values = 0;
  let matchesText = true;
  const keys = new Set<string>();
  const walk = (inner: Json, depth: number): void => {
    if (++values > VALUES_MAX || depth > DEPTH_MAX) {
      values = VALUES_MAX + 1;
      return;
    }
    if (typeof inner === 'string') matchesText &&= inner.length <= TEXT_MAX;
    else if (typeof inner === 'object' && inner !== null) {
      for (const [key, entry] of Object.entries(inner)) {
        if (!Array.isArray(inner)) {
          keys.add(key);
          matchesText &&= key.length <= TEXT_MAX;
        }
        walk(entry, depth + 1);
        if (values > VALUES_MAX) return;
      }
    }
  };
  walk(value, 0);
  return { values, matchesText, keys: [...keys] };
}

/** True if the schema has patterns for keys: it is then compiled for each value. */
function hasKeyPatterns(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"patternProperties"');
}

interface Compiled {
  readonly hasKeyPatterns: boolean;
  whole?: ToolCheck;
  short?: ToolCheck;
}

const compiled = new WeakMap<JsonObject, Compiled>();

/** No problems if the tool declares no schema, or the arguments are too large to check. */
export function checkArguments(tool: JsonObject, value: Json): SchemaVerdict {
  const schema = tool['parameters'];
  if (schema === undefined || schema === null || typeof schema === 'boolean') return FITS;
  if (!isJsonObject(schema)) return { broken: 'The schema is not an object.' };
  const found = measure(value);
  const { values, matchesText } = found;
  if (values > VALUES_MAX) return FITS;
  let checks = compiled.get(schema);
  if (checks === undefined) compiled.set(schema, (checks = { hasKeyPatterns: hasKeyPatterns(schema) }));
  if (checks.hasKeyPatterns) return compile(schema, found)(value, values);
  const kind = matchesText ? 'whole' : 'short';
  return (checks[kind] ??= compile(schema, { matchesText, keys: [] }))(value, values);
}

export function findTool(input: JsonObject | undefined, name: string): JsonObject | undefined {
  const tools = input?.['tools'];
  if (!Array.isArray(tools)) return undefined;
  return tools.find((tool: Json): tool is JsonObject => isJsonObject(tool) && tool['name'] === name);
}
