// Turns records into streams, boundaries and frames. Capture may begin late, so records may refer to unknown streams.
import { DECLARATION_MAX, parseDeclaration } from '@/lib/core/agui/capabilities';
import { CLIENT_FRAME_MAX } from '@/lib/core/agui/client-limits';
import { parseRunRequest } from '@/lib/core/agui/request';
import type { Frame } from '@/lib/core/decode/types';
import type { Draft } from '@/lib/core/json/owner';
import { runNow } from '@/lib/core/json/steps';
import { type Bounds, Budget, LOG_BOUNDS } from '@/lib/core/log/bounds';
import { createContinuity } from '@/lib/core/log/continuity';
import { streamOf } from '@/lib/core/log/create-stream';
import { EmptyRun } from '@/lib/core/log/empty-run';
import { CUT_OFF, describeBody, gapDetail } from '@/lib/core/log/gap-detail';
import { HeldSpans } from '@/lib/core/log/held-spans';
import { dataOf, decodedHead, HEAD_MAX, isLf, PIECE, pieceEnd, tailAfter } from '@/lib/core/log/read-data';
import { StreamReader } from '@/lib/core/log/stream-reader';
import type { Boundary, Stream } from '@/lib/core/log/types';
import type { BackgroundBatchKind } from '@/lib/messages/background-batch';
import {
  type CapturedRecord,
  type ChunkRecord,
  type CloseRecord,
  type FrameRecord,
  type GapRecord,
  isLoss,
  type OpenRecord,
} from '@/lib/messages/records';

interface OpenStream {
  readonly stream: Draft<Stream>;
  readonly reader: StreamReader;
  /** Present after a rule has held an event. */
  held?: HeldSpans;
  lastMs: number;
  records: number;
  /** Units since the last blank line (LF LF). */
  tail: number;
  /** True if the last read ended with an LF that may be the first of two. */
  endsLf: boolean;
  /** Position of the current data in the body, in units. */
  from: number;
  to: number;
  /** Consecutive frames without an event that are only counted. */
  empties?: EmptyRun | undefined;
  /** Number of passages of text outside of frames. */
  unread: number;
  /** Text of a response that declares capabilities. */
  declared?: string;
}

const UNREAD_MAX = 200;

interface Doc {
  readonly id: string;
  readonly frameId: number;
  timeOrigin: number;
  t: number;
  /** Open streams by their number within the document. */
  readonly open: Map<number, OpenStream>;
  /** Open streams that are not yet marked as incomplete. */
  readonly unmarked: Set<OpenStream>;
  /** Streams that ended with the document. They continue if it returns from the back/forward cache. */
  readonly left: Map<number, OpenStream>;
}

/** A batch, or its records from `from` on. */
export interface ReadBatch {
  readonly doc: string;
  readonly frameId: number;
  /** Number within its document; without it, missing batches are not detected. */
  readonly n?: number;
  readonly made?: BackgroundBatchKind;
  /** Position of the first of these records in the batch; 0 by default. */
  readonly from?: number;
  readonly records: readonly CapturedRecord[];
}

export interface FrameArrival {
  readonly timeMs: number;
  readonly record: number;
  /** True if the record completed later frames, too. */
  readonly hasMore: boolean;
}

/** Forces the dialect of a stream; undefined for detection. */
export type ChooseDialect = (stream: Stream) => string | undefined;

/** Returned instead of a number of events for a frame that is only counted, as one of many without events. */
export const NOT_LISTED = -1;

export interface Sink {
  /** Stores a frame; returns the number of events in it, or NOT_LISTED. */
  store(stream: Stream, reader: StreamReader, frame: Frame, arrival: FrameArrival): number;
  /** Stores the events implied by the orderly end of a stream; returns their number. */
  close(stream: Stream, reader: StreamReader, arrival: FrameArrival): number;
  seq(): number;
}

export class RecordReader {
  readonly streams: Stream[] = [];
  readonly boundaries: Boundary[] = [];
  readonly #readers: StreamReader[] = [];
  readonly #docs = new Map<string, Doc>();
  readonly #continuity = createContinuity();
  readonly #sink: Sink;
  readonly #choose: ChooseDialect | undefined;
  readonly #budget: Budget;
  #isSpent = false;

  constructor(sink: Sink, choose?: ChooseDialect, bounds: Bounds = LOG_BOUNDS) {
    this.#sink = sink;
    this.#choose = choose;
    this.#budget = new Budget(bounds);
  }

  readerOf(stream: number): StreamReader | undefined {
    return this.#readers[stream];
  }

  markIncomplete(index: number, seq: number): void {
    const stream: Draft<Stream> | undefined = this.streams[index];
    if (stream !== undefined) stream.incompleteFrom ??= seq;
  }

  append(batch: ReadBatch): void {
    runNow(this.pieces(batch));
  }

  /** Adds a batch, yielding between the pieces of long data. */
  *pieces(batch: ReadBatch): Generator<undefined, void> {
    const doc = this.#docOf(batch.doc, batch.frameId);
    const place = this.#continuity(batch);
    if (place === 'repeat') return;
    if (place !== 'next') this.#gap(doc, { kind: 'gap', t: doc.t, reason: 'not-stored', ...place });
    for (const record of batch.records) {
      // The end of a known stream is read even if the log is full.
      if (!endsIn(doc, record) && this.#leavesOut(doc, record)) continue;
      this.#budget.spend(record);
      if (
        record.kind === 'chunk' &&
        (record.text ?? record.b64 ?? '').length > PIECE &&
        !isDeclaration(doc, record)
      )
        yield* this.#longChunk(doc, record);
      else this.#take(doc, record);
    }
  }

  finish(): void {
    for (const doc of this.#docs.values()) {
      for (const open of doc.open.values()) this.#frames(open, open.reader.end(), open.lastMs);
      doc.open.clear();
      doc.unmarked.clear();
    }
  }

  /** True if the log is full: the record, or its units from a position on, are only counted. */
  #leavesOut(doc: Doc, record: CapturedRecord, from = 0): boolean {
    const budget = this.#budget;
    if (!budget.isSpent(this.#sink.seq())) return false;
    if (!this.#isSpent) this.#addFull(doc.timeOrigin + record.t);
    budget.leaveOut(record, from);
    return true;
  }

  #addFull(timeMs: number): void {
    this.#isSpent = true;
    const budget = this.#budget;
    for (const doc of this.#docs.values()) this.#markAll(doc.unmarked);
    this.#addBoundary({
      kind: 'gap',
      timeMs,
      reason: 'refused',
      get detail() {
        return budget.detail;
      },
    });
  }

  #markAll(streams: Iterable<OpenStream>): void {
    for (const { stream } of streams) stream.incompleteFrom ??= this.#sink.seq();
  }

  #docOf(id: string, frameId: number): Doc {
    const known = this.#docs.get(id);
    if (known !== undefined) return known;
    const doc: Doc = {
      id,
      frameId,
      timeOrigin: 0,
      t: 0,
      open: new Map(),
      unmarked: new Set(),
      left: new Map(),
    };
    this.#docs.set(id, doc);
    return doc;
  }

  #take(doc: Doc, record: CapturedRecord): void {
    doc.t = Math.max(doc.t, record.t);
    switch (record.kind) {
      case 'navigation': {
        doc.timeOrigin = record.timeOrigin;
        const { url, top } = record;
        const timeMs = record.timeOrigin + record.t;
        this.#addBoundary({ kind: 'navigation', doc: doc.id, timeMs, url, top });
        return;
      }
      case 'open':
        this.#open(doc, record);
        return;
      case 'chunk':
        this.#chunk(this.#streamOf(doc, record), record, doc.timeOrigin + record.t);
        return;
      case 'frame':
        this.#frame(this.#streamOf(doc, record), record, doc.timeOrigin + record.t);
        return;
      case 'close':
        this.#close(doc, record);
        return;
      case 'gap':
        if (record.reason === 'gone') this.#gone(doc, record);
        else this.#gap(doc, record);
        return;
    }
  }

  #addBoundary(boundary: DistributiveOmit<Boundary, 'beforeSeq'>): void {
    // A growing count is a getter: it must be read each time.
    this.boundaries.push(Object.assign(boundary, { beforeSeq: this.#sink.seq() }));
  }

  #open(doc: Doc, record: OpenRecord): OpenStream {
    const { headers, requestBody } = record;
    const request = requestBody === undefined ? undefined : parseRunRequest(requestBody);
    const stream: Draft<Stream> = streamOf(record, doc, this.streams.length, request);
    const reader = new StreamReader(headers?.['content-type'], this.#choose?.(stream));
    if (request !== undefined) reader.request(request.input);
    const open = {
      stream,
      reader,
      lastMs: stream.startMs,
      records: 0,
      tail: 0,
      endsLf: false,
      from: 0,
      to: 0,
      unread: 0,
    };
    this.streams.push(stream);
    this.#readers.push(open.reader);
    const before = doc.open.get(record.stream);
    if (before !== undefined) doc.unmarked.delete(before);
    doc.open.set(record.stream, open);
    doc.unmarked.add(open);
    this.#addBoundary({ kind: 'open', timeMs: stream.startMs, stream });
    return open;
  }

  #streamOf(doc: Doc, record: ChunkRecord | FrameRecord): OpenStream {
    const known = doc.open.get(record.stream) ?? this.#back(doc, record);
    if (known !== undefined) return known;
    const transport = record.kind === 'frame' ? 'web-socket' : 'fetch';
    const open = this.#open(doc, {
      kind: 'open',
      t: record.t,
      stream: record.stream,
      transport,
      url: '',
      method: '',
    });
    open.stream.incompleteFrom = this.#sink.seq();
    return open;
  }

  /** Continues a stream that ended with its document, which has returned. */
  #back(doc: Doc, { stream: number, t }: ChunkRecord | FrameRecord | CloseRecord): OpenStream | undefined {
    const open = doc.left.get(number);
    if (open === undefined) return undefined;
    const { stream } = open;
    doc.left.delete(number);
    doc.open.set(number, open);
    doc.unmarked.add(open);
    delete stream.close;
    delete stream.leftFrom;
    this.#addBoundary({ kind: 'back', timeMs: doc.timeOrigin + t, stream });
    return open;
  }

  #chunk(open: OpenStream, record: ChunkRecord, timeMs: number): void {
    const data = dataOf(record);
    this.#count(open, data, timeMs);
    if (open.stream.asksForCapabilities) {
      const before = open.declared ?? '';
      if (before.length <= DECLARATION_MAX) open.declared = before + decodedHead(data);
      return;
    }
    advance(open, data.length);
    this.#frames(open, open.reader.chunk(data), timeMs);
    this.#keepTail(open, data);
  }

  *#longChunk(doc: Doc, record: ChunkRecord): Iterable<undefined> {
    doc.t = Math.max(doc.t, record.t);
    const open = this.#streamOf(doc, record);
    const timeMs = doc.timeOrigin + record.t;
    const data = dataOf(record);
    this.#count(open, data, timeMs);
    const arrival = { timeMs, record: open.records++ };
    // Only the next piece shows if other frames follow.
    let last: Frame | undefined;
    for (let from = 0, to = 0; from < data.length; from = to) {
      if (from > 0 && this.#leavesOut(doc, record, from)) break;
      to = pieceEnd(data, from);
      advance(open, Math.min(to, data.length) - from);
      const frames = [...(last === undefined ? [] : [last]), ...open.reader.chunk(data.slice(from, to))];
      last = frames.pop();
      this.#store(open, frames, { ...arrival, hasMore: true });
      yield;
    }
    this.#store(open, last === undefined ? [] : [last], { ...arrival, hasMore: false });
    this.#keepTail(open, data);
  }

  // A file has no reads, so the size of the client's buffer is unknown.
  #keepTail(open: OpenStream, data: string | Uint8Array): void {
    open.tail = tailAfter(open, data);
    open.endsLf = open.tail > 0 && isLf(data, data.length - 1);
    const { stream } = open;
    if (open.tail <= CLIENT_FRAME_MAX || stream.transport === 'file' || stream.framing === 'proto') return;
    stream.overflowFrom ??= this.#sink.seq();
  }

  #frame(open: OpenStream, record: FrameRecord, timeMs: number): void {
    const data = dataOf(record);
    if (record.dir === 'out') {
      this.#request(open, typeof data === 'string' ? data : decodedHead(data), timeMs);
      return;
    }
    this.#count(open, data, timeMs);
    const { event } = record;
    advance(open, data.length);
    const frames = open.reader.message(data);
    const named = event === undefined ? frames : frames.map((frame) => ({ event, ...frame }));
    this.#frames(open, named, timeMs);
  }

  #request(open: OpenStream, text: string, timeMs: number): void {
    const request = parseRunRequest(text);
    if (request === undefined) return;
    if (open.stream.input === undefined) {
      open.stream.input = request.input;
      open.stream.inputFrom = this.#sink.seq();
    }
    open.reader.request(request.input);
    this.#addBoundary({ kind: 'request', timeMs, stream: open.stream, input: request.input });
  }

  #count(open: OpenStream, data: string | Uint8Array, timeMs: number): void {
    const { stream } = open;
    open.lastMs = timeMs;
    stream.length += data.length;
    if (stream.events > 0) return;
    const head = stream.head ?? '';
    if (head.length < HEAD_MAX) stream.head = (head + decodedHead(data)).slice(0, HEAD_MAX);
  }

  #frames(open: OpenStream, frames: readonly Frame[], timeMs: number): void {
    this.#store(open, frames, { timeMs, record: open.records++, hasMore: false });
  }

  /** Stores the frames of one record; `hasMore` applies to the last of them. */
  #store(open: OpenStream, frames: readonly Frame[], arrival: FrameArrival): void {
    const { stream, reader } = open;
    let left = frames.length;
    const followed = left > 1 ? { ...arrival, hasMore: true } : arrival;
    for (const frame of frames) {
      if (frame.unread !== undefined) {
        this.#unread(open, frame, arrival);
        left--;
        continue;
      }
      if (frame.problem?.isOurs === true) this.#cutOff(stream, arrival);
      const stored = this.#sink.store(stream, reader, frame, --left > 0 ? followed : arrival);
      if (stored === NOT_LISTED) this.#countEmpty(open, arrival.timeMs);
      else if (stored > 0) {
        stream.events += stored;
        open.empties = undefined;
      }
    }
    if (reader.framing !== undefined) stream.framing = reader.framing;
    if (frames.length === 0) return;
    if (reader.dialect !== undefined) stream.dialect = reader.dialect;
    if (!reader.judged) stream.isUnjudged = true;
    else if (stream.isUnjudged) delete stream.isUnjudged;
    if (stream.events > 0 && (stream.status ?? 200) < 300) delete stream.head;
  }

  /** Counts a frame without an event, in a row that grows. */
  #countEmpty(open: OpenStream, timeMs: number): void {
    const { stream } = open;
    stream.unlisted = (stream.unlisted ?? 0) + 1;
    if (open.empties === undefined) {
      const run = new EmptyRun(open.from, open.reader.framing === 'proto' ? 'bytes' : 'units');
      open.empties = run;
      this.#addBoundary({
        kind: 'gap',
        timeMs,
        reason: 'not-ag-ui',
        stream,
        get detail() {
          return run.detail;
        },
      });
    }
    open.empties.add(open.to);
  }

  #unread(open: OpenStream, { raw: text, unread }: Frame, { timeMs }: FrameArrival): void {
    const { stream } = open;
    // In another protocol, other clients may read it; after a gap, it may be the rest of a frame.
    const isUnknown = stream.isUnjudged === true || stream.incompleteFrom === this.#sink.seq();
    if (unread === undefined || isUnknown || open.unread >= UNREAD_MAX) return;
    const isLast = ++open.unread === UNREAD_MAX;
    this.#addBoundary({ kind: 'unread', timeMs, stream, text, ...unread, ...(isLast && { isLast }) });
  }

  #close(doc: Doc, record: CloseRecord): void {
    const { how, detail, code } = record;
    const open = doc.open.get(record.stream) ?? (how === 'page-gone' ? undefined : this.#back(doc, record));
    if (open === undefined) return;
    const timeMs = doc.timeOrigin + record.t;
    open.held?.end(timeMs);
    if (how !== 'complete') open.stream.leftFrom = this.#sink.seq();
    if (how === 'page-gone') doc.left.set(record.stream, open);
    // An incomplete frame may be completed if the document returns.
    else this.#frames(open, open.reader.end(), timeMs);
    doc.open.delete(record.stream);
    doc.unmarked.delete(open);
    const declaration = open.declared && parseDeclaration(open.stream.url, open.declared);
    if (declaration) {
      open.stream.declaration = declaration;
      delete open.stream.head;
    }
    const { rest } = open.reader;
    if (rest !== '') open.stream.rest = rest;
    if (how === 'complete') {
      const arrival = { timeMs, record: open.records, hasMore: false };
      open.stream.events += this.#sink.close(open.stream, open.reader, arrival);
    }
    open.stream.close = {
      timeMs,
      how,
      ...(detail !== undefined && { detail }),
      ...(code !== undefined && { code }),
    };
    this.#addBoundary({ kind: 'close', timeMs, stream: open.stream });
  }

  /** The end of a frame is missing. If the client is known to have stopped, nothing else is unknown. */
  #cutOff(stream: Draft<Stream>, { timeMs }: FrameArrival): void {
    if (stream.overflowFrom === undefined) stream.incompleteFrom ??= this.#sink.seq();
    this.#addBoundary({ kind: 'gap', timeMs, reason: 'too-large', detail: CUT_OFF, stream });
  }

  #gap(doc: Doc, record: GapRecord): void {
    const open = record.stream === undefined ? undefined : doc.open.get(record.stream);
    // A late gap without a stream is about streams that were never recorded; any other gap is about all open streams.
    const isOfOthers = record.reason === 'late' && record.stream === undefined;
    if (isLoss(record) && !isOfOthers) {
      this.#markAll(open === undefined ? doc.unmarked : [open]);
      // A second gap changes nothing: the stream stays incomplete.
      if (open === undefined) doc.unmarked.clear();
    }
    this.#addBoundary({
      kind: 'gap',
      timeMs: doc.timeOrigin + record.t,
      reason: record.reason,
      detail: gapDetail(record),
      ...(open !== undefined && { stream: open.stream }),
    });
    if (record.reason === 'changed' && open !== undefined) {
      open.held ??= new HeldSpans();
      open.held.note(record.detail ?? '', doc.timeOrigin + record.t);
      open.stream.held = open.held.spans;
    }
    if (record.reason === 'not-ag-ui' && open !== undefined) this.#dropped(doc, record, open);
  }

  /** Capture of a stream was stopped; its last frame is discarded. */
  #dropped(doc: Doc, { t, stream: number = 0 }: GapRecord, { stream }: OpenStream): void {
    const timeMs = doc.timeOrigin + t;
    doc.open.delete(number);
    stream.close = { timeMs, how: 'complete', detail: describeBody(stream) };
    this.#addBoundary({ kind: 'close', timeMs, stream });
  }

  /**
   * The document has ended. Without a detail nothing of it is missing; with 0 `records`, only data of open streams.
   * Only the document knows its clock.
   */
  #gone(doc: Doc, { records, ...record }: GapRecord): void {
    const { t } = doc;
    const isMissing = record.detail !== undefined && (records !== 0 || doc.open.size > 0);
    if (isMissing) this.#gap(doc, { ...record, t });
    for (const stream of [...doc.open.keys()])
      this.#close(doc, { kind: 'close', t, stream, how: 'page-gone' });
  }
}

/** True for a record that ends the document or one of its open streams. */
function endsIn(doc: Doc, record: CapturedRecord): boolean {
  if (record.kind === 'close') return true;
  if (record.kind !== 'gap') return false;
  return record.reason === 'gone' || (record.reason === 'not-ag-ui' && doc.open.has(record.stream ?? 0));
}

/** True for part of a response that declares capabilities, which has no frames. */
function isDeclaration(doc: Doc, { stream }: ChunkRecord): boolean {
  return doc.open.get(stream)?.stream.asksForCapabilities === true;
}

/** Advances the position in the body to the next frames. */
function advance(open: OpenStream, units: number): void {
  open.from = open.to;
  open.to += units;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
