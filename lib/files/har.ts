// HAR 1.2, as exported by browsers: every entry that may contain events becomes a stream of one document.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import { parseRunRequest } from '@/lib/agui/request';
import { parseBase64 } from '@/lib/decode/text';
import { byteChunks, FILE_DOC, reasonOf, textChunks, textOf } from '@/lib/files/input';
import type { FileInput, Format, ReadResult } from '@/lib/files/types';
import { REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/wire/limits';
import { type CapturedRecord, type ChunkRecord, RESPONSE_HEADERS } from '@/lib/wire/records';

const STREAM_TYPES = /event-stream|ndjson|jsonl|vnd\.ag-ui/;

interface Entry {
  readonly startMs: number;
  readonly endMs: number;
  readonly request: JsonObject;
  readonly response: JsonObject;
  readonly sockets: readonly Json[];
}

function objectAt(value: Json | undefined, key: string): JsonObject {
  const inner = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}

function textAt(value: JsonObject, key: string): string | undefined {
  const text = value[key];
  return typeof text === 'string' ? text : undefined;
}

function parseEntry(value: Json): Entry | undefined {
  if (!isJsonObject(value)) return undefined;
  const startMs = Date.parse(textAt(value, 'startedDateTime') ?? '');
  const time = value['time'];
  const durationMs = typeof time === 'number' && time > 0 ? time : 0;
  const sockets = value['_webSocketMessages'];
  return {
    startMs: Number.isFinite(startMs) ? startMs : 0,
    endMs: (Number.isFinite(startMs) ? startMs : 0) + durationMs,
    request: objectAt(value, 'request'),
    response: objectAt(value, 'response'),
    sockets: Array.isArray(sockets) ? sockets : [],
  };
}

function headersOf(message: JsonObject): Map<string, string> {
  const headers = new Map<string, string>();
  const list = message['headers'];
  if (!isJsonArray(list)) return headers;
  for (const header of list) {
    if (!isJsonObject(header)) continue;
    const name = textAt(header, 'name');
    const value = textAt(header, 'value');
    if (name !== undefined && value !== undefined) headers.set(name.toLowerCase(), value.slice(0, TEXT_MAX));
  }
  return headers;
}

function isCandidate({ request, response, sockets }: Entry): boolean {
  if (sockets.length > 0) return true;
  const type =
    textAt(objectAt(response, 'content'), 'mimeType') ?? headersOf(response).get('content-type') ?? '';
  if (STREAM_TYPES.test(type)) return true;
  const body = textAt(objectAt(request, 'postData'), 'text');
  return body !== undefined && parseRunRequest(body) !== undefined;
}

function openOf(entry: Entry, stream: number, t: number): CapturedRecord {
  const { request, response, sockets } = entry;
  const requestBody = textAt(objectAt(request, 'postData'), 'text');
  const headers = headersOf(response);
  const mime = textAt(objectAt(response, 'content'), 'mimeType');
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
    transport: sockets.length > 0 ? 'web-socket' : 'fetch',
    url: (textAt(request, 'url') ?? '').slice(0, TEXT_MAX),
    method: (textAt(request, 'method') ?? '').slice(0, 64),
    headers: Object.fromEntries(known),
    ...(requestBody !== undefined && requestBody.length <= REQUEST_BODY_MAX && { requestBody }),
    ...(accept !== undefined && { accept }),
    ...(typeof status === 'number' && Number.isInteger(status) && status > 0 && { status }),
  };
}

function chunksOf({ response }: Entry, stream: number, t: number): ChunkRecord[] {
  const content = objectAt(response, 'content');
  const text = textAt(content, 'text') ?? '';
  if (textAt(content, 'encoding') !== 'base64') return textChunks(text, stream, t);
  const bytes = parseBase64(text);
  return bytes === undefined ? [] : byteChunks(bytes, stream, t);
}

function socketFrames({ sockets, startMs }: Entry, stream: number, originMs: number): CapturedRecord[] {
  return sockets.flatMap((message): CapturedRecord[] => {
    if (!isJsonObject(message)) return [];
    const data = textAt(message, 'data');
    const { time } = message;
    if (data === undefined) return [];
    const atMs = typeof time === 'number' ? time * 1000 : startMs;
    const t = Math.max(0, atMs - originMs);
    const dir = message['type'] === 'send' ? 'out' : 'in';
    const isBinary = message['opcode'] === 2;
    return [{ kind: 'frame', t, stream, dir, ...(isBinary ? { b64: data } : { text: data }) }];
  });
}

function recordsOf(entry: Entry, stream: number, originMs: number): CapturedRecord[] {
  const t = Math.max(0, entry.startMs - originMs);
  const end = Math.max(t, entry.endMs - originMs);
  const body =
    entry.sockets.length > 0 ? socketFrames(entry, stream, originMs) : chunksOf(entry, stream, end);
  const failed = entry.response['status'] === 0;
  return [
    openOf(entry, stream, t),
    ...body,
    { kind: 'close', t: end, stream, how: failed ? 'network-error' : 'complete' },
  ];
}

function read(input: FileInput): ReadResult {
  let value: Json;
  try {
    value = JSON.parse(textOf(input).replace(/^\ufeff/, ''));
  } catch (error) {
    return { error: `${input.name} is invalid JSON: ${reasonOf(error)}.` };
  }
  const entries = objectAt(value, 'log')['entries'];
  if (!isJsonArray(entries))
    return { error: `${input.name} is not a HAR file: log.entries is not an array.` };
  const candidates = entries
    .map(parseEntry)
    .filter((entry): entry is Entry => entry !== undefined && isCandidate(entry))
    .sort((a, b) => a.startMs - b.startMs);
  const timeOrigin = candidates[0]?.startMs ?? 0;
  const url = `file:///${encodeURIComponent(input.name.slice(0, 200).replace(/[\ud800-\udfff]/g, '_'))}`;
  const start: CapturedRecord = { kind: 'navigation', t: 0, url, timeOrigin, top: true };
  const records = candidates.flatMap((entry, index) => recordsOf(entry, index + 1, timeOrigin));
  return { batches: [{ doc: FILE_DOC, frameId: 0, n: 0, records: [start, ...records] }] };
}

/** HAR. */
export const har: Format = {
  id: 'har',
  label: 'HAR',
  extension: '.har',
  mime: 'application/json',
  confidence: ({ name, start }) =>
    /^\ufeff?\s*\{\s*"log"\s*:/.test(start) ? 0.9 : name.endsWith('.har') ? 0.6 : 0,
  read,
};
