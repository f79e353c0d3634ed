// Adds and removes terms of a query, for chips and counters.
import { isFieldName } from '@/lib/core/query/fields';
import { parseQuery } from '@/lib/core/query/parse';

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

/** Adds a term, or removes it if the query has it. */
export function toggleTerm(text: string, term: string): string {
  const terms = parseQuery(text, isFieldName).map(({ from, to }) => text.slice(from, to));
  const others = terms.filter((each) => each !== term);
  return (others.length === terms.length ? [...others, term] : others).join(' ');
}
