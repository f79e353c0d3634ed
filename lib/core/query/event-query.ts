// A query of a single event without its log, for rules that change events.
import type { JsonObject } from '@/lib/core/json/json';
import { escapedSource } from '@/lib/core/query/escaped';
import { hasId } from '@/lib/core/query/fields/id';
import { pointerProblem, touchesPath } from '@/lib/core/query/fields/path';
import { fieldHint, lengthProblem, parseQuery } from '@/lib/core/query/parse';
import { globTest } from '@/lib/core/query/patterns';

export interface SingleEvent {
  readonly type: string;
  /** Name of the tool for an event of a call; '' for other events. */
  readonly tool: string;
  readonly text: string;
  /** Absent if the text is not a JSON object. */
  readonly event?: JsonObject;
}

export interface EventQuery {
  /** Invalid terms, as sentences. If there are any, no event passes. */
  readonly problems: readonly string[];
  passes(event: SingleEvent): boolean;
}

type Test = (event: SingleEvent) => boolean;

const FIELDS: Readonly<
  Record<string, (value: string, isQuoted?: boolean) => Test | { readonly problem: string }>
> = {
  type(value, isQuoted) {
    const isNamed = globTest(value, isQuoted);
    return ({ type }) => isNamed(type);
  },
  tool(value, isQuoted) {
    const isNamed = globTest(value, isQuoted);
    return ({ tool }) => tool !== '' && isNamed(tool);
  },
  id(value, isQuoted) {
    const isNamed = globTest(value, isQuoted);
    return ({ event }) => event !== undefined && hasId(event, isNamed);
  },
  path: (value) =>
    pointerProblem(value) ?? (({ type, event }) => event !== undefined && touchesPath(type, event, value)),
};

const known = Object.keys(FIELDS)
  .map((name) => `${name}:`)
  .join(', ');

function wordTest(value: string): Test {
  const pattern = new RegExp(escapedSource(value), 'i');
  return ({ text }) => pattern.test(text);
}

/** A sentence about the first word that may be a mistyped field. */
export function eventQueryHint(query: string, isField: (name: string) => boolean): string | undefined {
  if (lengthProblem(query) !== undefined) return undefined;
  return parseQuery(query, isField)
    .filter(({ field }) => field === undefined)
    .map(({ from, to }) => fieldHint(query.slice(from, to), Object.keys(FIELDS)))
    .find((hint) => hint !== undefined);
}

/** All words must match; of several values of a field, one must. `isField` recognizes filter fields that need a log. */
export function createEventQuery(query: string, isField = (_name: string): boolean => false): EventQuery {
  const tooLong = lengthProblem(query);
  const problems = tooLong === undefined ? [] : [tooLong];
  const wanted = new Map<string, Test[]>();
  const unwanted: Test[] = [];
  const isOurs = (name: string): boolean => Object.hasOwn(FIELDS, name);
  for (const { field, value, isNegated, isRegex, isQuoted, from } of parseQuery(
    tooLong === undefined ? query : '',
    (name) => isOurs(name) || isField(name),
  )) {
    // Incomplete while typing.
    if (value === '') continue;
    const made = field === undefined ? wordTest : FIELDS[field];
    const test = isRegex || made === undefined ? undefined : made(value, isQuoted);
    if (test === undefined)
      problems.push(
        isRegex
          ? `/${value}/ is a regular expression. Rules match words.`
          : `${field}: needs the whole log. Rules match ${known} and words.`,
      );
    else if (typeof test !== 'function') problems.push(`${field}: ${test.problem}`);
    else if (isNegated) unwanted.push(test);
    else {
      // Each word must match.
      const key = field ?? String(from);
      wanted.set(key, [...(wanted.get(key) ?? []), test]);
    }
  }
  return {
    problems,
    passes: (event) =>
      problems.length === 0 &&
      !unwanted.some((test) => test(event)) &&
      [...wanted.values()].every((tests) => tests.some((test) => test(event))),
  };
}
