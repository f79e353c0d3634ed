// Words: how many there are of something.

/** `1 event`, `1,200 events`. */
export const counted = (count: number, word: string): string =>
  `${count.toLocaleString()} ${word}${count === 1 ? '' : 's'}`;
