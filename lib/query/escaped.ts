// A text as it may be spelled within JSON: servers escape what they like.
import { literal } from '@/lib/agui/literal';

/** What servers are known to escape though they need not, and what they must. */
const SPECIAL = /[^\x20-\x7e]|["\\/<>&'+]/;

function unitsOf(text: string): string {
  let source = '';
  for (let at = 0; at < text.length; at++) {
    source += `\\\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return source;
}

function spellings(char: string): string {
  if (!SPECIAL.test(char)) return literal(char);
  const short = JSON.stringify(char).slice(1, -1);
  const all = new Set([
    literal(char),
    literal(short),
    ...(char === '/' ? ['\\\\/'] : []),
    // Upper and lower case are other numbers.
    ...[char, char.toLowerCase(), char.toUpperCase()].map(unitsOf),
  ]);
  return `(?:${[...all].join('|')})`;
}

/** The source of a regular expression, to be matched without case, that finds a text in JSON however it is spelled. */
export function escapedSource(text: string): string {
  return [...text].map(spellings).join('');
}
