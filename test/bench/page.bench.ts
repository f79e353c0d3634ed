// Costs of the extension: the same work in a browser with and without it. CPU time of the page's main
// thread, which does not depend on what else the machine does; medians of several rounds, alternating.
import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as breath, setTimeout as sleep } from 'node:timers/promises';
import { PANEL_PORT } from '@/lib/messages/messages';
import type { PageRule } from '@/lib/messages/page-rules';
import type { Browser, Tab } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { agents } from '../harness/agents';
import { listen } from '../harness/listen';
import { sse } from '../support/logs';
import { scriptOf } from './page-script';
import { median, type Row } from './table';

const ROUNDS = Number(process.env['LENS_BENCH_ROUNDS'] ?? 7);
const PIECE = 8 * 1024;
const EVENTS = 100_000;
const FETCHES = 1_000;
const UPLOAD_MB = 21;
const AGENT_EVENTS = 2_500;
const AGENT_RATE = 500;
const SETTLED_MS = 200;

interface Workload {
  readonly what: string;
  readonly goal: string;
  /** The function of the page that does it. */
  readonly name: string;
}

/** Functions of the page: Firefox runs a driver's scripts beside the page, where nothing is tapped. */
const PAGE = `
  globalThis.small = async () => {
    for (let n = 0; n < ${FETCHES}; n++) await (await fetch('/small?' + n)).json();
  };
  globalThis.upload = async () => {
    const body = new Uint8Array(${UPLOAD_MB} * 1024 * 1024);
    for (let n = 0; n < 5; n++) await (await fetch('/upload', { method: 'POST', body })).text();
  };
  const read = async (from, body) => {
    const reader = (await fetch(from, { method: 'POST', body })).body.getReader();
    while (!(await reader.read()).done);
  };
  globalThis.read = () => read('/stream');
  globalThis.paced = () => read('/paced');
  const input = JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {} });
  globalThis.readRun = () => read('/stream', input);
  globalThis.pacedRun = () => read('/paced', input);
  globalThis.oneRun = () => read('/small', input);
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

const armedWorkloads: readonly Workload[] = [
  { what: `${EVENTS} events of a run, only read`, goal: '≤ 1.05 times', name: 'readRun' },
  { what: `${EVENTS} events of a run at 8 kB/ms, only read`, goal: '≤ 1.05 times', name: 'pacedRun' },
  { what: `${FETCHES} small fetches that are not ours`, goal: '≤ 1.05 times', name: 'small' },
];

/** No request of the page matches them. */
const NO_MATCH: readonly PageRule[] = [
  { id: 'a', isOn: true, match: { url: '*/other' }, action: { kind: 'network-error' } },
  {
    id: 'b',
    isOn: true,
    match: { thread: 'other' },
    action: { kind: 'change', event: {}, edit: { kind: 'hold' } },
  },
];

/** Work in a page after something was done. */
interface Case {
  readonly tab: Tab;
  readonly prepare?: () => Promise<void>;
}

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
    await server.close();
  }
}

/** Costs of rules without a match for a captured page: armed and twice not armed in turns, in one document. */
export async function armedBench(name: Parameters<typeof launch>[0]): Promise<Row[]> {
  const server = await startBenchServer();
  const browser = await launch(name);
  try {
    const { tab } = browser;
    await tab.goto(server.url);
    const arm = await createArm(browser);
    // To arm a tab has a cost of its own, which the first run pays.
    const prepare = async (rules: readonly PageRule[]) => {
      await arm(rules);
      await run(tab, 'oneRun');
      await sleep(SETTLED_MS);
    };
    // Twice without rules: by that much do two runs of the same differ.
    const cases = [NO_MATCH, [], []].map((rules) => ({ tab, prepare: () => prepare(rules) }));
    const rows: Row[] = [];
    for (const { what, goal, name: script } of armedWorkloads) {
      const [ours = Number.NaN, other = Number.NaN, again = Number.NaN] = await measure(cases, script);
      const noise = (Math.max(other, again) / Math.min(other, again)).toPrecision(3);
      const beside = `captured, not armed (twice: ${noise})`;
      rows.push({ what, goal, beside, ours, other, unit: 'ms CPU' });
    }
    return rows;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Arms the first tab from a page of the extension, as a panel does; without rules it is disarmed. */
async function createArm({
  tab,
  origin,
  newTab,
}: Browser): Promise<(rules: readonly PageRule[]) => Promise<void>> {
  const id = await tab.id();
  const desk = await newTab();
  await desk.goto(`${origin}/popup.html?tab=${id}`);
  return (rules) =>
    desk.evaluate(
      async (port, number, text) => {
        const { chrome, armed } = globalThis as unknown as ExtensionPage;
        armed?.disconnect();
        const fresh = chrome.runtime.connect({ name: port });
        Object.assign(globalThis, { armed: fresh });
        const list: unknown[] = JSON.parse(text);
        // Both states are answered: without a rule, the tab is disarmed again.
        await new Promise<void>((resolve, reject) => {
          fresh.onMessage.addListener(({ state }) => {
            if (state?.isArmed) resolve();
            else if (state) reject(new Error(JSON.stringify(state)));
          });
          fresh.postMessage({ kind: 'arm', tab: number, rules: list, isPrivateConfirmed: false });
        });
        if (list.length === 0) fresh.disconnect();
      },
      PANEL_PORT,
      id,
      JSON.stringify(rules),
    );
}

/** Globals of a page of the extension. */
interface ExtensionPage {
  readonly chrome: { readonly runtime: { connect(info: { readonly name: string }): ArmingDeskPort } };
  readonly armed?: ArmingDeskPort;
}

interface ArmingDeskPort {
  disconnect(): void;
  postMessage(message: object): void;
  readonly onMessage: {
    addListener(listener: (message: { readonly state?: { readonly isArmed: boolean } }) => void): void;
  };
}

/** Calls a function of the page. */
const run = (tab: Tab, work: string): Promise<void> =>
  tab.evaluate(async (name) => {
    await (window as never as Record<string, () => Promise<unknown>>)[name]?.();
  }, work);

/** Median of the time that the page's main thread takes, of each case. */
async function measure(cases: readonly Case[], work: string): Promise<readonly number[]> {
  const times = cases.map((): number[] => []);
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { tab, prepare }] of cases.entries()) {
      await prepare?.();
      const before = await tab.cpuMs();
      await run(tab, work);
      if (round > 0) times[index]?.push((await tab.cpuMs()) - before);
    }
  }
  return times.map(median);
}

async function startBenchServer() {
  const body = streamBody(EVENTS);
  const agent = streamBody(AGENT_EVENTS);
  const page = `<!doctype html><script type="module">${PAGE}${await scriptOf(AGENT)}</script>`;
  return listen(
    createServer((request, response) => {
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
    }),
  );
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
  return Buffer.from([...(long?.run(input) ?? [])].map((event) => sse(event)).join(''));
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
