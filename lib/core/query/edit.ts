// Edits of the text of a query: completions, and terms that chips and counters add and remove.
import { fieldOf, fields, isFieldName } from '@/lib/core/query/fields';
import { parseQuery } from '@/lib/core/query/parse';
import type { QueryFacts } from '@/lib/core/query/types';

export interface Completion {
  readonly text: string;
  readonly caret: number;
  readonly label: string;
  readonly summary?: string;
}

const SUGGESTIONS_MAX = 12;
/** Longest suggested value, characters. */
const VALUE_MAX = 500;
/** Fields whose values are suggested for a word: rows show them, but not each event contains them. */
const WORD_FIELDS = ['tool', 'subagent', 'agent', 'type'];
/** Shortest word for which values are suggested, characters. */
const WORD_MIN = 3;

/** Fields that match whole values without quotes, too. */
const WHOLE = /^-?(?:kind|is|has|path)$/;

/** A term that finds a value, and no longer one. A phrase cannot contain quotes: `*` replaces them. */
export function valueTerm(field: string, value: string): string {
  const isPlain = WHOLE.test(field) && !/^"|[\s,]/.test(value);
  return `${field}:${isPlain ? value : `"${value.replaceAll('"', '*')}"`}`;
}

export function complete(text: string, caret: number, facts: QueryFacts): readonly Completion[] {
  const before = text.slice(0, caret);
  const after = text.slice(caret);
  const term = parseQuery(before, isFieldName).findLast(({ to }) => to === caret);
  // A phrase may lack its closing quote, or have it after the caret.
  const phrase = term?.isQuoted ? term : undefined;
  const isOpen = phrase !== undefined && (phrase.value === '' || !before.endsWith('"'));
  const from = phrase?.from ?? before.search(/\S*$/);
  const rest = (isOpen && /^[^"]*"(?=\s|$)/.exec(after)) || /^\S*/.exec(after);
  const to = caret + (rest?.[0].length ?? 0);
  const typed = before.slice(from);
  const minus = typed.startsWith('-') ? '-' : '';
  const word = typed.slice(minus.length);
  const colon = word.indexOf(':');
  const put = (term: string, label: string, summary?: string): Completion => {
    const next = text.slice(0, from) + minus + term + text.slice(to);
    const at = from + minus.length + term.length;
    return { text: next, caret: at, label, ...(summary !== undefined && { summary }) };
  };
  if (colon < 0) {
    const start = word.toLowerCase();
    const names = fields
      .filter(({ name }) => name.startsWith(start))
      .map(({ name, summary, example }) => put(`${name}:`, `${name}:${example}`, summary));
    if (phrase !== undefined || start.length < WORD_MIN) return names;
    const values = WORD_FIELDS.flatMap((name) =>
      [...(fieldOf(name)?.values?.(facts) ?? [])]
        .filter((value) => value.length <= VALUE_MAX && value.toLowerCase().includes(start))
        .map((value) => put(`${valueTerm(name, value)} `, `${name}:${value}`)),
    );
    return [...names, ...values].slice(0, SUGGESTIONS_MAX);
  }
  const field = fieldOf(word.slice(0, colon).toLowerCase());
  if (field?.values === undefined) return [];
  const wanted = (phrase?.value ?? word.slice(colon + 1)).toLowerCase();
  const suggestions: Completion[] = [];
  for (const value of field.values(facts)) {
    if (value.length > VALUE_MAX) continue;
    if (!value.toLowerCase().includes(wanted) || value.toLowerCase() === wanted) continue;
    suggestions.push(put(`${valueTerm(field.name, value)} `, value));
    if (suggestions.length === SUGGESTIONS_MAX) break;
  }
  return suggestions;
}

/** True if a query has a term in exactly this spelling. */
export function hasTerm(text: string, term: string): boolean {
  return parseQuery(text, isFieldName).some(({ from, to }) => text.slice(from, to) === term);
}

/** Replaces the terms of the same field by a term: an event has one type and one id. */
export function withTerm(text: string, term: string): string {
  const field = term.slice(0, term.indexOf(':') + 1);
  const others = parseQuery(text, isFieldName)
    .map(({ from, to }) => text.slice(from, to))
    .filter((each) => each !== term && (term.startsWith('-') || !each.startsWith(field)));
  return [...others, term].join(' ');
}

export function toggleTerm(text: string, term: string): string {
  const terms = parseQuery(text, isFieldName).map(({ from, to }) => text.slice(from, to));
  const others = terms.filter((each) => each !== term);
  return (others.length === terms.length ? [...others, term] : others).join(' ');
}
