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

/** Sources of regular expressions, to be matched without case, one for each character of a text in JSON. */
export function spellingsOf(text: string): readonly string[] {
  return [...text].map(spellings);
}

/** The source of a regular expression, to be matched without case, that finds a text in JSON however it is spelled. */
export function escapedSource(text: string): string {
  return spellingsOf(text).join('');
}

/** Needless escapes, halves of characters, and letters whose lower case is that of another. */
const ODD = new RegExp(
  [
    '\\\\u00(?!2[267bf]|3[ce]|5c|7f)[2-7]',
    '\\\\ud[89ab]..\\\\*"',
    '[\u0130\u03f4\u1e9e\u2126\u212a\u212b]',
    '\\\\u(?:0130|03f4|1e9e|212[6ab])',
  ].join('|'),
  'i',
);

/** Whether a text in JSON may be spelled as no pattern of ours has it: it must be parsed to be searched. */
export const isOddlySpelled = (json: string): boolean => ODD.test(json);
