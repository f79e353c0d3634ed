// TanStack AI's reading of a body: its lines, the received offsets, and whether it reconnects. Its connection
// adapters split lines against the standard: at LF only, and each line is an event, with or without `data:`.
// `fetchServerSentEvents` reads an offset from `id:`, ends at `[DONE]` and knows no envelope; `fetchHttpStream` reads
// JSON lines, and `{id, chunk}` as an event with its offset.
import type { Violation } from '@/lib/core/clients/verdict';
import { parseOrError } from '@/lib/core/json/depth';
import { assigned, type IdMap, lookup } from '@/lib/core/json/id-map';
import { isJsonArray, isJsonObject, type Json } from '@/lib/core/json/json';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';

type Adapter = 'sse' | 'ndjson';

interface AdapterBody {
  /** The unfinished line; undefined before the first byte. */
  readonly rest: string | undefined;
  /** The offset of the next event. */
  readonly offset: string | undefined;
}

export type AdapterLine =
  | { readonly kind: 'event'; readonly value: Json; readonly offset?: string }
  /** The client stops reading, as at the end of the body. */
  | { readonly kind: 'done' }
  /** The client throws an error with this text. */
  | { readonly kind: 'failure'; readonly text: string };

const NEW_BODY: AdapterBody = { rest: undefined, offset: undefined };

const BOM = '\ufeff';

/** An event: the client reads members, which only objects and arrays have. */
function eventOf(value: Json, offset: string | undefined): AdapterLine {
  if (value === null) return { kind: 'failure', text: "Cannot read properties of null (reading 'type')" };
  if (!isJsonObject(value) && !isJsonArray(value))
    return { kind: 'failure', text: `Cannot use 'in' operator to search for 'metadata' in ${String(value)}` };
  return { kind: 'event', value, ...(offset !== undefined && { offset }) };
}

function readJsonLine(line: string): AdapterLine {
  const read = parseOrError(line);
  if ('error' in read) return { kind: 'failure', text: read.error };
  const { value } = read;
  if (!isJsonObject(value)) return eventOf(value, undefined);
  const { id, chunk } = value;
  const isEnvelope = chunk !== undefined && typeof id === 'string' && !('type' in value);
  return isEnvelope ? eventOf(chunk, id) : eventOf(value, undefined);
}

function without(line: string, prefix: string): string {
  const text = line.slice(prefix.length);
  return text.startsWith(' ') ? text.slice(1) : text;
}

function readSseLine(line: string, offset: string | undefined): AdapterLine {
  const data = line.startsWith('data:') ? without(line, 'data:') : line;
  if (data === '[DONE]') return { kind: 'done' };
  const read = parseOrError(data);
  return 'error' in read ? { kind: 'failure', text: read.error } : eventOf(read.value, offset);
}

const IGNORED = /^(?::|event:|retry:)/;

/** The complete lines of a text, and the state after it. Lines after the first failure are ignored. */
function cutLines(
  body: AdapterBody,
  text: string,
  adapter: Adapter,
): { readonly body: AdapterBody; readonly lines: readonly AdapterLine[] } {
  const start = body.rest ?? '';
  const whole = body.rest === undefined && text.startsWith(BOM) ? text.slice(1) : text;
  if (!whole.includes('\n')) return { body: { ...body, rest: start + whole }, lines: [] };
  const ended = (start + whole).split('\n');
  const rest = ended.pop() ?? '';
  let { offset } = body;
  const lines: AdapterLine[] = [];
  for (const each of ended) {
    const line = each.endsWith('\r') ? each.slice(0, -1) : each;
    if (line.trim() === '') continue;
    if (adapter === 'ndjson') lines.push(readJsonLine(line));
    else if (line === 'id' || line.startsWith('id:')) offset = without(line, 'id:');
    else if (!IGNORED.test(line)) {
      lines.push(readSseLine(line, offset));
      offset = undefined;
    }
    const last = lines.at(-1);
    if (last !== undefined && last.kind !== 'event') break;
  }
  return { body: { rest, offset }, lines };
}

/** True if the body ended within a line. */
export function isCut({ rest = '' }: AdapterBody): boolean {
  return rest.trim() !== '';
}

/** The error text of an adapter of server-sent events for a frame, or for the end of the body within it. */
export function failureAt(frame: string): string | undefined {
  const last = cutLines(NEW_BODY, `${frame}\n`, 'sse').lines.at(-1);
  return last?.kind === 'failure' ? last.text : undefined;
}

export interface AdapterReading {
  readonly body: AdapterBody;
  /** True once the client has stopped reading. */
  readonly isOver: boolean;
  readonly isEnded: boolean;
  /** State of a join, before or after its first messages; undefined if the stream answers a run request. */
  readonly join?: 'waiting' | 'begun';
  /** True until its request has been applied: what it continues is not known before its first event. */
  readonly isWaiting: boolean;
  /** True once an event with a new offset, or without one, has arrived. */
  readonly hasEvents: boolean;
  /** The newest offset: after a broken connection, the client requests events after it. */
  readonly offset?: string | undefined;
  /** All received offsets, including those of earlier connections. */
  readonly offsets: IdMap<true>;
  /** Number of consecutive reconnects without new events. */
  readonly idle: number;
  /** The thread of the repeated request, for a reconnect. */
  readonly thread?: number;
  /** True if the run had ended before the request. */
  readonly wasEnded: boolean;
}

export const NEW_READING: AdapterReading = {
  body: NEW_BODY,
  isOver: false,
  isEnded: false,
  isWaiting: false,
  hasEvents: false,
  offsets: undefined,
  idle: 0,
  wasEnded: false,
};

/** The state of a repeated request, after the data of an earlier connection. */
export function continued(before: AdapterReading, thread: number): AdapterReading {
  const { offset, offsets, idle, hasEvents, isEnded, wasEnded, join } = before;
  return {
    ...NEW_READING,
    thread,
    offset,
    offsets,
    idle: hasEvents ? 0 : idle + 1,
    wasEnded: isEnded || wasEnded,
    ...(join !== undefined && { join }),
  };
}

/** The state after an event with an offset; undefined for a known offset, which the client skips. */
export function withOffset(reading: AdapterReading, offset: string | undefined): AdapterReading | undefined {
  if (offset === undefined) return reading.hasEvents ? reading : { ...reading, hasEvents: true };
  // An empty offset resets the client.
  if (offset === '') return { ...reading, hasEvents: true, offset: undefined, offsets: undefined };
  if (lookup(reading.offsets, offset)) return undefined;
  const offsets = assigned<true>(reading.offsets, offset, true);
  return { ...reading, hasEvents: true, offset, offsets };
}

// Valid header values: bytes, without line ends inside.
const HEADER = /^[\t\n\r ]*[^\0\n\r\u0100-\uffff]*[\t\n\r ]*$/;

/** Maximum number of reconnects without new events, unless the app sets another. */
const IDLE_MAX = 5;

/** True if the client reconnects after a broken connection, to continue from its offset. */
export function connectsAgain({ offset, hasEvents, idle }: AdapterReading): boolean {
  return offset !== undefined && HEADER.test(offset) && (hasEvents || idle < IDLE_MAX);
}

function adapterOf({ framing, headers, transport }: Stream): Adapter {
  if (transport === 'web-socket') return 'ndjson';
  const isSse = headers?.['content-type']?.toLowerCase().includes('text/event-stream') === true;
  return framing === 'ndjson' && !isSse ? 'ndjson' : 'sse';
}

/** True if the adapters read the raw body and split it themselves. */
function hasLines({ transport }: Stream): boolean {
  return transport === 'fetch' || transport === 'xhr' || transport === 'web-socket';
}

/** True for a frame that is one `data:` line, as nearly all are. */
function isPlain({ raw, event, isWrapped }: LoggedEvent): boolean {
  const isLine = raw.startsWith('data: {') && raw.indexOf('\n') === raw.length - 2 && raw.endsWith('\n\n');
  return isLine && event !== undefined && !isWrapped && !raw.includes('\r');
}

export function linesIn(
  body: AdapterBody,
  logged: LoggedEvent,
): { readonly body: AdapterBody; readonly lines: readonly AdapterLine[] } {
  const { event, original = event, raw, stream, binary, isUnjudged } = logged;
  const isBehindLine = (body.rest ?? '') === '' && body.offset === undefined;
  if (!hasLines(stream) || (isBehindLine && !isUnjudged && isPlain(logged))) {
    const line: AdapterLine =
      original === undefined ? { kind: 'failure', text: 'Not JSON' } : { kind: 'event', value: original };
    return { body: body.rest === undefined ? { ...body, rest: '' } : body, lines: [line] };
  }
  if (binary) return { body, lines: [{ kind: 'failure', text: 'Not JSON' }] };
  return cutLines(body, stream.transport === 'web-socket' ? `${raw}\n` : raw, adapterOf(stream));
}

/** The failure at a frame that other clients read, if there is one. */
export function stopAt(logged: LoggedEvent): Violation | undefined {
  const { stream, raw, binary } = logged;
  if (!hasLines(stream) || stream.framing !== 'sse' || binary || isPlain(logged)) return undefined;
  const text = failureAt(raw);
  return text === undefined ? undefined : { check: 'unreadable-frame', text };
}

/** The lines at the end of the body, without a frame. */
export function lastLines(
  body: AdapterBody,
  stream: Stream,
): { readonly body: AdapterBody; readonly lines: readonly AdapterLine[] } {
  const { rest = '', events, framing, head = '' } = stream;
  // JSON that is not an event is not in the log.
  const text = events === 0 && framing === 'json-body' ? head : rest;
  return cutLines(body, text, adapterOf(stream));
}
