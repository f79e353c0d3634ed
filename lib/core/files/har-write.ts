// Writes HAR 1.2: an entry for each stream, with Chrome's fields for the times of its parts.

import { sse } from '@/lib/core/decode/sse';
import { type BodyPart, bodiesOf, textsOfBody } from '@/lib/core/files/bodies';
import { initiatorField } from '@/lib/core/files/har-initiator';
import type { WriteSource } from '@/lib/core/files/types';
import { isoTime } from '@/lib/core/json/format';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { grouped } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';
import { marksByStream, marksText } from '@/lib/core/log/origin-marks';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { joinBytes, toBase64 } from '@/lib/messages/base64';
import { bytesOfData } from '@/lib/messages/raw-batch';
import type { CapturedRecord, FrameRecord, Transport } from '@/lib/messages/records';

/** All entries of our own files are read. */
export const HAR_CREATOR = 'AG-UI Lens';

/** Errors of a response that the page or the user aborted, such as Chrome's `net::ERR_ABORTED`. */
export const ABORT_ERROR = /ABORTED|CANCEL/i;

const RESOURCE_TYPE: Readonly<Record<Transport, string>> = {
  fetch: 'fetch',
  xhr: 'xhr',
  'event-source': 'eventsource',
  'web-socket': 'websocket',
  file: 'fetch',
};

type GapBoundary = Extract<Boundary, { readonly kind: 'gap' }>;

interface EntryContext {
  readonly stream: Stream;
  readonly parts: readonly BodyPart[];
  /** Beginning of the document: times of parts are relative to it. */
  readonly originMs: number;
  /** Id of its page; absent if the page is unknown. */
  readonly pageref: string | undefined;
  readonly marks: string | undefined;
  /** Changes of its events by rules. */
  readonly changes: readonly GapBoundary[];
  readonly eventTimes: readonly number[];
}

/** To the microsecond, the precision of a Unix time in a double. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function secondsOf(ms: number): number {
  return Math.round(ms * 1000) / 1e6;
}

function headerList(headers: Readonly<Record<string, string | undefined>>): Json {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

function queryOf(url: string): Json {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query.split('&').flatMap((pair) => {
    if (pair === '') return [];
    const [name = '', ...value] = pair.split('=');
    return [{ name, value: value.join('=') }];
  });
}

function requestOf({ method, url, accept, requestBody }: Stream): JsonObject {
  const mimeType = 'application/json';
  const type = requestBody === undefined ? undefined : mimeType;
  return {
    method: method || 'GET',
    url,
    httpVersion: '',
    cookies: [],
    headers: headerList({ accept, 'content-type': type }),
    queryString: queryOf(url),
    ...(requestBody !== undefined && { postData: { mimeType, text: requestBody } }),
    headersSize: -1,
    bodySize: -1,
  };
}

function contentField({ stream, parts }: EntryContext): JsonObject {
  const mimeType = stream.headers?.['content-type'] ?? '';
  const chunks = parts.filter(({ kind }) => kind === 'chunk');
  const text = [...textsOfBody(chunks)].join('');
  const bytes = joinBytes(chunks.map(bytesOfData));
  // Invalid UTF-8 cannot be written as text.
  const isText = stream.framing !== 'proto' && !text.includes('\ufffd');
  if (isText) return { size: bytes.length, mimeType, text };
  return { size: bytes.length, mimeType, encoding: 'base64', text: toBase64(bytes) };
}

function isFrame(part: BodyPart): part is FrameRecord {
  return part.kind === 'frame';
}

function socketMessages({ parts, originMs }: EntryContext): Json {
  return parts.filter(isFrame).map(({ dir, t, text, b64 }) => ({
    type: dir === 'out' ? 'send' : 'receive',
    time: secondsOf(originMs + t),
    opcode: text === undefined ? 2 : 1,
    data: text ?? b64 ?? '',
  }));
}

/** Messages of an EventSource, or the frames of a body with their times. */
function eventMessages({ stream, parts, originMs, eventTimes }: EntryContext): readonly JsonObject[] {
  if (stream.transport === 'event-source') {
    return parts.filter(isFrame).map(({ t, event, lastEventId, text = '' }) => ({
      time: secondsOf(originMs + t),
      eventName: event ?? 'message',
      eventId: lastEventId ?? '',
      data: text,
    }));
  }
  if (stream.framing !== 'sse') return [];
  const reader = sse.create();
  const read = [...textsOfBody(parts)].flatMap((text) => reader.push(text)).concat(reader.end());
  const frames = read.filter(({ unread }) => unread === undefined);
  if (frames.length !== eventTimes.length) return [];
  return frames.map(({ data, event }, at) => ({
    time: secondsOf(eventTimes[at] ?? originMs),
    eventName: event ?? 'message',
    eventId: '',
    data,
  }));
}

function extrasOf(context: EntryContext): JsonObject {
  const { transport } = context.stream;
  const type = { _resourceType: RESOURCE_TYPE[transport], ...initiatorField(context.stream) };
  if (transport === 'web-socket') return { ...type, _webSocketMessages: socketMessages(context) };
  const messages = eventMessages(context);
  return messages.length === 0 ? type : { ...type, _eventSourceMessages: messages };
}

function errorOf({ close }: Stream): JsonObject {
  if (close === undefined || close.how === 'complete') return {};
  if (close.how !== 'network-error') return { _error: 'net::ERR_ABORTED' };
  const { detail } = close;
  // Such a detail would be read as an abort.
  return { _error: detail === undefined || ABORT_ERROR.test(detail) ? 'net::ERR_FAILED' : detail };
}

/** The status. If a page cannot read it (WebSocket), that of a successful response. */
function statusOf({ status, transport, close }: Stream): number {
  if (status !== undefined) return status;
  if (close !== undefined && close.how !== 'complete') return 0;
  return transport === 'web-socket' ? 101 : 200;
}

function entryOf(context: EntryContext): JsonObject {
  const { stream, parts, originMs } = context;
  const { startMs, headMs, headers = {}, close } = stream;
  // Dates have whole milliseconds; the end keeps its time.
  const start = Math.floor(startMs);
  const endMs = close?.timeMs ?? originMs + (parts.at(-1)?.t ?? 0);
  const time = rounded(Math.max(0, endMs - start));
  const wait = rounded(Math.min(time, Math.max(0, (headMs ?? startMs) - start)));
  return {
    ...(context.pageref !== undefined && { pageref: context.pageref }),
    startedDateTime: isoTime(start),
    time,
    request: requestOf(stream),
    response: {
      status: statusOf(stream),
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: headerList(headers),
      content: contentField(context),
      redirectURL: headers['location'] ?? '',
      headersSize: -1,
      bodySize: -1,
      ...errorOf(stream),
    },
    cache: {},
    timings: { send: 0, wait, receive: rounded(time - wait) },
    // For viewers.
    ...(context.marks !== undefined && { comment: context.marks }),
    // For opening the file again.
    ...(stream.origin !== undefined && { _origin: stream.origin }),
    ...(context.changes.length > 0 && { _changes: context.changes.map(changeOf) }),
    ...extrasOf(context),
  };
}

function eventTimesOf(log: Log): readonly (readonly number[])[] {
  return seqsByStream(log).map((seqs) => seqs.map((seq) => log.timeMsOf(seq)));
}

function changeOf({ timeMs, detail }: GapBoundary): JsonObject {
  return { time: secondsOf(timeMs), text: detail };
}

type Navigation = Extract<CapturedRecord, { readonly kind: 'navigation' }>;

/** The navigation of each document. */
function pagesOf({ batches }: WriteSource): ReadonlyMap<string, Navigation> {
  const pages = new Map<string, Navigation>();
  for (const { doc, records } of batches()) {
    for (const record of records) if (record.kind === 'navigation') pages.set(doc, record);
  }
  return pages;
}

const pageId = (index: number): string => `page_${index + 1}`;

function pageField({ timeOrigin, url, top }: Navigation, index: number): JsonObject {
  // Chrome writes the URL of a page as its title, too.
  const page = { startedDateTime: isoTime(timeOrigin), id: pageId(index), title: url, pageTimings: {} };
  return { ...page, ...(!top && { _top: false }) };
}

function* harText(log: Log, source: WriteSource): Iterable<string> {
  const bodies = bodiesOf(log, source.batches());
  const pages = pagesOf(source);
  const times = eventTimesOf(log);
  const marks = marksByStream(log);
  const gaps = log.boundaries.filter((boundary) => boundary.kind === 'gap');
  const changes = grouped(
    gaps.filter(({ reason }) => reason === 'changed'),
    ({ stream }) => stream,
  );
  const creator = JSON.stringify({ name: HAR_CREATOR, version: '1' });
  const docs = [...new Set(log.streams.map(({ doc }) => doc))].filter((doc) => pages.has(doc));
  const pageList = JSON.stringify(docs.flatMap((doc) => pages.get(doc) ?? []).map(pageField));
  yield `{"log":{"version":"1.2","creator":${creator},"pages":${pageList},"entries":[\n`;
  for (const stream of log.streams) {
    const { index, doc } = stream;
    const page = pages.get(doc);
    const context = {
      stream,
      originMs: page?.timeOrigin ?? 0,
      pageref: page && pageId(docs.indexOf(doc)),
      marks: marksText(marks, [stream]),
      changes: changes.get(stream) ?? [],
      parts: bodies[index] ?? [],
      eventTimes: times[index] ?? [],
    };
    yield `${index === 0 ? '' : ',\n'}${JSON.stringify(entryOf(context))}`;
  }
  yield '\n]}}\n';
}

export function writeHar(source: WriteSource): Iterable<string> {
  return harText(source.log(), source);
}
