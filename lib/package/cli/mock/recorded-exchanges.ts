// The exchanges of a recording, as a mock agent answers with them.
import { bodiesOf, textsOfBody } from '@/lib/core/files/bodies';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import type { Stream } from '@/lib/core/log/types';
import type { Opened } from '@/lib/package/library/open';

interface TimedEvent {
  /** Since the request, milliseconds. */
  readonly afterMs: number;
  /** Undefined for a frame that is not an event. */
  readonly event: JsonObject | undefined;
  /** The frame as on the wire, without its framing. */
  readonly raw: string;
}

export interface RecordedExchange {
  readonly stream: Stream;
  readonly events: readonly TimedEvent[];
  /** The body of an answer without events. */
  readonly body: string;
  /** When the answer ended, since the request, milliseconds. */
  readonly endMs: number;
}

function eventsOf(log: Log, seqs: readonly number[]): readonly TimedEvent[] {
  return seqs.flatMap((seq) => {
    const logged = log.at(seq);
    if (logged === undefined) return [];
    const { stream, timeMs, event, raw } = logged;
    return [{ afterMs: Math.max(0, timeMs - stream.startMs), event, raw }];
  });
}

/** A run request may have been answered without an event, such as with HTTP 500. */
export function isServable({ events, stream }: RecordedExchange): boolean {
  return events.some(({ event }) => event !== undefined) || stream.input !== undefined;
}

/** The exchanges in order, without those that only stop a run. */
export function exchangesOf({ log, batches }: Opened): readonly RecordedExchange[] {
  const seqs = seqsByStream(log);
  const bodies = bodiesOf(log, batches);
  return log.streams
    .filter(({ stop, isUnjudged }) => stop === undefined && isUnjudged !== true)
    .map((stream) => {
      const own = eventsOf(log, seqs[stream.index] ?? []);
      const body = own.length > 0 ? '' : [...textsOfBody(bodies[stream.index] ?? [])].join('');
      const endMs = (stream.close?.timeMs ?? stream.startMs) - stream.startMs;
      return { stream, events: own, body, endMs: Math.max(endMs, own.at(-1)?.afterMs ?? 0) };
    });
}
