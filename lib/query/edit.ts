// Changes of a query by its terms, as chips and counters make them.
import { fieldOf } from '@/lib/query/fields';
import { parseQuery } from '@/lib/query/parse';

/** Whether a query has a term, written like this. */
export function hasTerm(text: string, term: string): boolean {
  return parseQuery(text, (name) => fieldOf(name) !== undefined).some(
    ({ from, to }) => text.slice(from, to) === term,
  );
}

/** A query with a term in place of those of the same field: an event has one type, and one id. */
export function withTerm(text: string, term: string): string {
  const field = term.slice(0, term.indexOf(':') + 1);
  const others = parseQuery(text, (name) => fieldOf(name) !== undefined)
    .map(({ from, to }) => text.slice(from, to))
    .filter((each) => each !== term && (term.startsWith('-') || !each.startsWith(field)));
  return [...others, term].join(' ');
}

/** A query with one more term, or without it where it has it. */
export function toggleTerm(text: string, term: string): string {
  const terms = parseQuery(text, (name) => fieldOf(name) !== undefined).map(({ from, to }) =>
    text.slice(from, to),
  );
  const others = terms.filter((each) => each !== term);
  return (others.length === terms.length ? [...others, term] : others).join(' ');
}
