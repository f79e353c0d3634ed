// A text within a regular expression.

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/** The source of a regular expression, of the browser or of ours, that matches a text literally. */
export function literal(text: string): string {
  return text.replace(ESCAPED, '\\$&');
}
