// The arguments of a tool call against the schema that the request declared for the tool. Schemas come from strangers:
// size, depth and steps are limited, nothing is fetched, and text is only matched by patterns that cannot run away.
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';

/** Where arguments do not fit their schema. */
export interface SchemaProblem {
  /** JSON pointer into the arguments; '' for the whole. */
  readonly pointer: string;
  /** Keyword of the schema that says so. */
  readonly keyword: string;
  /** One sentence. */
  readonly message: string;
}

/** Problems of the arguments, or why the schema itself says nothing. */
export type SchemaVerdict = { readonly problems: readonly SchemaProblem[] } | { readonly broken: string };

/** A schema, or arguments, with more values than this are not looked at: nobody writes such by hand. */
const VALUES_MAX = 5_000;
const DEPTH_MAX = 64;
/** Steps of one check: schemas can refer to themselves and multiply. */
const STEPS_MAX = 20_000;
/** Texts longer than this are not matched by patterns and formats, whose time can grow faster than the text. */
const TEXT_MAX = 500;
const PATTERN_MAX = 200;
/** Problems that are reported of one call. */
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

// A repeated group that holds a repetition or a choice, a repeated group of groups, a back reference: the time may
// double with each letter.
const RUNS_AWAY = /\([^()]*[+*?{|][^()]*\)[+*?{]|\)[^()]*\)[+*?{]|\\[1-9]|\\k</;
/** What begins a group that is not captured. */
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

/** A copy that counts the steps of its use, without what could run away. */
function guarded(schema: JsonObject, budget: Budget, matchesText: boolean): Schema {
  let values = 0;
  const copy = (value: Json, depth: number): unknown => {
    if (++values > VALUES_MAX) throw new Broken(`It has more than ${VALUES_MAX} parts.`);
    if (depth > DEPTH_MAX) throw new Broken(`It is nested deeper than ${DEPTH_MAX} levels.`);
    if (Array.isArray(value)) return value.map((entry: Json) => copy(entry, depth + 1));
    if (!isJsonObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      // Names of properties may be the same words, but their values are schemas.
      const isText = TEXT_KEYWORDS.has(key) && (typeof inner === 'string' || key === 'patternProperties');
      if (key === '__proto__' || key === '$recursiveAnchor') continue;
      if (isText && (!matchesText || hasUnsafeText(key, inner))) continue;
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) {
        throw new Broken(`It refers to '${inner.slice(0, 100)}', which is not fetched.`);
      }
      result[key] = DATA.has(key) ? inner : copy(inner, depth + 1);
    }
    // The validator reads this of every schema that it applies.
    Object.defineProperty(result, '$recursiveAnchor', {
      get() {
        if (++budget.steps > STEPS_MAX) throw new Broken(`A check takes more than ${STEPS_MAX} steps.`);
        return undefined;
      },
    });
    return result;
  };
  return copy(schema, 0) as Schema;
}

function draftOf({ $schema }: JsonObject): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12';
  if ($schema.includes('draft-04')) return '4';
  if (/draft-0[67]/.test($schema)) return '7';
  return $schema.includes('2019-09') ? '2019-09' : '2020-12';
}

type Check = (value: Json) => SchemaVerdict;

/** Problems inside of these are reported by the keyword itself: any of the choices might have been meant. */
const INSIDE_CHOICE = /\/(anyOf|oneOf|not|contains|if)\//;
/** Only say that something inside of them is wrong, which is reported too. */
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
        keyword === 'false' ? 'The schema allows no such value.' : error.replace(/^Instance\b/, 'The value'),
    }));
}

function compile(schema: JsonObject, matchesText: boolean): Check {
  const budget: Budget = { steps: 0 };
  const attempt = <T>(work: () => T): T | { readonly broken: string } => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Broken) return { broken: error.message };
      if (error instanceof RangeError) return { broken: 'It refers to itself without end.' };
      const text = error instanceof Error ? error.message : String(error);
      return { broken: `It cannot be used: ${text.slice(0, 200)}` };
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

/** How large a value is, and whether a text in it is too long for patterns. */
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
 * The arguments of a call against its tool, as a request declared it. No problems where the tool declares no schema,
 * or the arguments are too large to be looked at.
 */
export function checkArguments(tool: JsonObject, value: Json): SchemaVerdict {
  const schema = tool['parameters'];
  if (schema === undefined || schema === null || typeof schema === 'boolean') return FITS;
  if (!isJsonObject(schema)) return { broken: 'It is no object.' };
  const { values, hasLongText } = measure(value);
  if (values > VALUES_MAX) return FITS;
  let checks = compiled.get(schema);
  if (checks === undefined) compiled.set(schema, (checks = {}));
  if (hasLongText) return (checks.short ??= compile(schema, false))(value);
  return (checks.whole ??= compile(schema, true))(value);
}

/** The tool of a name in a request. */
export function findTool(input: JsonObject | undefined, name: string): JsonObject | undefined {
  const tools = input?.['tools'];
  if (!Array.isArray(tools)) return undefined;
  return tools.find((tool: Json): tool is JsonObject => isJsonObject(tool) && tool['name'] === name);
}
