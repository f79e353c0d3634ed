// What can be typed next at a place in a query.
import { fieldOf, fields } from '@/lib/query/fields';
import type { Facts } from '@/lib/query/types';

/** One offer: the text as it would be, and where the caret would stand. */
export interface Completion {
  readonly text: string;
  readonly caret: number;
  /** What is shown. */
  readonly label: string;
  /** What it means, where that is not plain. */
  readonly summary?: string;
}

const OFFERS_MAX = 12;

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** Offers for the term that the caret stands in or behind. */
export function complete(text: string, caret: number, facts: Facts): readonly Completion[] {
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
    const begun = word.toLowerCase();
    return fields
      .filter(({ name }) => name.startsWith(begun))
      .map(({ name, summary, example }) => put(`${name}:`, `${name}:${example}`, summary));
  }
  const field = fieldOf(word.slice(0, colon).toLowerCase());
  if (field?.values === undefined) return [];
  const begun = word.slice(colon + 1).toLowerCase();
  const offers: Completion[] = [];
  for (const value of field.values(facts)) {
    if (!value.toLowerCase().includes(begun) || value.toLowerCase() === begun) continue;
    offers.push(put(`${field.name}:${quoted(value)} `, value));
    if (offers.length === OFFERS_MAX) break;
  }
  return offers;
}
