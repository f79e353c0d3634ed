// A mock agent: responds to requests with the exchanges of a recording.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { type EventFormat, frameOf } from '@/lib/core/agui/event-frame';
import { encodedEvent } from '@/lib/core/agui/proto-message';
import { lastQuestion, messageIds } from '@/lib/core/agui/request';
import type { JsonObject } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import { createLog } from '@/lib/core/log/log';
import { responseStatus } from '@/lib/core/log/stream-facts';
import { lengthPrefixed } from '@/lib/messages/base64';
import { REQUEST_BODY_MAX } from '@/lib/messages/limits';
import { type AskedRequest, createChooser } from '@/lib/package/cli/mock/choose';
import type { RecordedExchange } from '@/lib/package/cli/mock/recorded-exchanges';

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
  return { method, path: new URL(url, 'http://mock').pathname, input: log.streams[0]?.input };
}

function allowOrigins({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin = '*', 'access-control-request-headers': asked = 'content-type, accept' } = headers;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-headers', asked);
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  if (origin !== '*') response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('vary', 'origin');
}

const TYPES: Readonly<Record<EventFormat, string>> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  proto: PROTO_TYPE,
};

/** Server-sent events, unless another encoding is asked for. */
function formatFor(accept = ''): EventFormat {
  if (accept.includes(PROTO_TYPE)) return 'proto';
  return /ndjson|jsonl/.test(accept) && !accept.includes('event-stream') ? 'ndjson' : 'sse';
}

/** A frame of an event, or of other text; undefined for what protobuf cannot carry. */
function encodedFrame(format: EventFormat, text: string): Uint8Array | string | undefined {
  if (format !== 'proto') return frameOf(format, text);
  const message = encodedEvent(text);
  return message && lengthPrefixed(message);
}

const ID_FIELDS = ['messageId', 'toolCallId', 'parentMessageId', 'entityId'] as const;

/** Gives an event the thread and run of the request; ids that the app has from an earlier response become new ones. */
function createRewriter({ stream, events }: RecordedExchange, asked: JsonObject | undefined) {
  const start = events.find(({ event }) => event?.['type'] === 'RUN_STARTED')?.event;
  const recorded = stream.input ?? start ?? {};
  const known = new Set(messageIds(stream.input?.['messages']));
  const taken = new Set(messageIds(asked?.['messages']).filter((id) => !known.has(id)));
  let count = 2;
  const renamed = new Map<string, string>();
  const freshId = (id: string): string => {
    const before = renamed.get(id);
    if (before !== undefined) return before;
    while (taken.has(`${id}-${count}`)) count++;
    renamed.set(id, `${id}-${count}`);
    return `${id}-${count}`;
  };
  const pairs = (['threadId', 'runId'] as const).map((key) => [key, recorded[key], asked?.[key]] as const);
  return (event: JsonObject): JsonObject => {
    const next: Record<string, JsonObject[string]> = { ...event };
    for (const [key, from, to] of pairs)
      if (to !== undefined && from !== undefined && event[key] === from) next[key] = to;
    for (const key of ID_FIELDS) {
      const id = event[key];
      if (typeof id === 'string' && taken.has(id)) next[key] = freshId(id);
    }
    return next;
  };
}

class Mock {
  readonly #options: MockOptions;
  readonly #choose: ReturnType<typeof createChooser>;

  constructor(options: MockOptions) {
    this.#options = options;
    this.#choose = createChooser(options.exchanges, options.isStrict);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowOrigins(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const asked = askedRequest(request, await readRequestBody(request));
    const chosen = this.#choose(asked);
    const what =
      asked.input === undefined ? `${asked.method} ${asked.path}` : `“${cut(lastQuestion(asked.input), 60)}”`;
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
    { input }: AskedRequest,
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
    response.writeHead(responseStatus(stream), { 'content-type': contentType, 'cache-control': 'no-cache' });
    response.flushHeaders();
    const rewrite = createRewriter(exchange, input);
    for (const { afterMs, event, raw } of events) {
      if (this.#options.step === undefined) await this.#until(start, afterMs, response);
      else await this.#options.step();
      if (response.destroyed) return;
      const frame = encodedFrame(format, event === undefined ? raw : JSON.stringify(rewrite(event)));
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
    mock.answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => socket.setNoDelay(true));
  return server;
}
