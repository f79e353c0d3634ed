// The exchanges of a recording, as a mock agent serves them.
import { endpointOf, type RunRequestFacts, requestFacts } from '@/lib/core/agui/request-facts';
import { bodiesOf, textsOfBody } from '@/lib/core/files/bodies';
import { type JsonObject, objectsIn } from '@/lib/core/json/json';
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

export interface ComparedFacts extends RunRequestFacts {
  /** Tool results after its last other message, and answers to interrupts, as JSON. */
  readonly answers: readonly string[];
}

export interface RecordedExchange {
  readonly stream: Stream;
  /** Facts of its run request; undefined for any other request. */
  readonly facts: ComparedFacts | undefined;
  readonly events: readonly TimedEvent[];
  /** The body of a response without events. */
  readonly body: string;
  /** End of the response, since the request, milliseconds. */
  readonly endMs: number;
}

export function comparedFacts(
  url: string,
  { input, envelope }: Pick<Stream, 'input' | 'envelope'>,
): ComparedFacts | undefined {
  if (input === undefined) return undefined;
  const messages = objectsIn(input['messages']);
  const last = messages.findLastIndex(({ role }) => role !== 'tool');
  const results = messages.slice(last + 1).map(({ content }) => content);
  const resumed = objectsIn(input['resume']).map(({ payload }) => payload);
  return {
    ...requestFacts(input, endpointOf(url, envelope)),
    answers: [...results, ...resumed].map((answer) => JSON.stringify(answer ?? null)),
  };
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
      const facts = comparedFacts(stream.url, stream);
      return { stream, facts, events: own, body, endMs: Math.max(endMs, own.at(-1)?.afterMs ?? 0) };
    });
}
