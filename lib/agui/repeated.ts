// Texts that are the same thing twice.

/** A shorter text, or one of fewer different characters, may rightly repeat itself. */
const HALF_MIN = 8;
const CHARACTERS_MIN = 4;
/** Longer texts are not looked at: they may end again and again, and grow in between. */
const TEXT_MAX = 100_000;

function hasVariety(text: string): boolean {
  const seen = new Set<string>();
  for (const char of text) if (seen.add(char).size === CHARACTERS_MIN) return true;
  return false;
}

/** Half of a text that consists of the same thing twice; undefined for any other, and for long ones. */
export function halfOf(text: string): string | undefined {
  if (text.length > TEXT_MAX || text.length % 2 !== 0) return undefined;
  const half = text.slice(0, text.length / 2);
  return half.length < HALF_MIN || !text.endsWith(half) || !hasVariety(half) ? undefined : half;
}
