// The second half of `npm start`, once everything is installed and built. See start.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Panel } from '../e2e/drive/browser';
import {
  accountOfPage,
  accountOfPanel,
  converse,
  demoUrl,
  expectedEvents,
  panelEvents,
} from '../e2e/drive/demo';
import { launch } from '../e2e/drive/launch';
import { ROOT } from '../e2e/drive/paths';
import { startServer } from './server';

const OUT = resolve(ROOT, 'out');
const QUESTIONS = ['What is the weather like?', 'And somewhere warmer?'];

const args = process.argv.slice(2);
const name = args.includes('--browser=firefox') ? 'firefox' : 'chromium';
const { DISPLAY, WAYLAND_DISPLAY } = process.env;
const hasDisplay = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
const headless = args.includes('--headless') || !hasDisplay;

process.exitCode = await (headless ? check() : show());

/** Opens everything and stays until the browser is closed or Ctrl-C. */
async function show(): Promise<number> {
  const server = await startServer();
  const browser = await launch(name, {
    headless: false,
    hasTour: true,
    dock: name === 'firefox' ? 'bottom' : 'right',
  });
  const interrupted = new Promise<void>((done) => process.once('SIGINT', done).once('SIGTERM', done));
  await browser.tab.goto(demoUrl(server.url, { say: QUESTIONS[0] ?? '' }));
  await browser.tab.openPanel();
  console.log(`The demo page is at ${demoUrl(server.url)}. Close the browser or press Ctrl-C to end.`);
  await Promise.race([interrupted, browser.closed]);
  await browser.close();
  await server.close();
  return 0;
}

/** Runs the demo conversation and compares what the panel shows with what the page has. */
async function check(): Promise<number> {
  const server = await startServer();
  const browser = await launch(name, { dock: 'undocked' });
  try {
    await browser.tab.goto(demoUrl(server.url));
    const panel = await browser.tab.openPanel();
    await converse(browser.tab, ...QUESTIONS);
    return await compare(browser, panel);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function compare({ tab, ...browser }: Browser, panel: Panel): Promise<number> {
  const expected = await expectedEvents(tab);
  await panelEvents(panel, expected.length);
  const [page, seen] = [await accountOfPage(tab), await accountOfPanel(panel)];
  const events = await panel.evaluate(() => lens.events());
  const start = events[0]?.timeMs ?? 0;

  console.log(
    `\nTimeline: ${events.length} events, as the panel has them in ${browser.name} ${browser.version}`,
  );
  for (const { seq, timeMs, type } of events) {
    console.log(`${String(seq).padStart(5)} ${(timeMs - start).toFixed(0).padStart(7)} ms  ${type}`);
  }
  console.log(`\nMessages\n${JSON.stringify(seen.messages, null, 2)}`);
  console.log(`\nState\n${JSON.stringify(seen.state, null, 2)}\n`);
  await writeResults(panel);

  const types = events.map(({ type }) => type);
  const verdicts = {
    events: isDeepStrictEqual(
      types,
      expected.map(({ type }) => type),
    ),
    messages: isDeepStrictEqual(seen.messages, page.messages),
    state: isDeepStrictEqual(seen.state, page.state),
  };
  for (const [what, isSame] of Object.entries(verdicts)) {
    console.log(`${what}: the panel ${isSame ? 'equals the page' : 'DIFFERS from the page'}`);
  }
  if (!verdicts.messages || !verdicts.state) console.log(`\nThe page has\n${JSON.stringify(page, null, 2)}`);
  return Object.values(verdicts).every(Boolean) ? 0 : 1;
}

async function writeResults(panel: Panel): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const files = { 'chat.agui.jsonl': 'recording', 'chat.compacted.json': 'compacted-safe' };
  for (const [file, format] of Object.entries(files)) {
    writeFileSync(resolve(OUT, file), await panel.evaluate((id) => lens.export(id), format));
  }
  // The overview paints itself a little later than the rest.
  await new Promise((done) => setTimeout(done, 500));
  await panel.screenshot(resolve(OUT, 'panel.png'));
  for (const file of ['panel.png', ...Object.keys(files)])
    console.log(`Wrote ${relative(ROOT, resolve(OUT, file))}`);
}
