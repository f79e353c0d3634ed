// Serves a folder below a path, as GitHub Pages does.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { listen } from '../harness/listen';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface ServedSite {
  /** With a slash at the end. */
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export async function serveSite(folder: string, below = '/deep/path/'): Promise<ServedSite> {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site');
    asked.push(pathname);
    const within = pathname.startsWith(below) ? join(folder, pathname.slice(below.length)) : '';
    const path =
      within !== '' && existsSync(within) && statSync(within).isDirectory()
        ? join(within, 'index.html')
        : within;
    if (path === '' || !existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(path));
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}${below}`,
    asked,
    close,
  };
}
