// What the extension costs a page: the same work in a browser with and without it. CPU time of the page's main
// thread, which does not depend on what else the machine does; medians of several rounds, alternating.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as breath, setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { agents } from '../harness/agents';
import { scriptOf } from './page-script';
import { median, type Row } from './table';

const ROUNDS = Number(process.env['LENS_BENCH_ROUNDS'] ?? 7);
const PIECE = 8 * 1024;
const EVENTS = 100_000;
const FETCHES = 1_000;
const UPLOAD_MB = 21;
const AGENT_EVENTS = 2_500;
const AGENT_RATE = 500;

interface Workload {
  readonly what: string;
  readonly goal: string;
  /** The function of the page that does it. */
  readonly name: string;
}

/** What the page can do; Firefox runs what a driver asks for beside the page, where nothing is tapped. */
const PAGE = `
  globalThis.small = async () => {
    for (let n = 0; n < ${FETCHES}; n++) await (await fetch('/small?' + n)).json();
  };
  globalThis.upload = async () => {
    const body = new Uint8Array(${UPLOAD_MB} * 1024 * 1024);
    for (let n = 0; n < 5; n++) await (await fetch('/upload', { method: 'POST', body })).text();
  };
  const read = async (from) => {
    const reader = (await fetch(from, { method: 'POST' })).body.getReader();
    while (!(await reader.read()).done);
  };
  globalThis.read = () => read('/stream');
  globalThis.paced = () => read('/paced');
  globalThis.parse = async () => {
    const response = await fetch('/stream', { method: 'POST' });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const frames = (rest + value).split('\\n\\n');
      rest = frames.pop();
      for (const frame of frames) JSON.parse(frame.slice(6));
    }
  };
`;

/** Runs the stock client's agent. */
const AGENT = `
  import { HttpAgent } from '@ag-ui/client';
  globalThis.runAgent = () => new HttpAgent({ url: '/agent' }).runAgent();
`;

const workloads: readonly Workload[] = [
  { what: `${FETCHES} small fetches that are not ours`, goal: '≤ 1.02 times', name: 'small' },
  { what: `uploads of ${UPLOAD_MB} MB that are not ours`, goal: '≤ 1.02 times', name: 'upload' },
  { what: `${EVENTS} events by fetch, only read`, goal: '≤ 1.75 times', name: 'read' },
  { what: `${EVENTS} events by fetch, read and parsed by the page`, goal: '≤ 1.25 times', name: 'parse' },
  { what: `${EVENTS} events by fetch at 8 kB/ms, only read`, goal: '≤ 1.35 times', name: 'paced' },
  {
    what: `${AGENT_EVENTS} events at ${AGENT_RATE} a second, HttpAgent of @ag-ui/client`,
    goal: 'within noise',
    name: 'runAgent',
  },
];

/** All rows of a browser; takes some minutes. */
export async function pageBench(name: Parameters<typeof launch>[0]): Promise<Row[]> {
  const server = await startBenchServer();
  const browsers = [await launch(name), await launch(name, { bare: true })];
  try {
    for (const { tab } of browsers) await tab.goto(server.url);
    const rows: Row[] = [];
    for (const workload of workloads) {
      const [ours = Number.NaN, other = Number.NaN] = await measure(browsers, workload.name);
      const { what, goal } = workload;
      const beside = 'no extension';
      rows.push({ what, goal, beside, ours, other, unit: 'ms CPU' });
      if (workload.name !== 'paced') continue;
      const perEvent = (ms: number) => (ms * 1000) / EVENTS;
      rows.push({
        what: 'the same for each event: page to bridge, and on its way',
        goal: '≤ 2.5 µs on top',
        beside,
        ours: perEvent(ours),
        other: perEvent(other),
        unit: 'µs CPU',
      });
    }
    return rows;
  } finally {
    for (const browser of browsers) await browser.close();
    server.close();
  }
}

/** Medians of the times that the page's main thread takes, for each browser. */
async function measure(browsers: readonly Browser[], work: string): Promise<number[]> {
  const times = browsers.map((): number[] => []);
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { tab }] of browsers.entries()) {
      const before = await tab.cpuMs();
      await tab.evaluate(async (name) => {
        await (window as never as Record<string, () => Promise<unknown>>)[name]?.();
      }, work);
      if (round > 0) times[index]?.push((await tab.cpuMs()) - before);
    }
  }
  return times.map(median);
}

async function startBenchServer() {
  const body = streamBody(EVENTS);
  const agent = streamBody(AGENT_EVENTS);
  const page = `<!doctype html><script type="module">${PAGE}${await scriptOf(AGENT)}</script>`;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url === '/stream') return void sendStream(response, body);
      if (request.url === '/paced') return void sendStream(response, body, PIECE);
      const perMs = (agent.length / AGENT_EVENTS) * (AGENT_RATE / 1000);
      if (request.url === '/agent') return void sendStream(response, agent, perMs);
      const isPage = request.url === '/';
      const type = isPage ? 'text/html' : 'application/json';
      const headers = { 'content-type': type, 'cache-control': 'no-store' };
      response.writeHead(200, headers).end(isPage ? page : '{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function streamBody(events: number): Buffer {
  const input = {
    threadId: 't',
    runId: 'r',
    messages: [],
    tools: [],
    context: [],
    forwardedProps: { events },
  };
  const long = agents.find(({ name }) => name === 'long');
  return Buffer.from(
    [...(long?.run(input) ?? [])].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  );
}

/** In pieces, the way that a fast server's writes arrive, or so many bytes a millisecond. */
async function sendStream(response: ServerResponse, body: Buffer, perMs?: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const start = performance.now();
  for (let at = 0; at < body.length; ) {
    // A timer is never exact: what is due is sent at once.
    if (perMs !== undefined) await sleep(4);
    const due = perMs === undefined ? at + PIECE : Math.ceil((performance.now() - start) * perMs);
    if (!response.write(body.subarray(at, due)))
      await new Promise((resolve) => response.once('drain', resolve));
    else if (perMs === undefined) await breath();
    at = due;
  }
  response.end();
}
