// The events of each stream. A file of its own, so that the worker for files loads it without the decoders.
import type { Log } from '@/lib/core/log/log';

/** The seqs of each stream in order, at the stream's index. */
export function seqsByStream(
  log: Pick<Log, 'length' | 'streams' | 'streamOf'>,
): readonly (readonly number[])[] {
  const seqs: number[][] = log.streams.map(() => []);
  for (let seq = 0; seq < log.length; seq++) seqs[log.streamOf(seq)?.index ?? -1]?.push(seq);
  return seqs;
}
