// Spellings of a text in JSON: servers escape different characters.
import { literal } from '@/lib/core/json/literal';

/** Characters that servers escape, needed or not. */
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
    // The escapes of upper and lower case differ.
    ...[char, char.toLowerCase(), char.toUpperCase()].map(unitsOf),
  ]);
  return `(?:${[...all].join('|')})`;
}

/** Sources of case-insensitive regular expressions, one for each character of a text in JSON. */
export function spellingsOf(text: string): readonly string[] {
  return [...text].map(spellings);
}

export function escapedSource(text: string): string {
  return spellingsOf(text).join('');
}

/** Unneeded escapes, lone surrogates, and letters that share their lower case with another. */
const ODD = new RegExp(
  [
    '\\\\u00(?!2[267bf]|3[ce]|5c|7f)[2-7]',
    '\\\\ud[89ab]..\\\\*"',
    '[\u0130\u03f4\u1e9e\u2126\u212a\u212b]',
    '\\\\u(?:0130|03f4|1e9e|212[6ab])',
  ].join('|'),
  'i',
);

/** True if no pattern covers all spellings in a text in JSON, so that it must be parsed to be searched. */
export const isOddlySpelled = (json: string): boolean => ODD.test(json);
