// What the extension costs a page: the same work in a Chromium with and without it. CPU time of the page's main
// thread, which does not depend on what else the machine does; medians of several rounds, alternating.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as breath } from 'node:timers/promises';
import type { Browser, Tab } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { agents } from '../harness/agents';
import { median, type Row } from './table';

const ROUNDS = 5;
const EVENTS = 100_000;
const FETCHES = 1_000;
const UPLOAD_MB = 21;

const workloads: readonly { what: string; beside: string; run(tab: Tab): Promise<void> }[] = [
  {
    what: `${FETCHES} small fetches that are not ours`,
    beside: 'no extension',
    run: (tab) =>
      tab.evaluate(async (count) => {
        for (let n = 0; n < count; n++) await (await fetch(`/small?${n}`)).json();
      }, FETCHES),
  },
  {
    what: `uploads of ${UPLOAD_MB} MB that are not ours`,
    beside: 'no extension',
    run: (tab) =>
      tab.evaluate(async (megabytes) => {
        const body = new Uint8Array(megabytes * 1024 * 1024);
        for (let n = 0; n < 5; n++) await (await fetch('/upload', { method: 'POST', body })).text();
      }, UPLOAD_MB),
  },
  {
    what: `${EVENTS} events by fetch, only read`,
    beside: 'no extension',
    run: (tab) =>
      tab.evaluate(async () => {
        const reader = (await fetch('/stream', { method: 'POST' })).body?.getReader();
        while (reader && !(await reader.read()).done);
      }),
  },
  {
    what: `${EVENTS} events by fetch, read and parsed by the page`,
    beside: 'no extension',
    run: (tab) =>
      tab.evaluate(async () => {
        const response = await fetch('/stream', { method: 'POST' });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        while (reader) {
          const { done, value } = await reader.read();
          if (done) break;
          const frames = (rest + value).split('\n\n');
          rest = frames.pop() ?? '';
          for (const frame of frames) JSON.parse(frame.slice(6));
        }
      }),
  },
];

/** All rows; takes about a minute. */
export async function pageBench(): Promise<Row[]> {
  const server = await startBenchServer();
  const browsers = [await launch('chromium'), await launch('chromium', { bare: true })];
  try {
    for (const { tab } of browsers) await tab.goto(server.url);
    const rows: Row[] = [];
    for (const { what, beside, run } of workloads) {
      const [ours = Number.NaN, other = Number.NaN] = await measure(browsers, run);
      rows.push({ what, beside, ours, other, unit: 'ms CPU' });
    }
    return rows;
  } finally {
    for (const browser of browsers) await browser.close();
    server.close();
  }
}

async function measure(browsers: readonly Browser[], run: (tab: Tab) => Promise<void>): Promise<number[]> {
  const times = browsers.map((): number[] => []);
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { tab }] of browsers.entries()) {
      const before = await tab.cpuMs();
      await run(tab);
      if (round > 0) times[index]?.push((await tab.cpuMs()) - before);
    }
  }
  return times.map(median);
}

async function startBenchServer() {
  const body = streamBody();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url === '/stream') return void sendStream(response, body);
      const type = request.url === '/' ? 'text/html' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end('{"ok":true}');
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

function streamBody(): Buffer {
  const input = {
    threadId: 't',
    runId: 'r',
    messages: [],
    tools: [],
    context: [],
    forwardedProps: { events: EVENTS },
  };
  const long = agents.find(({ name }) => name === 'long');
  return Buffer.from(
    [...(long?.run(input) ?? [])].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  );
}

/** In pieces, the way that a fast server's writes arrive. */
async function sendStream(response: ServerResponse, body: Buffer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const size = 8 * 1024;
  for (let at = 0; at < body.length; at += size) {
    if (!response.write(body.subarray(at, at + size)))
      await new Promise((resolve) => response.once('drain', resolve));
    else await breath();
  }
  response.end();
}
