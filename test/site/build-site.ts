// `npm run site`: the viewer and the demo as static files in .output/site, for any path of any server.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { viewerHtml } from '@/lib/package/library/viewer-html';
import { bundleReport } from '../pack/bundles';

const ROOT = resolve(import.meta.dirname, '../..');
const SITE = resolve(ROOT, '.output/site');

const OFFLINE = `// Keeps the site for times without a network.
navigator.serviceWorker?.register(new URL('sw.js', document.currentScript.src)).catch(() => {});
`;

/** Read by the viewer: any server that allows it. */
const ANY = "'self' https: http:";

const DEMO_STYLE = `<style>
body { display: flex; margin: 0; height: 100vh }
#demo { flex: 0 0 38%; min-width: 0; border: 0; border-right: 1px solid #8886; background: Canvas; color-scheme: light dark }
#app { flex: 1; min-width: 0; position: relative; height: 100% }
@media (max-width: 800px) { body { flex-direction: column } #demo { flex-basis: 45%; border-right: 0; border-bottom: 1px solid #8886 } #app { min-height: 0 } }
</style>
`;

async function buildApp(folder: string): Promise<void> {
  await build({
    root: resolve(import.meta.dirname, 'app'),
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '@': ROOT } },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: false },
  });
}

/** Writes the service worker: it keeps every file, under a name made of their content. */
function writeWorker(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(file));
  const names = files.map((file) => `./${file.slice(folder.length + 1).replaceAll('\\', '/')}`);
  const folders = names.filter((name) => name.endsWith('/index.html')).map((name) => name.slice(0, -10));
  const worker = readFileSync(resolve(import.meta.dirname, 'sw.js'), 'utf8')
    .replace('VERSION', hash.digest('hex').slice(0, 16))
    .replace('const FILES = [];', `const FILES = ${JSON.stringify([...names, ...folders])};`);
  writeFileSync(join(folder, 'sw.js'), worker);
}

/** Builds the site; returns its folder. */
export async function buildSite(folder = SITE): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'demo'), { recursive: true });
  await bundleReport(folder);
  await buildApp(join(folder, 'demo/app'));
  const page = { script: 'report.js', style: 'report.css', connect: ANY };
  const offline = (path: string) => `<script src="${path}offline.js" defer></script>\n`;
  writeFileSync(
    join(folder, 'index.html'),
    viewerHtml({ ...page, head: `<link rel="related" href="demo/">\n${offline('')}` }),
  );
  const demo = viewerHtml({
    script: '../report.js',
    style: '../report.css',
    connect: "'self'",
    frame: 'app/index.html',
    head: `${offline('../')}${DEMO_STYLE}`,
  });
  writeFileSync(join(folder, 'demo/index.html'), demo);
  writeFileSync(join(folder, 'offline.js'), OFFLINE);
  cpSync(resolve(ROOT, 'public/sample.agui.jsonl'), join(folder, 'sample.agui.jsonl'));
  writeWorker(folder);
  return folder;
}
