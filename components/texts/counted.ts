// Words: how many there are of something.
import { formatNumber } from '@/lib/core/json/format';

/** `1 event`, `1,200 events`. */
export const counted = (count: number, word: string): string =>
  `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;
