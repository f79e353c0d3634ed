// Pages that read numbered streams, and store how much each has read in their origin's localStorage: it outlives them.
// The page itself may be put into the back/forward cache.
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../harness/listen';

/** A server of such pages. */
export interface ReadingServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The page's streams; runs are named after `name` and numbered. */
export interface Reads {
  readonly name: string;
  readonly streams?: number;
  /** Milliseconds between two events of a stream. */
  readonly pace?: number;
  /** Characters of one delta. */
  readonly size?: number;
  /** Events of a stream; it goes on until the page has gone by default. */
  readonly events?: number;
  /** Inside a frame of an otherwise empty page. */
  readonly framed?: boolean;
}

export function readingUrl(server: string, { framed, ...reads }: Reads): string {
  return `${server}/${framed ? 'frame' : 'read'}?${queryOf(reads)}`;
}

/** The address of a page that does not read, and has the browser load one that does ahead, where browsers do so. */
export const aheadUrl = (server: string, reads: Reads): string => `${server}/ahead?${queryOf(reads)}`;

function queryOf(reads: Reads): URLSearchParams {
  const all = { streams: 1, pace: 10, size: 20, events: 1e9, ...reads };
  return new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]));
}

/** Event n of a run, as the server sends it. */
function frameOf(run: string, n: number, size: number): string {
  const event =
    n === 0
      ? { type: 'RUN_STARTED', threadId: run, runId: run }
      : n === 1
        ? { type: 'TEXT_MESSAGE_START', messageId: `m-${run}`, role: 'assistant' }
        : { type: 'TEXT_MESSAGE_CONTENT', messageId: `m-${run}`, delta: `${n} `.padEnd(size, '.') };
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** Everything that a run sends, up to a length. */
export function sentText(run: string, size: number, length: number): string {
  let text = '';
  for (let n = 0; text.length < length; n++) text += frameOf(run, n, size);
  return text.slice(0, length);
}

/** Length of a run with so many events. */
export function runLength(run: string, size: number, events: number): number {
  return Array.from({ length: events }, (_, n) => frameOf(run, n, size).length).reduce(
    (sum, each) => sum + each,
  );
}

/** Runs in the page. */
const SCRIPT = `
  const asked = new URLSearchParams(location.search);
  let loads = Number(sessionStorage.getItem('loads') ?? 0) + 1;
  // Of a page that ends at once Firefox may forget this.
  while (localStorage.getItem([asked.get('name'), loads, 0].join('-')) !== null) loads++;
  sessionStorage.setItem('loads', String(loads));
  let runs = 0;
  let ended = 0;
  const read = async (run) => {
    localStorage.setItem(run, '0');
    const input = { threadId: run, runId: run, messages: [], tools: [], context: [], state: {}, forwardedProps: {} };
    const answer = await fetch('/agent' + location.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(input),
    });
    const reader = answer.body.getReader();
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return void ended++;
      length += value.length;
      localStorage.setItem(run, String(length));
    }
  };
  globalThis.readSome = () => {
    for (let n = 0; n < Number(asked.get('streams')); n++)
      read([asked.get('name'), loads, runs++].join('-')).catch(() => {});
  };
  globalThis.isCalm = () => ended === runs;
  readSome();
`;

const page = (title: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title>${body}`;

const aheadOf = (url: string): string =>
  `<script type="speculationrules">${JSON.stringify({ prerender: [{ source: 'list', urls: [url] }] })}</script>`;

/** Sends events until the page has gone. */
function stream(response: ServerResponse, run: string, asked: URLSearchParams): void {
  const size = Number(asked.get('size'));
  const events = Number(asked.get('events'));
  let n = 0;
  const send = () => {
    response.write(frameOf(run, n++, size));
    if (n >= events) response.end();
  };
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  send();
  const timer = setInterval(send, Number(asked.get('pace')));
  response.on('close', () => clearInterval(timer));
}

/** Starts a server on a free port. */
export async function startReadingServer(): Promise<ReadingServer> {
  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/agent') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { runId }: { runId: string } = JSON.parse(Buffer.concat(parts).toString());
        stream(response, runId, searchParams);
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=600' });
    if (pathname === '/read') response.end(page('reading', `<script>${SCRIPT}</script>`));
    else if (pathname === '/ahead') response.end(page('ahead', aheadOf(`/read${search}`)));
    else if (pathname === '/frame') response.end(page('frame', `<iframe src="/read${search}"></iframe>`));
    else response.end(page('elsewhere', 'Nothing is read here.'));
  });
  return listen(server, undefined, 'localhost');
}
