// The log: captured records in, events out. Append-only. Stores numeric columns and the text of frames, and decodes
// events again on demand. Everything else is a fold over it. Folds read the newest events at once, so those stay
// decoded.
import type { Decoded, Problem } from '@/lib/core/decode/types';
import type { Bounds } from '@/lib/core/log/bounds';
import { decodeInto, type EventFacts, type KeptFrame, toLogged, WHOLE } from '@/lib/core/log/decoding';
import { Entities } from '@/lib/core/log/entities';
import {
  Columns,
  HAS_MORE,
  HAS_PROBLEMS,
  IS_BINARY,
  IS_MADE,
  IS_UNJUDGED,
  Names,
  SLAB,
  Texts,
} from '@/lib/core/log/event-columns';
import { type ChooseDialect, type ReadBatch, RecordReader } from '@/lib/core/log/record-reader';
import type { StreamReader } from '@/lib/core/log/stream-reader';
import type { Block, Boundary, LoggedEvent, Stream } from '@/lib/core/log/types';

export interface LogOptions {
  /** Forces the dialect of a stream instead of detecting it. Changing it needs a new log. */
  readonly dialect?: ChooseDialect;
  readonly bounds?: Bounds;
}

const RECENT = 1024;
const RECENT_LENGTH_MAX = 64 * 1024;

/** Number of long events that stay decoded while memory allows, and number of units that always stay. */
const LONG = 128;
const LONG_HELD_MAX = 32 * 1024 * 1024;

interface TranslatedEvent {
  readonly part: number;
  /** JSON of the decoded event: its meaning depends on earlier frames, so it cannot be decoded again. */
  readonly text: string;
}

export class Log {
  readonly streams: readonly Stream[];
  readonly boundaries: readonly Boundary[];
  readonly entities: Pick<Entities, 'at' | 'isFolded' | 'firstRunOf' | 'runAt' | 'callOf' | 'subagentName'>;
  readonly #entities = new Entities();
  readonly #records: RecordReader;
  readonly #columns = new Columns();
  readonly #texts = new Texts();
  readonly #types = new Names();
  readonly #agents = new Names();
  readonly #framingProblems = new Map<number, Problem>();
  readonly #made = new Map<number, TranslatedEvent>();
  /** Slabs with binary events, or events translated from other frames: their text does not contain all events. */
  readonly #unsearchableSlabs = new Set<number>();
  readonly #recent: (LoggedEvent | undefined)[] = new Array(RECENT).fill(undefined);

  /** Long events that were read, newest last: decoding a megabyte takes longer than using it. */
  readonly #long = new Map<number, WeakRef<LoggedEvent>>();
  /** The most recently decoded of them. */
  readonly #held: LoggedEvent[] = [];
  #heldLength = 0;

  constructor({ dialect, bounds }: LogOptions = {}) {
    const sink = decodeInto({
      add: (stream, decoded, kept) => this.#add(stream, decoded, kept),
      seq: () => this.length,
    });
    this.#records = new RecordReader(sink, dialect, bounds);
    this.entities = this.#entities;
    this.streams = this.#records.streams;
    this.boundaries = this.#records.boundaries;
  }

  append(batch: ReadBatch): void {
    this.#records.append(batch);
  }

  /** Adds a batch, yielding between the pieces of long data. Everything up to a yield is complete. */
  pieces(batch: ReadBatch): Iterable<undefined> {
    return this.#records.pieces(batch);
  }

  /** Flushes unfinished frames of every open stream: the end of a file. */
  finish(): void {
    this.#records.finish();
  }

  /** Marks a stream as incomplete from an event on: rules that need earlier events skip it. */
  markIncomplete(stream: number, seq: number): void {
    this.#records.markIncomplete(stream, seq);
  }

  get length(): number {
    return this.#columns.type.length;
  }

  /** Total length of all kept frames, in UTF-16 units. */
  get bytes(): number {
    return this.#texts.units;
  }

  typeNames(): readonly string[] {
    return this.#types.all;
  }

  /** Adds an event. If its frame yielded several, the first one keeps the frame. */
  #add(stream: Stream, decoded: Decoded, { frame, arrival, isUnjudged, part }: KeptFrame): void {
    const { timeMs, record, hasMore } = arrival;
    const { type, problems, event } = decoded;
    const { raw, binary } = frame;
    const { index } = stream;
    const seq = this.length;
    const flags =
      (problems.length > 0 ? HAS_PROBLEMS : 0) |
      (binary ? IS_BINARY : 0) |
      (hasMore ? HAS_MORE : 0) |
      (isUnjudged ? IS_UNJUDGED : 0) |
      (part === WHOLE ? 0 : IS_MADE);
    const entity = event === undefined ? 0 : this.#entities.take(index, seq, type, event);
    const tag = event?.['subagentRunId'];
    const agent = typeof tag === 'string' ? this.#agents.numberOf(tag) : 0;
    const columns = this.#columns;
    columns.timeMs.push(timeMs);
    columns.type.push(this.#types.numberOf(type));
    columns.stream.push(index);
    columns.record.push(record);
    columns.flags.push(flags);
    columns.entity.push(entity);
    columns.agent.push(agent);
    if (binary || part !== WHOLE) this.#unsearchableSlabs.add(Math.floor(seq / SLAB));
    this.#texts.push(part <= 0 ? raw : '');
    if (part !== WHOLE) this.#made.set(seq, { part, text: JSON.stringify(decoded) });
    if (frame.problem !== undefined) this.#framingProblems.set(seq, frame.problem);
    const logged = toLogged({ seq, timeMs, record, hasMore, stream, raw, binary }, decoded, isUnjudged);
    const isLong = raw.length > RECENT_LENGTH_MAX;
    this.#recent[seq % RECENT] = isLong ? undefined : logged;
    if (isLong) this.#keep(logged);
  }

  #keep(event: LoggedEvent): void {
    this.#long.delete(event.seq);
    this.#long.set(event.seq, new WeakRef(event));
    const [oldest] = this.#long.keys();
    if (this.#long.size > LONG && oldest !== undefined) this.#long.delete(oldest);
    this.#held.push(event);
    this.#heldLength += event.raw.length;
    while (this.#heldLength > LONG_HELD_MAX && this.#held.length > 0)
      this.#heldLength -= this.#held.shift()?.raw.length ?? 0;
  }

  at(seq: number): LoggedEvent | undefined {
    if (!this.#has(seq)) return undefined;
    const known = this.#recent[seq % RECENT];
    if (known?.seq === seq) return known;
    const long = this.#long.get(seq)?.deref();
    if (long !== undefined) return long;
    const again = this.#decodeAgain(seq);
    if (again !== undefined && again.raw.length > RECENT_LENGTH_MAX) this.#keep(again);
    return again;
  }

  #has(seq: number): boolean {
    return seq >= 0 && seq < this.length;
  }

  /** The event's frame as on the wire, without decoding it. */
  rawOf(seq: number): string {
    return this.#texts.at(this.frameOf(seq));
  }

  /** The first event of the frame; most frames have one event. */
  frameOf(seq: number): number {
    return seq - (this.#made.get(seq)?.part ?? 0);
  }

  /** The text for searches: the frame, or the event as JSON for a binary frame. */
  textOf(seq: number): string {
    const isBinary = (this.#columns.flags.at(seq) & IS_BINARY) !== 0;
    const event = isBinary ? this.at(seq)?.event : undefined;
    return event === undefined ? this.rawOf(seq) : JSON.stringify(event);
  }

  /**
   * The block that begins at an event; undefined if none begins there, or if its frames do not contain all of its
   * events.
   */
  blockAt(seq: number): Block | undefined {
    const text = this.#unsearchableSlabs.has(seq / SLAB) ? undefined : this.#texts.slabAt(seq);
    if (text === undefined) return undefined;
    const at = (position: number) => {
      const number = this.#texts.numberAt(seq, position);
      return { seq: number, end: this.#texts.endOf(number) };
    };
    return { text, from: seq, end: seq + SLAB, at };
  }

  typeOf(seq: number): string {
    return this.#types.at(this.#columns.type.at(seq));
  }

  /** Id of the subagent the event is attributed to; '' for none. */
  subagentOf(seq: number): string {
    return this.#agents.at(this.#columns.agent.at(seq));
  }

  timeMsOf(seq: number): number {
    return this.#columns.timeMs.at(seq);
  }

  streamOf(seq: number): Stream | undefined {
    return this.#has(seq) ? this.streams[this.#columns.stream.at(seq)] : undefined;
  }

  /** Length of the event's frame on the wire: bytes of a binary one, UTF-16 units of text. */
  lengthOf(seq: number): number {
    const units = this.#texts.lengthOf(seq);
    if ((this.#columns.flags.at(seq) & IS_BINARY) === 0) return units;
    const padding = /=*$/.exec(this.rawOf(seq).slice(-2))?.[0].length ?? 0;
    return Math.floor((units * 3) / 4) - padding;
  }

  hasProblems(seq: number): boolean {
    return (this.#columns.flags.at(seq) & HAS_PROBLEMS) !== 0;
  }

  /** Number of the message, call, step … the event belongs to; 0 for none. */
  entityOf(seq: number): number {
    return this.#columns.entity.at(seq);
  }

  #decodeAgain(seq: number): LoggedEvent | undefined {
    const columns = this.#columns;
    const stream = this.streamOf(seq);
    const reader = this.#records.readerOf(columns.stream.at(seq));
    if (stream === undefined || reader === undefined) return undefined;
    const flags = columns.flags.at(seq);
    const binary = (flags & IS_BINARY) !== 0;
    const raw = this.rawOf(seq);
    const facts: EventFacts = {
      seq,
      timeMs: columns.timeMs.at(seq),
      record: columns.record.at(seq),
      hasMore: (flags & HAS_MORE) !== 0,
      stream,
      raw,
      binary,
    };
    const made = (flags & IS_MADE) === 0 ? undefined : this.#made.get(seq);
    const decoded: Decoded =
      made === undefined ? this.#reread(reader, { seq, raw, binary }) : JSON.parse(made.text);
    return toLogged(facts, decoded, (flags & IS_UNJUDGED) !== 0);
  }

  #reread(reader: StreamReader, { seq, raw, binary }: Pick<EventFacts, 'seq' | 'raw' | 'binary'>): Decoded {
    const problem = this.#framingProblems.get(seq);
    const frame = reader.reframe(raw, binary);
    return reader.reread(problem === undefined ? frame : { ...frame, problem }, seq);
  }
}

export function createLog(options: LogOptions = {}): Log {
  return new Log(options);
}
