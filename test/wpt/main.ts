// Runs web-platform-tests from a folder in Chromium, without the extension and with it, and prints what differs. What
// differs is tried again on both sides, so that only what differs for a reason is left; then the exit code is 1.
//
//   npm run wpt -- --folder PATH                  fetch, streams, xhr, eventsource, websockets
//   npm run wpt -- --folder PATH --only fetch/api files whose path contains it
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type Tab, until } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { metaOf, serveTests } from './serve';

/** The parts that are about what we tap. */
const PARTS = ['fetch', 'streams', 'xhr', 'eventsource', 'websockets'] as const;
const LATE_MS = 15_000;

/** Result of each test of a file, by its name. */
type Results = Readonly<Record<string, string>>;

/** Addresses of the tests in a file; those for workers, HTTPS and HTTP/2 are left out. */
function testsIn(folder: string, path: string): readonly string[] {
  if (/\.(https|h2)\.|\/(resources|support)\/|-manual\./.test(path)) return [];
  const isScript = /\.(any|window)\.js$/.test(path);
  if (!isScript && !/\.x?html?$/.test(path)) return [];
  const text = readFileSync(join(folder, path), 'utf8');
  if (!isScript) return text.includes('testharness.js') ? [`/${path}`] : [];
  const globals = metaOf(text).find(([key]) => key === 'global')?.[1];
  return globals !== undefined && !globals.includes('window') ? [] : [`/${path.replace(/\.js$/, '.html')}`];
}

/** Runs in the page: what testharness.js shows once it is done. */
function readResults(): string {
  if (!document.querySelector('#summary')) return '';
  const rows = [...document.querySelectorAll('table#results > tbody > tr')];
  return JSON.stringify(
    Object.fromEntries(
      rows.map((row) => [row.children[1]?.textContent ?? '', row.children[0]?.textContent ?? '']),
    ),
  );
}

async function runFile(tab: Tab, url: string): Promise<Results> {
  try {
    await tab.goto(url);
    const text = await until(async () => (await tab.evaluate(readResults)) || undefined, {
      what: 'the results',
      timeoutMs: LATE_MS,
    });
    const results: Results = JSON.parse(text);
    return results;
  } catch {
    return { '(the file)': 'no results' };
  }
}

async function runFiles(driver: Browser, urls: readonly string[]): Promise<ReadonlyMap<string, Results>> {
  const results = new Map<string, Results>();
  for (const url of urls) {
    // A tab of its own: a page that hangs, or does not want to be left, must not spoil the next.
    const tab = await driver.newTab();
    results.set(url, await runFile(tab, url));
    await tab.close();
    if (results.size % 100 === 0) console.log(`${results.size} of ${urls.length}`);
  }
  return results;
}

function differences(url: string, bare: Results = {}, ours: Results = {}): readonly string[] {
  const names = [...new Set([...Object.keys(bare), ...Object.keys(ours)])];
  return names.flatMap((name) =>
    bare[name] === ours[name]
      ? []
      : [
          `${new URL(url).pathname}: ${name}: ${bare[name] ?? 'absent'} without, ${ours[name] ?? 'absent'} with`,
        ],
  );
}

async function compare(urls: readonly string[]): Promise<number> {
  const bare = await launch('chromium', { bare: true });
  const ours = await launch('chromium');
  const sides = [bare, ours] as const;
  try {
    const [first, second] = [await runFiles(bare, urls), await runFiles(ours, urls)];
    const count = (from: ReadonlyMap<string, Results>) => {
      const all = [...from.values()].flatMap((results) => Object.values(results));
      return `${all.filter((result) => result === 'Pass').length} of ${all.length} tests pass`;
    };
    console.log(`Without the extension: ${count(first)}. With it: ${count(second)}.`);
    const doubtful = urls.filter((url) => differences(url, first.get(url), second.get(url)).length > 0);
    const again = await Promise.all(sides.map((driver) => runFiles(driver, doubtful)));
    const found = doubtful.flatMap((url) => differences(url, again[0]?.get(url), again[1]?.get(url)));
    for (const line of found) console.log(line);
    console.log(`${found.length} differ, of ${doubtful.length} files that were tried twice.`);
    return found.length;
  } finally {
    await bare.close();
    await ours.close();
  }
}

const { folder: asked, only = '' } = parseArgs({
  options: { folder: { type: 'string' }, only: { type: 'string' } },
}).values;
if (asked === undefined) throw new Error('Name a folder of web-platform-tests: --folder PATH.');
const folder = resolve(asked);
const present = readdirSync(folder);
const paths = PARTS.filter((part) => present.includes(part))
  .flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((path) => `${part}/${path}`),
  )
  .filter((path) => path.includes(only))
  .sort();
const tests = paths.flatMap((path) => testsIn(folder, path));
const server = await serveTests(folder);
console.log(`${tests.length} files of ${PARTS.join(', ')}, served by ${server.by}.`);
try {
  const differing = await compare(tests.map((path) => server.url + path));
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  await server.close();
}
