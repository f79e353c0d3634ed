// A recording proxy: passes requests on unchanged, with back pressure and aborts, and records those that may be AG-UI.

import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import * as ws from 'ws';
import { wordsIn } from '@/lib/core/json/words-in';
import { PAYLOAD_MAX, TEXT_MAX } from '@/lib/messages/limits';
import { dataOf } from '@/lib/messages/raw-batch';
import type { CloseHow, Direction } from '@/lib/messages/records';
import { headerPart } from '@/lib/page/candidates';
import { createSniffer } from '@/lib/page/sniffer';
import { systemReason } from '../errors';
import { createExchange, type ProxyExchange, type RecordedBody } from './proxied-exchange';
import type { RecordingFile } from './recording-file';

interface FrameReceiver {
  readonly destroyed: boolean;
  write(bytes: Buffer): void;
  on(event: 'message', take: (data: Buffer) => void): void;
  on(event: 'conclude', take: (code: number) => void): void;
  on(event: 'error', take: (error: Error) => void): void;
}

// A documented stream of the library, which its types do not list.
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: object) => FrameReceiver;
};

/** Headers of one connection, not of the message (RFC 9110, 7.6.1); framing is Node's. */
const HOP = new Set(wordsIn('connection keep-alive proxy-connection te trailer transfer-encoding upgrade'));

/** Raw headers as pairs in one list, without those of the connection. */
function passedOn(raw: readonly string[], isLeft: (name: string) => boolean): string[] {
  const passed: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (!isLeft(name.toLowerCase())) passed.push(name, value);
  }
  return passed;
}

/** The path at the target: a request of the root is one of the target's own path. */
function pathAt(target: URL, path: string): string {
  if (target.pathname === '/') return path;
  const base = target.pathname.replace(/\/$/, '');
  return /^\/(\?|$)/.test(path) ? `${base}${path.slice(1)}` : `${base}${path}`;
}

const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | null => {
    const value = headers[name];
    return value === undefined ? null : String(value);
  };

interface ProxyOptions {
  readonly target: URL;
  readonly file: RecordingFile;
  /** Sentence about a target that does not respond. */
  failed(sentence: string): void;
}

class Passing {
  readonly #options: ProxyOptions;
  #streams = 0;

  constructor(options: ProxyOptions) {
    this.#options = options;
  }

  #upstream({ method, url = '/', rawHeaders }: IncomingMessage, extra: readonly string[] = []) {
    const { target } = this.#options;
    const headers = passedOn(
      rawHeaders,
      (name) => HOP.has(name) || name === 'host' || name === 'sec-websocket-extensions',
    );
    headers.push('host', target.host, ...extra);
    const options: RequestOptions = {
      method,
      path: pathAt(target, url),
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      headers,
      agent: false,
    };
    return target.protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
  }

  #urlOf({ url = '/' }: IncomingMessage): URL {
    return new URL(pathAt(this.#options.target, url), this.#options.target);
  }

  #start(request: IncomingMessage): { exchange: ProxyExchange; stream: number } {
    const stream = ++this.#streams;
    const url = this.#urlOf(request).href;
    const accept = headerOf(request)('accept') ?? undefined;
    const about = { stream, url: url.slice(0, TEXT_MAX), method: request.method ?? 'GET', accept };
    return { exchange: createExchange(this.#options.file, { ...about, transport: 'fetch' }), stream };
  }

  pass(request: IncomingMessage, response: ServerResponse): void {
    const { exchange } = this.#start(request);
    const upstream = this.#upstream(request);
    let recorded: RecordedBody | undefined;
    let hasResponse = false;
    request.on('data', (bytes: Buffer) => exchange.request(bytes));
    request.pipe(upstream);
    upstream.on('response', (received) => {
      hasResponse = true;
      recorded = exchange.response({ status: received.statusCode ?? 0, header: headerOf(received) });
      const headers = passedOn(received.rawHeaders, (name) => HOP.has(name));
      response.writeHead(received.statusCode ?? 502, received.statusMessage, headers);
      response.flushHeaders();
      received.on('data', (bytes: Buffer) => recorded?.chunk(bytes));
      received.on('end', () => recorded?.end('complete'));
      received.on('error', (error) => {
        recorded?.end('network-error', systemReason(error));
        response.destroy();
      });
      received.pipe(response);
    });
    upstream.on('error', (error) => {
      if (hasResponse || response.destroyed) return;
      const sentence = `${this.#options.target.origin} cannot be reached: ${systemReason(error)}.`;
      exchange.failed('network-error', sentence);
      this.#options.failed(sentence);
      response.writeHead(502, { 'content-type': 'text/plain' }).end(`${sentence}\n`);
    });
    response.on('close', () => {
      if (response.writableFinished) return;
      const how: CloseHow = 'aborted';
      if (hasResponse) recorded?.end(how, 'the client closed the connection');
      else exchange.failed(how, 'the client closed the connection');
      upstream.destroy();
    });
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { exchange, stream } = this.#start(request);
    const upstream = this.#upstream(request, [
      'connection',
      'Upgrade',
      'upgrade',
      request.headers.upgrade ?? 'websocket',
    ]);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', (error) => {
      const sentence = `${this.#options.target.origin} cannot be reached: ${systemReason(error)}.`;
      exchange.failed('network-error', sentence);
      this.#options.failed(sentence);
      socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n');
    });
    upstream.on('response', (response) => {
      socket.write(headText(response));
      response.pipe(socket);
    });
    upstream.on('upgrade', (response, far, farHead) => {
      socket.write(headText(response));
      socket.setNoDelay(true);
      far.setNoDelay(true);
      const tapped = new SocketTap(this.#options.file, stream, this.#urlOf(request), response);
      tapped.follow(far, 'in', farHead);
      tapped.follow(socket, 'out', head);
      if (farHead.length > 0) socket.write(farHead);
      if (head.length > 0) far.write(head);
      far.pipe(socket);
      socket.pipe(far);
      const end = (how: CloseHow) => () => {
        tapped.end(how);
        far.destroy();
        socket.destroy();
      };
      far.on('error', end('network-error'));
      socket.on('error', end('aborted'));
      far.on('close', end('network-error'));
      socket.on('close', end('aborted'));
    });
    upstream.end();
  }
}

function headText({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Reads the messages of a socket from the bytes that pass; records them once one looks like AG-UI. */
class SocketTap {
  readonly #file: RecordingFile;
  readonly #stream: number;
  readonly #url: string;
  readonly #sniff = createSniffer();
  readonly #response: IncomingMessage;
  readonly #t: number;
  /** Frames before the decision; undefined after it. */
  #waiting: (() => void)[] | undefined = [];
  #isOurs = false;
  #isOver = false;
  #code: number | undefined;

  constructor(file: RecordingFile, stream: number, url: URL, response: IncomingMessage) {
    this.#file = file;
    this.#stream = stream;
    this.#url = url.href.replace(/^http/, 'ws').slice(0, TEXT_MAX);
    this.#response = response;
    this.#t = file.now();
  }

  follow(socket: Socket, dir: Direction, head: Buffer): void {
    // The client masks its messages.
    const receiver = new Receiver({
      isServer: dir === 'out',
      maxPayload: PAYLOAD_MAX,
      skipUTF8Validation: true,
    });
    receiver.on('message', (data: Buffer) => this.#message(dir, data));
    receiver.on('conclude', (code: number) => {
      this.#code = code;
      if (dir === 'in') this.end('complete');
    });
    receiver.on('error', (error) => {
      const detail = `messages can no longer be read: ${error.message}`;
      if (this.#isOurs)
        this.#file.add({ kind: 'gap', t: this.#file.now(), stream: this.#stream, reason: 'refused', detail });
    });
    // It unmasks in place, and the same bytes are passed on.
    if (head.length > 0) receiver.write(Buffer.from(head));
    socket.on('data', (bytes: Buffer) => {
      if (!receiver.destroyed && (this.#isOurs || this.#waiting !== undefined))
        receiver.write(Buffer.from(bytes));
    });
  }

  #message(dir: Direction, data: Buffer): void {
    const t = this.#file.now();
    const bytes = new Uint8Array(data);
    const add = () => this.#file.add({ kind: 'frame', t, stream: this.#stream, dir, ...dataOf(bytes) });
    if (this.#isOurs) add();
    if (this.#isOurs || this.#waiting === undefined) return;
    this.#waiting.push(add);
    const verdict = this.#sniff(Buffer.from(bytes).toString('latin1'));
    if (verdict === undefined) return;
    const frames = verdict ? this.#waiting : [];
    this.#waiting = undefined;
    this.#isOurs = verdict;
    if (!verdict) return;
    const { statusCode: status = 101, headers } = this.#response;
    const protocol = headers['sec-websocket-protocol'];
    this.#file.add({
      kind: 'open',
      t: this.#t,
      stream: this.#stream,
      transport: 'web-socket',
      url: this.#url,
      method: 'GET',
      headT: this.#t,
      status,
      headers: headerPart(headerOf(this.#response)),
      ...(protocol !== undefined && { protocol }),
    });
    for (const frame of frames) frame();
  }

  end(how: CloseHow): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isOurs) return;
    const code = this.#code === undefined ? {} : { code: this.#code };
    this.#file.add({ kind: 'close', t: this.#file.now(), stream: this.#stream, how, ...code });
  }
}

/** Creates the server of a recording proxy; it does not listen yet. */
export function createProxy(options: ProxyOptions): Server {
  const passing = new Passing(options);
  const server = createServer((request, response) => passing.pass(request, response));
  server.on('connection', (socket) => socket.setNoDelay(true));
  // Node's type of the socket is the one of any stream.
  server.on('upgrade', (request, socket, head) => passing.upgrade(request, socket as Socket, head));
  // A run may take as long as it does.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  return server;
}
