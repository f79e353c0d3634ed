// HAR 1.2, as exported by browsers: every entry that may contain events becomes a stream of its page's document.

import { asksForCapabilities, parseDeclaration } from '@/lib/core/agui/capabilities';
import { excerpt } from '@/lib/core/agui/quoted';
import { parseRunRequest } from '@/lib/core/agui/request';
import { damageGap } from '@/lib/core/files/damaged';
import { batched, FILE_DOC, fileUrl } from '@/lib/core/files/file-batches';
import { factsOf } from '@/lib/core/files/format-facts';
import {
  type BodyContext,
  bodyRecords,
  changeRecord,
  eventSourceRecords,
  objectAt,
  socketRecords,
} from '@/lib/core/files/har-body';
import { harEntries } from '@/lib/core/files/har-entries';
import { initiatorText } from '@/lib/core/files/har-initiator';
import { ABORT_ERROR, HAR_CREATOR, writeHar } from '@/lib/core/files/har-write';
import { parseAnyDepth, textsOf } from '@/lib/core/files/input';
import type { FileBatch, FileInput, Format, ReadResult } from '@/lib/core/files/types';
import {
  arrayIn,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringIn,
} from '@/lib/core/json/json';
import { parseBase64, toBase64 } from '@/lib/messages/base64';
import { REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/messages/limits';
import {
  type CapturedRecord,
  type CloseRecord,
  type OpenRecord,
  RESPONSE_HEADERS,
  type Transport,
} from '@/lib/messages/records';

/** Requests to CopilotKit's runtime v1: named, but not AG-UI. */
const COPILOT_GRAPHQL = /\bgenerateCopilotResponse\b/;
const ASKED_FOR = /event-stream|ndjson|jsonl|json-seq|vnd\.ag-ui/i;
const STREAM_TYPES = /event-stream|ndjson|jsonl|vnd\.ag-ui/i;

interface HarEntry {
  readonly startMs: number;
  readonly endMs: number;
  readonly request: JsonObject;
  readonly response: JsonObject;
  /** Chrome's type of the request. */
  readonly kind: string;
  readonly error: string;
  /** True if the file was saved before the response had ended. */
  readonly isRunning: boolean;
  readonly sockets: readonly Json[];
  /** The server-sent events that Chrome lists. */
  readonly messages: readonly Json[];
  /** Written by Chrome only. */
  readonly initiator: string | undefined;
  /** Id of the page that sent the request. */
  readonly page: string | undefined;
  /** Written by Lens only. */
  readonly origin: string | undefined;
  readonly changes: readonly JsonObject[];
}

/** Reason of a failed request: Chrome's own field, or Playwright's. */
function errorOf(value: JsonObject): string | undefined {
  return stringIn(value, '_error') ?? stringIn(value, '_failureText');
}

/** True without a body size: the response was running, or broke off. */
function isUnknown(response: JsonObject): boolean {
  const content = objectAt(response, 'content');
  return content['size'] === -1 && (content['text'] ?? '') === '' && content['_file'] === undefined;
}

type ReadAttached = NonNullable<FileInput['attached']>;

function withAttached(holder: JsonObject, attached: ReadAttached | undefined): JsonObject {
  const name = stringIn(holder, '_file');
  const bytes = name === undefined || holder['text'] !== undefined ? undefined : attached?.(name);
  return bytes === undefined ? holder : { ...holder, encoding: 'base64', text: toBase64(bytes) };
}

function withBodies(value: JsonObject, attached: ReadAttached | undefined): JsonObject {
  if (attached === undefined) return value;
  const request = objectAt(value, 'request');
  const response = objectAt(value, 'response');
  const { encoding, text, ...postData } = withAttached(objectAt(request, 'postData'), attached);
  const bytes = encoding === 'base64' && typeof text === 'string' ? parseBase64(text) : undefined;
  const posted = bytes === undefined ? text : new TextDecoder().decode(bytes);
  return {
    ...value,
    request: {
      ...request,
      ...('postData' in request && {
        postData: { ...postData, ...(posted !== undefined && { text: posted }) },
      }),
    },
    response: {
      ...response,
      ...('content' in response && { content: withAttached(objectAt(response, 'content'), attached) }),
    },
  };
}

function parseEntry(given: Json, attached?: ReadAttached): HarEntry | undefined {
  if (!isJsonObject(given)) return undefined;
  const value = withBodies(given, attached);
  const startMs = Date.parse(stringIn(value, 'startedDateTime') ?? '');
  const time = value['time'];
  const durationMs = typeof time === 'number' && time > 0 ? time : 0;
  const response = objectAt(value, 'response');
  return {
    startMs: Number.isFinite(startMs) ? startMs : 0,
    endMs: (Number.isFinite(startMs) ? startMs : 0) + durationMs,
    request: objectAt(value, 'request'),
    response,
    kind: stringIn(value, '_resourceType') ?? '',
    error: errorOf(response) ?? errorOf(value) ?? '',
    isRunning: isUnknown(response) && errorOf(response) === undefined && errorOf(value) === undefined,
    sockets: arrayIn(value['_webSocketMessages']),
    messages: arrayIn(value['_eventSourceMessages']),
    page: stringIn(value, 'pageref'),
    initiator: initiatorText(value['_initiator']),
    origin: stringIn(value, '_origin'),
    changes: arrayIn(value['_changes']).filter(isJsonObject),
  };
}

const TRANSPORT_OF: Readonly<Record<string, Transport>> = {
  eventsource: 'event-source',
  websocket: 'web-socket',
  xhr: 'xhr',
  fetch: 'fetch',
};

/** The API of a request. Only Chrome writes it; an EventSource sends GET with one accepted type. */
function transportOf({ kind, sockets, request }: HarEntry): Transport {
  if (sockets.length > 0) return 'web-socket';
  const known = Object.hasOwn(TRANSPORT_OF, kind) ? TRANSPORT_OF[kind] : undefined;
  if (known !== undefined) return known;
  const isGet = stringIn(request, 'method')?.toUpperCase() === 'GET' && !('postData' in request);
  return isGet && headersOf(request).get('accept') === 'text/event-stream' ? 'event-source' : 'fetch';
}

function headersOf(message: JsonObject): Map<string, string> {
  const headers = new Map<string, string>();
  const list = message['headers'];
  if (!isJsonArray(list)) return headers;
  for (const header of list) {
    if (!isJsonObject(header)) continue;
    const name = stringIn(header, 'name');
    const value = stringIn(header, 'value');
    if (name !== undefined && value !== undefined) headers.set(name.toLowerCase(), value.slice(0, TEXT_MAX));
  }
  return headers;
}

/** Types of wrong or failed responses to a request for events. */
const LOOSE_TYPES =
  /^\s*(?:$|x-unknown|text\/(?:plain|html)|application\/(?:json|problem\+json|octet-stream))/i;
const mayRespond = (type = ''): boolean => LOOSE_TYPES.test(type);

/** True if a request asked for events, by the same test as the live capture. */
function asksForStream(request: JsonObject): boolean {
  const method = stringIn(request, 'method')?.toUpperCase();
  const accept = headersOf(request).get('accept') ?? '';
  return method !== undefined && method !== 'GET' && ASKED_FOR.test(accept);
}

function isCandidate({ request, response, sockets, messages }: HarEntry): boolean {
  if (sockets.length > 0 || messages.length > 0) return true;
  // Unknown types are 'x-unknown' or missing.
  const types = [
    stringIn(objectAt(response, 'content'), 'mimeType'),
    headersOf(response).get('content-type'),
  ];
  if (types.some((type = '') => STREAM_TYPES.test(type))) return true;
  if (asksForStream(request) && types.some(mayRespond)) return true;
  const body = stringIn(objectAt(request, 'postData'), 'text');
  if (asksForCapabilities(stringIn(request, 'method') ?? '', stringIn(request, 'url') ?? '', body)) {
    const { text = '' } = objectAt(response, 'content');
    return typeof text === 'string' && parseDeclaration('', text) !== undefined;
  }
  return body !== undefined && (parseRunRequest(body) !== undefined || COPILOT_GRAPHQL.test(body));
}

function openOf(entry: HarEntry, stream: number, t: number): OpenRecord {
  const { request, response, origin } = entry;
  const requestBody = stringIn(objectAt(request, 'postData'), 'text');
  const headers = headersOf(response);
  const mime = stringIn(objectAt(response, 'content'), 'mimeType');
  if (!headers.has('content-type') && mime !== undefined) headers.set('content-type', mime);
  const known = RESPONSE_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const status = response['status'];
  const accept = headersOf(request).get('accept');
  return {
    kind: 'open',
    t,
    stream,
    transport: transportOf(entry),
    url: (stringIn(request, 'url') ?? '').slice(0, TEXT_MAX),
    method: (stringIn(request, 'method') ?? '').slice(0, 64),
    headers: Object.fromEntries(known),
    ...(requestBody !== undefined && requestBody.length <= REQUEST_BODY_MAX && { requestBody }),
    ...(accept !== undefined && { accept }),
    // A body has no reads of its own, other than messages and timed events.
    hasUnknownReads: true,
    ...(entry.initiator !== undefined && { initiator: entry.initiator }),
    ...(origin !== undefined && origin !== '' && { origin: origin.slice(0, TEXT_MAX) }),
    ...(typeof status === 'number' && Number.isInteger(status) && status > 0 && { status }),
  };
}

function entryBody(entry: HarEntry, transport: Transport, context: BodyContext): CapturedRecord[] {
  const { sockets, messages, response } = entry;
  if (transport === 'web-socket') return socketRecords(sockets, context);
  if (transport === 'event-source' && messages.length > 0) return eventSourceRecords(messages, context);
  return bodyRecords(objectAt(response, 'content'), messages, context);
}

function closeOf({ error, response }: HarEntry): Pick<CloseRecord, 'how' | 'detail'> {
  if (error === '') return { how: response['status'] === 0 ? 'network-error' : 'complete' };
  const how = ABORT_ERROR.test(error) ? 'aborted' : 'network-error';
  return { how, detail: error.slice(0, TEXT_MAX) };
}

function recordsOf(
  entry: HarEntry,
  stream: number,
  { originMs, brotli }: Pick<BodyContext, 'originMs' | 'brotli'>,
): CapturedRecord[] {
  const open = openOf(entry, stream, Math.max(0, entry.startMs - originMs));
  const end = Math.max(open.t, entry.endMs - originMs);
  const encoding = headersOf(entry.response).get('content-encoding')?.toLowerCase() ?? '';
  const context = { stream, t: end, originMs, brotli, encoding };
  const received = entryBody(entry, open.transport, context);
  const changes = entry.changes.map((change) => changeRecord(change, context));
  const body = changes.length === 0 ? received : [...received, ...changes].sort((a, b) => a.t - b.t);
  // A message may be later than the end of the entry.
  const last = Math.max(end, body.at(-1)?.t ?? 0);
  // The end is not in the file.
  if (entry.isRunning) return [open, ...body];
  return [open, ...body, { kind: 'close', t: last, stream, ...closeOf(entry) }];
}

/** The entries of a truncated file. The last one has no end, and counts only if its response has begun. */
function cutEntries(entries: readonly HarEntry[]): readonly HarEntry[] {
  const last = entries.at(-1);
  const hasBegun = last !== undefined && 'content' in last.response;
  return [...entries.slice(0, -1), ...(hasBegun ? [{ ...last, isRunning: true }] : [])];
}

type HarDocument = Pick<HarEntry, 'page'> & { readonly url: string };

/** A response that is a document. Only Chrome writes the type of the request. */
function documentOf({ kind, page, request, response }: HarEntry): HarDocument | undefined {
  const mime = stringIn(objectAt(response, 'content'), 'mimeType') ?? '';
  const isDocument = kind === '' ? /^text\/html\b/i.test(mime) : kind === 'document';
  const url = stringIn(request, 'url') ?? '';
  const isGet = stringIn(request, 'method')?.toUpperCase() === 'GET';
  return isDocument && isGet && url !== '' ? { page, url: url.slice(0, TEXT_MAX) } : undefined;
}

interface HarContent {
  readonly log: JsonObject;
  readonly candidates: readonly HarEntry[];
  readonly preflights: readonly HarEntry[];
  readonly documents: readonly HarDocument[];
}

interface HarPage {
  readonly url?: string | undefined;
  readonly startMs: number;
  /** False for a frame; written by Lens only. */
  readonly top: boolean;
}

/** The title of a page is its URL in Chrome. */
function pageOf({ log, documents }: HarContent, page: string | undefined): HarPage {
  const isIts = (id: Json | undefined): boolean => page === undefined || id === page;
  const own = arrayIn(log['pages']).flatMap((each) =>
    isJsonObject(each) && isIts(each['id']) ? [each] : [],
  );
  const titles = own.flatMap((each) => stringIn(each, 'title') ?? []);
  const title = titles.find((each) => /^https?:\/\/\S+$/.test(each));
  return {
    url: title?.slice(0, TEXT_MAX) ?? documents.find((each) => isIts(each.page))?.url,
    startMs: Date.parse(stringIn(own[0] ?? {}, 'startedDateTime') ?? ''),
    top: own[0]?.['_top'] !== false,
  };
}

/** A record with its document, and its time in milliseconds since 1970. */
interface TimedRecord {
  readonly doc: string;
  readonly atMs: number;
  readonly record: CapturedRecord;
}

/** Records of a document in the order of the list, each at or after the time of those before it. */
function timed(records: readonly CapturedRecord[], doc: string, originMs: number): TimedRecord[] {
  let newest = 0;
  return records.map((record) => {
    newest = Math.max(newest, record.t);
    return { doc, atMs: originMs + newest, record };
  });
}

const isPreflight = ({ request }: HarEntry): boolean =>
  request['method'] === 'OPTIONS' && headersOf(request).get('access-control-request-method') !== undefined;

/** The reason why a preflight forbids its request; undefined if it does not. */
function refusalOf({ request, response }: HarEntry): string | undefined {
  const { status } = response;
  if (typeof status !== 'number' || status === 0) return undefined;
  const content = objectAt(response, 'content');
  const isText =
    stringIn(content, 'encoding') !== 'base64' && !/html/i.test(stringIn(content, 'mimeType') ?? '');
  const text = (isText && stringIn(content, 'text')) || '';
  if (status < 200 || status > 299)
    return `the CORS preflight got HTTP ${status}${text === '' ? '' : `: ${excerpt(text)}`}`;
  const [asked, headers] = [headersOf(request), headersOf(response)];
  // Tools may leave headers out.
  if (headers.size === 0) return undefined;
  const origin = headers.get('access-control-allow-origin');
  if (origin === undefined) return 'the response to the CORS preflight has no access-control-allow-origin';
  const sent = asked.get('origin') ?? origin;
  if (origin !== '*' && origin !== sent)
    return `the response to the CORS preflight allows the origin ${origin}, not ${sent}`;
  const namesIn = (list = ''): readonly string[] => list.toLowerCase().match(/[^\s,]+/g) ?? [];
  const allowed = namesIn(headers.get('access-control-allow-headers'));
  // The wildcard does not include this one.
  const isAllowed = (name: string): boolean =>
    allowed.includes(name) || (allowed.includes('*') && name !== 'authorization');
  const missing = namesIn(asked.get('access-control-request-headers')).find((name) => !isAllowed(name));
  return missing && `the response to the CORS preflight does not allow the header ${missing}`;
}

/** Maximum time between a preflight or a redirect and its request, ms. */
const NEAR_MS = 10_000;

const distance = (a: HarEntry, b: HarEntry): number => Math.abs(a.startMs - b.startMs);

/** A failed request with the reason in its preflight: the browser reports the same error for all of them. */
function explained(entry: HarEntry, preflights: readonly HarEntry[]): HarEntry {
  if (entry.response['status'] !== 0 || !/^(?:net::ERR_FAILED)?$/.test(entry.error)) return entry;
  const origin = headersOf(entry.request).get('origin');
  // Chrome starts a preflight after its request, Firefox before it.
  const own = preflights.filter((each) => {
    const asked = headersOf(each.request);
    return (
      each.request['url'] === entry.request['url'] &&
      each.page === entry.page &&
      distance(each, entry) <= NEAR_MS &&
      asked.get('access-control-request-method') === entry.request['method'] &&
      (origin ?? asked.get('origin')) === asked.get('origin')
    );
  });
  const [nearest] = own.sort((a, b) => distance(a, entry) - distance(b, entry));
  const error = nearest && refusalOf(nearest);
  return error === undefined ? entry : { ...entry, error };
}

const REDIRECTS: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308]);

function resolvedUrl(url: string, base: string): string | undefined {
  try {
    return new URL(url, base).href;
  } catch {
    return undefined;
  }
}

/** The URL to which a response redirects; undefined if it does not. */
function redirectOf({ request, response }: HarEntry): string | undefined {
  const location = stringIn(response, 'redirectURL') || headersOf(response).get('location');
  if (!REDIRECTS.has(response['status']) || !location) return undefined;
  return resolvedUrl(location, stringIn(request, 'url') ?? '');
}

const bodyOf = ({ request }: HarEntry): string | undefined => stringIn(objectAt(request, 'postData'), 'text');

/** The entries without redirects that were followed: the page gets the last response only. */
function finalEntries(entries: readonly HarEntry[]): readonly HarEntry[] {
  const taken = new Set<HarEntry>();
  return entries.filter((entry) => {
    const target = redirectOf(entry);
    if (target === undefined) return true;
    const body = bodyOf(entry);
    // With GET instead of POST, the request is lost. A failed one is reported with its redirect.
    const next = entries.find(
      (other) =>
        other !== entry &&
        !taken.has(other) &&
        other.page === entry.page &&
        distance(other, entry) <= NEAR_MS &&
        other.startMs >= entry.startMs &&
        other.response['status'] !== 0 &&
        other.request['method'] === entry.request['method'] &&
        resolvedUrl(stringIn(other.request, 'url') ?? '', target) === target &&
        (body === undefined || [undefined, body].includes(bodyOf(other))),
    );
    if (next !== undefined) taken.add(next);
    return next === undefined;
  });
}

/** All records by time. An entry without a page belongs to the page before it, or to the first. */
function recordsByTime(
  { name, brotli }: Pick<FileInput, 'name' | 'brotli'>,
  content: HarContent,
): TimedRecord[] {
  const entries = finalEntries(content.candidates.toSorted((a, b) => a.startMs - b.startMs));
  const documents = new Map<string | undefined, { readonly doc: string; readonly originMs: number }>();
  const begin = (page: string | undefined, startMs: number): readonly TimedRecord[] => {
    const doc = documents.size === 0 ? FILE_DOC : `${FILE_DOC}-${documents.size + 1}`;
    const { url = fileUrl(name), top, ...own } = pageOf(content, page);
    const originMs = own.startMs <= startMs ? own.startMs : startMs;
    documents.set(page, { doc, originMs });
    return timed([{ kind: 'navigation', t: 0, url, timeOrigin: originMs, top }], doc, originMs);
  };
  let page = entries.find((entry) => entry.page !== undefined)?.page;
  if (entries.length === 0) return [...begin(page, 0)];
  const all = entries.flatMap((entry, index) => {
    page = entry.page ?? page;
    const begun = documents.has(page) ? [] : begin(page, entry.startMs);
    const { doc = FILE_DOC, originMs = 0 } = documents.get(page) ?? {};
    return [
      ...begun,
      ...timed(
        recordsOf(explained(entry, content.preflights), index + 1, { originMs, brotli }),
        doc,
        originMs,
      ),
    ];
  });
  return all.sort((a, b) => a.atMs - b.atMs);
}

function batchesOf(
  input: Pick<FileInput, 'name' | 'brotli'>,
  content: HarContent,
  cut?: string,
): FileBatch[] {
  const parts: { readonly doc: string; readonly records: CapturedRecord[] }[] = [];
  for (const { doc, record } of recordsByTime(input, content)) {
    const last = parts.at(-1);
    if (last?.doc === doc) last.records.push(record);
    else parts.push({ doc, records: [record] });
  }
  const { records } = parts.at(-1) ?? {};
  if (cut !== undefined) records?.push(damageGap(cut, records.at(-1)?.t ?? 0));
  const counts = new Map<string, number>();
  return parts.flatMap(({ doc, records: some }) => {
    const from = counts.get(doc) ?? 0;
    const batches = [...batched(some, { doc, n: from })];
    counts.set(doc, from + batches.length);
    return batches;
  });
}

const isOwn = (log: JsonObject): boolean => stringIn(objectAt(log, 'creator'), 'name') === HAR_CREATOR;

/** Reads a truncated file, or one not written by a browser. */
function readWhole(input: FileInput): ReadResult {
  const parsed = parseAnyDepth(input);
  if ('error' in parsed) return parsed;
  const { value, cut } = parsed;
  const log = objectAt(value, 'log');
  const { entries } = log;
  if (!isJsonArray(entries))
    return { error: `${cut ?? `${input.name} is not a HAR file: log.entries is not an array`}.` };
  const isAll = isOwn(log);
  const whole = entries.flatMap((entry) => parseEntry(entry, input.attached) ?? []);
  const parsedEntries = cut === undefined ? whole : cutEntries(whole);
  const candidates = parsedEntries.filter((entry) => isAll || isCandidate(entry));
  if (cut !== undefined && candidates.length === 0) return { error: `${cut}.` };
  const documents = parsedEntries.flatMap((entry) => documentOf(entry) ?? []);
  const preflights = parsedEntries.filter(isPreflight);
  return { batches: batchesOf(input, { log, candidates, preflights, documents }, cut) };
}

/** Reads entry by entry, so that entries without a stream need no memory. */
function readHar(input: FileInput): ReadResult {
  const candidates: HarEntry[] = [];
  const preflights: HarEntry[] = [];
  const documents: HarDocument[] = [];
  let isAll: boolean | undefined;
  const log = harEntries(textsOf(input), (value, frame) => {
    isAll ??= frame.includes(HAR_CREATOR);
    const entry = parseEntry(value, input.attached);
    if (entry === undefined) return;
    if (isAll || isCandidate(entry)) candidates.push(entry);
    if (isPreflight(entry)) preflights.push(entry);
    const document = documentOf(entry);
    if (document !== undefined) documents.push(document);
  });
  // All entries of files written by Lens are streams. The creator may follow the entries.
  if (log === undefined || (isAll ?? false) !== isOwn(log)) return readWhole(input);
  return { batches: batchesOf(input, { log, candidates, preflights, documents }) };
}

export const har: Format = {
  ...factsOf('har'),
  confidence: ({ name, start }) =>
    /^\ufeff?\s*\{\s*"log"\s*:/.test(start) ? 0.9 : name.endsWith('.har') ? 0.6 : 0,
  read: readHar,
  write: writeHar,
};
