// Costs of the panel under its heaviest loads: scrolling through a million rows, an endless stream, steps through a
// large state. Frames beside those of an empty page in the same browser.
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Tab } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { type Listening, listen } from '../harness/listen';
import { sse } from '../support/logs';
import { median, type Row } from './table';

const ROWS = 1_000_000;
const LIVE_SECONDS = Number(process.env['LENS_LIVE_SECONDS'] ?? 60);
const LIVE_RATE = 2_000;
const LIVE_STEP_MS = 20;
const SCROLL_SECONDS = 5;
const STEPS = 50;
const STATE_KEYS = 12_000;
const STATE_EVENTS = 2_000;
const VISITS = 7;

interface Frames {
  /** Of the page's main thread, for each frame. */
  readonly cpuMs: number;
  readonly p50: number;
  readonly p95: number;
  /** Share of frames that took longer than one and a half of the screen's. */
  readonly dropped: number;
  readonly longTasks: number;
  readonly longestTask: number;
  readonly nodes: number;
  readonly heapMb: number;
}

/** Measures frames for some seconds while `scroll` moves the list by so many pixels in each. */
async function frames(tab: Tab, seconds: number, scroll: number): Promise<Frames> {
  const before = await tab.cpuMs();
  const { count, ...measured } = await countFrames(tab, seconds, scroll);
  return { ...measured, cpuMs: ((await tab.cpuMs()) - before) / count };
}

function countFrames(
  tab: Tab,
  seconds: number,
  scroll: number,
): Promise<Omit<Frames, 'cpuMs'> & { readonly count: number }> {
  return tab.evaluate(
    async (forSeconds, by) => {
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration);
      });
      observer.observe({ entryTypes: ['longtask'] });
      const list = document.querySelector('[role=grid]');
      const times: number[] = [];
      const end = performance.now() + forSeconds * 1000;
      let last = await new Promise<number>((done) => requestAnimationFrame(done));
      while (last < end) {
        if (list !== null && by !== 0) list.scrollTop += by;
        const now = await new Promise<number>((done) => requestAnimationFrame(done));
        times.push(now - last);
        last = now;
      }
      observer.disconnect();
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
      const memory = (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory;
      return {
        count: times.length,
        p50: at(0.5),
        p95: at(0.95),
        dropped: times.filter((time) => time > 25).length / Math.max(times.length, 1),
        longTasks: tasks.length,
        longestTask: Math.max(0, ...tasks),
        nodes: document.querySelectorAll('*').length,
        heapMb: (memory?.usedJSHeapSize ?? 0) / 1e6,
      };
    },
    seconds,
    scroll,
  );
}

function rowsOf(what: string, ours: Frames, empty: Frames): Row[] {
  const beside = 'an empty page';
  return [
    {
      what: `${what}: main thread for each frame`,
      beside,
      ours: ours.cpuMs,
      other: empty.cpuMs,
      unit: 'ms CPU',
      goal: '≤ 6 ms',
    },
    { what: `${what}: frame, median`, beside, ours: ours.p50, other: empty.p50, unit: 'ms' },
    { what: `${what}: frame, p95`, beside, ours: ours.p95, other: empty.p95, unit: 'ms' },
    {
      what: `${what}: frames over 25 ms`,
      beside,
      ours: ours.dropped * 100,
      other: empty.dropped * 100,
      unit: '%',
    },
    {
      what: `${what}: tasks over 50 ms (longest ${Math.round(ours.longestTask)} ms)`,
      beside,
      ours: ours.longTasks,
      other: empty.longTasks,
      unit: '',
      goal: '0',
    },
    { what: `${what}: elements`, beside, ours: ours.nodes, other: empty.nodes, unit: '' },
    { what: `${what}: heap`, beside, ours: ours.heapMb, other: empty.heapMb, unit: 'MB' },
  ];
}

/** Fills the panel with a file that is made in it, so that it need not come through the debugger. */
async function load(tab: Tab, kind: 'rows' | 'state', count: number): Promise<void> {
  await tab.evaluate(
    async (what, size, events) => {
      const lines = ['{"type":"RUN_STARTED","threadId":"t","runId":"r"}'];
      if (what === 'rows') {
        for (let n = 0; n < size; n += 4) {
          lines.push(
            `{"type":"CUSTOM","name":"step","value":${n}}`,
            `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m${n >> 8}","delta":"word ${n} "}`,
            `{"type":"STEP_STARTED","stepName":"s${n}"}`,
            `{"type":"STEP_FINISHED","stepName":"s${n}"}`,
          );
        }
      } else {
        const entries = Array.from({ length: size }, (_, n) => [
          `key${n}`,
          { id: n, name: `The thing number ${n}`, tags: ['a', 'b'], done: n % 2 === 0 },
        ]);
        lines.push(
          JSON.stringify({ type: 'STATE_SNAPSHOT', snapshot: { items: Object.fromEntries(entries) } }),
        );
        for (let n = 0; n < events; n++) {
          const path = `/items/key${(n * 37) % size}/name`;
          lines.push(
            JSON.stringify({ type: 'STATE_DELTA', delta: [{ op: 'replace', path, value: `New ${n}` }] }),
          );
        }
      }
      const panel = globalThis as unknown as {
        lens: { import(name: string, text: string): Promise<void>; settled(): Promise<void> };
      };
      await panel.lens.import('bench.ndjson', lines.join('\n'));
      await panel.lens.settled();
    },
    kind,
    count,
    STATE_EVENTS,
  );
}

/** CPU time of a step to somewhere among so many events, milliseconds. */
async function steps(tab: Tab, view: string, among: number): Promise<number> {
  await tab.evaluate((name) => void document.querySelector<HTMLElement>(`#tab-${name}`)?.click(), view);
  const before = await tab.cpuMs();
  await tab.evaluate(
    async (count, length) => {
      const { lens } = globalThis as unknown as { lens: { cursor: number } };
      for (let n = 0; n < count; n++) {
        lens.cursor = 3 + ((n * 399_989) % (length - 100));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      }
    },
    STEPS,
    among,
  );
  return ((await tab.cpuMs()) - before) / STEPS;
}

async function live(browser: Browser, empty: Frames): Promise<Row[]> {
  const server = await startLiveServer();
  const panel = await browser.newTab();
  try {
    await browser.tab.goto(server.url);
    await panel.goto(`${browser.origin}/panel.html?tab=${await browser.tab.id()}`);
    await browser.tab.evaluate(() => {
      void fetch('/run', { method: 'POST' }).then(async (response) => {
        const reader = response.body?.getReader();
        while (reader && !(await reader.read()).done);
      });
    });
    await sleep(1_000);
    const measured = await frames(panel, LIVE_SECONDS, 0);
    const seen = await panel.evaluate(
      () => (globalThis as unknown as { lens: { length: number } }).lens.length,
    );
    const what = `live, ${LIVE_RATE} events/s for ${LIVE_SECONDS} s (${seen} seen)`;
    return rowsOf(what, measured, empty);
  } finally {
    await panel.close();
    await server.close();
  }
}

/** When a page shows something first, milliseconds from the beginning of its loading; the median of some visits. */
async function firstPaint(browser: Browser, page: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const tab = await browser.newTab();
    await tab.goto(`${browser.origin}/${page}`);
    const painted = () =>
      tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
    let time = 0;
    while (time === 0) {
      await sleep(50);
      time = await painted();
    }
    times.push(time);
    await tab.close();
  }
  return median(times);
}

/** All rows; takes about two minutes. */
export async function panelBench(): Promise<Row[]> {
  const browser = await launch('chromium');
  try {
    const paint: Row = {
      what: `first paint of the panel, ${VISITS} visits`,
      beside: 'the popup, which has next to no code',
      ours: await firstPaint(browser, 'panel.html?file'),
      other: await firstPaint(browser, 'popup.html'),
      unit: 'ms',
      goal: '≤ 200 ms',
    };
    const tab = await browser.newTab();
    await tab.goto('about:blank');
    const empty = await frames(tab, SCROLL_SECONDS, 0);
    await tab.goto(`${browser.origin}/panel.html?file`);
    await load(tab, 'state', STATE_KEYS);
    const bare = await steps(tab, 'event', STATE_EVENTS);
    const stepRows: Row[] = [];
    for (const view of ['messages', 'state', 'tools', 'run', 'findings']) {
      stepRows.push({
        what: `a step of the cursor, ${STATE_KEYS} entries of state: ${view}`,
        beside: 'the same in Event',
        ours: await steps(tab, view, STATE_EVENTS),
        other: bare,
        unit: 'ms CPU',
        goal: '≤ 16 ms',
      });
    }
    await load(tab, 'rows', ROWS);
    stepRows.push({
      what: `a step of the cursor, ${ROWS} events: messages`,
      beside: 'the same in Event',
      other: await steps(tab, 'event', ROWS),
      ours: await steps(tab, 'messages', ROWS),
      unit: 'ms CPU',
      goal: '≤ 16 ms',
    });
    await tab.evaluate(() => {
      const { lens } = globalThis as unknown as { lens: { cursor: number } };
      lens.cursor = 0;
    });
    const scrolled = rowsOf(`${ROWS} rows scrolled`, await frames(tab, SCROLL_SECONDS, 400), empty);
    await tab.close();
    return [paint, ...stepRows, ...scrolled, ...(await live(browser, empty))];
  } finally {
    await browser.close();
  }
}

function startLiveServer(): Promise<Listening> {
  return listen(
    createServer((request, response) => {
      request.resume();
      if (request.url === '/run') return void sendLive(response);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>live</title>');
    }),
  );
}

/** A run that never ends: messages, calls and state in turn, as many events a second as are asked for. */
async function sendLive(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(
    sse({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }) +
      sse({ type: 'STATE_SNAPSHOT', snapshot: { n: 0 } }),
  );
  const start = Date.now();
  let sent = 0;
  while (!response.destroyed && Date.now() - start < (LIVE_SECONDS + 5) * 1000) {
    const due = Math.floor(((Date.now() - start) / 1000) * LIVE_RATE);
    let text = '';
    for (; sent < due; sent++) {
      const place = sent % 100;
      const messageId = `m${Math.floor(sent / 100)}`;
      if (place === 0) text += sse({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
      else if (place === 90) text += sse({ type: 'TEXT_MESSAGE_END', messageId });
      else if (place > 90)
        text += sse({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: sent }] });
      else text += sse({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: `word ${sent} ` });
    }
    response.write(text);
    await sleep(LIVE_STEP_MS);
  }
  response.end();
}
