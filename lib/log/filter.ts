// The filter box: a few words to a predicate over events. `type:` takes names with `*`; `-` negates a term.
import type { LoggedEvent } from './types';

/** A compiled filter. `typeOnly` filters never look at an event's text. */
export interface Filter {
  readonly text: string;
  readonly typeOnly: boolean;
  /** True where an event of this type can match at all. */
  type(type: string): boolean;
  /** True where the event matches; call it only where `type` said yes. */
  event(event: LoggedEvent): boolean;
}

interface Term {
  readonly negated: boolean;
  readonly test: (type: string) => boolean;
}

function globToTest(glob: string): (type: string) => boolean {
  const parts = glob.toUpperCase().split('*');
  if (parts.length === 1) return (type) => type.toUpperCase().includes(parts[0] ?? '');
  const source = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  const pattern = new RegExp(`^${source}$`, 'i');
  return (type) => pattern.test(type);
}

/**
 * Compiles what the user typed; an empty text matches everything. Words must all be found in the event's raw text
 * (case is ignored, "double quotes" keep a phrase together); of several `type:` terms one must match.
 */
export function createFilter(text: string): Filter {
  const words: { readonly word: string; readonly negated: boolean }[] = [];
  const types: Term[] = [];
  for (const match of text.matchAll(/(-?)(?:type:("?)(\S*?)\2(?=\s|$)|"([^"]*)"|(\S+))/gi)) {
    const negated = match[1] === '-';
    const type = match[3];
    if (type !== undefined) {
      if (type !== '') for (const glob of type.split(',')) types.push({ negated, test: globToTest(glob) });
      continue;
    }
    const word = (match[4] ?? match[5] ?? '').toLowerCase();
    if (word !== '') words.push({ word, negated });
  }
  const wanted = types.filter((term) => !term.negated);
  const unwanted = types.filter((term) => term.negated);
  return {
    text,
    typeOnly: words.length === 0,
    type: (type) =>
      (wanted.length === 0 || wanted.some((term) => term.test(type))) &&
      !unwanted.some((term) => term.test(type)),
    event(event) {
      if (words.length === 0) return true;
      const haystack = `${event.type} ${event.raw}`.toLowerCase();
      return words.every(({ word, negated }) => haystack.includes(word) !== negated);
    },
  };
}
