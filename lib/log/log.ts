// The log: captured records in, events out. Append-only. It keeps raw text and numeric columns, and decodes events on
// demand. Everything else is a fold over it.

import { decodeInto } from '@/lib/log/decoding';
import type { Entities } from '@/lib/log/entities';
import { EventTable } from '@/lib/log/event-table';
import { type ChooseDialect, type ReadBatch, RecordReader } from '@/lib/log/record-reader';
import type { Boundary, LoggedEvent, Stream } from '@/lib/log/types';

/** The append-only log of one session or file. */
export interface Log {
  /** Number of events. */
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly boundaries: readonly Boundary[];
  /** Total length of all kept frames, in UTF-16 units. */
  readonly bytes: number;
  append(batch: ReadBatch): void;
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

/** Options for a new log. */
export interface LogOptions {
  /** Forces the dialect of a stream, instead of choosing it by its frames. Changing it takes a new log. */
  readonly dialect?: ChooseDialect;
}

/** Creates an empty log. */
export function createLog(options: LogOptions = {}): Log {
  const table = new EventTable();

  const sink = decodeInto({
    add: (stream, decoded, kept) => table.add(stream, decoded, kept),
    seq: () => table.length,
  });
  const records = new RecordReader(sink, options.dialect);

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
