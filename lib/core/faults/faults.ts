// REGISTRY: the faults of a stream, each as a change of a recorded answer.
import {
  type AnsweredRequest,
  type FaultyAnswer,
  frameText,
  recordedAnswer,
  type TimedFrame,
} from '@/lib/core/faults/exchange';

/** A way in which a stream breaks. */
export interface Fault {
  readonly id: string;
  /** One sentence: how the answer differs. */
  readonly summary: string;
  /** The changed answer; undefined if this one has nothing that could break so. */
  make(exchange: AnsweredRequest): FaultyAnswer | undefined;
}

const STALL_MS = 60_000;
const TERMINAL = /^RUN_(FINISHED|ERROR)$/;
const DELTA = /_(CONTENT|ARGS)$/;

/** The frame in the middle that fits, else none. */
function middle({ frames }: AnsweredRequest, fits: (frame: TimedFrame) => boolean = () => true): number {
  const found = frames.flatMap((frame, at) => (fits(frame) ? [at] : []));
  return found[Math.floor(found.length / 2)] ?? -1;
}

function withFrames(exchange: AnsweredRequest, frames: readonly TimedFrame[]): FaultyAnswer {
  return recordedAnswer({ ...exchange, frames });
}

/** Changes the frames around one; undefined without it. */
function around(
  exchange: AnsweredRequest,
  at: number,
  change: (frame: TimedFrame, frames: readonly TimedFrame[]) => readonly TimedFrame[],
): FaultyAnswer | undefined {
  const frame = exchange.frames[at];
  return frame && withFrames(exchange, change(frame, exchange.frames));
}

function isDelta({ type }: TimedFrame): boolean {
  return DELTA.test(type);
}

function without(type: RegExp): Fault['make'] {
  return (exchange) => {
    const at = exchange.frames.findIndex((frame) => type.test(frame.type));
    return around(exchange, at, (_, frames) => frames.toSpliced(at, 1));
  };
}

function runError(t: number): TimedFrame {
  const event = { type: 'RUN_ERROR', message: 'The agent failed.', code: 'what-if' };
  return { t, type: event.type, event };
}

function inPieces(answer: FaultyAnswer, length: number): FaultyAnswer {
  const encoder = new TextEncoder();
  const chunks = answer.chunks.flatMap(({ t, data }) => {
    const bytes = typeof data === 'string' ? encoder.encode(data) : data;
    const count = Math.ceil(bytes.length / length);
    return Array.from({ length: count }, (_, n) => ({
      t,
      data: bytes.subarray(n * length, (n + 1) * length),
    }));
  });
  return { ...answer, chunks };
}

/** Every fault. */
export const faults: readonly Fault[] = [
  {
    id: 'cut',
    summary: 'The stream ends in the middle, without an error.',
    make(exchange) {
      const at = middle(exchange);
      const end = around(exchange, at, (_, frames) => frames.slice(0, at));
      return end && { ...end, endT: exchange.frames[at]?.t ?? 0, how: 'complete' };
    },
  },
  {
    id: 'network-error',
    summary: 'The connection breaks in the middle.',
    make(exchange) {
      const at = middle(exchange);
      const end = around(exchange, at, (_, frames) => frames.slice(0, at));
      const endT = exchange.frames[at]?.t ?? 0;
      return end && { ...end, endT, how: 'network-error', detail: 'Failed to fetch' };
    },
  },
  {
    id: 'stall',
    summary: 'Nothing comes for a minute in the middle.',
    make(exchange) {
      const from = middle(exchange);
      const later = (t: number, at: number): number => (at >= from ? t + STALL_MS : t);
      const frames = exchange.frames.map((frame, at) => ({ ...frame, t: later(frame.t, at) }));
      return from < 0 ? undefined : { ...withFrames(exchange, frames), endT: exchange.endT + STALL_MS };
    },
  },
  {
    id: 'buffered',
    summary: 'A proxy hands over everything at the end, in one piece.',
    make(exchange) {
      const answer = recordedAnswer(exchange);
      const data = exchange.frames.map(frameText).join('');
      return { ...answer, chunks: data === '' ? [] : [{ t: exchange.endT, data }] };
    },
  },
  {
    id: 'split',
    summary: 'The bytes come in pieces of seven, through characters and lines.',
    make: (exchange) => inPieces(recordedAnswer(exchange), 7),
  },
  {
    id: 'duplicate',
    summary: 'A delta in the middle comes twice.',
    make(exchange) {
      const at = middle(exchange, isDelta);
      return around(exchange, at, (frame, frames) => frames.toSpliced(at, 0, frame));
    },
  },
  {
    id: 'reorder',
    summary: 'A delta comes before the start of its message or call.',
    make(exchange) {
      const at = exchange.frames.findIndex(
        ({ type }, n) => type.endsWith('_START') && DELTA.test(exchange.frames[n + 1]?.type ?? ''),
      );
      const next = exchange.frames[at + 1];
      return next && around(exchange, at, (frame, frames) => frames.toSpliced(at, 2, next, frame));
    },
  },
  {
    id: 'no-start',
    summary: 'The start of the first message is missing.',
    make: without(/^TEXT_MESSAGE_START$/),
  },
  { id: 'no-end', summary: 'The end of the first message is missing.', make: without(/^TEXT_MESSAGE_END$/) },
  { id: 'no-finish', summary: 'The end of the run is missing.', make: without(TERMINAL) },
  {
    id: 'run-error',
    summary: 'The agent reports RUN_ERROR in the middle, and the stream ends.',
    make(exchange) {
      const at = middle(exchange);
      return around(exchange, at, ({ t }, frames) => [...frames.slice(0, at), runError(t)]);
    },
  },
  {
    id: 'late-error',
    summary: 'RUN_ERROR comes after RUN_FINISHED.',
    make(exchange) {
      const at = exchange.frames.findIndex(({ type }) => type === 'RUN_FINISHED');
      return around(exchange, at, ({ t }, frames) => frames.toSpliced(at + 1, 0, runError(t)));
    },
  },
  {
    id: 'not-json',
    summary: 'An event in the middle is cut in half.',
    make(exchange) {
      const at = middle(exchange, isDelta);
      return around(exchange, at, (frame, frames) => {
        const text = JSON.stringify(frame.event);
        return frames.with(at, { ...frame, event: text.slice(0, Math.ceil(text.length / 2)) });
      });
    },
  },
  {
    id: 'unknown-type',
    summary: 'An event of a type that no client knows comes in the middle.',
    make(exchange) {
      const at = middle(exchange);
      const event = { type: 'SOMETHING_NEW', value: 1 };
      return around(exchange, at, ({ t }, frames) => frames.toSpliced(at, 0, { t, type: event.type, event }));
    },
  },
  {
    id: 'bad-patch',
    summary: 'A STATE_DELTA in the middle changes a path that is not there.',
    make(exchange) {
      const at = middle(exchange);
      const delta = [{ op: 'replace', path: '/what-if/missing', value: 1 }];
      const event = { type: 'STATE_DELTA', delta };
      return around(exchange, at, ({ t }, frames) => frames.toSpliced(at, 0, { t, type: event.type, event }));
    },
  },
  {
    id: 'crlf',
    summary: 'Lines end with CR LF.',
    make(exchange) {
      const answer = recordedAnswer(exchange);
      const chunks = exchange.frames.map((frame) => ({
        t: frame.t,
        data: frameText(frame).replaceAll('\n', '\r\n'),
      }));
      return { ...answer, chunks };
    },
  },
  {
    id: 'wrong-type',
    summary: 'The content type is application/json.',
    make: (exchange) => ({ ...recordedAnswer(exchange), contentType: 'application/json' }),
  },
  {
    id: 'http-500',
    summary: 'The server answers with HTTP 500.',
    make: ({ frames }) => {
      const t = frames[0]?.t ?? 0;
      const data = '{"error":"Internal Server Error"}';
      return {
        status: 500,
        contentType: 'application/json',
        chunks: [{ t, data }],
        endT: t,
        how: 'complete',
      };
    },
  },
];
