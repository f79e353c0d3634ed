// The site on which probes run: a page that runs each probe in a frame of its own.
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { WebSocketServer } from 'ws';
import { type Listening, listen } from '../../harness/listen';
import { callProbes } from './calls';
import { functionProbes } from './functions';
import { globalProbes } from './globals';
import { streamProbes } from './streams';

/** Every probe: code by name. */
export const probes: Readonly<Record<string, string>> = {
  ...functionProbes,
  ...globalProbes,
  ...callProbes,
  ...streamProbes,
};

const EVENTS = ['RUN_STARTED', 'RUN_FINISHED'].map((type) => `data: {"type":"${type}"}\n\n`);
const helpers = readFileSync(resolve(import.meta.dirname, 'helpers.js'), 'utf8');
// One function a line: a line number in a stack belongs to one probe.
const script = `${helpers}\nwindow.probes = {\n${Object.entries(probes)
  .map(([name, code]) => `${JSON.stringify(name)}: async () => { ${code} },`)
  .join('\n')}\n};`;

const RUNNER = `<!doctype html><title>probes</title><script>
const { stringify } = JSON;
window.patience = 1;
window.probe = async (name) => {
  const frame = document.createElement('iframe');
  frame.src = '/frame';
  const ready = new Promise((done) => { frame.onload = done; });
  document.documentElement.append(frame);
  await ready;
  // From a timer of the frame: no line of the driver's own script is in a stack.
  const late = new Promise((done) => setTimeout(() => done('late'), 4000 * patience));
  const work = new Promise((done) => frame.contentWindow.setTimeout(async () => {
    try { done(await frame.contentWindow.probes[name]()); } catch (e) { done('failed: ' + e?.stack); }
  }));
  const said = await Promise.race([work, late]);
  let text;
  try { text = stringify(said, (key, value) => typeof value === 'bigint' ? String(value) : value === undefined ? 'undefined' : value); } catch (e) { text = '"failed: ' + e.message + '"'; }
  frame.remove();
  return text ?? 'undefined';
};
window.probeAll = async (names, patience) => {
  window.patience = patience;
  const answers = {};
  for (const name of names) answers[name] = await probe(name);
  return stringify(answers);
};
</script>`;

function answer(path: string, response: ServerResponse): unknown {
  const send = (type: string, body: string) => {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  };
  if (path === '/never') return undefined;
  if (path === '/') return send('text/html', RUNNER);
  if (path === '/frame') return send('text/html', '<!doctype html><script src="/probes.js"></script>');
  if (path === '/probes.js') return send('text/javascript', script);
  if (path === '/json') return send('application/json', '{"a":[1,{"b":null}]}');
  if (path === '/broken') return send('application/json', '{"a":');
  if (path === '/upload') return send('text/plain', 'ok');
  if (path === '/long') return send('text/event-stream', EVENTS.join('').repeat(5000));
  if (path === '/es') return send('text/event-stream', `id: 1\n${EVENTS[0]}event: TEXT\n${EVENTS[1]}`);
  if (path === '/run') return send('text/event-stream', EVENTS.join(''));
  response.writeHead(200, {
    'content-type': path === '/cut-json' ? 'application/json' : 'text/event-stream',
  });
  response.write(EVENTS[0]);
  return path.startsWith('/cut') && setTimeout(() => response.destroy(), 40);
}

export function startSite(): Promise<Listening> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request.url ?? '', response));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  return listen(server, sockets);
}
