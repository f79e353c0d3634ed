// What a list of events is without, in words.
import { formatNumber } from '@/lib/core/json/format';

/** One sentence about frames that hold no event. */
export function sayLeftOut(count: number): string {
  return count === 1
    ? 'One frame holds no event and is left out; a recording keeps it.'
    : `${formatNumber(count)} frames hold no event and are left out; a recording keeps them.`;
}
