// A compiled query: which events pass, which terms are invalid, what to highlight.
import { fieldOf } from '@/lib/query/fields';
import { parseQuery } from '@/lib/query/parse';
import { literal } from '@/lib/query/patterns';
import type { Facts, Term, Test } from '@/lib/query/types';

/** A compiled query. */
export interface Filter {
  readonly text: string;
  /** True if everything passes. */
  readonly isEmpty: boolean;
  /** True if the result for an event may change after it has arrived. */
  readonly isLate: boolean;
  /** Invalid terms, as sentences; they are ignored. */
  readonly problems: readonly string[];
  /** Matches what to highlight; undefined if the query has no words. */
  readonly words?: RegExp;
  passes(seq: number): boolean;
  /** True if no event passes among those whose frames make up this text. */
  skipsAll(text: string): boolean;
}

/** The user's own regular expressions search only this much of a frame: one may take forever. */
const REGEX_LENGTH_MAX = 200_000;

interface Word {
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly isRegex: boolean;
}

function wordOf({ value, isNegated, isRegex }: Term): Word | { readonly problem: string } {
  try {
    return { pattern: new RegExp(isRegex ? value : literal(value), 'i'), isNegated, isRegex };
  } catch {
    return { problem: `/${value}/ is not a valid regular expression.` };
  }
}

function hasWord({ pattern, isRegex }: Word, type: string, raw: string): boolean {
  if (pattern.test(type)) return true;
  return pattern.test(isRegex && raw.length > REGEX_LENGTH_MAX ? raw.slice(0, REGEX_LENGTH_MAX) : raw);
}

/** The terms of one field: one of the wanted ones must match, and none of the unwanted. */
interface FieldTests {
  readonly wanted: Test[];
  readonly unwanted: Test[];
}

/**
 * Compiles a query. All words must occur in the event's frame or type (ignoring case). Of several values of one
 * field, one must match; different fields must all match. `-` negates a term. An empty query passes everything.
 */
export function createFilter(text: string, facts: Facts): Filter {
  const problems: string[] = [];
  const words: Word[] = [];
  const byField = new Map<string, FieldTests>();
  let isLate = false;
  for (const term of parseQuery(text, (name) => fieldOf(name) !== undefined)) {
    const field = term.field === undefined ? undefined : fieldOf(term.field);
    if (field === undefined) {
      const word = wordOf(term);
      if ('problem' in word) problems.push(word.problem);
      else words.push(word);
      continue;
    }
    // The user is still typing.
    if (term.value === '') continue;
    const test = field.test(term.value);
    if (typeof test !== 'function') {
      problems.push(`${field.name}: ${test.problem}`);
      continue;
    }
    if (field.isLate?.(term.value)) isLate = true;
    const tests = byField.get(field.name) ?? { wanted: [], unwanted: [] };
    (term.isNegated ? tests.unwanted : tests.wanted).push(test);
    byField.set(field.name, tests);
  }
  const all = [...byField.values()];
  const positive = words.filter(({ isNegated }) => !isNegated);
  const { log } = facts;
  return {
    text,
    isEmpty: words.length === 0 && all.length === 0,
    isLate,
    problems,
    ...(positive.length > 0 && { words: new RegExp(positive.map((w) => w.pattern.source).join('|'), 'gi') }),
    passes(seq) {
      for (const { wanted, unwanted } of all) {
        if (wanted.length > 0 && !wanted.some((test) => test(seq, facts))) return false;
        if (unwanted.some((test) => test(seq, facts))) return false;
      }
      if (words.length === 0) return true;
      const type = log.typeOf(seq);
      const raw = log.rawOf(seq);
      return words.every((word) => hasWord(word, type, raw) !== word.isNegated);
    },
    skipsAll: (frames) =>
      positive.some(
        ({ pattern, isRegex }) =>
          !isRegex && !pattern.test(frames) && !log.typeNames().some((name) => pattern.test(name)),
      ),
  };
}
