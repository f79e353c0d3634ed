// Bundles the demo page with Vite, in memory: no CDN, no files left behind.
import { resolve } from 'node:path';
import { build } from 'vite';
import type { Asset } from './server';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The files of the demo page by their URL path. */
export async function buildPage(): Promise<Map<string, Asset>> {
  const result = await build({
    root: resolve(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', modulePreload: false },
  });
  const assets = new Map<string, Asset>();
  for (const part of Array.isArray(result) ? result : [result]) {
    if (!('output' in part)) continue;
    for (const file of part.output) {
      const type = TYPES[file.fileName.split('.').pop() ?? ''] ?? 'application/octet-stream';
      assets.set(`/${file.fileName}`, { type, body: file.type === 'chunk' ? file.code : file.source });
    }
  }
  const index = assets.get('/index.html');
  if (!index) throw new Error('The demo page could not be built: Vite made no index.html.');
  assets.set('/', index);
  assets.set('/favicon.ico', { type: 'image/x-icon', body: '' });
  return assets;
}
