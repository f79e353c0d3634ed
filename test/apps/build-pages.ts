// Bundles the pages with Vite, in memory, one file for each.
import { readdirSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import { build } from 'vite';
import type { Asset } from '../harness/server';

const FOLDERS = ['pages', 'packages'];

/** The source of each page by its name. */
function sources(): Record<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(resolve(import.meta.dirname, folder))
      .filter((file) => /\.(ts|js)$/.test(file) && file !== 'app.ts')
      .map((file) => [parse(file).name, resolve(import.meta.dirname, folder, file)]),
  );
  return Object.fromEntries(files);
}

/** The files of all pages by their URL path. */
export async function buildPages(): Promise<Map<string, Asset>> {
  const input = sources();
  const made = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', modulePreload: false, minify: false, rollupOptions: { input } },
  });
  const assets = new Map<string, Asset>([['/favicon.ico', { type: 'image/x-icon', body: '' }]]);
  for (const part of Array.isArray(made) ? made : [made]) {
    if (!('output' in part)) continue;
    for (const file of part.output) {
      const body = file.type === 'chunk' ? file.code : file.source;
      assets.set(`/${file.fileName}`, { type: 'text/javascript', body });
      if (file.type === 'chunk' && file.isEntry) {
        const html = `<!doctype html><title>${file.name}</title><div id="root"></div><script type="module" src="/${file.fileName}"></script>`;
        assets.set(`/${file.name}.html`, { type: 'text/html; charset=utf-8', body: html });
      }
    }
  }
  return assets;
}
