// The log: captured records in, events out. Append-only; raw text and numeric columns are kept, decoded events are
// made when asked for. Everything else is a fold over it.

import type { Decoded, Frame, Problem } from '@/lib/decode/types';
import { Columns, HAS_MORE, HAS_PROBLEMS, IS_BINARY, Texts } from '@/lib/log/columns';
import { type Arrival, Intake } from '@/lib/log/intake';
import type { StreamReader } from '@/lib/log/stream-reader';
import type { LoggedEvent, Mark, Stream } from '@/lib/log/types';
import type { CapturedRecord } from '@/lib/wire/records';

/** A batch of records as the log takes it. */
export interface Batch {
  readonly doc: string;
  readonly frame: number;
  readonly records: readonly CapturedRecord[];
}

/** The append-only log of one session or file. */
export interface Log {
  /** Number of events. */
  readonly length: number;
  readonly streams: readonly Stream[];
  readonly marks: readonly Mark[];
  /** Length of all frames kept, UTF-16 units. */
  readonly bytes: number;
  append(batch: Batch): void;
  /** Flushes what is still unfinished in every open stream: the end of a file. */
  finish(): void;
  /** The event at a seq; undefined outside of the log. */
  at(seq: number): LoggedEvent | undefined;
  typeOf(seq: number): string;
  timeMsOf(seq: number): number;
  streamOf(seq: number): Stream | undefined;
  /** Length of the event's frame on the wire. */
  lengthOf(seq: number): number;
  /** Whether the event has problems. */
  hasProblems(seq: number): boolean;
}

// The newest events are asked for by every fold right after they came; these stay decoded.
const RECENT = 1024;
const RECENT_LENGTH_MAX = 64 * 1024;
// Type numbers are 16 bit; a stream of random types must not overflow them.
const TYPES_MAX = 60_000;

type FromDecoded = Pick<LoggedEvent, 'type' | 'event' | 'original' | 'problems'>;

function eventOf({ type, event, original, problems }: Decoded): FromDecoded {
  return {
    type,
    problems,
    ...(event !== undefined && { event }),
    ...(original !== undefined && { original }),
  };
}

/** Makes an empty log. */
export function createLog(): Log {
  const columns = new Columns();
  const texts = new Texts();
  const typeNames: string[] = [''];
  const typeNumbers = new Map<string, number>([['', 0]]);
  const framingProblems = new Map<number, Problem>();
  const recent: (LoggedEvent | undefined)[] = new Array(RECENT).fill(undefined);

  const numberOf = (type: string): number => {
    const known = typeNumbers.get(type);
    if (known !== undefined) return known;
    if (typeNames.length >= TYPES_MAX) return TYPES_MAX;
    typeNumbers.set(type, typeNames.length);
    typeNames.push(type);
    return typeNames.length - 1;
  };

  const store = (stream: Stream, reader: StreamReader, frame: Frame, arrival: Arrival): boolean => {
    const { timeMs, record, hasMore } = arrival;
    const seq = columns.length;
    const decoded = reader.read(frame, seq);
    const { type, problems, isControl } = decoded;
    // A file holds what somebody put there: nothing of it is left out, so that positions stay what they are.
    if (stream.transport !== 'file') {
      if (isControl === true) return false;
      // JSON that holds no event at all is an answer of another kind, not a broken event.
      if (type === '' && reader.framing === 'json-body') return false;
    }
    if (frame.problem !== undefined) framingProblems.set(seq, frame.problem);
    const flags =
      (problems.length > 0 ? HAS_PROBLEMS : 0) | (frame.binary ? IS_BINARY : 0) | (hasMore ? HAS_MORE : 0);
    columns.push({ timeMs, type: numberOf(type), stream: stream.index, record, flags });
    texts.push(frame.raw);
    const { raw, binary } = frame;
    recent[seq % RECENT] =
      raw.length > RECENT_LENGTH_MAX
        ? undefined
        : { seq, ...arrival, stream, ...eventOf(decoded), raw, binary };
    return true;
  };

  const intake = new Intake({ store, seq: () => columns.length });

  const decodeAgain = (seq: number): LoggedEvent | undefined => {
    const stream = intake.streams[columns.stream(seq)];
    const reader = intake.readerOf(columns.stream(seq));
    if (stream === undefined || reader === undefined) return undefined;
    const raw = texts.at(seq);
    const binary = (columns.flags(seq) & IS_BINARY) !== 0;
    const problem = framingProblems.get(seq);
    const frame = reader.reframe(raw, binary);
    const decoded = reader.reread(problem === undefined ? frame : { ...frame, problem }, seq);
    const timeMs = columns.timeMs(seq);
    const record = columns.record(seq);
    const hasMore = (columns.flags(seq) & HAS_MORE) !== 0;
    const place = { seq, timeMs, record, hasMore };
    return { ...place, stream, ...eventOf(decoded), raw, binary };
  };

  return {
    get length() {
      return columns.length;
    },
    get bytes() {
      return texts.units;
    },
    streams: intake.streams,
    marks: intake.marks,
    append: (batch) => intake.append(batch),
    finish: () => intake.finish(),
    at(seq) {
      if (!(seq >= 0 && seq < columns.length)) return undefined;
      const known = recent[seq % RECENT];
      return known?.seq === seq ? known : decodeAgain(seq);
    },
    typeOf: (seq) => typeNames[columns.type(seq)] ?? '',
    timeMsOf: (seq) => columns.timeMs(seq),
    streamOf: (seq) => (seq >= 0 && seq < columns.length ? intake.streams[columns.stream(seq)] : undefined),
    lengthOf: (seq) => texts.lengthOf(seq),
    hasProblems: (seq) => (columns.flags(seq) & HAS_PROBLEMS) !== 0,
  };
}
