// What an error says, for sentences that are shown.

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The reason why parsing failed, for an error sentence. */
export function reasonOf(error: unknown): string {
  // Engines quote the text they could not parse, including line breaks.
  return messageOf(error)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ \(line \d+ column \d+\)/, '')
    .slice(0, 200)
    .replace(/\.?\s*$/, '');
}
