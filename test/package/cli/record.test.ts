// `lens record`: what passes is unchanged, and what was AG-UI is in the file.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { CapturedRecord } from '@/lib/messages/records';
import { openInBrowser } from '@/lib/package/cli/browser';
import { listen, shut } from '@/lib/package/cli/listen';
import { plain } from '@/lib/package/cli/paint';
import { runCommand } from '@/lib/package/cli/program';
import { createLiveReport } from '@/lib/package/cli/proxy/live-report';
import { createProxy } from '@/lib/package/cli/proxy/proxy';
import { createRecordingFile, type RecordingFile } from '@/lib/package/cli/proxy/recording-file';
import { openInput } from '@/lib/package/library/open';
import { temporaryFolder } from '../../support/command';
import { requestOf } from '../../support/exchanges';
import { sse } from '../../support/logs';
import { events } from '../../support/stream-text';

const INPUT = JSON.stringify(
  requestOf('r1', [{ id: 'u1', role: 'user', content: 'Hello' }], { threadId: 't1' }),
);
const EVENTS = events('run r1 on t1 · text m1 "Grüße" · end');
const BODY = sse(...EVENTS);
const SSE = { 'content-type': 'text/event-stream' };
const asked = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
  body: INPUT,
};

const FOLDER = temporaryFolder();
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(FOLDER, 'record-'))));

interface Recording {
  readonly url: string;
  readonly path: string;
  readonly file: RecordingFile;
  readonly sentences: string[];
  readonly lines: () => readonly string[];
}

/** A proxy before a server. */
async function recordingOf(
  answer: RequestListener,
  target?: string,
): Promise<Recording & { readonly origin: Server }> {
  const origin = createServer(answer);
  const url = await listen(origin, 0);
  const path = join(folder, 'run.agui.jsonl');
  const sentences: string[] = [];
  const report = createLiveReport(plain);
  const options = {
    url: target ?? url,
    origin: 'test',
    failed: (sentence: string) => void sentences.push(sentence),
  };
  const file = createRecordingFile(path, { ...options, written: (batch) => report.add(batch) });
  const proxy = createProxy({ target: new URL(target ?? url), file, failed: options.failed });
  onTestFinished(() => {
    file.close();
    shut(proxy);
    shut(origin);
  });
  return { url: await listen(proxy, 0), path, file, sentences, lines: () => report.lines(), origin };
}

/** The recording as read from the disk. */
function recorded(path: string) {
  const { log } = openInput({ name: path, text: readFileSync(path, 'utf8') });
  return {
    types: Array.from({ length: log.length }, (_none, seq) => log.typeOf(seq)),
    streams: log.streams,
    gaps: log.boundaries.filter(({ kind }) => kind === 'gap'),
  };
}

const TYPES = EVENTS.map(({ type }) => type);

test('each part is passed on and written before the next one is sent', async () => {
  let next: (() => void) | undefined;
  const { url, path } = await recordingOf(async (_request, response) => {
    response.writeHead(200, SSE);
    response.flushHeaders();
    for (const event of EVENTS) {
      await new Promise<void>((resolve) => void (next = resolve));
      response.write(sse(event));
    }
    response.end();
  });
  const response = await fetch(`${url}/agent`, asked);
  const reader = response.body?.getReader();
  const seen: string[] = [];
  for (const event of EVENTS) {
    while (next === undefined) await new Promise((resolve) => setImmediate(resolve));
    next();
    next = undefined;
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe(sse(event));
    seen.push(event.type);
    expect(recorded(path).types).toEqual(seen);
  }
  await reader?.read();
  const [stream] = recorded(path).streams;
  expect(stream).toMatchObject({ method: 'POST', status: 200, requestBody: INPUT });
  expect(stream?.url).toMatch(/\/agent$/);
});

test('the report has lines for the run, its calls and findings', async () => {
  const { url, lines } = await recordingOf((_request, response) => {
    response.writeHead(200, SSE);
    const call = { toolCallId: 'c1', toolCallName: 'look' };
    response.write(sse(EVENTS[0] ?? {}));
    response.write(
      sse({ type: 'TOOL_CALL_START', ...call }) +
        sse({ type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"a":1}' }),
    );
    response.end(sse({ type: 'TOOL_CALL_END', toolCallId: 'c1' }));
  });
  await (await fetch(url, asked)).text();
  const text = lines().join('\n');
  expect(text).toContain('r1 started “Hello” POST');
  expect(text).toContain('look({"a":1})');
  expect(text).toMatch(/r1 cut off: .*4 events/);
  expect(text).toContain('warning truncated-run');
  expect(lines()).toEqual([]);
});

test('a run that waits for input is named by its status', async () => {
  const { url, lines } = await recordingOf((_request, response) => {
    response.writeHead(200, SSE);
    response.end(
      sse(EVENTS[0] ?? {}) +
        sse({ ...EVENTS.at(-1), outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'x' }] } }),
    );
  });
  await (await fetch(url, asked)).text();
  expect(lines().join('\n')).toContain('r1 waiting for input (2 events');
});

test('a browser that cannot be started is reported', async () => {
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const sentences: string[] = [];
  await openInBrowser('http://127.0.0.1:1/', (sentence) => sentences.push(sentence));
  expect(sentences).toEqual(['No browser could be started: open the address by hand.']);
});

test('a run beyond the limits of the report is named as that, and the next one is reported again', () => {
  const report = createLiveReport(plain);
  let n = 0;
  const add = (record: CapturedRecord) => report.add({ doc: 'p', frameId: 0, n: n++, records: [record] });
  const open = (stream: number) =>
    add({ kind: 'open', t: 0, stream, transport: 'fetch', url: 'http://x/', method: 'POST', headers: SSE });
  const send = (stream: number, text: string) => add({ kind: 'chunk', t: 1, stream, text });
  open(1);
  send(1, sse(EVENTS[0] ?? {}));
  expect(report.lines()).toHaveLength(1);
  const part = sse({ type: 'CUSTOM', name: 'n', value: 1 }).repeat(2_000);
  for (let times = 0; times < 150; times++) send(1, part);
  expect(report.lines()).toEqual([expect.stringContaining('The recording has all of it.')]);
  expect(report.lines()).toEqual([]);
  add({ kind: 'close', t: 2, stream: 1, how: 'complete' });
  open(2);
  send(2, sse(EVENTS[0] ?? {}));
  expect(report.lines()).toEqual([expect.stringContaining('r1 started')]);
});

test('packed bodies pass as they are, and are recorded unpacked', async () => {
  const packed = gzipSync(BODY);
  const { url, path } = await recordingOf((_request, response) => {
    response.writeHead(200, { ...SSE, 'content-encoding': 'gzip' });
    response.end(packed);
  });
  const raw = await new Promise<Buffer>((resolve) => {
    const request = httpRequest(
      url,
      { ...asked, headers: { ...asked.headers, 'accept-encoding': 'gzip' } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve(Buffer.concat(parts)));
      },
    );
    request.end(INPUT);
  });
  expect(raw.equals(packed)).toBe(true);
  await expect.poll(() => recorded(path).types).toEqual(TYPES);
  await expect.poll(() => recorded(path).streams[0]?.close?.how).toBe('complete');
});

test('an abort of the client reaches the server, and a broken server the client', async () => {
  let hasClosed = false;
  const { url, path } = await recordingOf((request, response) => {
    response.writeHead(200, SSE);
    response.write(sse(EVENTS[0] ?? {}));
    if (request.url === '/broken') setImmediate(() => response.destroy());
    else response.on('close', () => void (hasClosed = true));
  });
  const abort = new AbortController();
  const response = await fetch(url, { ...asked, signal: abort.signal });
  await response.body?.getReader().read();
  abort.abort();
  await expect.poll(() => hasClosed).toBe(true);
  await expect.poll(() => recorded(path).streams[0]?.close?.how).toBe('aborted');
  await expect(fetch(`${url}/broken`, asked).then((answer) => answer.text())).rejects.toThrow();
  await expect.poll(() => recorded(path).streams[1]?.close?.how).toBe('network-error');
  expect(recorded(path).streams[1]?.close?.detail).toBe('the server closed the connection (ECONNRESET)');
});

test('a client that does not read holds the server back', async () => {
  let written = 0;
  const total = 64 * 1024 * 1024;
  let isFull = false;
  const { url } = await recordingOf((_request, response) => {
    response.writeHead(200, SSE);
    const part = sse({ type: 'CUSTOM', name: 'n', value: 'x'.repeat(60_000) });
    const fill = (): void => {
      while (written < total) {
        written += part.length;
        if (response.write(part)) continue;
        response.once('drain', fill);
        // The event loop turns; what can still be taken was.
        setTimeout(() => void (isFull = true), 500);
        return;
      }
      response.end();
    };
    fill();
  });
  const response = await fetch(url, asked);
  await expect.poll(() => isFull).toBe(true);
  expect(written).toBeLessThan(total / 2);
  await response.body?.cancel();
});

test('sockets pass both ways; only sockets of agents are recorded', async () => {
  const { url, path, origin } = await recordingOf((_request, response) => void response.end());
  const sockets = new WebSocketServer({ server: origin, handleProtocols: () => 'v1' });
  onTestFinished(() => sockets.close());
  sockets.on('connection', (socket, { url: at }) => {
    socket.on('message', (data) => {
      if (at === '/echo?x') socket.send(String(data));
      else for (const event of EVENTS) socket.send(JSON.stringify(event));
      socket.close(4001);
    });
  });
  const talk = async (at: string, sent: string): Promise<readonly string[]> => {
    const socket = new WebSocket(url.replace('http', 'ws') + at, 'v1');
    const got: string[] = [];
    socket.on('message', (data) => got.push(String(data)));
    await once(socket, 'open');
    expect(socket.protocol).toBe('v1');
    socket.send(sent);
    const [code] = await once(socket, 'close');
    expect(code).toBe(4001);
    return got;
  };
  expect(await talk('/agent', INPUT)).toEqual(EVENTS.map((event) => JSON.stringify(event)));
  expect(await talk('/echo?x', 'a chat')).toEqual(['a chat']);
  await expect.poll(() => recorded(path).streams[0]?.close?.how).toBe('complete');
  expect(recorded(path).types).toEqual(TYPES);
  const [stream] = recorded(path).streams;
  expect(stream).toMatchObject({ transport: 'web-socket', close: { how: 'complete', code: 4001 } });
});

test('other answers pass unrecorded, with their headers and status', async () => {
  const { url, path } = await recordingOf((request, response) => {
    response.writeHead(request.url === '/gone' ? 410 : 200, 'As It Was', {
      'content-type': 'text/css',
      'x-own': 'yes',
    });
    response.end('body{}');
  });
  const response = await fetch(`${url}/gone`);
  expect([response.status, response.statusText, response.headers.get('x-own')]).toEqual([
    410,
    'As It Was',
    'yes',
  ]);
  expect(await response.text()).toBe('body{}');
  expect(recorded(path).streams).toEqual([]);
});

test('a server that is down is reported to the client and recorded as a failed run', async () => {
  const { url, path, sentences } = await recordingOf(() => undefined, 'http://127.0.0.1:1');
  const response = await fetch(url, asked);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('http://127.0.0.1:1 cannot be reached');
  expect(sentences[0]).toContain('cannot be reached');
  expect(recorded(path).streams[0]?.close?.how).toBe('network-error');
});

test('a path of the target stands before the path of the request', async () => {
  const paths: string[] = [];
  const origin = createServer(({ url = '' }, response: ServerResponse) => {
    paths.push(url);
    response.end();
  });
  onTestFinished(() => shut(origin));
  const { url } = await recordingOf(() => undefined, `${await listen(origin, 0)}/api/agent`);
  for (const path of ['', '/?a=1', '/info']) await fetch(url + path);
  expect(paths).toEqual(['/api/agent', '/api/agent?a=1', '/api/agent/info']);
});

test('a port that is taken leaves no file', async () => {
  const { url } = await recordingOf(() => undefined);
  const path = join(folder, 'none.agui.jsonl');
  const { port } = new URL(url);
  const { work } = runCommand(['record', '--target', 'http://x', '--port', port, '--out', path]);
  await expect(work?.[Symbol.asyncIterator]().next()).rejects.toThrow(
    `Cannot listen on port ${port}: it is in use.`,
  );
  expect(existsSync(path)).toBe(false);
});

test('invalid arguments and an existing file are refused', async () => {
  expect(() => runCommand(['record'])).toThrow('--target is missing');
  expect(() => runCommand(['record', '--target', 'localhost:8000'])).toThrow('must be an http or https URL');
  expect(() => runCommand(['record', '--target', 'http://x', '--port', '70000'])).toThrow('from 0 to 65535');
  const path = join(folder, 'there.agui.jsonl');
  writeFileSync(path, 'kept');
  const { work } = runCommand(['record', '--target', 'http://x', '--out', path]);
  await expect(work?.[Symbol.asyncIterator]().next()).rejects.toThrow('it exists already');
  expect(readFileSync(path, 'utf8')).toBe('kept');
});
