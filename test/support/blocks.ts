// Blocks as logs hand them out, of any length.
import type { Log } from '@/lib/core/log/log';
import type { Block } from '@/lib/core/log/types';

/** All events of a log as one block. */
export function blockOf(log: Pick<Log, 'length' | 'rawOf'>): Block {
  const ends: number[] = [];
  let text = '';
  for (let seq = 0; seq < log.length; seq++) {
    text += log.rawOf(seq);
    ends.push(text.length);
  }
  const at = (position: number) => {
    const seq = ends.findIndex((end) => end > position);
    return { seq, end: ends[seq] ?? text.length };
  };
  return { text, from: 0, end: log.length, at };
}
