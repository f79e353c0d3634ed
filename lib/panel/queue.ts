// Batches waiting to be read. Read ones are dropped, as the log has their text.

import type { ReadBatch } from '@/lib/core/log/record-reader';
import { type IncomingBatch, recordsOf } from '@/lib/messages/incoming';
import { type CapturedRecord, dataLengthOf } from '@/lib/messages/records';

/** Small enough to check the clock between steps, and to fold events while they are still decoded. */
const RECORDS_A_STEP = 16;
const UNITS_A_STEP = 24 * 1024;

function stepFrom(records: readonly CapturedRecord[], from: number): readonly CapturedRecord[] {
  let units = 0;
  const step = records.slice(from, from + RECORDS_A_STEP);
  const last = step.findIndex((record) => (units += dataLengthOf(record)) >= UNITS_A_STEP);
  return last < 0 ? step : step.slice(0, last + 1);
}

/** Some records of one batch, from `from` on. */
export type Step = Required<Pick<ReadBatch, 'from'>> & ReadBatch;

interface Queue {
  add(batches: readonly IncomingBatch[]): void;
  /** The next few records; undefined when nothing waits. */
  next(): Step | undefined;
  readonly isEmpty: boolean;
  /** Number of batches not read to their end. */
  readonly length: number;
  /** Number of batches read to their end. */
  readonly read: number;
  /** Id of the batch that was read to its end last, if it has one. */
  readonly lastId: number | undefined;
  /** Share of the backlog that was read, 0 to 1. */
  readonly share: number;
  waiting(): readonly IncomingBatch[];
}

export function createQueue(): Queue {
  let batches: (IncomingBatch | undefined)[] = [];
  // Position of the next records: batch, and place in it.
  let at = 0;
  let place = 0;
  let records: readonly CapturedRecord[] | undefined;
  let read = 0;

  let lastId: number | undefined;

  const drop = () => {
    lastId = batches[at]?.id;
    batches[at++] = undefined;
    records = undefined;
    place = 0;
    read++;
    if (at < batches.length) return;
    batches = [];
    at = 0;
  };

  return {
    add(more) {
      for (const batch of more) batches.push(batch);
    },
    next() {
      const batch = batches[at];
      if (batch === undefined) return undefined;
      records ??= recordsOf(batch);
      const from = place;
      const step = stepFrom(records, from);
      place += step.length;
      if (place >= records.length) drop();
      const { doc, frameId, n, made } = batch;
      return { doc, frameId, n, ...(made !== undefined && { made }), from, records: step };
    },
    get isEmpty() {
      return batches.length === 0;
    },
    get length() {
      return batches.length - at;
    },
    get read() {
      return read;
    },
    get lastId() {
      return lastId;
    },
    get share() {
      return batches.length === 0 ? 1 : (at + place / (records?.length ?? 1)) / batches.length;
    },
    waiting: () => batches.slice(at).flatMap((batch) => batch ?? []),
  };
}
