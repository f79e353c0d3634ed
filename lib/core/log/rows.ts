// The rows of the event list: the events that pass the filter, and the boundaries between them, in order.
import { firstIndex } from '@/lib/core/json/sorted';
import { GrowingNumbers } from '@/lib/core/log/growing-numbers';
import type { Entities } from './entities';
import type { Block, Boundary, Stream } from './types';

export interface RowSource {
  readonly length: number;
  readonly boundaries: readonly Boundary[];
  readonly entities?: Pick<Entities, 'runAt'>;
  blockAt(seq: number): Block | undefined;
  /** Length of the event's frame; all frames count as short if absent. */
  lengthOf?(seq: number): number;
}

/** True for a stream that ended normally without events, such as a connect or a health check. */
export function isQuiet({ events, status, close, input, envelope, url, stop, declaration }: Stream): boolean {
  if (
    stop !== undefined ||
    declaration !== undefined ||
    events > 0 ||
    close === undefined ||
    close.how === 'network-error'
  )
    return false;
  if (status !== undefined && status >= 300) return false;
  return input === undefined || /connect/.test(envelope ?? '') || /\/connect\b/.test(url);
}

export interface RowFilter {
  /** True if every event passes. */
  readonly isEmpty: boolean;
  passes(seq: number): boolean;
  /** True if a request or the end of a stream passes; if absent, none does. */
  passesBoundary?(boundary: Boundary): boolean;
  /** True if no event of a block passes. */
  skipsAll(block: Block): boolean;
}

export type Row =
  | { readonly kind: 'event'; readonly seq: number }
  | { readonly kind: 'boundary'; readonly boundary: number };

/** True if the stream had no open run when it ended. */
function isRunOver({ entities }: RowSource, { stream, beforeSeq }: Boundary & { stream: Stream }): boolean {
  const run = entities?.runAt(stream.index, beforeSeq - 1);
  return run === undefined || (run.endSeq >= 0 && run.endSeq < beforeSeq);
}

type RequestBoundary = Extract<Boundary, { readonly kind: 'open' | 'request' | 'close' }>;

/** True for the boundaries that a filter tests. */
export function isOfRequest(boundary: Boundary): boundary is RequestBoundary {
  return boundary.kind === 'open' || boundary.kind === 'request' || boundary.kind === 'close';
}

/** Position of a boundary among the events: halfway to the event after it. */
export const boundaryPosition = ({ beforeSeq = 0 }: Partial<Pick<Boundary, 'beforeSeq'>> = {}): number =>
  beforeSeq - 0.5;

/** Number of events tested between two calls of `isTimeUp`; a long event counts as many. */
const AT_ONCE = 16;
const LONG = 8 * 1024;

/** The rows of a growing log under one filter. Rows are only ever appended. */
export class Rows {
  // An event is stored as its seq, a boundary as -1 minus its index: 4 bytes a row, a million rows in 4 MB.
  readonly #entries = new GrowingNumbers();
  #events = 0;
  readonly #requests = new Set<Stream>();
  #nextSeq = 0;
  #nextBoundary = 0;
  // The event that each open stream began before.
  readonly #opened = new Map<Stream, number>();
  readonly #source: RowSource;
  readonly #filter: RowFilter;

  constructor(source: RowSource, filter: RowFilter) {
    this.#source = source;
    this.#filter = filter;
  }

  get length(): number {
    return this.#entries.length;
  }

  get events(): number {
    return this.#events;
  }

  /** Number of streams whose request or end passes. */
  get requests(): number {
    return this.#requests.size;
  }

  /** Number of events scanned; the rows are complete when it equals the log's length. */
  get scanned(): number {
    return this.#nextSeq;
  }

  /** Scans more events until `isTimeUp`, at least some; true once all are scanned. */
  advance(isTimeUp = () => false): boolean {
    const { length } = this.#source;
    const filtered = !this.#filter.isEmpty;
    let left = AT_ONCE;
    while (this.#nextSeq < length) {
      if (filtered && this.#skipBlock()) left = 0;
      else left -= this.#scan(filtered);
      if (left > 0) continue;
      if (isTimeUp()) break;
      left = AT_ONCE;
    }
    const complete = this.#nextSeq === length;
    if (complete) this.#boundariesBefore(this.#nextSeq, filtered);
    return complete;
  }

  at(index: number): Row | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const entry = this.#entries.at(index);
    return entry >= 0 ? { kind: 'event', seq: entry } : { kind: 'boundary', boundary: -1 - entry };
  }

  /** Index of the last row at or before an event; -1 if there is none. */
  indexOf(seq: number): number {
    return firstIndex(this.length, (index) => this.#seqAt(index) > seq) - 1;
  }

  /** Index of the row of a boundary, if one is given, else of an event; -1 if filtered out. */
  positionOf(seq: number | undefined, boundary: number | undefined): number {
    const wanted = boundary === undefined ? seq : -1 - boundary;
    const beforeSeq = boundary === undefined ? seq : boundaryPosition(this.#source.boundaries[boundary]);
    if (wanted === undefined || beforeSeq === undefined) return -1;
    let index = this.indexOf(beforeSeq);
    // Several boundaries may precede the same event.
    while (index >= 0 && this.#seqAt(index) === beforeSeq && this.#entries.at(index) !== wanted) index--;
    return index >= 0 && this.#entries.at(index) === wanted ? index : -1;
  }

  #seqAt(index: number): number {
    const entry = this.#entries.at(index);
    return entry >= 0 ? entry : boundaryPosition(this.#source.boundaries[-1 - entry]);
  }

  #scan(filtered: boolean): number {
    const seq = this.#nextSeq++;
    this.#boundariesBefore(seq, filtered);
    if (!filtered || this.#filter.passes(seq)) {
      this.#entries.push(seq);
      this.#events++;
    }
    return filtered ? 1 + (this.#source.lengthOf?.(seq) ?? 0) / LONG : 1;
  }

  /** Skips a block of events whose frames contain none of the filter's words. */
  #skipBlock(): boolean {
    const block = this.#source.blockAt(this.#nextSeq);
    if (block === undefined || !this.#filter.skipsAll(block)) return false;
    this.#boundariesBefore(block.end - 1, true);
    this.#nextSeq = block.end;
    return true;
  }

  #boundariesBefore(seq: number, filtered: boolean): void {
    const { boundaries } = this.#source;
    for (
      let boundary = boundaries[this.#nextBoundary];
      boundary !== undefined && boundary.beforeSeq <= seq;
      boundary = boundaries[this.#nextBoundary]
    ) {
      if (this.#isShown(boundary, filtered)) {
        this.#entries.push(-1 - this.#nextBoundary);
        if (isOfRequest(boundary)) this.#requests.add(boundary.stream);
      }
      this.#nextBoundary++;
    }
  }

  #isShown(boundary: Boundary, filtered: boolean): boolean {
    const passes = !filtered || this.#filter.passesBoundary?.(boundary) === true;
    switch (boundary.kind) {
      case 'gap':
      case 'back':
      case 'unread':
        return true;
      case 'navigation':
        return boundary.top;
      case 'open':
        this.#opened.set(boundary.stream, boundary.beforeSeq);
        return passes;
      case 'request':
        return passes;
      case 'close':
        return this.#addsDetail(boundary) && passes;
    }
  }

  /** True if the end of a stream adds information to the row of its request. */
  #addsDetail(boundary: Boundary & { readonly stream: Stream }): boolean {
    const { stream, beforeSeq } = boundary;
    const opened = this.#opened.get(stream);
    this.#opened.delete(stream);
    if (opened === beforeSeq) return false;
    const how = stream.close?.how;
    // A page that closes, or a socket that closes after its run, is unrelated to the run.
    return (
      how === 'network-error' ||
      !isRunOver(this.#source, boundary) ||
      (stream.events === 0 &&
        stream.stop === undefined &&
        stream.declaration === undefined &&
        !isQuiet(stream))
    );
  }
}
