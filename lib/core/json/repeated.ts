// Repetitions: ids in a list, and halves of a text.
import type { JsonObject } from '@/lib/core/json/json';

/** The first id that an earlier object of a list has, too. */
export function firstRepeatedId(objects: readonly JsonObject[]): string | undefined {
  const seen = new Set<string>();
  for (const { id } of objects) {
    if (typeof id !== 'string') continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

/** Minimum length, and number of different characters, of a suspicious half. */
const HALF_MIN = 8;
const CHARACTERS_MIN = 4;
/** Minimum length with white space between the halves: shorter ones may be idioms. */
const SPACED_MIN = 20;
/** Maximum length: a long text is checked again and again while it grows. */
const TEXT_MAX = 100_000;

function hasVariety(text: string): boolean {
  const seen = new Set<string>();
  for (const char of text) if (seen.add(char).size === CHARACTERS_MIN) return true;
  return false;
}

const BETWEEN_MAX = 8;

/** Half of a text that consists of the same text twice, apart from white space; undefined for others. */
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
