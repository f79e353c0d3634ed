// Texts that are the same thing twice.

/** A shorter text, or one of fewer different characters, may rightly repeat itself. */
const HALF_MIN = 8;
const CHARACTERS_MIN = 4;

/** Half of a text that consists of the same thing twice. */
export function halfOf(text: string): string | undefined {
  const half = text.slice(0, text.length / 2);
  if (text.length % 2 !== 0 || half.length < HALF_MIN || !text.endsWith(half)) return undefined;
  return new Set(half).size < CHARACTERS_MIN ? undefined : half;
}
