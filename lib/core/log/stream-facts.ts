// Facts of streams, boundaries and events that several folders read.
import { decodedSegment } from '@/lib/core/agui/stop-request';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import type { Boundary, Stream } from '@/lib/core/log/types';

/** True for a stream that may carry several runs, in messages. */
export const isConnection = ({ transport }: Pick<Stream, 'transport'>): boolean =>
  transport === 'event-source' || transport === 'web-socket';

/** Status of a response that is made of the events of a stream. A WebSocket has that of its upgrade (101). */
export const responseStatus = ({ transport, status = 200 }: Pick<Stream, 'transport' | 'status'>): number =>
  transport === 'web-socket' ? 200 : status;

/** Statuses of an empty response: its events come on another stream. */
export const EMPTY_ON_PURPOSE: ReadonlySet<number | undefined> = new Set([202, 204, 205]);

/** Id of the run that a URL names. */
export function runIdIn(url: string): string | undefined {
  const value = /[?&](?:runId|run_id)=([^&#]*)/.exec(url)?.[1];
  return value === undefined ? undefined : decodedSegment(value);
}

/** The run request of a boundary; undefined for none. */
export function requestAt(boundary: Boundary): JsonObject | undefined {
  if (boundary.kind === 'request') return boundary.input;
  return boundary.kind === 'open' ? boundary.stream.input : undefined;
}

/** Name of the subagent that an event is attributed to, else its id; '' for none. */
export function subagentNameAt(log: Pick<Log, 'subagentOf' | 'entities'>, seq: number): string {
  const id = log.subagentOf(seq);
  return log.entities.subagentName(id, seq) || id;
}
