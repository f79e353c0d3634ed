// Splits a query into terms: words, "phrases", /regular expressions/, `field:value`, and `-` before any of them.
import { formatNumber } from '@/lib/core/json/format';
import { nearestName } from '@/lib/core/json/nearest';
import type { Term } from '@/lib/core/query/types';

const TERM =
  /(?<minus>-?)(?:\/(?<regex>(?:\\.|[^/\\\s])+)\/(?=\s|$)|(?:(?<field>[a-z]+):)?(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>\S*)))/giy;

/** Engines refuse the patterns of longer queries. */
const QUERY_MAX = 4000;

export function lengthProblem(text: string): string | undefined {
  if (text.length <= QUERY_MAX) return undefined;
  return `A filter has at most ${formatNumber(QUERY_MAX)} characters: look for a part of the text.`;
}

/** A sentence about a word like `foo:bar`; undefined for `http://…` and `total: 2`. */
export function fieldHint(word: string, fields: readonly string[]): string | undefined {
  const name = /^-?([a-z]+):(?!\/\/|$)/i.exec(word)?.[1];
  if (name === undefined) return undefined;
  const near = nearestName(name, fields);
  const hint = near === undefined ? `Fields: ${fields.join(', ')}.` : `Did you mean '${near}:'?`;
  return `${name}: is not a field. ${hint}`;
}

/** Terms in order. There are no syntax errors. */
export function parseQuery(text: string, isField: (name: string) => boolean): readonly Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      at++;
      continue;
    }
    TERM.lastIndex = at;
    const match = TERM.exec(text);
    if (match === null || match[0] === '') break;
    const { minus, regex, field, phrase, word } = match.groups ?? {};
    const to = at + match[0].length;
    const isNegated = minus === '-' && match[0] !== '-';
    const name = field?.toLowerCase();
    const span = { isNegated, from: at, to };
    const value = phrase ?? word ?? '';
    if (regex !== undefined) terms.push({ ...span, value: regex, isRegex: true });
    else if (name !== undefined && isField(name))
      terms.push({
        ...span,
        field: name,
        value,
        isRegex: false,
        ...(phrase !== undefined && { isQuoted: true }),
      });
    else if (match[0] === '-') terms.push({ ...span, value: '-', isRegex: false });
    else {
      // `http://…` has a colon but names no field.
      const whole = field === undefined ? value : `${field}:${value}`;
      if (whole !== '') terms.push({ ...span, value: whole, isRegex: false });
    }
    at = to;
  }
  return terms;
}
