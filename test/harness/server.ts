// The demo server: scripted agents over every transport, and the demo page. Binds to 127.0.0.1 on a free port.
//
//   POST /agents/NAME             server-sent events, or protobuf where the Accept header asks for it
//   POST /agents/NAME/ndjson      one event per line
//   POST /agents/NAME/runs        keeps the input; 202 with the run id
//   GET  /agents/NAME/events      EventSource: ?run=ID of a kept input, or ?input=JSON; &named=1 names the events
//   WS   /agents/NAME/socket      one RunAgentInput frame in, one event per frame out; any number of runs
//   any  /garbage/NAME            an answer that no well-behaved server gives, see garbage.ts
//   WS   /garbage/NAME/socket     the same as frames, after the first frame from the client
//
// `?pace=MS` on any of them replaces the agent's own pace.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { RunAgentInput } from '@ag-ui/core';
import { WebSocketServer } from 'ws';
import { agents } from './agents';
import type { Agent } from './agents/agent';
import { buildPage } from './build-page';
import { type Garbage, garbage } from './garbage';
import { readBody, readInput } from './input';
import { listen } from './listen';
import { answerSocket, spoilSocket } from './socket';
import { type Pace, type Sink, streamEventSource, streamHttp, streamNdjson } from './stream';

export interface DemoServer {
  readonly url: string;
  /** Sends what is left of every answer that is under way at once: what was to happen in the middle of it has happened. */
  hurry(): void;
  close(): Promise<void>;
}

const AGENT_PATH = /^\/agents\/([a-z0-9-]+)(?:\/([a-z]+))?$/;

/** Starts the server; `page: false` leaves the demo page out (and saves its build). */
export async function startServer(options: { page?: boolean } = {}): Promise<DemoServer> {
  const assets = options.page === false ? new Map<string, Asset>() : await buildPage();
  const kept = new Map<string, RunAgentInput>();
  let haste = new AbortController();
  const paceOf = (url: URL, agent: Agent): Pace => {
    const asked = url.searchParams.get('pace');
    return { ms: asked === null ? agent.paceMs : Number(asked) || 0, hurried: haste.signal };
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const bad = garbageAt(url);
    if (bad) {
      response.writeHead(200, { 'content-type': bad.contentType });
      Readable.from(bad.parts(), { objectMode: false }).pipe(response);
      return;
    }
    const asset = assets.get(url.pathname);
    if (asset) {
      response.writeHead(200, { 'content-type': asset.type, 'cache-control': 'no-store' }).end(asset.body);
      return;
    }
    const agent = agentAt(url);
    const sink = agent && { response, agent, pace: paceOf(url, agent) };
    answer(request, response, { url, sink, kept }).catch((error: unknown) =>
      refuse(response, 400, String(error)),
    );
  });
  // A client that was busy for longer than the default of five seconds would find its connection closed.
  server.keepAliveTimeout = 0;
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const agent = agentAt(url);
    const bad = garbageAt(url);
    if (!url.pathname.endsWith('/socket') || !(agent ?? bad)) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (agent) answerSocket(client, agent, paceOf(url, agent));
      else if (bad) spoilSocket(client, bad);
    });
  });

  const { url, close } = await listen(server, sockets);
  return {
    url,
    hurry() {
      haste.abort();
      haste = new AbortController();
    },
    close,
  };
}

/** A file of the demo page. */
export interface Asset {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Parts of an answer; no sink if there is no such agent. */
interface Asked {
  readonly url: URL;
  readonly sink: Sink | undefined;
  readonly kept: Map<string, RunAgentInput>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { url, sink, kept }: Asked,
): Promise<void> {
  const kind = AGENT_PATH.exec(url.pathname)?.[2] ?? '';
  if (!sink) return refuse(response, 404, `Nothing is here: ${url.pathname}`);

  if (request.method === 'POST' && kind === '') {
    return streamHttp(sink, await readInput(request), request.headers.accept ?? '');
  }
  if (request.method === 'POST' && kind === 'ndjson') return streamNdjson(sink, await readInput(request));
  if (request.method === 'POST' && kind === 'runs') {
    const input = await readInput(request);
    kept.set(input.runId, input);
    response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ run: input.runId }));
    return;
  }
  if (request.method === 'GET' && kind === 'capabilities') {
    // An understatement, for a finding.
    const declared = { identity: { name: sink.agent.name }, reasoning: { supported: false } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(declared));
    return;
  }
  if (request.method === 'GET' && kind === 'events') {
    const run = url.searchParams.get('run');
    const input = run === null ? readBody(url.searchParams.get('input') ?? '') : kept.get(run);
    // 204 stops an EventSource for good: a kept input is used once.
    if (run !== null) kept.delete(run);
    if (!input) return void response.writeHead(204).end();
    return streamEventSource(sink, input, url.searchParams.has('named'));
  }
  refuse(response, 405, `${request.method} does not fit ${url.pathname}`);
}

function agentAt(url: URL): Agent | undefined {
  const name = AGENT_PATH.exec(url.pathname)?.[1];
  return agents.find((agent) => agent.name === name);
}

function garbageAt(url: URL): Garbage | undefined {
  const name = /^\/garbage\/([a-z0-9-]+)/.exec(url.pathname)?.[1];
  return garbage.find((candidate) => candidate.name === name);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}
