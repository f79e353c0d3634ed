// The server of the scenarios: their pages, and under /api/SCENARIO whatever the scenario answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { listen } from '../harness/listen';
import type { Asset } from '../harness/server';
import type { Exchange, Scenario } from './scenario';

export interface AppsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** URL of a scenario's page. */
export function addressOf(server: AppsServer, { page, name, mode = '' }: Scenario): string {
  return `${server.url}/${page}.html?api=${pathOf(page, name)}&mode=${mode}`;
}

const pathOf = (page: string, name: string) => `/api/${page}.${name.replaceAll(/[^a-z\d.]+/gi, '-')}`;

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

function parsed(text: string): JsonObject {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

// A read of its own for each write: the client has it before the next one comes.
const PAUSE_MS = 4;
// A browser drops what a page has not read when a connection breaks.
const READ_MS = 200;

function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  path: string,
  turn: number,
): Exchange {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = parsed(text);
  const inner = isJsonObject(body['body']) ? body['body'] : body;
  const headers = new Headers(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  const method = request.method ?? 'GET';
  const exchange: Exchange = {
    turn,
    path,
    headers: request.headers,
    body,
    threadId: String(inner['threadId'] ?? ''),
    runId: String(inner['runId'] ?? ''),
    gone: new Promise((resolve) => response.once('close', () => resolve())),
    open(contentType = 'text/event-stream', status = 200) {
      if (!response.headersSent)
        response
          .writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' })
          .flushHeaders();
    },
    async write(part) {
      exchange.open();
      response.write(part);
      await wait(PAUSE_MS);
    },
    async send(...events) {
      exchange.open();
      for (const event of events) await exchange.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    async cut() {
      await wait(READ_MS);
      response.destroy();
    },
    async answer(make) {
      const made = await make(new Request(url, { method, headers, ...(method !== 'GET' && { body: text }) }));
      response.writeHead(made.status, Object.fromEntries(made.headers));
      const reader = made.body?.getReader();
      response.once('close', () => void reader?.cancel().catch(() => undefined));
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
        response.write(read.value);
        await wait(PAUSE_MS);
      }
    },
  };
  return exchange;
}

/** False for requests that only ask for information or stop a run. */
function isTurn(method: string, path: string, body: JsonObject): boolean {
  if (path.endsWith('/info') || path.includes('/stop')) return false;
  return method !== 'GET' ? body['method'] !== 'info' : true;
}

/** Starts the server for scenarios with the files of their pages. */
export async function startApps(
  scenarios: readonly Scenario[],
  assets: ReadonlyMap<string, Asset>,
): Promise<AppsServer> {
  const byPath = new Map(scenarios.map((each) => [pathOf(each.page, each.name), each]));
  const turns = new Map<Scenario, number>();
  const next = (scenario: Scenario) => {
    const turn = (turns.get(scenario) ?? 0) + 1;
    turns.set(scenario, turn);
    return turn;
  };
  const find = (pathname: string) => {
    const [path = ''] = /^\/api\/[^/]+/.exec(pathname) ?? [];
    return { scenario: byPath.get(path), rest: pathname.slice(path.length) };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const asset = assets.get(pathname);
    if (asset) return void response.writeHead(200, { 'content-type': asset.type }).end(asset.body);
    const { scenario, rest } = find(pathname);
    if (scenario?.answer === undefined) return void response.writeHead(404).end();
    const text = await readText(request);
    const turn = isTurn(request.method ?? '', rest, parsed(text))
      ? next(scenario)
      : (turns.get(scenario) ?? 0);
    await scenario.answer(exchangeOf(request, response, text, rest, turn));
    response.end();
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const { scenario } = find(url.pathname);
    if (scenario?.socket === undefined) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      scenario.socket?.(client, new Request(url), next(scenario));
    });
  });
  return listen(server, sockets);
}
