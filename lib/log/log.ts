// The log: captured records in, events out. Append-only; raw text and numeric columns are kept, decoded events are
// made when asked for. Everything else is a fold over it.

import type { Decoded, Frame, Problem } from '@/lib/decode/types';
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
} from '@/lib/log/columns';
import { Entities } from '@/lib/log/entities';
import { type Arrival, type ChooseDialect, RecordReader } from '@/lib/log/record-reader';
import type { StreamReader } from '@/lib/log/stream-reader';
import type { Boundary, LoggedEvent, Stream } from '@/lib/log/types';
import type { CapturedRecord } from '@/lib/wire/records';

/** A batch of records as the log takes it. */
export interface Batch {
  readonly doc: string;
  readonly frameId: number;
  readonly records: readonly CapturedRecord[];
}

/** The append-only log of one session or file. */
export interface Log {
  /** Number of events. */
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly boundaries: readonly Boundary[];
  /** Length of all frames kept, UTF-16 units. */
  readonly bytes: number;
  append(batch: Batch): void;
  /** Flushes what is still unfinished in every open stream: the end of a file. */
  finish(): void;
  /** The event at a seq; undefined outside of the log. */
  at(seq: number): LoggedEvent | undefined;
  typeOf(seq: number): string;
  /** All types seen so far. */
  typeNames(): readonly string[];
  /** The event's frame as it was on the wire, without reading it. */
  rawOf(seq: number): string;
  /** The frames of many events from `seq` on in one text, and the event behind them; undefined where none begin there. */
  blockAt(seq: number): { readonly text: string; readonly end: number } | undefined;
  timeMsOf(seq: number): number;
  streamOf(seq: number): Stream | undefined;
  /** Length of the event's frame on the wire. */
  lengthOf(seq: number): number;
  /** Whether the event has problems. */
  hasProblems(seq: number): boolean;
  /** Id of the subagent that the event is tagged with; '' for none. */
  subagentOf(seq: number): string;
  /** Number of the message, call, step … that the event belongs to; 0 for none. */
  entityOf(seq: number): number;
  readonly entities: Pick<Entities, 'at' | 'isFolded' | 'runAt' | 'callOf'>;
}

// The newest events are asked for by every fold right after they came; these stay decoded.
const RECENT = 1024;
const RECENT_LENGTH_MAX = 64 * 1024;

/** What an event has besides what was decoded of its frame. */
type Facts = Pick<LoggedEvent, 'seq' | 'timeMs' | 'record' | 'hasMore' | 'stream' | 'raw' | 'binary'>;

function toLogged(facts: Facts, decoded: Decoded, isUnjudged: boolean): LoggedEvent {
  const { seq, timeMs, record, hasMore, stream, raw, binary } = facts;
  const { type, event, original, problems } = decoded;
  // Nearly every event: made in one go, because it is made a million times.
  if (event !== undefined && original === undefined && !isUnjudged) {
    return { seq, timeMs, record, hasMore, stream, type, event, raw, binary, problems };
  }
  return {
    ...facts,
    type,
    problems,
    ...(event !== undefined && { event }),
    ...(original !== undefined && { original }),
    ...(isUnjudged && { isUnjudged }),
  };
}

const EMPTY: Frame = { raw: '', binary: false, data: '' };

/** The part of an event that has its frame for itself. */
const WHOLE = -1;

/** What is kept with an event. */
interface KeptFrame {
  readonly frame: Frame;
  readonly arrival: Arrival;
  readonly isUnjudged: boolean;
  /** Which of the frame's events it is, where the frame was translated. */
  readonly part: number;
}

/** What may be said about a log before anything is in it. */
export interface LogOptions {
  /** Names the dialect of a stream where it is not to be chosen by its frames; to change it, make the log anew. */
  readonly dialect?: ChooseDialect;
}

/** A translated event: what its frame meant, and which one of its events this is. */
interface Made {
  readonly part: number;
  /** JSON of the decoded event: what it means depends on frames before it, so that it is not decoded again. */
  readonly text: string;
}

/** Makes an empty log. */
export function createLog(options: LogOptions = {}): Log {
  const columns = new Columns();
  const texts = new Texts();
  const entities = new Entities();
  const types = new Names();
  const agents = new Names();
  const framingProblems = new Map<number, Problem>();
  const made = new Map<number, Made>();
  const recent: (LoggedEvent | undefined)[] = new Array(RECENT).fill(undefined);

  /** Keeps one event. Of a frame that gave several, the first one keeps the frame. */
  const keep = (stream: Stream, decoded: Decoded, place: KeptFrame): void => {
    const { frame, arrival, isUnjudged, part } = place;
    const { timeMs, record, hasMore } = arrival;
    const { type, problems } = decoded;
    const { raw, binary } = frame;
    const seq = columns.length;
    const flags =
      (problems.length > 0 ? HAS_PROBLEMS : 0) |
      (binary ? IS_BINARY : 0) |
      (hasMore ? HAS_MORE : 0) |
      (isUnjudged ? IS_UNJUDGED : 0) |
      (part === WHOLE ? 0 : IS_MADE);
    const { index } = stream;
    const { event } = decoded;
    const entity = event === undefined ? 0 : entities.take(index, seq, type, event);
    const tag = event?.['subagentRunId'];
    const agent = typeof tag === 'string' ? agents.numberOf(tag) : 0;
    columns.push({ timeMs, type: types.numberOf(type), stream: index, record, flags, entity, agent });
    texts.push(part <= 0 ? raw : '');
    if (part !== WHOLE) made.set(seq, { part, text: JSON.stringify(decoded) });
    recent[seq % RECENT] =
      raw.length > RECENT_LENGTH_MAX
        ? undefined
        : toLogged({ seq, timeMs, record, hasMore, stream, raw, binary }, decoded, isUnjudged);
  };

  const keepParts = (stream: Stream, parts: readonly Decoded[], place: KeptFrame): number => {
    const events = parts.filter(({ isControl }) => isControl !== true || stream.transport === 'file');
    for (const [part, decoded] of events.entries()) {
      const hasMore = place.arrival.hasMore || part < events.length - 1;
      keep(stream, decoded, { ...place, arrival: { ...place.arrival, hasMore }, part });
    }
    return events.length;
  };

  const store = (stream: Stream, reader: StreamReader, frame: Frame, arrival: Arrival): number => {
    const seq = columns.length;
    const decoded = reader.read(frame, seq);
    const isUnjudged = !reader.judged;
    const place = { frame, arrival, isUnjudged, part: WHOLE };
    if (decoded.parts !== undefined) return keepParts(stream, decoded.parts, place);
    // A file holds what somebody put there: nothing of it is left out, so that positions stay what they are.
    if (stream.transport !== 'file') {
      if (decoded.isControl === true) return 0;
      // JSON that holds no event at all is an answer of another kind, not a broken event.
      if ((decoded.type === '' || isUnjudged) && reader.framing === 'json-body') return 0;
    }
    if (frame.problem !== undefined) framingProblems.set(seq, frame.problem);
    // The name that an EventSource gave the frame is not in its text, so that it could not be decoded again.
    const isNamed = isUnjudged && frame.event !== undefined && reader.framing === 'message';
    keep(stream, decoded, isNamed ? { ...place, part: 0 } : place);
    return 1;
  };

  const close = (stream: Stream, reader: StreamReader, arrival: Arrival): number => {
    const place = { frame: EMPTY, arrival, isUnjudged: !reader.judged, part: WHOLE };
    return keepParts(stream, reader.closing(), place);
  };

  const reading = new RecordReader({ store, close, seq: () => columns.length }, options.dialect);

  const decodeAgain = (seq: number): LoggedEvent | undefined => {
    const stream = reading.streams[columns.stream(seq)];
    const reader = reading.readerOf(columns.stream(seq));
    if (stream === undefined || reader === undefined) return undefined;
    const flags = columns.flags(seq);
    const known = (flags & IS_MADE) === 0 ? undefined : made.get(seq);
    const raw = texts.at(seq - (known?.part ?? 0));
    const binary = (flags & IS_BINARY) !== 0;
    const problem = framingProblems.get(seq);
    const again = (): Decoded => {
      const frame = reader.reframe(raw, binary);
      return reader.reread(problem === undefined ? frame : { ...frame, problem }, seq);
    };
    const decoded: Decoded = known === undefined ? again() : JSON.parse(known.text);
    const timeMs = columns.timeMs(seq);
    const record = columns.record(seq);
    const hasMore = (flags & HAS_MORE) !== 0;
    const isUnjudged = (flags & IS_UNJUDGED) !== 0;
    return toLogged({ seq, timeMs, record, hasMore, stream, raw, binary }, decoded, isUnjudged);
  };

  return {
    get length() {
      return columns.length;
    },
    get bytes() {
      return texts.units;
    },
    streams: reading.streams,
    boundaries: reading.boundaries,
    append: (batch) => reading.append(batch),
    finish: () => reading.finish(),
    at(seq) {
      if (!(seq >= 0 && seq < columns.length)) return undefined;
      const known = recent[seq % RECENT];
      return known?.seq === seq ? known : decodeAgain(seq);
    },
    typeNames: () => types.all,
    rawOf: (seq) => texts.at(seq - (made.get(seq)?.part ?? 0)),
    blockAt(seq) {
      // The frame of a translated event may be in the block before.
      const text = made.size > 0 ? undefined : texts.slabAt(seq);
      return text === undefined ? undefined : { text, end: seq + SLAB };
    },
    typeOf: (seq) => types.at(columns.type(seq)),
    subagentOf: (seq) => agents.at(columns.agent(seq)),
    timeMsOf: (seq) => columns.timeMs(seq),
    streamOf: (seq) => (seq >= 0 && seq < columns.length ? reading.streams[columns.stream(seq)] : undefined),
    lengthOf: (seq) => texts.lengthOf(seq),
    hasProblems: (seq) => (columns.flags(seq) & HAS_PROBLEMS) !== 0,
    entityOf: (seq) => columns.entity(seq),
    entities,
  };
}
