// The responses of a recording, in the form in which a rule serves them.

import { messageIds } from '@/lib/core/agui/request';
import { endpointOf, requestFacts } from '@/lib/core/agui/request-facts';
import { type BodyPart, bodiesOf, frameText } from '@/lib/core/files/bodies';
import { endedFrame } from '@/lib/core/files/scope';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type Json, type JsonObject, parseJson } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import { isConnection } from '@/lib/core/log/stream-facts';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import type { ServedExchange } from '@/lib/messages/page-rules';
import type { FrameRecord } from '@/lib/messages/records';

/** Content types by framing, for bodies with unknown headers. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  proto: 'application/vnd.ag-ui.event+proto',
};

const filledText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Ids of messages and calls that an event names. */
function* idsIn(event: Json | undefined): Iterable<string> {
  if (!isJsonObject(event)) return;
  const { messageId, parentMessageId, toolCallId, messages } = event;
  for (const id of [messageId, parentMessageId, toolCallId]) if (typeof id === 'string') yield id;
  yield* messageIds(messages);
}

function idsOf(events: Iterable<Json | undefined>): readonly string[] {
  const ids = new Set<string>();
  for (const event of events) for (const id of idsIn(event)) ids.add(id);
  return [...ids];
}

/** Events as on the wire, decoded one at a time to save memory. */
function* wireEvents(log: Log, seqs: readonly number[]): Iterable<Json | undefined> {
  for (const seq of seqs) {
    const logged = log.at(seq);
    yield logged?.original ?? logged?.event;
  }
}

/** Times of the requests, milliseconds since the time origin of their document, by the key of the stream. */
function openTimes(batches: Iterable<FileBatch>): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { doc, records } of batches)
    for (const record of records) {
      const key = record.kind === 'open' ? `${doc}:${record.stream}` : '';
      if (key !== '' && !times.has(key)) times.set(key, record.t);
    }
  return times;
}

/** True for responses that can be served: to a run request, or over a connection. */
export function canServe({ stop, asksForCapabilities, input, events }: Stream): boolean {
  return stop === undefined && !asksForCapabilities && (input !== undefined || events > 0);
}

type RecordedRequest = Pick<
  ServedExchange,
  'thread' | 'run' | 'endpoint' | 'userText' | 'isResume' | 'input' | 'ids'
>;

function askedOf(
  { url, envelope }: Pick<Stream, 'url' | 'envelope'>,
  input: JsonObject | undefined,
  named: readonly string[],
): RecordedRequest {
  const { isResume, ...facts } = requestFacts(input, endpointOf(url, envelope));
  const asked = new Set(facts.input.map(({ id }) => id));
  const thread = filledText(input?.['threadId']);
  const run = filledText(input?.['runId']);
  return {
    ...(thread !== undefined && { thread }),
    ...(run !== undefined && { run }),
    ...facts,
    ...(isResume && { isResume }),
    ids: named.filter((id) => !asked.has(id)),
  };
}

const objectIn = (text: string | undefined): JsonObject | undefined => {
  const value = parseJson(text ?? '');
  return isJsonObject(value) ? value : undefined;
};

function requestIn({ dir, text }: FrameRecord): JsonObject | undefined {
  const sent = dir === 'out' ? objectIn(text) : undefined;
  return typeof sent?.['runId'] === 'string' ? sent : undefined;
}

/** The run request that the beginning of a response repeats. */
function startOf(frames: readonly FrameRecord[]): JsonObject | undefined {
  const start = frames.map(({ text }) => objectIn(text)).find((event) => event?.['type'] === 'RUN_STARTED');
  const input = start?.['input'];
  return isJsonObject(input) ? input : start;
}

/**
 * Responses in the text messages of a connection, as server-sent events. An EventSource has one, a WebSocket one per
 * run request of the page.
 */
function* responsesOfConnection(
  stream: Stream,
  parts: readonly BodyPart[],
  { openT, named }: { readonly openT: number; readonly named: readonly string[] },
): Iterable<ServedExchange> {
  const frames = parts.filter((part) => part.kind === 'frame');
  const requests = stream.transport === 'web-socket' ? frames.filter(requestIn) : [];
  const starts = stream.transport === 'web-socket' ? requests.map((frame) => frames.indexOf(frame)) : [0];
  for (const [index, start] of starts.entries()) {
    const request = requests[index];
    const response = frames
      .slice(start, starts[index + 1])
      .filter(({ dir, text }) => dir === 'in' && text !== undefined);
    const askedT = request?.t ?? openT;
    const chunks = response.map((frame) => ({ t: Math.max(0, frame.t - askedT), text: frameText(frame) }));
    const isLast = index === starts.length - 1;
    yield {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      headT: 0,
      chunks,
      endT: chunks.at(-1)?.t ?? 0,
      ...(isLast && stream.close?.how === 'network-error' && { isBroken: true }),
      ...askedOf(stream, request ? requestIn(request) : (stream.input ?? startOf(response)), named),
    };
  }
}

interface FramedEvent {
  readonly text: string;
  readonly event: JsonObject | undefined;
}

const RUN_ENDS: ReadonlySet<Json | undefined> = new Set(['RUN_FINISHED', 'RUN_ERROR']);

/** Responses made of events without requests, one per run, as server-sent events, which every client reads. */
export function responsesOfEvents(
  source: Pick<Stream, 'url' | 'envelope'>,
  events: readonly FramedEvent[],
): readonly ServedExchange[] {
  const isStart = ({ event }: FramedEvent): boolean => event?.['type'] === 'RUN_STARTED';
  const isEnd = ({ event }: FramedEvent): boolean => RUN_ENDS.has(event?.['type']);
  const starts = events.flatMap((each, index) => (isStart(each) ? [index] : []));
  // Events before the first run belong to it, unless they end another run.
  const isRest = events.slice(0, starts[0]).some(isEnd);
  return [...new Set([0, ...(isRest ? starts : starts.slice(1))])].map((from, index, all) => {
    const response = events.slice(from, all[index + 1]);
    const { input, ...start } = (response.find(isStart) ?? response.find(isEnd))?.event ?? {};
    const asked = { ...start, ...(isJsonObject(input) && input) };
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      headT: 0,
      chunks: response.map(({ text }) => ({ t: 0, text })),
      endT: 0,
      ...askedOf(source, asked, idsOf(response.map(({ event }) => event))),
    };
  });
}

/** True for a file of events, or for a body with one event per frame. */
const isEventFile = ({ url, transport, status, framing, dialect = '' }: Stream): boolean =>
  transport === 'file' &&
  status === undefined &&
  url.startsWith('file:') &&
  framing !== 'proto' &&
  dialect.startsWith('ag-ui');

function framedEvent({ raw, stream, event, original }: LoggedEvent): FramedEvent {
  const text = stream.framing === 'sse' ? endedFrame(raw) : frameText({ text: raw.trim() });
  return { text, event: original ?? event };
}

/** The responses of a recording in the order of their requests, filtered by `isWanted`. */
export function servedExchanges(
  log: Log,
  batches: readonly FileBatch[],
  isWanted: (stream: Stream) => boolean = () => true,
): readonly ServedExchange[] {
  const bodies = bodiesOf(log, batches);
  const seqs = seqsByStream(log);
  const times = openTimes(batches);
  return log.streams
    .filter((stream) => canServe(stream) && isWanted(stream))
    .flatMap((stream) => {
      const { headers, framing = '', startMs, headMs = startMs, close, input } = stream;
      const body = bodies[stream.index] ?? [];
      const openT = times.get(stream.key) ?? body[0]?.t ?? 0;
      const own = seqs[stream.index] ?? [];
      if (isEventFile(stream)) {
        const events = own.flatMap((seq) => log.at(seq) ?? []);
        return responsesOfEvents(stream, events.map(framedEvent));
      }
      const named = idsOf(wireEvents(log, own));
      if (isConnection(stream)) return [...responsesOfConnection(stream, body, { openT, named })];
      const chunks = body
        .filter((part) => part.kind === 'chunk')
        .map(({ t, text, b64 }) => ({
          t: Math.max(0, t - openT),
          ...(text === undefined ? { b64: b64 ?? '' } : { text }),
        }));
      const { 'content-length': _, ...kept } = headers ?? { 'content-type': CONTENT_TYPES[framing] ?? '' };
      return {
        status: stream.status ?? 200,
        headers: kept,
        headT: Math.max(0, headMs - startMs),
        chunks,
        endT: Math.max(chunks.at(-1)?.t ?? 0, (close?.timeMs ?? startMs) - startMs),
        ...(close?.how === 'network-error' &&
          (stream.status === undefined && stream.headMs === undefined
            ? { isRefused: true }
            : { isBroken: true })),
        ...askedOf(stream, input, named),
      };
    });
}
