// One request and its response, taken from a log to be changed and read again.
import { batched } from '@/lib/core/files/file-batches';
import type { FileBatch } from '@/lib/core/files/types';
import type { Json } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import { responseStatus } from '@/lib/core/log/stream-facts';
import type { Stream } from '@/lib/core/log/types';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';

/** A frame of a response; times are in milliseconds since the request. */
interface TimedFrame {
  readonly t: number;
  readonly type: string;
  /** The event; for other frames, their text. */
  readonly event: Json;
}

export interface FaultyResponse {
  readonly status: number;
  readonly contentType: string;
  readonly chunks: readonly { readonly t: number; readonly data: string | Uint8Array }[];
  readonly endT: number;
  readonly how: CloseHow;
  readonly detail?: string;
}

export interface AnsweredRequest {
  readonly stream: Stream;
  readonly frames: readonly TimedFrame[];
  readonly endT: number;
  readonly how: CloseHow;
}

/** The exchange of a stream; an open response counts as complete. */
export function exchangeOf(log: Log, stream: Stream): AnsweredRequest {
  const seqs = seqsByStream(log)[stream.index] ?? [];
  const frames = seqs.map((seq): TimedFrame => {
    const { event, original, raw = '', type = '', timeMs = 0 } = log.at(seq) ?? {};
    return { t: Math.max(0, timeMs - stream.startMs), type, event: original ?? event ?? raw };
  });
  const { close, startMs } = stream;
  const endT = Math.max((close?.timeMs ?? startMs) - startMs, frames.at(-1)?.t ?? 0);
  return { stream, frames, endT, how: close?.how ?? 'complete' };
}

export function frameText({ event }: TimedFrame): string {
  return `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
}

export function recordedResponse({ frames, stream, endT, how }: AnsweredRequest): FaultyResponse {
  return {
    status: responseStatus(stream),
    contentType: 'text/event-stream',
    chunks: frames.map((frame) => ({ t: frame.t, data: frameText(frame) })),
    endT,
    how,
  };
}

function* recordsOf({ stream }: AnsweredRequest, response: FaultyResponse): Iterable<CapturedRecord> {
  const { url, method, accept, requestBody, startMs } = stream;
  const { status, contentType, chunks, endT, how, detail } = response;
  yield { kind: 'navigation', t: 0, url, timeOrigin: startMs, top: true };
  yield {
    kind: 'open',
    t: 0,
    stream: 1,
    transport: 'fetch',
    url,
    method,
    headT: chunks[0]?.t ?? 0,
    status,
    headers: { 'content-type': contentType },
    ...(requestBody !== undefined && { requestBody }),
    ...(accept !== undefined && { accept }),
  };
  for (const { t, data } of chunks) {
    const content = typeof data === 'string' ? { text: data } : { b64: toBase64(data) };
    yield { kind: 'chunk', t, stream: 1, ...content };
  }
  yield { kind: 'close', t: endT, stream: 1, how, ...(detail !== undefined && { detail }) };
}

export function toBatches(exchange: AnsweredRequest, response: FaultyResponse): readonly FileBatch[] {
  return [...batched(recordsOf(exchange, response))];
}
