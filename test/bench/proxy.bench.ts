// `lens record` beside a bare proxy: latency of an event, CPU and time of a large answer. Each proxy has a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listen, shut } from '@/lib/package/cli/listen';
import { sse } from '../support/logs';
import { median, type Row } from './table';

const ROOT = resolve(import.meta.dirname, '../..');
const EVENTS = 300;
const ANSWER_MB = 100;
const ROUNDS = 3;
/** Kernel ticks per second, in which Linux counts the CPU of a process. */
const TICK_MS = 10;

/** Answers with events that hold the time at which they were sent, or with many bytes. */
const origin = createServer(async ({ url }, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(sse({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }));
  const content = (delta: string) => sse({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta });
  if (url === '/slow')
    for (let n = 0; n < EVENTS; n++) {
      response.write(content(String(process.hrtime.bigint())));
      await pause(5);
    }
  else {
    const part = content('x'.repeat(1000)).repeat(60);
    for (let sent = 0; sent < ANSWER_MB * 1e6; sent += part.length)
      if (!response.write(part)) await once(response, 'drain');
  }
  response.end(sse({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }));
});

const BARE = `
const { createServer, request } = require('node:http');
const [, target] = process.argv;
createServer((asked, response) => {
  const { method, url, headers } = asked;
  const far = request(target + url, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(response);
  });
  asked.pipe(far);
}).listen(0, '127.0.0.1', function () { console.log('at http://127.0.0.1:' + this.address().port); });
`;

interface Proxy {
  readonly url: string;
  cpuMs(): number;
  end(): void;
}

async function startProxy(args: readonly string[]): Promise<Proxy> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  while (!/at (http:\S+)/.test(out)) out += String((await once(child.stdout, 'data'))[0]);
  child.stdout.resume();
  const [, url = ''] = /at (http:\S+\d)/.exec(out) ?? [];
  return {
    url,
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    end: () => void child.kill('SIGKILL'),
  };
}

async function ask(url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [] });
  return fetch(url, { method: 'POST', headers, body });
}

/** Milliseconds from the write of the server to the read of the client, median. */
async function latencyMs({ url }: Proxy): Promise<number> {
  const { body } = await ask(`${url}/slow`);
  const all: number[] = [];
  if (body === null) return Number.NaN;
  for await (const chunk of body) {
    const now = process.hrtime.bigint();
    for (const [, sent = '0'] of Buffer.from(chunk)
      .toString()
      .matchAll(/"delta":"(\d+)"/g))
      all.push(Number(now - BigInt(sent)) / 1e6);
  }
  return median(all);
}

/** CPU of the proxy for one large answer, milliseconds per megabyte. */
async function cpuPerMb(proxy: Proxy): Promise<number> {
  const before = proxy.cpuMs();
  const { body } = await ask(`${proxy.url}/large`);
  if (body !== null) for await (const _chunk of body);
  return (proxy.cpuMs() - before) / ANSWER_MB;
}

export async function proxyBench(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lens-bench-'));
  const target = await listen(origin, 0);
  const bare = await startProxy(['-e', BARE, target]);
  const out = join(folder, 'run.agui.jsonl');
  const lens = ['--import', 'tsx', 'lib/package/cli/main.ts', 'record', '--target', target, '--out', out];
  const ours = await startProxy(lens);
  try {
    const measured = async (measure: (proxy: Proxy) => Promise<number>) => {
      const values: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round++) values.push([await measure(ours), await measure(bare)]);
      return { ours: median(values.map(([own]) => own)), other: median(values.map(([, other]) => other)) };
    };
    return [
      {
        what: 'an event through lens record',
        ...(await measured(latencyMs)),
        unit: 'ms',
        beside: 'a proxy of twelve lines',
      },
      {
        what: 'CPU of lens record, a large answer',
        ...(await measured(cpuPerMb)),
        unit: 'ms/MB',
        beside: 'a proxy of twelve lines',
      },
    ];
  } finally {
    ours.end();
    bare.end();
    shut(origin);
    rmSync(folder, { recursive: true });
  }
}
