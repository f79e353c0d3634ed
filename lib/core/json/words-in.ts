// Long lists of names, written as one text.

/** The words of a text, between white space. */
export function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
