// Limits of a log. Data beyond them is only counted, not framed or decoded; a gap reports the amount.
import { formatNumber } from '@/lib/core/json/format';
import { type CapturedRecord, dataLengthOf } from '@/lib/messages/records';

export interface Bounds {
  readonly events: number;
  /** Memory of events, streams and texts, in bytes, approximately. */
  readonly cost: number;
}

/**
 * For a session, a file or a part of one: twice the size that must work well, and less than a browser's limit per
 * page.
 */
export const LOG_BOUNDS: Bounds = { events: 2_000_000, cost: 1.5 * 1024 ** 3 };

/** For passes that keep nothing and must read everything. */
export const UNBOUNDED: Bounds = { events: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };

/** Cost of an event in columns, model, findings and rows, without its text: 90 to 500 bytes, measured. */
const EVENT_COST = 300;
/** Cost of a stream with its reader, timings and rows. */
const STREAM_COST = 4000;
const RECORD_COST = 100;
/** A request is kept as text and as a value. */
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

  /** Counts a record that is left out, or its units from a position on. */
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
