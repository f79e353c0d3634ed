// The log itself, for somebody who sees to it that what reading needs is there in time: schemas before the first event,
// protobuf before the first binary frame.
import type { Bounds } from '@/lib/core/log/bounds';
import { decodeInto } from '@/lib/core/log/decoding';
import { EventTable } from '@/lib/core/log/event-table';
import { type ChooseDialect, type ReadBatch, RecordReader } from '@/lib/core/log/record-reader';

/** Creates an empty log (log.ts says what it is). */
export function createBareLog(dialect?: ChooseDialect, bounds?: Bounds) {
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
