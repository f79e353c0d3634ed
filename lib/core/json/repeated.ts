// Texts that are the same thing twice.

/** A shorter text, or one of fewer different characters, may rightly repeat itself. */
const HALF_MIN = 8;
const CHARACTERS_MIN = 4;
/** With white space between the halves, a short one may be a figure of speech. */
const SPACED_MIN = 20;
/** Longer texts are not looked at: they may end again and again, and grow in between. */
const TEXT_MAX = 100_000;

function hasVariety(text: string): boolean {
  const seen = new Set<string>();
  for (const char of text) if (seen.add(char).size === CHARACTERS_MIN) return true;
  return false;
}

const BETWEEN_MAX = 8;

/** Half of a text that consists of the same thing twice, apart from white space; undefined for any other. */
export function halfOf(text: string): string | undefined {
  if (text.length > TEXT_MAX) return undefined;
  const whole = text.trim();
  for (let between = 0; between <= BETWEEN_MAX; between++) {
    const half = (whole.length - between) / 2;
    if (half < (between === 0 ? HALF_MIN : SPACED_MIN)) return undefined;
    if (!Number.isInteger(half) || whole.slice(half, half + between).trim() !== '') continue;
    const first = whole.slice(0, half);
    if (whole.endsWith(first) && hasVariety(first)) return first;
  }
  return undefined;
}
