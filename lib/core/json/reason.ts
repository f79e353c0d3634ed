/** Message of an error, for sentences on screen. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The reason why parsing failed, for an error sentence. It is logged, so it contains nothing of the parsed text. */
export function reasonOf(error: unknown): string {
  return (
    messageOf(error)
      .replace(/\p{Cc}+/gu, ' ')
      // Positions in the parsed text, which may be one line of a file.
      .replace(/^JSON\.parse: | \(line \d+ column \d+\)| at line \d+ column \d+ of the JSON data/g, '')
      // Engines quote the text that they could not parse.
      .replace(/, (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s, '')
      .slice(0, 200)
      .replace(/\.?\s*$/, '')
  );
}
