// Makes an untrusted schema safe to apply: a copy of limited size that counts the cost of applying it, with patterns
// that match in linear time.
import { format, type Schema } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { type LinearPattern, linearPattern } from '@/lib/core/json/linear-pattern';
import { literal } from '@/lib/core/json/literal';

const PARTS_MAX = 5_000;
const DEPTH_MAX = 64;
/** Steps per check: a schema can refer to itself and multiply. */
const STEPS_MAX = 20_000;
/** Maximum number of characters of listed values and pairs of entries that a check compares. */
const LOOKS_MAX = 5_000_000;
/** Cost of comparing two entries. */
const PAIR = 5;
const PATTERN_MAX = 1_000;
/** Characters matched per check, counted for each state of the pattern. */
const MATCHING_MAX = 10_000_000;

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** Keywords whose values are schemas by name; the names have no meaning for the validator. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords about keys that no pattern matches. */
const REST: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);
/** Formats with patterns of exponential time. */
const SLOW_FORMATS: ReadonlySet<string> = new Set(['url']);
const PATTERN = 'pattern:';

/** A schema that cannot be applied. The message is a sentence. */
export class SchemaError extends Error {}

type Matches = (text: string) => boolean;

interface GuardOptions {
  /** False if a text in the arguments is too long for patterns and formats. */
  readonly matchesText: boolean;
  readonly keys: readonly string[];
}

/** The source of a pattern, in Unicode mode, that matches exactly these texts. `number` makes patterns distinct. */
function oneOf(texts: readonly string[], number: number): string {
  return `^(?:${[...texts.map(literal), '(?!)'].join('|')})$|(?!)${number}`;
}

/** Cost of a step at this part, besides the arguments. */
function weightOf(schema: JsonObject, keys: number): number {
  // Each key is compared with those that each pattern matches.
  let weight = isJsonObject(schema['patternProperties']) ? keys * keys : 0;
  for (const [key, value] of Object.entries(schema)) {
    if (DATA.has(key)) weight += JSON.stringify(value).length;
    else if (Array.isArray(value)) weight += value.length;
  }
  return weight;
}

export class Guard {
  readonly #options: GuardOptions;
  readonly #patterns = new Map<string, Matches | undefined>();
  #parts = 0;
  #steps = 0;
  #looks = 0;
  #matching = 0;
  #pairs = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * Applies the schema to arguments with `values` values. Its patterns are registered as formats of the validator
   * meanwhile.
   */
  apply<T>(values: number, work: () => T): T {
    this.#steps = this.#looks = this.#matching = 0;
    this.#pairs = PAIR * values * values;
    const formats: Record<string, Matches> = format;
    for (const [source, matches] of this.#patterns) {
      if (matches !== undefined) formats[PATTERN + source] = matches;
    }
    try {
      return work();
    } finally {
      for (const source of this.#patterns.keys()) delete formats[PATTERN + source];
    }
  }

  copy(schema: JsonObject): Schema {
    // The copy of an object is an object; errors of the validator are caught there.
    return this.#copy(schema, 0) as Schema;
  }

  #copy(value: Json, depth: number, isMap = false): unknown {
    if (++this.#parts > PARTS_MAX) throw new SchemaError(`The schema has more than ${PARTS_MAX} parts.`);
    if (depth > DEPTH_MAX) throw new SchemaError(`The schema is nested deeper than ${DEPTH_MAX} levels.`);
    if (Array.isArray(value)) return value.map((entry: Json) => this.#copy(entry, depth + 1));
    if (!isJsonObject(value)) return value;
    return isMap ? this.#copyMap(value, depth) : this.#copySchema(value, depth);
  }

  #copyMap(map: JsonObject, depth: number): Record<string, unknown> {
    const entries = Object.entries(map).filter(([key]) => key !== '__proto__');
    return Object.fromEntries(entries.map(([key, inner]) => [key, this.#copy(inner, depth + 1)]));
  }

  #copySchema(schema: JsonObject, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(schema)) {
      if (key === '__proto__' || key === '$recursiveAnchor' || key === 'pattern') continue;
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) {
        throw new SchemaError(`The schema refers to '${inner.slice(0, 100)}', which is not fetched.`);
      }
      if (key === 'format') {
        if (typeof inner === 'string' && this.#isUsable(inner)) result[key] = inner;
      } else if (key !== 'patternProperties') {
        result[key] = DATA.has(key) ? inner : this.#copy(inner, depth + 1, MAPS.has(key));
      }
    }
    this.#copyPatterns(schema, result, depth);
    const weight = weightOf(schema, this.#options.keys.length);
    const hasPairs = schema['uniqueItems'] === true;
    // The validator reads this property of every schema it applies.
    Object.defineProperty(result, '$recursiveAnchor', {
      get: () => this.#count(weight + (hasPairs ? this.#pairs : 0)),
    });
    return result;
  }

  #count(looks: number): undefined {
    this.#looks += looks;
    if (++this.#steps > STEPS_MAX) throw new SchemaError(`Checking takes more than ${STEPS_MAX} steps.`);
    if (this.#looks > LOOKS_MAX) throw new SchemaError('Checking compares too many values.');
  }

  #isUsable(name: string): boolean {
    return this.#options.matchesText && !SLOW_FORMATS.has(name) && !name.startsWith(PATTERN);
  }

  #patternOf(source: string): Matches | undefined {
    if (this.#patterns.has(source)) return this.#patterns.get(source);
    // An invalid pattern is reported as a broken schema.
    new RegExp(source, 'u');
    const pattern = source.length > PATTERN_MAX ? undefined : linearPattern(source);
    const matches = pattern && ((text: string) => this.#match(pattern, text));
    this.#patterns.set(source, matches);
    return matches;
  }

  #match({ states, test }: LinearPattern, text: string): boolean {
    this.#matching += states * (text.length + 1);
    if (this.#matching > MATCHING_MAX) throw new SchemaError('Matching its patterns takes too long.');
    return test(text);
  }

  /** A pattern for texts becomes a format. A pattern for keys is replaced by the matching keys of the arguments. */
  #copyPatterns(schema: JsonObject, result: Record<string, unknown>, depth: number): void {
    const { pattern, patternProperties: byKey } = schema;
    if (typeof pattern === 'string' && this.#patternOf(pattern) !== undefined && this.#options.matchesText) {
      const others: unknown = result['allOf'];
      result['allOf'] = [...(Array.isArray(others) ? others : []), { format: PATTERN + pattern }];
    }
    if (!isJsonObject(byKey)) return;
    const named: Record<string, unknown> = {};
    for (const [source, inner] of Object.entries(byKey)) {
      const matches = this.#patternOf(source);
      const copy = this.#copy(inner, depth + 1);
      if (matches !== undefined) named[oneOf(this.#options.keys.filter(matches), this.#parts)] = copy;
      else {
        // The keys left over are unknown then.
        for (const key of REST) delete result[key];
      }
    }
    result['patternProperties'] = named;
  }
}

/** True for the validator's error about a format that stands for a pattern. */
export function isPattern(keyword: string, error: string): boolean {
  return keyword === 'format' && error.includes(`"${PATTERN}`);
}
