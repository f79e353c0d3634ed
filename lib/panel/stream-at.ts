// A stream at the cursor; the log has its newest state. The end of a stream belongs to the event before it.
import { countUpTo } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import type { Cursor } from './cursor';

/** Number of boundaries before the event after one, or up to the selected boundary. */
export function boundariesAt({ boundaries }: Pick<Log, 'boundaries'>, { seq, boundary }: Cursor): number {
  if (boundary.value !== undefined) return boundary.value + 1;
  const seqs = { length: boundaries.length, at: (index: number) => boundaries[index]?.beforeSeq };
  return countUpTo(seqs, seq.value + 1);
}

function hasEnded({ boundaries }: Log, stream: Stream, count: number): boolean {
  for (let at = Math.min(count, boundaries.length) - 1; at >= 0; at--) {
    const boundary = boundaries[at];
    if (boundary?.kind === 'close' && boundary.stream === stream) return true;
  }
  return false;
}

export function* seqsUpTo(
  { log, cursor }: { readonly log: Log; readonly cursor: Cursor },
  { index }: Stream,
): Iterable<number> {
  const opened = log.boundaries.find((boundary) => 'stream' in boundary && boundary.stream?.index === index);
  for (let seq = opened?.beforeSeq ?? 0; seq <= cursor.seq.value; seq++)
    if (log.streamOf(seq)?.index === index) yield seq;
}

/** A stream at the cursor: its data so far, and its end. */
export function streamAt(log: Log, cursor: Cursor, stream: Stream): Stream {
  if (cursor.at.value === 'live') return stream;
  const row = log.boundaries[cursor.boundary.value ?? -1];
  // A request without events shares a row with its end.
  const isWhole = row !== undefined && 'stream' in row && row.stream === stream && stream.events === 0;
  if (isWhole || hasEnded(log, stream, boundariesAt(log, cursor))) return stream;
  let events = 0;
  let length = 0;
  for (let seq = 0; seq <= cursor.seq.value; seq++) {
    if (log.streamOf(seq) !== stream) continue;
    events++;
    length += log.lengthOf(seq);
  }
  const { close: _close, head: _head, rest: _rest, ...known } = stream;
  return { ...known, events, length };
}
