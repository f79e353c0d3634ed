// The output gate: text from outside, before a terminal, a log or an editor shows it.

/**
 * Characters that a terminal obeys, except line ends and tabs, and those that reorder text. A set without them takes a
 * quarter of the time of a look-ahead. Not a literal: the compiler knows the flag `v` from ES2024 on.
 */
const OBEYED = new RegExp('[[\\p{Cc}\\p{Bidi_C}]--[\\n\\t]]', 'gv');

/**
 * A text in which nothing moves the cursor, talks to the terminal or reorders other text: such signs become escapes,
 * which mean the same in JSON and in the strings of a program.
 */
export function harmless(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** On one line, so that it cannot pass for another line of the output. */
export function harmlessLine(text: string): string {
  return harmless(text.replace(/\s*[\n\t]\s*/g, ' '));
}
