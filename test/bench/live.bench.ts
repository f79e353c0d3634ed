// Panel beside a page that floods it, and a panel opened late beside a page that has finished: what the user waits for, and
// the panel's long tasks.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Evaluate, Tab } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { type Listening, listen } from '../harness/listen';
import { sse } from '../support/logs';
import { median, type Row } from './table';

const FLOOD = 100_000;
const LATE = 50_000;
const ROUNDS = 3;
const PART_MS = 20;

/** A flood or an opening, as the user and the panel's main thread have it; milliseconds. */
interface Opened {
  readonly firstMs: number;
  readonly wholeMs: number;
  /** CPU time of each task. */
  readonly tasks: readonly number[];
}

/** One run of so many events, sent evenly within a time; at once if it is 0. */
function framesOf(count: number): string[] {
  const frames = [sse({ type: 'RUN_STARTED', threadId: 't', runId: 'r' })];
  while (frames.length < count - 1) {
    const place = frames.length % 100;
    const messageId = `m${Math.floor(frames.length / 100)}`;
    if (place === 1) frames.push(sse({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }));
    else if (place === 90) frames.push(sse({ type: 'TEXT_MESSAGE_END', messageId }));
    else if (place > 90 || place === 0)
      frames.push(sse({ type: 'STATE_SNAPSHOT', snapshot: { n: frames.length } }));
    else frames.push(sse({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: `word ${frames.length} ` }));
  }
  frames.push(sse({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }));
  return frames;
}

function startServer(): Promise<Listening> {
  return listen(
    createServer(async (request, response) => {
      request.resume();
      const { searchParams, pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname !== '/run')
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>live</title>');
      const frames = framesOf(Number(searchParams.get('count')));
      const parts = Math.max(1, Number(searchParams.get('ms')) / PART_MS);
      const size = Math.ceil(frames.length / parts);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const start = performance.now();
      for (let part = 0; part * size < frames.length; part++) {
        response.write(frames.slice(part * size, (part + 1) * size).join(''));
        await sleep(Math.max(0, start + (part + 1) * PART_MS - performance.now()));
      }
      response.end();
    }),
  );
}

/** The page reads the run and parses its events, as an app does. */
const readRun = (tab: Tab, count: number, ms: number): Promise<void> =>
  tab.evaluate(
    async (events, time) => {
      const { body } = await fetch(`/run?count=${events}&ms=${time}`, { method: 'POST' });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return;
        const frames = (rest + value).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) JSON.parse(frame.slice('data: '.length));
      }
    },
    count,
    ms,
  );

/** CPU time of a page that reads and parses such a run without the extension, milliseconds. */
async function floorOf(url: string, count: number): Promise<number> {
  const { tab, close } = await launch('chromium', { bare: true });
  try {
    await tab.goto(url);
    const before = await tab.cpuMs();
    await readRun(tab, count, 0);
    return (await tab.cpuMs()) - before;
  } finally {
    await close();
  }
}

/** Waits in the panel until it has all events and has drawn them. */
const watch = (evaluate: Evaluate, count: number): Promise<{ firstMs: number; wholeMs: number }> =>
  evaluate(async (events) => {
    const page = globalThis as unknown as { lens?: { length: number; settled(): Promise<void> } };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (document.querySelector('[role=grid] [role=row] [role=gridcell]') === null) await frame();
    const firstMs = performance.now();
    while ((page.lens?.length ?? 0) < events) await new Promise((resolve) => setTimeout(resolve, 250));
    await page.lens?.settled();
    const wholeMs = performance.now();
    await frame();
    return { firstMs, wholeMs };
  }, count);

/** Compiles the panel's code, which a browser keeps: only the first opening of a version pays for it. */
async function openBefore(browser: Browser): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const panel = await browser.newTab();
    await panel.goto(`${browser.origin}/panel.html?file`);
    await sleep(1_000);
    await panel.close();
  }
}

async function flood(browser: Browser, url: string): Promise<Opened> {
  await browser.tab.goto(url);
  const panel = await browser.newTab();
  await panel.goto(`${browser.origin}/panel.html?tab=${await browser.tab.id()}`);
  await sleep(1_000);
  let seen = { firstMs: 0, wholeMs: 0 };
  const tasks = await panel.tasks(async (evaluate) => {
    const start = await evaluate(() => performance.now());
    const watched = watch(evaluate, FLOOD);
    await readRun(browser.tab, FLOOD, 1_000);
    const { firstMs, wholeMs } = await watched;
    seen = { firstMs: firstMs - start, wholeMs: wholeMs - start };
  });
  await panel.close();
  return { ...seen, tasks };
}

async function late(browser: Browser, url: string): Promise<Opened> {
  await browser.tab.goto(url);
  await readRun(browser.tab, LATE, 0);
  await sleep(2_000);
  const panel = await browser.newTab();
  const id = await browser.tab.id();
  let seen = { firstMs: 0, wholeMs: 0 };
  const tasks = await panel.tasks(async (evaluate) => {
    await panel.goto(`${browser.origin}/panel.html?tab=${id}`);
    seen = await watch(evaluate, LATE);
  });
  await panel.close();
  return { ...seen, tasks };
}

export async function liveBench(): Promise<Row[]> {
  const server = await startServer();
  const rows: Row[] = [];
  try {
    for (const [what, count, measure] of [
      [`${FLOOD} events in a second`, FLOOD, flood],
      [`panel opened late on ${LATE} events`, LATE, late],
    ] as const) {
      const rounds: Opened[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const browser = await launch('chromium');
        try {
          await openBefore(browser);
          rounds.push(await measure(browser, server.url));
        } finally {
          await browser.close();
        }
      }
      const of = (pick: (round: Opened) => number) => median(rounds.map(pick));
      const longest = Math.round(of(({ tasks }) => Math.max(0, ...tasks)));
      rows.push(
        { what: `${what}: first rows`, beside: '', ours: of(({ firstMs }) => firstMs), unit: 'ms' },
        { what: `${what}: all of it`, beside: '', ours: of(({ wholeMs }) => wholeMs), unit: 'ms' },
        {
          what: `${what}: main thread`,
          beside: 'a page that reads and parses them',
          ours: of(({ tasks }) => tasks.reduce((sum, ms) => sum + ms, 0)),
          other: await floorOf(server.url, count),
          unit: 'ms CPU',
        },
        {
          what: `${what}: tasks over 50 ms (longest ${longest} ms)`,
          beside: '',
          ours: of(({ tasks }) => tasks.filter((ms) => ms > 50).length),
          unit: '',
          goal: '0',
        },
      );
    }
    return rows;
  } finally {
    await server.close();
  }
}
