// The output gate: text from outside, before a terminal, a log or an editor shows it.

/** Characters that a terminal obeys, line ends and tabs among them, and those that reorder text. */
const OBEYED = /[\p{Cc}\p{Bidi_C}]/gu;

/** Line ends and tabs stay; a look-ahead in the pattern would take four times as long. */
const escaped = (sign: string): string =>
  sign === '\n' || sign === '\t' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A text in which nothing moves the cursor, talks to the terminal or reorders other text: such signs become escapes,
 * which mean the same in JSON and in the strings of a program.
 */
export function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(OBEYED, escaped);
}

/** On one line, so that it cannot pass for another line of the output. */
export function harmlessLine(text: string): string {
  return harmless(text.replace(/\s*[\n\t]\s*/g, ' '));
}
