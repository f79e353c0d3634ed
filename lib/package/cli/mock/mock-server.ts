// A mock agent: responds to requests with the exchanges of a recording.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { type EventFormat, frameOf } from '@/lib/core/agui/event-frame';
import { encodedEvent } from '@/lib/core/agui/proto-message';
import { type IdMapping, mapIds, renewIds } from '@/lib/core/agui/renewed-ids';
import { messageIds } from '@/lib/core/agui/request';
import type { RunRequestFacts } from '@/lib/core/agui/request-facts';
import { type JsonObject, stringIn, stringOrEmpty } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { urlPath } from '@/lib/core/json/url';
import { createLog } from '@/lib/core/log/log';
import { lengthPrefixed } from '@/lib/messages/base64';
import { REQUEST_BODY_MAX } from '@/lib/messages/limits';
import { type AskedRequest, createChooser } from '@/lib/package/cli/mock/choose';
import { comparedFacts, type RecordedExchange } from '@/lib/package/cli/mock/recorded-exchanges';

export interface MockOptions {
  readonly exchanges: readonly RecordedExchange[];
  /** Speed: 1 as recorded, 0 without waiting. */
  readonly pace: number;
  /** Resolves when the next event may be sent; used instead of times. */
  readonly step?: () => Promise<void>;
  readonly isStrict: boolean;
  log(line: string): void;
}

/** Reads the body up to the limit. */
async function readRequestBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    // The stream has no encoding: its parts are buffers.
    const bytes = part as Buffer;
    length += bytes.length;
    if (length <= REQUEST_BODY_MAX * 4) parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8').slice(0, REQUEST_BODY_MAX);
}

/** Reads a request as the log does, with its envelopes. */
function askedRequest({ method = 'GET', url = '/' }: IncomingMessage, requestBody: string): AskedRequest {
  const log = createLog();
  const open = { kind: 'open', t: 0, stream: 1, transport: 'fetch', url, method, requestBody } as const;
  log.append({ doc: 'asked', frameId: 0, records: [open] });
  const path = urlPath(url);
  const [stream] = log.streams;
  return { method, path, input: stream?.input, facts: stream && comparedFacts(path, stream) };
}

function allowOrigins({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin = '*', 'access-control-request-headers': asked = 'content-type, accept' } = headers;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-headers', asked);
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  if (origin !== '*') response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('vary', 'origin');
}

/** Server-sent events, unless another encoding is asked for. */
function formatFor(accept = ''): EventFormat {
  if (accept.includes(PROTO_TYPE)) return 'proto';
  return /ndjson|jsonl/.test(accept) && !accept.includes('event-stream') ? 'ndjson' : 'sse';
}

const TYPES: Readonly<Record<EventFormat, string>> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  proto: PROTO_TYPE,
};

/** A frame of an event, or of other text; undefined for what protobuf cannot carry. */
function encodedFrame(format: EventFormat, text: string): Uint8Array | string | undefined {
  if (format !== 'proto') return frameOf(format, text);
  const message = encodedEvent(text);
  return message && lengthPrefixed(message);
}

const requestIds = (input: JsonObject | undefined, facts: RunRequestFacts | undefined) => ({
  thread: stringIn(input, 'threadId'),
  run: stringIn(input, 'runId'),
  input: facts?.input ?? [],
});

/** The ids of the request for those of the recording; ids that the app has from an earlier response become new ones. */
function idsFor({ stream, facts, events }: RecordedExchange, asked: AskedRequest): IdMapping {
  const start = events.find(({ event }) => event?.['type'] === 'RUN_STARTED')?.event;
  const known = new Set(messageIds(stream.input?.['messages']));
  const taken = new Set(messageIds(asked.input?.['messages']).filter((id) => !known.has(id)));
  let count = 2;
  const freshId = (id: string): string => {
    if (!taken.has(id)) return id;
    while (taken.has(`${id}-${count}`)) count++;
    return `${id}-${count}`;
  };
  const mapping: IdMapping = new Map();
  const recorded = { ...requestIds(stream.input ?? start, facts), ids: taken };
  mapIds(mapping, recorded, requestIds(asked.input, asked.facts), freshId);
  return mapping;
}

/** Values of the app may have equal ids of their own. */
const APP_VALUES = /^(?:STATE_|CUSTOM$|RAW$)/;

function withIds(event: JsonObject, ids: IdMapping): string {
  const text = JSON.stringify(event);
  if (APP_VALUES.test(stringOrEmpty(event['type']))) return text;
  const [renewed = text] = renewIds([text], ids);
  return renewed;
}

class Mock {
  readonly #options: MockOptions;
  readonly #choose: ReturnType<typeof createChooser>;

  constructor(options: MockOptions) {
    this.#options = options;
    this.#choose = createChooser(options.exchanges, options.isStrict);
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowOrigins(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const asked = askedRequest(request, await readRequestBody(request));
    const chosen = this.#choose(asked);
    const what =
      asked.facts === undefined ? `${asked.method} ${asked.path}` : `“${cut(asked.facts.userText, 60)}”`;
    if (chosen === undefined) {
      const error = `The recording has no response to ${what}.`;
      this.#options.log(error);
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    const { exchange, isMatch } = chosen;
    const note = isMatch ? '' : ', the next one: no recorded request matches';
    this.#options.log(`${what} → stream ${exchange.stream.index}${note}`);
    await this.#send(exchange, asked, request, response);
  }

  async #send(
    exchange: RecordedExchange,
    asked: AskedRequest,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { stream, events, body } = exchange;
    const start = performance.now();
    const headMs = (stream.headMs ?? stream.startMs) - stream.startMs;
    await this.#until(start, headMs, response);
    if (stream.status === undefined && stream.close?.how === 'network-error') return void response.destroy();
    const recordedType = stream.headers?.['content-type'];
    const format = formatFor(headers.accept);
    const contentType = events.length > 0 ? TYPES[format] : (recordedType ?? 'text/plain');
    response.writeHead(stream.status ?? 200, { 'content-type': contentType, 'cache-control': 'no-cache' });
    response.flushHeaders();
    const ids = idsFor(exchange, asked);
    for (const { afterMs, event, raw } of events) {
      if (this.#options.step === undefined) await this.#until(start, afterMs, response);
      else await this.#options.step();
      if (response.destroyed) return;
      const text = event === undefined ? raw : withIds(event, ids);
      const frame = encodedFrame(format, text);
      if (frame !== undefined && !response.write(frame))
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
    }
    await this.#until(start, exchange.endMs, response);
    // A stream that broke off breaks off again.
    if (stream.close?.how === 'network-error') response.destroy();
    else response.end(body);
  }

  async #until(start: number, afterMs: number, response: ServerResponse): Promise<void> {
    const { pace, step } = this.#options;
    if (pace === 0 || step !== undefined) return;
    const ms = start + afterMs / pace - performance.now();
    if (ms <= 0) return;
    const abort = new AbortController();
    const stop = () => abort.abort();
    response.once('close', stop);
    await pause(ms, undefined, { signal: abort.signal }).catch(() => undefined);
    response.off('close', stop);
  }
}

/** Creates the server; it does not listen yet. */
export function createMockServer(options: MockOptions): Server {
  const mock = new Mock(options);
  const server = createServer((request, response) => {
    // A client that leaves while its request is read.
    mock.respond(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => socket.setNoDelay(true));
  return server;
}
