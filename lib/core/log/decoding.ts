// Turns frames into events, in the order of arrival. A log stores the events, a walk passes them on.
import { isEventType } from '@/lib/core/agui/events';
import type { Decoded, Frame } from '@/lib/core/decode/types';
import { type FrameArrival, NOT_LISTED, type Sink } from '@/lib/core/log/record-reader';
import type { StreamReader } from '@/lib/core/log/stream-reader';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';

/** The part number of an event that is the only one of its frame. */
export const WHOLE = -1;

export interface KeptFrame {
  readonly frame: Frame;
  readonly arrival: FrameArrival;
  readonly isUnjudged: boolean;
  /** Position among the events of a translated frame; WHOLE if it is the only one. */
  readonly part: number;
}

export type EventFacts = Pick<
  LoggedEvent,
  'seq' | 'timeMs' | 'record' | 'hasMore' | 'stream' | 'raw' | 'binary'
>;

interface EventSink {
  add(stream: Stream, decoded: Decoded, kept: KeptFrame): void;
  seq(): number;
}

const EMPTY: Frame = { raw: '', binary: false, data: '' };

export function decodeInto(events: EventSink): Sink {
  const keepParts = (stream: Stream, parts: readonly Decoded[], kept: KeptFrame): number => {
    const shown = parts.filter(({ isControl }) => isControl !== true || stream.transport === 'file');
    for (const [part, decoded] of shown.entries()) {
      const hasMore = kept.arrival.hasMore || part < shown.length - 1;
      events.add(stream, decoded, { ...kept, arrival: { ...kept.arrival, hasMore }, part });
    }
    return shown.length;
  };
  return {
    store(stream, reader, frame, arrival) {
      const decoded = reader.read(frame, events.seq());
      const isUnjudged = !reader.judged;
      const kept = { frame, arrival, isUnjudged, part: WHOLE };
      if (decoded.parts !== undefined) return keepParts(stream, decoded.parts, kept);
      if (isLeftOut(stream, reader, decoded)) return 0;
      if (reader.isEmptyRun) return NOT_LISTED;
      // The event name of an EventSource is not in the frame's text, so this frame could not be decoded again.
      const isNamed = isUnjudged && frame.event !== undefined && reader.framing === 'message';
      events.add(stream, decoded, isNamed ? { ...kept, part: 0 } : kept);
      return 1;
    },
    close(stream: Stream, reader: StreamReader, arrival: FrameArrival) {
      const kept = { frame: EMPTY, arrival, isUnjudged: !reader.judged, part: WHOLE };
      return keepParts(stream, reader.closing(), kept);
    },
    seq: () => events.seq(),
  };
}

export function toLogged(facts: EventFacts, decoded: Decoded, isUnjudged: boolean): LoggedEvent {
  const { seq, timeMs, record, hasMore, stream, raw, binary } = facts;
  const { type, event, original, problems, isWrapped, about } = decoded;
  // Fast path for nearly every event: this runs a million times.
  if (event !== undefined && original === undefined && !isUnjudged && !isWrapped) {
    return { seq, timeMs, record, hasMore, stream, type, event, raw, binary, problems };
  }
  return {
    ...facts,
    type,
    problems,
    ...(event !== undefined && { event }),
    ...(original !== undefined && { original }),
    ...(isWrapped && { isWrapped }),
    ...(about && { about }),
    ...(isUnjudged && { isUnjudged }),
  };
}

function isLeftOut(stream: Stream, reader: StreamReader, { isControl, type }: Decoded): boolean {
  // Nothing in a file is left out, which keeps positions stable.
  if (stream.transport === 'file') return false;
  if (isControl === true) return true;
  // An error response has a plain body: the type of a problem (RFC 9457) is not an event type.
  const isError = (stream.status ?? 200) >= 300;
  if (isError && reader.framing !== 'sse' && !isEventType(type) && stream.events === 0) return true;
  if (reader.framing !== 'json-body') return false;
  // A JSON body without any event is a different kind of response; between events, it is a broken event.
  return !reader.judged || (type === '' && stream.events === 0);
}
