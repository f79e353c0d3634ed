// The events of a log: keeps numeric columns and the text of the frames, and decodes events again on demand. Every
// fold asks for the newest events as soon as they arrive, so those stay decoded.
import type { Decoded, Frame, Problem } from '@/lib/core/decode/types';
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
} from '@/lib/core/log/columns';
import { Entities } from '@/lib/core/log/entities';
import type { FrameArrival } from '@/lib/core/log/record-reader';
import type { StreamReader } from '@/lib/core/log/stream-reader';
import type { Block, LoggedEvent, Stream } from '@/lib/core/log/types';

const RECENT = 1024;
const RECENT_LENGTH_MAX = 64 * 1024;

/** The part number of an event that is the only one of its frame. */
export const WHOLE = -1;

/** Number of long events that stay decoded while memory allows, and the units that stay in any case. */
const LONG = 128;
const LONG_HELD_MAX = 32 * 1024 * 1024;

export interface KeptFrame {
  readonly frame: Frame;
  readonly arrival: FrameArrival;
  readonly isUnjudged: boolean;
  /** Position among the events of a translated frame; WHOLE if it is the only one. */
  readonly part: number;
}

type EventFacts = Pick<LoggedEvent, 'seq' | 'timeMs' | 'record' | 'hasMore' | 'stream' | 'raw' | 'binary'>;

interface TranslatedEvent {
  readonly part: number;
  /** JSON of the decoded event: its meaning depends on earlier frames, so it cannot be decoded again. */
  readonly text: string;
}

interface StreamReaders {
  readonly streams: readonly Stream[];
  readerOf(stream: number): StreamReader | undefined;
}

export function toLogged(facts: EventFacts, decoded: Decoded, isUnjudged: boolean): LoggedEvent {
  const { seq, timeMs, record, hasMore, stream, raw, binary } = facts;
  const { type, event, original, problems, isWrapped, about } = decoded;
  // Fast path for nearly every event: this runs a million times.
  if (event !== undefined && original === undefined && !isUnjudged && !isWrapped) {
    return { seq, timeMs, record, hasMore, stream, type, event, raw, binary, problems };
  }
  return {
    ...facts,
    type,
    problems,
    ...(event !== undefined && { event }),
    ...(original !== undefined && { original }),
    ...(isWrapped && { isWrapped }),
    ...(about && { about }),
    ...(isUnjudged && { isUnjudged }),
  };
}

export class EventTable {
  readonly entities = new Entities();
  readonly #columns = new Columns();
  readonly #texts = new Texts();
  readonly #types = new Names();
  readonly #agents = new Names();
  readonly #framingProblems = new Map<number, Problem>();
  readonly #made = new Map<number, TranslatedEvent>();
  /** Slabs with events that are not text on the wire, or are made of the text of another. */
  readonly #unlike = new Set<number>();
  readonly #recent: (LoggedEvent | undefined)[] = new Array(RECENT).fill(undefined);

  /** Long events that were asked for, the newest last: a megabyte takes longer to decode than anything that is done with it. */
  readonly #long = new Map<number, WeakRef<LoggedEvent>>();
  /** Of these, the last that were decoded. */
  readonly #held: LoggedEvent[] = [];
  #heldLength = 0;

  get length(): number {
    return this.#columns.length;
  }

  get bytes(): number {
    return this.#texts.units;
  }

  get typeNames(): readonly string[] {
    return this.#types.all;
  }

  /** Adds an event. If its frame yielded several, the first one keeps the frame. */
  add(stream: Stream, decoded: Decoded, { frame, arrival, isUnjudged, part }: KeptFrame): void {
    const { timeMs, record, hasMore } = arrival;
    const { type, problems, event } = decoded;
    const { raw, binary } = frame;
    const { index } = stream;
    const seq = this.#columns.length;
    const flags =
      (problems.length > 0 ? HAS_PROBLEMS : 0) |
      (binary ? IS_BINARY : 0) |
      (hasMore ? HAS_MORE : 0) |
      (isUnjudged ? IS_UNJUDGED : 0) |
      (part === WHOLE ? 0 : IS_MADE);
    const entity = event === undefined ? 0 : this.entities.take(index, seq, type, event);
    const tag = event?.['subagentRunId'];
    const agent = typeof tag === 'string' ? this.#agents.numberOf(tag) : 0;
    this.#columns.push({
      timeMs,
      type: this.#types.numberOf(type),
      stream: index,
      record,
      flags,
      entity,
      agent,
    });
    if (binary || part !== WHOLE) this.#unlike.add(Math.floor(seq / SLAB));
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

  at(seq: number, readers: StreamReaders): LoggedEvent | undefined {
    if (!this.has(seq)) return undefined;
    const known = this.#recent[seq % RECENT];
    if (known?.seq === seq) return known;
    const long = this.#long.get(seq)?.deref();
    if (long !== undefined) return long;
    const again = this.#decodeAgain(seq, readers);
    if (again !== undefined && again.raw.length > RECENT_LENGTH_MAX) this.#keep(again);
    return again;
  }

  has(seq: number): boolean {
    return seq >= 0 && seq < this.#columns.length;
  }

  rawOf(seq: number): string {
    return this.#texts.at(this.frameOf(seq));
  }

  frameOf(seq: number): number {
    return seq - (this.#made.get(seq)?.part ?? 0);
  }

  textOf(seq: number, readers: StreamReaders): string {
    const isBinary = (this.#columns.flags(seq) & IS_BINARY) !== 0;
    const event = isBinary ? this.at(seq, readers)?.event : undefined;
    return event === undefined ? this.rawOf(seq) : JSON.stringify(event);
  }

  blockAt(seq: number): Block | undefined {
    const text = this.#unlike.has(seq / SLAB) ? undefined : this.#texts.slabAt(seq);
    if (text === undefined) return undefined;
    const at = (position: number) => {
      const number = this.#texts.numberAt(seq, position);
      return { seq: number, end: this.#texts.endOf(number) };
    };
    return { text, from: seq, end: seq + SLAB, at };
  }

  typeOf(seq: number): string {
    return this.#types.at(this.#columns.type(seq));
  }

  subagentOf(seq: number): string {
    return this.#agents.at(this.#columns.agent(seq));
  }

  timeMsOf(seq: number): number {
    return this.#columns.timeMs(seq);
  }

  streamOf(seq: number): number {
    return this.#columns.stream(seq);
  }

  lengthOf(seq: number): number {
    return this.#texts.lengthOf(seq);
  }

  hasProblems(seq: number): boolean {
    return (this.#columns.flags(seq) & HAS_PROBLEMS) !== 0;
  }

  entityOf(seq: number): number {
    return this.#columns.entity(seq);
  }

  #decodeAgain(seq: number, readers: StreamReaders): LoggedEvent | undefined {
    const columns = this.#columns;
    const stream = readers.streams[columns.stream(seq)];
    const reader = readers.readerOf(columns.stream(seq));
    if (stream === undefined || reader === undefined) return undefined;
    const flags = columns.flags(seq);
    const binary = (flags & IS_BINARY) !== 0;
    const raw = this.rawOf(seq);
    const facts: EventFacts = {
      seq,
      timeMs: columns.timeMs(seq),
      record: columns.record(seq),
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
