// Limits of a log. Data beyond them is counted, neither framed nor decoded; a gap has the amount.
import { formatNumber } from '@/lib/core/json/format';
import { type CapturedRecord, dataLengthOf } from '@/lib/messages/records';

export interface Bounds {
  readonly events: number;
  /** Memory of events, streams and texts, in bytes, approximately. */
  readonly cost: number;
}

/** A session, a file or a part of one: twice what is meant to work well, and less than a browser gives a page. */
export const LOG_BOUNDS: Bounds = { events: 2_000_000, cost: 1.5 * 1024 ** 3 };

/** For passes that hold nothing and have to see everything. */
export const UNBOUNDED: Bounds = { events: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };

/** An event in columns, model, findings and rows, beside its text: measured between 90 bytes and 500. */
const EVENT_COST = 300;
/** A stream with its reader, timings and rows. */
const STREAM_COST = 4000;
const RECORD_COST = 100;
/** A request is held as text and as its value. */
const REQUEST_COST = 4;

function costOf(record: CapturedRecord): number {
  switch (record.kind) {
    case 'chunk':
    case 'frame':
      return dataLengthOf(record);
    case 'open':
      return STREAM_COST + (record.requestBody?.length ?? 0) * REQUEST_COST;
    default:
      return RECORD_COST;
  }
}

export class Budget {
  readonly #bounds: Bounds;
  #cost = 0;
  #records = 0;
  #units = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  isSpent(events: number): boolean {
    return events >= this.#bounds.events || this.#cost + events * EVENT_COST >= this.#bounds.cost;
  }

  spend(record: CapturedRecord): void {
    this.#cost += costOf(record);
  }

  /** Takes note of a record that is left out, or of its units from a place on. */
  leaveOut(record: CapturedRecord, from = 0): void {
    this.#records++;
    this.#units += Math.max(0, dataLengthOf(record) - from);
  }

  get detail(): string {
    const { events, cost } = this.#bounds;
    const most = `${formatNumber(events)} events or ${formatNumber(cost / 1024 ** 3)} GiB`;
    const left = `${formatNumber(this.#records)} records with ${formatNumber(this.#units)} units`;
    return `${left}, because the session is full (at most ${most}). To see them, clear it, or split the file`;
  }
}
