// Errors that the page gets look as they do without us: the same lines in the stack, the same place. Each is made in a
// browser without the extension too. Not here, for it cannot be done without giving the page another promise than the
// browser's own: what rejects a call that we only look at (a plain request) where the page itself handles it.
import { createServer } from 'node:http';
import { listen } from '../harness/listen';
import type { Browser, Tab } from './drive/browser';
import { launch } from './drive/launch';
import { story as base, expect } from './story';

const SCRIPT = `
const factsOf = (e) => [e.name, e.message, e.stack, e.fileName ?? e.filename, e.lineNumber, e.columnNumber, Object.keys(e)];
const thrown = (run) => { try { run(); return 'nothing'; } catch (e) { return factsOf(e); } };
const rejected = async (run) => { try { await run(); return 'nothing'; } catch (e) { return factsOf(e); } };
const unhandled = (run) => new Promise((done) => {
  addEventListener('unhandledrejection', (e) => { e.preventDefault(); done([e.promise === made, ...factsOf(e.reason)]); }, { once: true });
  const made = run();
});
const run = (path, signal) => fetch(path, {
  method: 'POST', signal, headers: { accept: 'text/event-stream' },
  body: JSON.stringify({ threadId: 't', runId: 'r', messages: [] }) });
const NOWHERE = 'http://127.0.0.1:1/';
window.failures = {
  run: () => rejected(() => run(NOWHERE)),
  runUnhandled: () => unhandled(() => run(NOWHERE)),
  runAborted: () => rejected(() => { const c = new AbortController(); setTimeout(() => c.abort(), 50); return run('/never', c.signal); }),
  plainUnhandled: () => unhandled(() => fetch(NOWHERE)),
  plainBadUrlUnhandled: () => unhandled(() => fetch('http://[')),
  plainAborted: () => rejected(() => { const c = new AbortController(); setTimeout(() => c.abort(), 50); return fetch('/never', { signal: c.signal }); }),
  plainJson: async () => { const r = await fetch('/broken'); return rejected(() => r.json()); },
  runJson: async () => { const r = await run('/broken'); return rejected(() => r.json()); },
  readCut: async () => { const r = (await run('/cut')).body.getReader(); return rejected(async () => { while (!(await r.read()).done); }); },
  readAborted: async () => { const c = new AbortController(); const r = (await run('/endless', c.signal)).body.getReader(); return rejected(async () => { await r.read(); c.abort(); while (!(await r.read()).done); }); },
  locked: async () => { const { body } = await run('/cut'); body.getReader(); return thrown(() => body.getReader()); },
  socket: () => thrown(() => new WebSocket('bad:')),
  ownSocket: () => thrown(() => new (class Own extends WebSocket { constructor() { super('bad:'); } })()),
  socketSend: () => thrown(() => new WebSocket('ws://127.0.0.1:1/').send('x')),
  eventSource: () => thrown(() => new EventSource('http://[')),
  listener: () => thrown(() => new EventSource('/cut').addEventListener()),
  xhrSend: () => thrown(() => new XMLHttpRequest().send()),
  xhrOpen: () => thrown(() => new XMLHttpRequest().open('GET', 'http://[')),
  xhrSync: () => thrown(() => { const x = new XMLHttpRequest(); x.open('GET', NOWHERE, false); x.send(); }),
  request: () => thrown(() => new Request('http://[')),
  getter: () => thrown(() => Object.getOwnPropertyDescriptor(Response.prototype, 'body').get.call({})),
  toString: () => thrown(() => Function.prototype.toString.call({})),
  ownCode: () => thrown(() => new WebSocket({ toString() { throw new Error('the page itself'); } })),
  notAnError: () => thrown(() => new WebSocket({ toString() { throw Object.freeze({ name: 'frozen' }); } })),
};
// From a timer: stacks contain no line of the browser's driver.
window.fail = (name) => new Promise((done) => setTimeout(async () => done(JSON.stringify(await failures[name]()))));
`;

const story = base.extend<{ pages: { url: string } }, { bare: Browser }>({
  bare: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use, { project }) => {
      const browser = await launch(project.name === 'firefox' ? 'firefox' : 'chromium', { bare: true });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
  pages: async ({}, use) => {
    const server = createServer((request, response) => {
      request.resume();
      const path = request.url ?? '';
      const type =
        path === '/script.js' ? 'text/javascript' : path === '/' ? 'text/html' : 'text/event-stream';
      if (path === '/never') return;
      response.writeHead(200, { 'content-type': path === '/broken' ? 'application/json' : type });
      if (path === '/broken') response.end('{"a":');
      else if (path === '/script.js') response.end(SCRIPT);
      else if (path === '/')
        response.end('<!doctype html><title>errors</title><script src="/script.js"></script>');
      else response.write('data: {"type":"RUN_STARTED"}\n\n');
      if (path === '/cut') setTimeout(() => response.destroy(), 50);
    });
    const { url, close } = await listen(server);
    await use({ url });
    await close();
  },
});

interface Page {
  readonly failures: object;
  readonly fail: (name: string) => Promise<string>;
}

const fail = (tab: Tab, name: string): Promise<string> =>
  tab.evaluate((key) => (window as never as Page).fail(key), name);

story('errors have no line of ours', async ({ tab, bare, pages }) => {
  await tab.goto(pages.url);
  await bare.tab.goto(pages.url);
  const names = await tab.evaluate(() => Object.keys((window as never as Page).failures));
  for (const name of names) {
    const native = JSON.parse(await fail(bare.tab, name));
    expect(JSON.parse(await fail(tab, name)), name).toEqual(native);
    expect(native, name).not.toBe('nothing');
  }
});
