// A local server with the panel and files, for `lens open` and `lens record --open`.
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { CliError, systemReason } from '@/lib/package/cli/errors';
import { HOST, listen, shut } from '@/lib/package/cli/listen';
import { type PanelFiles, viewerFiles } from '@/lib/package/library/panel-files';
import { viewerHtml } from '@/lib/package/library/viewer-html';

/** A request of a part that is not there yet is answered after this time, milliseconds. */
const WAIT_MAX_MS = 25_000;
const POLL_MS = 100;
/** Maximum length of one part of a file that is followed, bytes. */
const PART_MAX = 4 * 1024 * 1024;

export interface Viewer {
  readonly url: string;
  close(): void;
}

interface ViewerOptions {
  /** The first file is followed as it grows. */
  readonly isFollowed: boolean;
  readonly port?: number;
  /** Instead of the built viewer. */
  readonly panel?: PanelFiles;
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function send(response: ServerResponse, type: string, content: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(content);
}

/** Answers with what stands behind `from`, once there is something. */
async function sendFrom(path: string, from: number, response: ServerResponse): Promise<void> {
  const until = performance.now() + WAIT_MAX_MS;
  while (fileSize(path) <= from && performance.now() < until && !response.destroyed)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  const end = Math.min(fileSize(path), from + PART_MAX) - 1;
  if (end < from) response.end();
  else
    createReadStream(path, { start: from, end })
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Serves the panel with files; the name of the host is checked, so that no other site can ask. */
export async function startViewer(files: readonly string[], options: ViewerOptions): Promise<Viewer> {
  const panel = options.panel ?? viewerFiles();
  if (panel === undefined) throw new CliError('The panel is missing. Build it first: npm run site.');
  for (const file of files) {
    try {
      if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    } catch (error) {
      throw new CliError(`Cannot open ${file}: ${systemReason(error)}.`);
    }
  }
  const html = viewerHtml({
    script: '/viewer.js',
    style: '/viewer.css',
    connect: "'self'",
    files: files.map((path, at) => ({
      name: basename(path),
      url: `/files/${at}`,
      isFollowed: at === 0 && options.isFollowed,
    })),
  });
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://viewer');
    const file = files[Number(/^\/files\/(\d+)$/.exec(pathname)?.[1] ?? -1)];
    const from = searchParams.get('from');
    if (!isOwnHost(request.headers.host)) response.writeHead(403).end();
    else if (pathname === '/') send(response, 'text/html; charset=utf-8', html);
    else if (pathname === '/viewer.js') send(response, 'text/javascript; charset=utf-8', panel.script);
    else if (pathname === '/viewer.css') send(response, 'text/css; charset=utf-8', panel.style);
    else if (file === undefined) response.writeHead(404).end();
    else if (from !== null && /^\d{1,15}$/.test(from)) void sendFrom(file, Number(from), response);
    else {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
    }
  };
  let port = '';
  const isOwnHost = (host = ''): boolean => host === `${HOST}:${port}` || host === `localhost:${port}`;
  const server = createServer(respond);
  const url = await listen(server, options.port ?? 0);
  ({ port } = new URL(url));
  return { url: `${url}/`, close: () => shut(server) };
}
