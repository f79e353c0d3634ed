// Completions at a position in a query.
import { fieldOf, fields } from '@/lib/core/query/fields';
import type { QueryFacts } from '@/lib/core/query/types';

/** One suggestion: the resulting text and caret position. */
export interface Completion {
  readonly text: string;
  readonly caret: number;
  readonly label: string;
  readonly summary?: string;
}

const SUGGESTIONS_MAX = 12;
/** Longest suggested value, characters. */
const VALUE_MAX = 500;

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** Suggestions for the term at or before the caret. */
export function complete(text: string, caret: number, facts: QueryFacts): readonly Completion[] {
  const from = text.slice(0, caret).search(/\S*$/);
  const to = caret + (/^\S*/.exec(text.slice(caret))?.[0].length ?? 0);
  const typed = text.slice(from, caret);
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
    return fields
      .filter(({ name }) => name.startsWith(start))
      .map(({ name, summary, example }) => put(`${name}:`, `${name}:${example}`, summary));
  }
  const field = fieldOf(word.slice(0, colon).toLowerCase());
  if (field?.values === undefined) return [];
  const start = word.slice(colon + 1).toLowerCase();
  const suggestions: Completion[] = [];
  for (const value of field.values(facts)) {
    if (value.length > VALUE_MAX) continue;
    if (!value.toLowerCase().includes(start) || value.toLowerCase() === start) continue;
    suggestions.push(put(`${field.name}:${quoted(value)} `, value));
    if (suggestions.length === SUGGESTIONS_MAX) break;
  }
  return suggestions;
}
