// Serves a folder of web-platform-tests: by its own server where the folder has one (`./wpt serve`, which needs Python),
// and else as files, with what most tests need of that server: pages for `.any.js` and `.window.js`, substitutions,
// `.headers`, and a socket that echoes. Handlers in Python answer 501 then: their tests fail, with and without us.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { WebSocketServer } from 'ws';
import { until } from '../e2e/drive/browser';
import { listen } from '../harness/listen';

interface TestServer {
  readonly url: string;
  readonly by: 'wpt serve' | 'files';
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.txt': 'text/plain',
  '.xml': 'text/xml',
  '.png': 'image/png',
  '.event_stream': 'text/event-stream',
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Metadata of a test in a script: `// META: key=value` at its beginning. */
export function metaOf(script: string): readonly (readonly [key: string, value: string])[] {
  return [...script.matchAll(/^\/\/\s*META:\s*(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [
    key,
    value.trim(),
  ]);
}

/** The page around a test that is a script. */
function pageAround(path: string, script: string): string {
  const meta = metaOf(script);
  const scripts = meta.filter(([key]) => key === 'script').map(([, value]) => value);
  const timeout = meta.some(([key, value]) => key === 'timeout' && value === 'long');
  return [
    '<!doctype html><meta charset="utf-8">',
    timeout ? '<meta name="timeout" content="long">' : '',
    '<script>self.GLOBAL = { isWindow: () => true, isWorker: () => false, isShadowRealm: () => false };</script>',
    ...['/resources/testharness.js', '/resources/testharnessreport.js', ...scripts].map(
      (source) => `<script src="${source}"></script>`,
    ),
    `<div id="log"></div><script src="${path}"></script>`,
  ].join('\n');
}

function substituted(text: string, port: number): string {
  return text
    .replace(/\{\{host\}\}/g, 'localhost')
    .replace(/\{\{location\[(?:host|server)\]\}\}/g, `localhost:${port}`)
    .replace(/\{\{hosts\[alt\]\[\w*\]\}\}/g, '127.0.0.1')
    .replace(/\{\{(?:domains|hosts\[\w*\])\[(\w*)\]\}\}/g, (_, name) =>
      name ? `${name}.localhost` : 'localhost',
    )
    .replace(/\{\{ports\[\w+\]\[\d\]\}\}/g, String(port));
}

function headersOf(path: string): Record<string, string> {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const own = isFile(`${path}.headers`) ? readFileSync(`${path}.headers`, 'latin1') : '';
  const lines = [...own.matchAll(/^([\w-]+):\s*(.*?)\r?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return { 'content-type': type, 'cache-control': 'no-store', ...Object.fromEntries(lines) };
}

function answer(response: ServerResponse, folder: string, url: URL): void {
  const name = normalize(decodeURIComponent(url.pathname));
  const path = join(folder, name);
  const script = path.replace(/\.(any|window)\.html$/, '.$1.js');
  if (name.endsWith('.py')) response.writeHead(501).end('There is no Python here.');
  else if (isFile(path)) {
    const isSub = /\.sub\./.test(name) || url.searchParams.get('pipe')?.startsWith('sub') === true;
    const bytes = readFileSync(path);
    const body = isSub ? substituted(bytes.toString(), Number(url.port)) : bytes;
    response.writeHead(200, headersOf(path)).end(body);
  } else if (script !== path && isFile(script)) {
    const around = pageAround(name.replace(/\.html$/, '.js'), readFileSync(script, 'utf8'));
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(around);
  } else response.writeHead(404).end();
}

async function serveFiles(folder: string): Promise<TestServer> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    try {
      answer(response, folder, new URL(request.url ?? '/', `http://localhost:${port}`));
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (client) => {
    client.on('message', (data, isBinary) => client.send(data, { binary: isBinary }));
    client.on('error', () => client.terminate());
  });
  return { ...(await listen(server, sockets, 'localhost')), by: 'files' };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const listeners = Array.from({ length: count }, () => createListener());
  const ports = await Promise.all(
    listeners.map(
      (listener) =>
        new Promise<number>((resolve) =>
          listener.listen(0, () => resolve((listener.address() as AddressInfo).port)),
        ),
    ),
  );
  for (const listener of listeners) listener.close();
  return ports;
}

/** Starts the folder's own server on free ports; names below `localhost` need no entries in a hosts file. */
async function serveByWpt(folder: string): Promise<TestServer> {
  const [http = 0, second = 0, local = 0, ws = 0] = await freePorts(4);
  const temporary = mkdtempSync(join(tmpdir(), 'lens-wpt-'));
  const config = join(temporary, 'config.json');
  const ports = { http: [http, second], 'http-local': [local], ws: [ws] };
  const settings = {
    browser_host: 'localhost',
    alternate_hosts: { alt: '127.0.0.1' },
    check_subdomains: false,
    ssl: { type: 'none' },
    ports,
  };
  writeFileSync(config, JSON.stringify(settings));
  const child = spawn(join(folder, 'wpt'), ['serve', '--config', config], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
    await ended;
    rmSync(temporary, { recursive: true, force: true });
  };
  const url = `http://localhost:${http}`;
  try {
    const hasStarted = async () => {
      if (child.exitCode !== null) throw new Error('It has ended.');
      return (await fetch(`${url}/resources/testharness.js`)).ok;
    };
    await until(hasStarted, { what: '`wpt serve`', timeoutMs: 120_000 });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, by: 'wpt serve', close };
}

export function serveTests(folder: string): Promise<TestServer> {
  return existsSync(join(folder, 'wpt')) ? serveByWpt(folder) : serveFiles(folder);
}
