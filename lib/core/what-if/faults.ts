// REGISTRY: faults of a stream, each a change of a recorded response. Those that edit one event can also be page
// rules.

import { starTest } from '@/lib/core/json/star-pattern';
import {
  type AnsweredRequest,
  type FaultyResponse,
  frameText,
  recordedResponse,
} from '@/lib/core/what-if/answered-request';
import { type EventEdit, type EventMatch, editEvent, RUN_ERROR } from '@/lib/messages/event-edits';

/** A fault that edits one event of a future stream, as a page rule. */
interface LiveFault {
  readonly event: EventMatch;
  readonly edit: EventEdit;
}

export interface Fault {
  readonly id: string;
  /** One sentence: the difference of the response. */
  readonly summary: string;
  readonly live?: LiveFault;
  /** The changed response; undefined if the fault does not apply to it. */
  make(exchange: AnsweredRequest): FaultyResponse | undefined;
}

const STALL_MS = 60_000;
const DELTA_TYPES = '*_CONTENT,*_ARGS';

const fitsType = (types: string, type: string): boolean =>
  types.split(',').some((pattern) => starTest(pattern)(type));

function edited(exchange: AnsweredRequest, at: number, edit: EventEdit): FaultyResponse | undefined {
  const { frames } = exchange;
  const frame = frames[at];
  if (frame === undefined) return undefined;
  const { event } = frame;
  const { texts, delayMs, end } = editEvent(edit, typeof event === 'string' ? event : JSON.stringify(event));
  const rest = end === undefined ? frames.slice(at + 1) : [];
  const response = recordedResponse({
    ...exchange,
    frames: [
      ...frames.slice(0, at),
      ...texts.map((text) => ({ ...frame, t: frame.t + delayMs, event: text })),
      ...rest.map((later) => ({ ...later, t: later.t + delayMs })),
    ],
  });
  if (end === undefined) return { ...response, endT: response.endT + delayMs };
  const how = { endT: frame.t, how: end };
  return { ...response, ...how, ...(end === 'network-error' && { detail: 'network error' }) };
}

function atFirst(id: string, summary: string, [type, edit]: readonly [string, EventEdit]): Fault {
  return {
    id,
    summary,
    live: { event: { query: `type:${type}`, nth: 1 }, edit },
    make: (exchange) =>
      edited(
        exchange,
        exchange.frames.findIndex((frame) => fitsType(type, frame.type)),
        edit,
      ),
  };
}

// The middle of a response of unknown length.
const LIVE_NTH = 3;

function inMiddle(id: string, summary: string, [type, edit]: readonly [string, EventEdit]): Fault {
  return {
    id,
    summary,
    live: { event: { query: `type:${type}`, nth: LIVE_NTH }, edit },
    make(exchange) {
      const found = exchange.frames.flatMap((frame, at) => (fitsType(type, frame.type) ? [at] : []));
      return edited(exchange, found[Math.floor(found.length / 2)] ?? -1, edit);
    },
  };
}

const inserted = (event: object): EventEdit => ({
  kind: 'insert',
  event: JSON.stringify(event),
  isAfter: false,
});

function inPieces(response: FaultyResponse, length: number): FaultyResponse {
  const encoder = new TextEncoder();
  const chunks = response.chunks.flatMap(({ t, data }) => {
    const bytes = typeof data === 'string' ? encoder.encode(data) : data;
    const count = Math.ceil(bytes.length / length);
    return Array.from({ length: count }, (_, n) => ({
      t,
      data: bytes.subarray(n * length, (n + 1) * length),
    }));
  });
  return { ...response, chunks };
}

export const faults: readonly Fault[] = [
  inMiddle('cut', 'The stream ends in the middle, without an error.', ['*', { kind: 'end' }]),
  inMiddle('network-error', 'The connection breaks in the middle.', ['*', { kind: 'break' }]),
  inMiddle('stall', 'Nothing comes for a minute in the middle.', ['*', { kind: 'delay', ms: STALL_MS }]),
  {
    id: 'buffered',
    summary: 'A proxy hands over everything at the end, in one piece.',
    make(exchange) {
      const response = recordedResponse(exchange);
      const data = exchange.frames.map(frameText).join('');
      return { ...response, chunks: data === '' ? [] : [{ t: exchange.endT, data }] };
    },
  },
  {
    id: 'split',
    summary: 'The bytes come in pieces of seven, through characters and lines.',
    make: (exchange) => inPieces(recordedResponse(exchange), 7),
  },
  inMiddle('duplicate', 'A delta in the middle comes twice.', [DELTA_TYPES, { kind: 'repeat' }]),
  {
    id: 'reorder',
    summary: 'A delta comes before the start of its message or call.',
    make(exchange) {
      const { frames } = exchange;
      const at = frames.findIndex(
        ({ type }, n) => type.endsWith('_START') && fitsType(DELTA_TYPES, frames[n + 1]?.type ?? ''),
      );
      const [frame, next] = frames.slice(at, at + 2);
      if (at < 0 || frame === undefined || next === undefined) return undefined;
      return recordedResponse({ ...exchange, frames: frames.toSpliced(at, 2, next, frame) });
    },
  },
  atFirst('no-start', 'The start of the first message is missing.', ['TEXT_MESSAGE_START', { kind: 'drop' }]),
  atFirst('no-end', 'The end of the first message is missing.', ['TEXT_MESSAGE_END', { kind: 'drop' }]),
  atFirst('no-finish', 'The end of the run is missing.', ['RUN_FINISHED,RUN_ERROR', { kind: 'drop' }]),
  inMiddle('run-error', 'The agent reports RUN_ERROR in the middle, and the stream ends.', [
    '*',
    { kind: 'run-error' },
  ]),
  atFirst('late-error', 'RUN_ERROR comes after RUN_FINISHED.', [
    'RUN_FINISHED',
    { kind: 'insert', event: RUN_ERROR, isAfter: true },
  ]),
  inMiddle('not-json', 'An event in the middle is cut in half.', [DELTA_TYPES, { kind: 'halve' }]),
  inMiddle('unknown-type', 'An event of a type that no client knows comes in the middle.', [
    '*',
    inserted({ type: 'SOMETHING_NEW', value: 1 }),
  ]),
  inMiddle('bad-patch', 'A STATE_DELTA in the middle changes a path that is not there.', [
    '*',
    inserted({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/what-if/missing', value: 1 }] }),
  ]),
  {
    id: 'crlf',
    summary: 'Lines end with CR LF.',
    make(exchange) {
      const response = recordedResponse(exchange);
      const chunks = exchange.frames.map((frame) => ({
        t: frame.t,
        data: frameText(frame).replaceAll('\n', '\r\n'),
      }));
      return { ...response, chunks };
    },
  },
  {
    id: 'wrong-type',
    summary: 'The content type is application/json.',
    make: (exchange) => ({ ...recordedResponse(exchange), contentType: 'application/json' }),
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
