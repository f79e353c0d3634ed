// Validates a tool call's arguments against the schema its request declared. Schemas are untrusted: size, depth and
// steps are limited, nothing is fetched, and only patterns that cannot run away are matched.
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';

/** One way in which arguments violate their schema. */
export interface SchemaProblem {
  /** JSON pointer into the arguments; '' for the whole. */
  readonly pointer: string;
  /** The schema keyword that failed. */
  readonly keyword: string;
  /** One sentence. */
  readonly message: string;
}

/** The problems, or why the schema itself cannot be used. */
type SchemaVerdict = { readonly problems: readonly SchemaProblem[] } | { readonly broken: string };

/** Schemas and arguments with more values than this are not checked: nobody writes those by hand. */
const VALUES_MAX = 5_000;
const DEPTH_MAX = 64;
/** Steps per check: a schema can refer to itself and multiply. */
const STEPS_MAX = 20_000;
/** Longer strings are not matched against patterns and formats, whose time can grow faster than the string. */
const TEXT_MAX = 500;
const PATTERN_MAX = 200;
/** Problems reported per call. */
const PROBLEMS_MAX = 20;

const FITS: SchemaVerdict = Object.freeze({ problems: [] });

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
const TEXT_KEYWORDS: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'format']);

class Broken extends Error {}

/** Counts the steps of one check. */
interface Budget {
  steps: number;
}

// A repeated group that contains a repetition or alternative, a repeated group of groups, or a back reference:
// matching time may double with each character.
const RUNS_AWAY = /\([^()]*[+*?{|][^()]*\)[+*?{]|\)[^()]*\)[+*?{]|\\[1-9]|\\k</;
/** The start of a group that does not capture. */
const GROUP = /\(\?(?:[:=!]|<[=!]|<\w+>)/g;

function isSafePattern(pattern: string): boolean {
  if (pattern.length > PATTERN_MAX) return false;
  const plain = pattern.replace(GROUP, '(');
  const repeats = plain.match(/[+*]|\{\d+,/g)?.length ?? 0;
  const options = plain.match(/\?/g)?.length ?? 0;
  return repeats <= 2 && options <= 8 && !RUNS_AWAY.test(plain);
}

function hasUnsafeText(key: string, value: Json): boolean {
  if (key === 'pattern') return typeof value === 'string' && !isSafePattern(value);
  return key === 'patternProperties' && isJsonObject(value) && !Object.keys(value).every(isSafePattern);
}

/** A copy that counts its own evaluation steps, without the patterns that could run away. */
function guarded(schema: JsonObject, budget: Budget, matchesText: boolean): Schema {
  let values = 0;
  const copy = (value: Json, depth: number): unknown => {
    if (++values > VALUES_MAX) throw new Broken(`The schema has more than ${VALUES_MAX} parts.`);
    if (depth > DEPTH_MAX) throw new Broken(`The schema is nested deeper than ${DEPTH_MAX} levels.`);
    if (Array.isArray(value)) return value.map((entry: Json) => copy(entry, depth + 1));
    if (!isJsonObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      // A property may have the name of a keyword, but its value is a schema.
      const isText = TEXT_KEYWORDS.has(key) && (typeof inner === 'string' || key === 'patternProperties');
      if (key === '__proto__' || key === '$recursiveAnchor') continue;
      if (isText && (!matchesText || hasUnsafeText(key, inner))) continue;
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) {
        throw new Broken(`The schema refers to '${inner.slice(0, 100)}', which is not fetched.`);
      }
      result[key] = DATA.has(key) ? inner : copy(inner, depth + 1);
    }
    // The validator reads this property of every schema it applies.
    Object.defineProperty(result, '$recursiveAnchor', {
      get() {
        if (++budget.steps > STEPS_MAX) throw new Broken(`Checking takes more than ${STEPS_MAX} steps.`);
        return undefined;
      },
    });
    return result;
  };
  // The copy of an object is an object; `compile` catches whatever the validator makes of its keywords.
  return copy(schema, 0) as Schema;
}

function draftOf({ $schema }: JsonObject): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12';
  if ($schema.includes('draft-04')) return '4';
  if (/draft-0[67]/.test($schema)) return '7';
  return $schema.includes('2019-09') ? '2019-09' : '2020-12';
}

type Check = (value: Json) => SchemaVerdict;

/** Errors inside these keywords are reported by the keyword itself: any branch might have been meant. */
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
      pointer: decodeURI(instanceLocation.replace(/^#/, '')),
      keyword: keyword === 'false' ? 'additionalProperties' : keyword,
      message:
        keyword === 'false'
          ? 'The schema does not allow this value.'
          : error.replace(/^Instance\b/, 'The value'),
    }));
}

function compile(schema: JsonObject, matchesText: boolean): Check {
  const budget: Budget = { steps: 0 };
  const attempt = <T>(work: () => T): T | { readonly broken: string } => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Broken) return { broken: error.message };
      if (error instanceof RangeError) return { broken: 'The schema refers to itself endlessly.' };
      const text = error instanceof Error ? error.message : String(error);
      return { broken: `The schema cannot be used: ${text.slice(0, 200)}` };
    }
  };
  const validator = attempt(
    () => new Validator(guarded(schema, budget, matchesText), draftOf(schema), false),
  );
  if ('broken' in validator) return () => validator;
  return (value) => {
    budget.steps = 0;
    return attempt(() => {
      const { valid, errors } = validator.validate(value);
      return valid ? FITS : { problems: problemsOf(errors) };
    });
  };
}

/** The size of a value, and whether a string in it is too long for patterns. */
function measure(value: Json): { readonly values: number; readonly hasLongText: boolean } {
  let values = 0;
  let hasLongText = false;
  const walk = (inner: Json, depth: number): void => {
    if (++values > VALUES_MAX || depth > DEPTH_MAX) {
      values = VALUES_MAX + 1;
      return;
    }
    if (typeof inner === 'string') hasLongText ||= inner.length > TEXT_MAX;
    else if (typeof inner === 'object' && inner !== null) {
      for (const entry of Object.values(inner)) {
        walk(entry, depth + 1);
        if (values > VALUES_MAX) return;
      }
    }
  };
  walk(value, 0);
  return { values, hasLongText };
}

const compiled = new WeakMap<JsonObject, { whole?: Check; short?: Check }>();

/**
 * Validates the arguments of a call against its tool as the request declared it. No problems if the tool declares no
 * schema, or the arguments are too large to check.
 */
export function checkArguments(tool: JsonObject, value: Json): SchemaVerdict {
  const schema = tool['parameters'];
  if (schema === undefined || schema === null || typeof schema === 'boolean') return FITS;
  if (!isJsonObject(schema)) return { broken: 'The schema is not an object.' };
  const { values, hasLongText } = measure(value);
  if (values > VALUES_MAX) return FITS;
  let checks = compiled.get(schema);
  if (checks === undefined) compiled.set(schema, (checks = {}));
  if (hasLongText) return (checks.short ??= compile(schema, false))(value);
  return (checks.whole ??= compile(schema, true))(value);
}

/** The request's tool with this name. */
export function findTool(input: JsonObject | undefined, name: string): JsonObject | undefined {
  const tools = input?.['tools'];
  if (!Array.isArray(tools)) return undefined;
  return tools.find((tool: Json): tool is JsonObject => isJsonObject(tool) && tool['name'] === name);
}
