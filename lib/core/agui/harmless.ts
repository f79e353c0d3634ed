// Escapes text from outside for terminals, logs and editors.

/** Control characters, including line ends and tabs, and characters that reorder text. */
const OBEYED = /[\p{Cc}\p{Bidi_C}]/gu;

/** Keeps line ends and tabs; a look-ahead in the pattern would take four times as long. */
const escaped = (sign: string): string =>
  sign === '\n' || sign === '\t' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes control characters and characters that reorder text. The escapes are valid in JSON and in string literals.
 */
export function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(OBEYED, escaped);
}

/** The same on one line, so that it cannot look like another line of the output. */
export function harmlessLine(text: string): string {
  return harmless(text.replace(/\s*[\n\t]\s*/g, ' '));
}
