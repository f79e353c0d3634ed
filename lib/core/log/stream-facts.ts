// Facts of streams and boundaries that several folders read.
import type { JsonObject } from '@/lib/core/json/json';
import type { Boundary, Stream } from '@/lib/core/log/types';

/** True for a stream that may carry several runs, in messages. */
export const isConnection = ({ transport }: Pick<Stream, 'transport'>): boolean =>
  transport === 'event-source' || transport === 'web-socket';

/** The run request of a boundary; undefined for none. */
export function requestAt(boundary: Boundary): JsonObject | undefined {
  if (boundary.kind === 'request') return boundary.input;
  return boundary.kind === 'open' ? boundary.stream.input : undefined;
}
