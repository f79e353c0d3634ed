// A compiled query: its test, invalid terms, highlighted places.
import { linearPattern } from '@/lib/core/json/linear-pattern';
import { literal } from '@/lib/core/json/literal';
import type { Log } from '@/lib/core/log/log';
import type { Block, Boundary } from '@/lib/core/log/types';
import { escapedSource, isOddlySpelled } from '@/lib/core/query/escaped';
import { fieldOf, fields, isFieldName } from '@/lib/core/query/fields';
import { createJoinedTest } from '@/lib/core/query/joined';
import { fieldHint, lengthProblem, parseQuery } from '@/lib/core/query/parse';
import { createStateTest, textOfRequest } from '@/lib/core/query/state-text';
import type { BoundaryTest, EventTest, QueryFacts, Term } from '@/lib/core/query/types';

export interface Filter {
  readonly text: string;
  readonly isEmpty: boolean;
  /** True if the result for an event may change after it has arrived. */
  readonly mayChangeLater: boolean;
  /** Invalid terms, as sentences; they are ignored. */
  readonly problems: readonly string[];
  /** About a word that may be a mistyped field; noise where the word is found. */
  readonly hint: string | undefined;
  /** Places to highlight in a text; undefined if the query has no words. */
  readonly words?: (text: string) => readonly TermSpan[];
  passes(seq: number): boolean;
  /** Tests a request or the end of a stream. */
  passesBoundary(boundary: Boundary): boolean;
  /** True if no event of a block passes. */
  skipsAll(block: Block): boolean;
}

/** The searched length of a frame for the user's regular expressions. */
const REGEX_LENGTH_MAX = 200_000;

/** Start and end of a match, in UTF-16 units. */
type TermSpan = readonly [number, number];

interface Word {
  readonly isNegated: boolean;
  readonly isRegex: boolean;
  /** Absent for regular expressions. */
  readonly text?: string;
  test(text: string): boolean;
  find(text: string): readonly TermSpan[];
}

function literalWord({ value, isNegated }: Term): Word {
  const source = literal(value);
  const pattern = new RegExp(escapedSource(value), 'i');
  return {
    isNegated,
    isRegex: false,
    text: value.toLowerCase(),
    test: (text) => pattern.test(text),
    find: (text) =>
      [...text.matchAll(new RegExp(source, 'gi'))].map(({ index, 0: { length } }) => [index, index + length]),
  };
}

function isNative(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

function wordOf(term: Term): Word | { readonly problem: string } {
  const { value, isNegated, isRegex } = term;
  if (!isRegex) return literalWord(term);
  if (!isNative(value)) return { problem: `/${value}/ is not a valid regular expression.` };
  const pattern = linearPattern(value, true);
  if (pattern !== undefined) return { isNegated, isRegex, test: pattern.test, find: pattern.find };
  return {
    problem: `/${value}/ cannot be searched for: it looks ahead or back, refers to its own groups, or repeats too often.`,
  };
}

function hasWord({ test, isRegex }: Word, type: string, raw: string): boolean {
  if (test(type)) return true;
  return test(isRegex && raw.length > REGEX_LENGTH_MAX ? raw.slice(0, REGEX_LENGTH_MAX) : raw);
}

function termText(log: Log, seq: number): string {
  const text = log.textOf(seq);
  if (!isOddlySpelled(text)) return text;
  const { event, original = event } = log.at(seq) ?? {};
  return original === undefined ? text : JSON.stringify(original);
}

/** Places of several words, in order, without overlaps. */
function placesOf(words: readonly Word[], text: string): readonly TermSpan[] {
  const all = words.flatMap((word) => word.find(text)).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let end = 0;
  return all.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/** Tests of one field: any of the wanted ones and none of the unwanted must match. */
interface FieldTests {
  readonly wanted: EventTest[];
  readonly unwanted: EventTest[];
  /** Tests of requests; undefined if the field does not apply to them. */
  readonly ofBoundary: { readonly wanted: BoundaryTest[]; readonly unwanted: BoundaryTest[] } | undefined;
}

/** Searches texts that are in no single frame: joined over deltas, or in the state. */
function readTest(facts: QueryFacts, text: string) {
  const [joined, state] = [createJoinedTest(facts.log, text), createStateTest(facts, text)];
  return {
    test: (seq: number) => joined.test(seq) || state.test(seq),
    mayBeIn: (block: Block) => joined.mayBeIn(block) || state.mayBeIn(block),
  };
}

/** Tests of texts that are in no single frame: each word, and all words as one text. */
function readTests(positive: readonly Word[], facts: QueryFacts) {
  const texts = positive.flatMap(({ text }) => (text === undefined ? [] : [text]));
  const tests = new Map(texts.map((text) => [text, readTest(facts, text)]));
  const isSentence = texts.length > 1 && texts.length === positive.length;
  const sentence = isSentence ? readTest(facts, texts.join(' ')) : undefined;
  return {
    word: ({ text }: Word, seq: number) => text !== undefined && tests.get(text)?.test(seq) === true,
    sentence: (seq: number) => sentence?.test(seq) === true,
    /** True if events of a block may contain a word although its frames do not. */
    mayBeIn: ({ text }: Word, block: Block) => text !== undefined && tests.get(text)?.mayBeIn(block) === true,
    maySentenceBeIn: (block: Block) => sentence?.mayBeIn(block) === true,
  };
}

const FIELD_NAMES = fields.map(({ name }) => name);

/** All words must occur in frame or type, ignoring case. One value of each field must match. `-` negates. */
export function createFilter(text: string, facts: QueryFacts): Filter {
  const problems: string[] = [];
  const words: Word[] = [];
  const byField = new Map<string, FieldTests>();
  let mayChangeLater = false;
  const tooLong = lengthProblem(text);
  if (tooLong !== undefined) problems.push(tooLong);
  let hint: string | undefined;
  for (const term of tooLong === undefined ? parseQuery(text, isFieldName) : []) {
    const field = term.field === undefined ? undefined : fieldOf(term.field);
    if (field === undefined) {
      hint ??= fieldHint(text.slice(term.from, term.to), FIELD_NAMES);
      const word = wordOf(term);
      if ('problem' in word) problems.push(word.problem);
      else words.push(word);
      continue;
    }
    // Incomplete while typing.
    if (term.value === '') continue;
    const test = field.test(term.value, term.isQuoted);
    if (typeof test !== 'function') {
      problems.push(`${field.name}: ${test.problem}`);
      continue;
    }
    if (field.mayChangeLater?.(term.value)) mayChangeLater = true;
    const tests = byField.get(field.name) ?? {
      wanted: [],
      unwanted: [],
      ofBoundary: field.testBoundary === undefined ? undefined : { wanted: [], unwanted: [] },
    };
    (term.isNegated ? tests.unwanted : tests.wanted).push(test);
    const ofBoundary = field.testBoundary?.(term.value, term.isQuoted);
    if (ofBoundary !== undefined) tests.ofBoundary?.[term.isNegated ? 'unwanted' : 'wanted'].push(ofBoundary);
    byField.set(field.name, tests);
  }
  const all = [...byField.values()];
  const positive = words.filter(({ isNegated }) => !isNegated);
  const { log } = facts;
  const read = readTests(positive, facts);
  return {
    text,
    isEmpty: words.length === 0 && all.length === 0,
    mayChangeLater,
    problems,
    hint,
    ...(positive.length > 0 && { words: (shown: string) => placesOf(positive, shown) }),
    passes(seq) {
      for (const { wanted, unwanted } of all) {
        if (wanted.length > 0 && !wanted.some((test) => test(seq, facts))) return false;
        if (unwanted.some((test) => test(seq, facts))) return false;
      }
      if (words.length === 0) return true;
      const type = log.typeOf(seq);
      const raw = termText(log, seq);
      const has = (word: Word) => hasWord(word, type, raw) || (!word.isNegated && read.word(word, seq));
      if (words.every((word) => has(word) !== word.isNegated)) return true;
      return read.sentence(seq) && words.every((word) => !word.isNegated || !has(word));
    },
    passesBoundary(boundary) {
      const text = positive.length === 0 ? '' : textOfRequest(boundary);
      if (text === undefined || !positive.every(({ test }) => test(text))) return false;
      return all.every(({ ofBoundary: { wanted = [], unwanted = [] } = {} }) => {
        // Without a test, no value of the field applies to boundaries.
        if (wanted.length + unwanted.length === 0) return false;
        const isWanted = wanted.length === 0 || wanted.some((test) => test(boundary, facts));
        return isWanted && !unwanted.some((test) => test(boundary, facts));
      });
    },
    skipsAll: (block) =>
      !isOddlySpelled(block.text) &&
      positive.some(
        (word) =>
          !word.isRegex &&
          !word.test(block.text) &&
          !log.typeNames().some((name) => word.test(name)) &&
          !read.mayBeIn(word, block),
      ) &&
      !read.maySentenceBeIn(block),
  };
}
