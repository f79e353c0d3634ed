// A query compiled: which events pass, what of it means nothing, what is to be highlighted.
import { fieldOf } from '@/lib/query/fields';
import { parseQuery } from '@/lib/query/parse';
import { literal } from '@/lib/query/patterns';
import type { Facts, Term, Test } from '@/lib/query/types';

/** A compiled query. */
export interface Filter {
  readonly text: string;
  /** True where everything passes. */
  readonly isEmpty: boolean;
  /** True where the answer for an event may change after it came. */
  readonly isLate: boolean;
  /** What of the text means nothing, sentences; such terms are left out. */
  readonly problems: readonly string[];
  /** Finds what is to be highlighted; undefined where the query has no words. */
  readonly words?: RegExp;
  passes(seq: number): boolean;
  /** True where no event passes of whose frames this is the whole text. */
  skipsAll(text: string): boolean;
}

/** Longer frames are searched up to here only by regular expressions of the user's own: one may take forever. */
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
    return { problem: `/${value}/ is no regular expression.` };
  }
}

function hasWord({ pattern, isRegex }: Word, type: string, raw: string): boolean {
  if (pattern.test(type)) return true;
  return pattern.test(isRegex && raw.length > REGEX_LENGTH_MAX ? raw.slice(0, REGEX_LENGTH_MAX) : raw);
}

/** Terms of one field: of those that are wanted one must be there, of the others none. */
interface FieldTests {
  readonly wanted: Test[];
  readonly unwanted: Test[];
}

/**
 * Compiles a query. Words must all be found in the event's frame or type (case is ignored); of several values of one
 * field one is enough; different fields must all agree; `-` turns a term round. An empty text lets everything pass.
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
    // Somebody is still typing.
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
