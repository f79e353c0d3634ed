// A page that floods: many events as fast as they come, one that is larger than anything we keep, and many streams at
// once. It reports the length read of each stream, and a checksum.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import { listen } from '../../harness/listen';

/** Data read at once. */
export interface Flood {
  /** Events of one stream, as fast as they come. */
  readonly many: number;
  /** Length of one delta of these. */
  readonly size: number;
  /** Length of one event, on a socket and in a body. */
  readonly giant: number;
  /** Streams that are asked for at the same time. */
  readonly streams: number;
  /** Events of each of these. */
  readonly each: number;
}

/** Text read from a stream. */
export interface Read {
  readonly length: number;
  readonly sum: number;
}

/** A server of such a page. */
interface FloodServer {
  readonly url: string;
  close(): Promise<void>;
}

type Sent = Readonly<Record<string, string>>;

const HOSTS = 30;
// Parts in which a stream is sent.
const PART = 256 * 1024;

function eventOf(run: string, n: number, size: number): string {
  if (n === 0) return JSON.stringify({ type: 'RUN_STARTED', threadId: run, runId: run });
  if (n === 1)
    return JSON.stringify({ type: 'TEXT_MESSAGE_START', messageId: `m-${run}`, role: 'assistant' });
  return JSON.stringify({
    type: 'TEXT_MESSAGE_CONTENT',
    messageId: `m-${run}`,
    delta: `${n} `.padEnd(size, '.'),
  });
}

const frame = (event: string): string => `data: ${event}\n\n`;

/** Text that the server sends on each stream. */
export function sentBy({ many, size, giant, streams, each }: Flood): Sent {
  const run = (name: string, events: number, length: number) =>
    Array.from({ length: events }, (_, n) => frame(eventOf(name, n, length))).join('');
  const sent: Record<string, string> = {
    many: run('many', many, size),
    body: run('body', 2, 0) + frame(eventOf('body', 2, giant)),
    socket: eventOf('socket', 2, giant),
  };
  for (let n = 0; n < streams; n++) sent[`s${n}`] = run(`s${n}`, each, 20);
  return sent;
}

/** The same as the page makes of what it reads. */
export function readOf(text: string): Read {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return { length: text.length, sum };
}

/** Runs in the page. All that is sent is ASCII. */
const SCRIPT = `
  const asked = JSON.parse(decodeURIComponent(location.search.slice(1)));
  globalThis.results = {};
  const add = (read, part) => {
    for (let at = 0; at < part.length; at++)
      read.sum = (Math.imul(read.sum, 31) + (typeof part === 'string' ? part.charCodeAt(at) : part[at])) >>> 0;
    read.length += part.length;
  };
  const started = (name) => (results[name] = { length: 0, sum: 0 });
  const post = (name, host) => {
    const input = { threadId: name, runId: name, messages: [], tools: [], context: [], state: {}, forwardedProps: {} };
    return fetch('http://' + host + ':' + location.port + '/stream', { method: 'POST', body: JSON.stringify(input) });
  };
  const follow = async (name, host) => {
    const read = started(name);
    const reader = (await post(name, host)).body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      add(read, value);
    }
  };
  const whole = async (name) => {
    const read = started(name);
    add(read, await (await post(name, 'localhost')).text());
  };
  const socket = (name) => new Promise((resolve) => {
    const read = started(name);
    const open = new WebSocket('ws://' + location.host + '/socket');
    open.onopen = () => open.send('{"threadId":"socket","runId":"socket"}');
    open.onmessage = ({ data }) => {
      if (data.length < ${1024 * 1024}) return;
      add(read, data);
      open.close();
    };
    open.onclose = resolve;
  });
  globalThis.flood = () => Promise.all([
    follow('many', 'localhost'), whole('body'), socket('socket'),
    ...Array.from({ length: asked.streams }, (_, n) => follow('s' + n, 's' + (n % ${HOSTS}) + '.localhost')),
  ]).then(() => JSON.stringify(results));
`;

const HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
};

async function send(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void> {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  await once(request, 'end');
  const { runId }: { runId: string } = JSON.parse(Buffer.concat(parts).toString());
  const text = sent[runId] ?? '';
  response.writeHead(200, HEAD);
  const gone = new Promise<void>((resolve) => response.once('close', resolve));
  for (let at = 0; at < text.length && !response.destroyed; at += PART)
    if (!response.write(text.slice(at, at + PART)))
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        gone.then(resolve);
      });
  response.end();
}

export const floodUrl = (server: string, flood: Flood): string =>
  `${server}/?${encodeURIComponent(JSON.stringify(flood))}`;

/** Starts a server on a free port that sends these. */
export async function startFloodServer(sent: Sent): Promise<FloodServer> {
  const server = createServer((request, response) => {
    if (request.url === '/stream') void send(request, response, sent);
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><meta charset="utf-8"><title>flood</title><script>${SCRIPT}</script>`);
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (client) => {
    client.on('message', () => {
      for (let n = 0; n < 2; n++) client.send(eventOf('socket', n, 0));
      client.send(sent['socket'] ?? '');
    });
  });
  return listen(server, sockets, 'localhost');
}
