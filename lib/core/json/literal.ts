// Escapes text for regular expressions.

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/** The source of a regular expression (RegExp or RE2) that matches a text literally. */
export function literal(text: string): string {
  return text.replace(ESCAPED, '\\$&');
}
