// The log: captured records in, events out. Append-only. It keeps raw text and numeric columns, and decodes events on
// demand. Everything else is a fold over it.

import type { Decoded, Frame } from '@/lib/decode/types';
import type { Entities } from '@/lib/log/entities';
import { EventTable, type KeptFrame, WHOLE } from '@/lib/log/event-table';
import { type Arrival, type ChooseDialect, RecordReader } from '@/lib/log/record-reader';
import type { StreamReader } from '@/lib/log/stream-reader';
import type { Boundary, LoggedEvent, Stream } from '@/lib/log/types';
import type { CapturedRecord } from '@/lib/wire/records';

/** A batch of records. */
interface Batch {
  readonly doc: string;
  readonly frameId: number;
  readonly records: readonly CapturedRecord[];
}

/** The append-only log of one session or file. */
export interface Log {
  /** Number of events. */
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly boundaries: readonly Boundary[];
  /** Total length of all kept frames, in UTF-16 units. */
  readonly bytes: number;
  append(batch: Batch): void;
  /** Flushes unfinished frames of every open stream: the end of a file. */
  finish(): void;
  /** The event at a seq; undefined outside the log. */
  at(seq: number): LoggedEvent | undefined;
  typeOf(seq: number): string;
  /** All types seen so far. */
  typeNames(): readonly string[];
  /** The event's frame as on the wire, without decoding it. */
  rawOf(seq: number): string;
  /**
   * The frames of many events from `seq` on as one text, and the first event after it; undefined if no slab begins
   * there.
   */
  blockAt(seq: number): { readonly text: string; readonly end: number } | undefined;
  timeMsOf(seq: number): number;
  streamOf(seq: number): Stream | undefined;
  /** Length of the event's frame on the wire. */
  lengthOf(seq: number): number;
  /** Whether the event has problems. */
  hasProblems(seq: number): boolean;
  /** Id of the subagent the event is attributed to; '' for none. */
  subagentOf(seq: number): string;
  /** Number of the message, call, step … the event belongs to; 0 for none. */
  entityOf(seq: number): number;
  readonly entities: Pick<Entities, 'at' | 'isFolded' | 'runAt' | 'callOf'>;
}

const EMPTY: Frame = { raw: '', binary: false, data: '' };

/** Options for a new log. */
export interface LogOptions {
  /** Forces the dialect of a stream, instead of choosing it by its frames. Changing it takes a new log. */
  readonly dialect?: ChooseDialect;
}

/** Creates an empty log. */
export function createLog(options: LogOptions = {}): Log {
  const table = new EventTable();

  const keepParts = (stream: Stream, parts: readonly Decoded[], kept: KeptFrame): number => {
    const events = parts.filter(({ isControl }) => isControl !== true || stream.transport === 'file');
    for (const [part, decoded] of events.entries()) {
      const hasMore = kept.arrival.hasMore || part < events.length - 1;
      table.add(stream, decoded, { ...kept, arrival: { ...kept.arrival, hasMore }, part });
    }
    return events.length;
  };

  const store = (stream: Stream, reader: StreamReader, frame: Frame, arrival: Arrival): number => {
    const decoded = reader.read(frame, table.length);
    const isUnjudged = !reader.judged;
    const kept = { frame, arrival, isUnjudged, part: WHOLE };
    if (decoded.parts !== undefined) return keepParts(stream, decoded.parts, kept);
    if (isLeftOut(stream, reader, decoded)) return 0;
    // The event name given by an EventSource is not part of the frame's text, so this could not be decoded again.
    const isNamed = isUnjudged && frame.event !== undefined && reader.framing === 'message';
    table.add(stream, decoded, isNamed ? { ...kept, part: 0 } : kept);
    return 1;
  };

  const close = (stream: Stream, reader: StreamReader, arrival: Arrival): number => {
    const kept = { frame: EMPTY, arrival, isUnjudged: !reader.judged, part: WHOLE };
    return keepParts(stream, reader.closing(), kept);
  };

  const records = new RecordReader({ store, close, seq: () => table.length }, options.dialect);

  return {
    get length() {
      return table.length;
    },
    get bytes() {
      return table.bytes;
    },
    streams: records.streams,
    boundaries: records.boundaries,
    entities: table.entities,
    append: (batch) => records.append(batch),
    finish: () => records.finish(),
    at: (seq) => table.at(seq, records),
    typeNames: () => table.typeNames,
    rawOf: (seq) => table.rawOf(seq),
    blockAt: (seq) => table.blockAt(seq),
    typeOf: (seq) => table.typeOf(seq),
    subagentOf: (seq) => table.subagentOf(seq),
    timeMsOf: (seq) => table.timeMsOf(seq),
    streamOf: (seq) => (table.has(seq) ? records.streams[table.streamOf(seq)] : undefined),
    lengthOf: (seq) => table.lengthOf(seq),
    hasProblems: (seq) => table.hasProblems(seq),
    entityOf: (seq) => table.entityOf(seq),
  };
}

/** Whether a frame is not an event of the log. */
function isLeftOut(stream: Stream, reader: StreamReader, { isControl, type }: Decoded): boolean {
  // Nothing in a file is left out, so that positions stay the same.
  if (stream.transport === 'file') return false;
  if (isControl === true) return true;
  // A body of JSON without any event is a different kind of response, not a broken event.
  return (type === '' || !reader.judged) && reader.framing === 'json-body';
}
