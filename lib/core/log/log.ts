// The log: captured records in, events out. Append-only. It keeps raw text and numeric columns, and decodes events on
// demand. Everything else is a fold over it.
import type { Bounds } from '@/lib/core/log/bounds';
import { decodeInto } from '@/lib/core/log/decoding';
import type { Entities } from '@/lib/core/log/entities';
import { EventTable } from '@/lib/core/log/event-table';
import { type ChooseDialect, type ReadBatch, RecordReader } from '@/lib/core/log/record-reader';
import type { Block, Boundary, LoggedEvent, Stream } from '@/lib/core/log/types';

export interface Log {
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly boundaries: readonly Boundary[];
  /** Total length of all kept frames, in UTF-16 units. */
  readonly bytes: number;
  append(batch: ReadBatch): void;
  /** The same, with a stop behind each piece of what is long; what was taken in is there. */
  pieces(batch: ReadBatch): Iterable<undefined>;
  /** Flushes unfinished frames of every open stream: the end of a file. */
  finish(): void;
  at(seq: number): LoggedEvent | undefined;
  typeOf(seq: number): string;
  typeNames(): readonly string[];
  /** The event's frame as on the wire, without decoding it. */
  rawOf(seq: number): string;
  /** The first event of the frame that brought an event: most frames carry one. */
  frameOf(seq: number): number;
  /** The text that a search reads: the frame; for a binary one, the event as JSON. */
  textOf(seq: number): string;
  /** The block that begins at an event; undefined if none does, or if its frames do not say all that its events do. */
  blockAt(seq: number): Block | undefined;
  timeMsOf(seq: number): number;
  streamOf(seq: number): Stream | undefined;
  /** Length of the event's frame on the wire. */
  lengthOf(seq: number): number;
  hasProblems(seq: number): boolean;
  /** Id of the subagent the event is attributed to; '' for none. */
  subagentOf(seq: number): string;
  /** Number of the message, call, step … the event belongs to; 0 for none. */
  entityOf(seq: number): number;
  readonly entities: Pick<Entities, 'at' | 'isFolded' | 'runAt' | 'callOf'>;
}

export interface LogOptions {
  /** Forces the dialect of a stream, instead of choosing it by its frames. Changing it takes a new log. */
  readonly dialect?: ChooseDialect;
  readonly bounds?: Bounds;
}

export function createLog({ dialect, bounds }: LogOptions = {}): Log {
  const table = new EventTable();

  const sink = decodeInto({
    add: (stream, decoded, kept) => table.add(stream, decoded, kept),
    seq: () => table.length,
  });
  const records = new RecordReader(sink, dialect, bounds);

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
    append: (batch: ReadBatch) => records.append(batch),
    pieces: (batch: ReadBatch) => records.pieces(batch),
    finish: () => records.finish(),
    at: (seq: number) => table.at(seq, records),
    typeNames: () => table.typeNames,
    rawOf: (seq: number) => table.rawOf(seq),
    frameOf: (seq: number) => table.frameOf(seq),
    textOf: (seq: number) => table.textOf(seq, records),
    blockAt: (seq: number) => table.blockAt(seq),
    typeOf: (seq: number) => table.typeOf(seq),
    subagentOf: (seq: number) => table.subagentOf(seq),
    timeMsOf: (seq: number) => table.timeMsOf(seq),
    streamOf: (seq: number) => (table.has(seq) ? records.streams[table.streamOf(seq)] : undefined),
    lengthOf: (seq: number) => table.lengthOf(seq),
    hasProblems: (seq: number) => table.hasProblems(seq),
    entityOf: (seq: number) => table.entityOf(seq),
  };
}
