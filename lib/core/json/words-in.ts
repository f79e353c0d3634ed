// Splits lists of names that are written as one text.

export function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
