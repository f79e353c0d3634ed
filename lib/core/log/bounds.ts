// Limits of a log: number of events, and their cost in memory. Later data is counted, neither framed nor decoded, and a
// gap says how much it is.
import { formatNumber } from '@/lib/core/json/format';
import type { CapturedRecord } from '@/lib/messages/records';

/** Limits of a log. */
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
      return bodyUnits(record);
    case 'open':
      return STREAM_COST + (record.requestBody?.length ?? 0) * REQUEST_COST;
    default:
      return RECORD_COST;
  }
}

/** Units of body that a record holds. */
function bodyUnits(record: CapturedRecord): number {
  return record.kind === 'chunk' || record.kind === 'frame' ? (record.text ?? record.b64 ?? '').length : 0;
}

/** Keeps to the bounds of a log. */
export class Budget {
  readonly #bounds: Bounds;
  #cost = 0;
  #records = 0;
  #units = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** True if a log with this number of events is full. */
  isSpent(events: number): boolean {
    return events >= this.#bounds.events || this.#cost + events * EVENT_COST >= this.#bounds.cost;
  }

  /** Takes note of a record that is read. */
  spend(record: CapturedRecord): void {
    this.#cost += costOf(record);
  }

  /** Takes note of a record that is left out, or of its units from a place on. */
  leaveOut(record: CapturedRecord, from = 0): void {
    this.#records++;
    this.#units += Math.max(0, bodyUnits(record) - from);
  }

  /** A sentence part on the records that were left out. */
  get detail(): string {
    const { events, cost } = this.#bounds;
    const most = `${formatNumber(events)} events or ${formatNumber(cost / 1024 ** 3)} GiB`;
    const left = `${formatNumber(this.#records)} records with ${formatNumber(this.#units)} units`;
    return `${left}, because the session is full (at most ${most}). To see them, clear it, or split the file`;
  }
}
