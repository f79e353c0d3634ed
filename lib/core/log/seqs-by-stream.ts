// The events of each stream. In a file of its own, which the worker that reads files loads without the decoders.
import type { Log } from '@/lib/core/log/log';

/** The seqs of each stream in order, at the stream's index. */
export function seqsByStream(
  log: Pick<Log, 'length' | 'streams' | 'streamOf'>,
): readonly (readonly number[])[] {
  const seqs: number[][] = log.streams.map(() => []);
  for (let seq = 0; seq < log.length; seq++) seqs[log.streamOf(seq)?.index ?? -1]?.push(seq);
  return seqs;
}
