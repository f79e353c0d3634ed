// The answers of a recording, as a rule serves them to a page.
import { bodiesOf } from '@/lib/core/files/bodies';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import type { Stream } from '@/lib/core/log/types';
import type { ServedExchange, ServedInput } from '@/lib/messages/page-rules';
import { endpointOf, isResumeOf, userTextOf } from '@/lib/messages/request-facts';

/** Content types of bodies whose headers are not known, by framing. */
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
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isJsonObject(message)) continue;
    const calls = Array.isArray(message['toolCalls']) ? message['toolCalls'] : [];
    for (const each of [message, ...calls]) {
      const id = isJsonObject(each) ? filledText(each['id']) : undefined;
      if (id !== undefined) yield id;
    }
  }
}

function recordedInput({ input }: Stream): readonly ServedInput[] {
  const messages = input?.['messages'];
  if (!Array.isArray(messages)) return [];
  return messages.map((message) => ({
    id: (isJsonObject(message) && filledText(message['id'])) || '',
    role: (isJsonObject(message) && filledText(message['role'])) || '',
  }));
}

/** Ids that the events of a stream name. */
function idsOf(log: Log, seqs: readonly number[]): readonly string[] {
  const ids = seqs.flatMap((seq) => {
    const logged = log.at(seq);
    return [...idsIn(logged?.original ?? logged?.event)];
  });
  return [...new Set(ids)];
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

/** True for an answer that can be served: a body of HTTP, asked for by a run request. */
export function canServe({ transport, stop, asksForCapabilities, input, events }: Stream): boolean {
  const isBody = transport === 'fetch' || transport === 'xhr' || transport === 'file';
  return isBody && stop === undefined && !asksForCapabilities && (input !== undefined || events > 0);
}

/** The answers of a recording in the order of their requests; those that `isWanted`, if given. */
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
    .map((stream) => {
      const { headers, framing = '', startMs, headMs = startMs, close, input } = stream;
      const parts = (bodies[stream.index] ?? []).filter((part) => part.kind === 'chunk');
      const openT = times.get(stream.key) ?? parts[0]?.t ?? 0;
      const chunks = parts.map(({ t, text, b64 }) => ({
        t: Math.max(0, t - openT),
        ...(text === undefined ? { b64: b64 ?? '' } : { text }),
      }));
      const own = recordedInput(stream);
      const asked = new Set(own.map(({ id }) => id));
      const { 'content-length': _, ...kept } = headers ?? { 'content-type': CONTENT_TYPES[framing] ?? '' };
      const thread = filledText(input?.['threadId']);
      const run = filledText(input?.['runId']);
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
        ...(thread !== undefined && { thread }),
        ...(run !== undefined && { run }),
        endpoint: endpointOf(stream.url, stream.envelope),
        userText: userTextOf(input),
        ...(isResumeOf(input) && { isResume: true }),
        input: own,
        ids: idsOf(log, seqs[stream.index] ?? []).filter((id) => !asked.has(id)),
      };
    });
}
