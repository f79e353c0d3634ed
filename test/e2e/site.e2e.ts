// The viewer and the demo as a static site, `lens open` while `lens record` writes, and the panel in an editor of VS Code.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, shut } from '../../lib/package/cli/listen';
import { createProxy } from '../../lib/package/cli/proxy/proxy';
import { createRecordingFile } from '../../lib/package/cli/proxy/recording-file';
import { startViewer } from '../../lib/package/cli/viewer';
import { viewerHtml } from '../../lib/package/library/viewer-html';
import { buildSite } from '../site/build-site';
import { type ServedSite, serveSite } from '../site/serve-site';
import { type Tab, until } from './drive/browser';
import { dropFile } from './drive/drop';
import { story as base, expect } from './story';

const story = base.extend<{ site: ServedSite }, { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'lens-site-'));
      await use(await buildSite(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ folder }, use) => {
    const site = await serveSite(folder);
    await use(site);
    await site.close();
  },
});

const count = (tab: Tab): Promise<number> =>
  tab.evaluate(async () => {
    await lens.settled();
    return lens.length;
  });

const notice = (tab: Tab): Promise<string> =>
  tab.evaluate(() => document.querySelector('[role=alert], [role=status]')?.textContent ?? '');

/** Clicks a button as soon as it can be. */
const clickOnce = (tab: Tab, selector: string, name: string): Promise<unknown> =>
  until(
    () =>
      tab.evaluate(
        (where, wanted) => {
          const found = [...document.querySelectorAll<HTMLButtonElement>(where)].find(
            ({ textContent, disabled }) => textContent?.trim() === wanted && !disabled,
          );
          found?.click();
          return found !== undefined;
        },
        selector,
        name,
      ),
    { what: `a button ${name}` },
  );

story('the demo runs beside the panel, without a server behind it', async ({ tab, site }) => {
  await tab.goto(`${site.url}demo/`);
  const page = await tab.evaluate(async () => {
    const { contentWindow: frame } = document.querySelector<HTMLIFrameElement>('iframe#demo') ?? {};
    const until = Date.now() + 15_000;
    while (frame?.demo === undefined && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const { demo } = frame ?? {};
    if (demo === undefined) throw new Error('There is no demo page.');
    await demo.run('Hello');
    await demo.idle();
    return JSON.stringify([demo.messages(), demo.state()]);
  });
  const shown = () =>
    tab.evaluate(async () => {
      await lens.settled();
      return JSON.stringify([lens.messages(), lens.state() ?? {}]);
    });
  await expect.poll(shown).toBe(page);
  const views = await tab.evaluate(async () => {
    const names: string[] = [];
    for (const view of document.querySelectorAll<HTMLElement>('[role=tab]')) {
      view.click();
      await new Promise((resolve) => setTimeout(resolve, 200));
      const hasFailed = document.body.textContent?.includes('This view failed') === true;
      names.push(`${view.textContent}${hasFailed ? ' failed' : ''}`);
    }
    return names;
  });
  expect(views).toEqual(['Event', 'Messages', 'State', 'Tools', 'Run', 'Findings']);
  expect(site.asked.every((path) => path.startsWith('/deep/path/'))).toBe(true);
  expect(site.asked.filter((path) => path.includes('agents'))).toEqual([]);
  await tab.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label=Clear]')?.click());
  await expect.poll(() => count(tab)).toBe(0);
});

story('the viewer opens dropped files and the file in its address', async ({ tab, site }) => {
  await tab.goto(`${site.url}?url=sample.agui.jsonl`);
  await expect.poll(() => count(tab)).toBeGreaterThan(50);
  const sample = readFileSync(join(import.meta.dirname, '../../public/sample.agui.jsonl'), 'utf8');
  await tab.goto(site.url);
  await dropFile(tab, 'dropped.agui.jsonl', sample);
  await expect.poll(() => count(tab)).toBeGreaterThan(50);

  // A server that allows no other site, and one that does.
  const server = createServer(({ url }, response) => {
    if (url === '/open.agui.jsonl') response.setHeader('access-control-allow-origin', '*');
    response.end(sample);
  });
  const other = await listen(server, 0);
  await tab.goto(`${site.url}?url=${encodeURIComponent(`${other}/closed.agui.jsonl`)}`);
  await expect.poll(() => notice(tab)).toContain('CORS');
  await tab.goto(`${site.url}?url=${encodeURIComponent(`${other}/open.agui.jsonl`)}`);
  await expect.poll(() => count(tab)).toBeGreaterThan(50);
  shut(server);
});

story('the site works without a network once it was loaded', async ({ tab, folder }) => {
  const site = await serveSite(folder);
  await tab.goto(site.url);
  await tab.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await site.close();
  await tab.goto(`${site.url}?url=sample.agui.jsonl`);
  await expect.poll(() => count(tab)).toBeGreaterThan(50);
});

story('a panel of lens open follows what lens record writes', async ({ tab, server, folder: site }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lens-record-'));
  const path = join(folder, 'followed.agui.jsonl');
  const target = new URL(server.url);
  const never = (sentence: string) => expect(sentence).toBe('');
  const file = createRecordingFile(path, { url: target.href, origin: 'test', written() {}, failed: never });
  const proxy = createProxy({ target, file, failed: never });
  const url = await listen(proxy, 0);
  const viewer = await startViewer([path], {
    isFollowed: true,
    panel: {
      script: readFileSync(join(site, 'report.js'), 'utf8'),
      style: readFileSync(join(site, 'report.css'), 'utf8'),
    },
  });
  await tab.goto(viewer.url);
  const run = async (runId: string): Promise<string> => {
    const input = { threadId: 't', runId, messages: [{ id: runId, role: 'user', content: 'Hello' }] };
    const body = JSON.stringify({ ...input, tools: [], context: [], state: {}, forwardedProps: {} });
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    return (await fetch(`${url}/agents/chat?pace=0`, { method: 'POST', headers, body })).text();
  };
  const first = (await run('r1')).split('\n\n').length - 1;
  await expect.poll(() => count(tab)).toBe(first);
  const second = (await run('r2')).split('\n\n').length - 1;
  await expect.poll(() => count(tab)).toBe(first + second);
  expect(await tab.evaluate(() => JSON.stringify(lens.boundaries()))).not.toContain('"gap"');
  shut(proxy);
  file.close();
  viewer.close();
  rmSync(folder, { recursive: true });
});

/** Stands in for VS Code: writes the messages of the panel into the page. */
const EDITOR = `<script nonce="n">
globalThis.acquireVsCodeApi = () => ({
  postMessage({ kind, name, bytes }) {
    document.title = [kind, name, bytes && new TextDecoder().decode(bytes).slice(0, 22)].join(' ').trim();
  },
});
</script>`;

story(
  'an editor of VS Code shows a file, follows it where the user looks, and saves by message',
  async ({ tab, site, folder }) => {
    const page = { script: 'report.js', style: 'report.css', connect: "'self'" };
    writeFileSync(join(folder, 'editor.html'), viewerHtml({ ...page, nonce: 'n', head: EDITOR }));
    const sample = readFileSync(join(import.meta.dirname, '../../public/sample.agui.jsonl'), 'utf8');
    const send = (text: string) =>
      tab.evaluate((part) => {
        postMessage({ name: 'sample.agui.jsonl', bytes: new TextEncoder().encode(part) });
      }, text);
    const setTheme = (kind: string) =>
      tab.evaluate((value) => void (document.body.dataset['vscodeThemeKind'] = value), kind);
    const theme = () => tab.evaluate(() => document.documentElement.dataset['theme']);
    const title = () => tab.evaluate(() => document.title);
    await tab.goto(`${site.url}editor.html`);
    expect(await title()).toBe('ready');

    // Cut in the middle of a line.
    const middle = sample.indexOf('\n', sample.length / 2) + 20;
    await setTheme('vscode-dark');
    await send(sample.slice(0, middle));
    await expect.poll(() => count(tab)).toBeGreaterThan(50);
    expect(await theme()).toBe('dark');
    await setTheme('vscode-high-contrast-light');
    await expect.poll(theme).toBe('light');

    await tab.evaluate(() => void (lens.cursor = 20));
    await send(sample.slice(middle));
    await expect.poll(() => count(tab)).toBe(378);
    expect(await tab.evaluate(() => lens.cursor)).toBe(20);
    expect(await tab.evaluate(() => JSON.stringify(lens.boundaries()))).not.toContain('"gap"');

    await clickOnce(tab, 'button', 'Export');
    await clickOnce(tab, 'dialog button', 'Download');
    await expect.poll(title).toMatch(/^save .+\.html <!doctype html>/);

    await tab.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label=Clear]')?.click());
    await expect.poll(() => count(tab)).toBe(0);
    await send(`${sample.trimEnd().split('\n')[4]}\n`);
    await expect.poll(() => count(tab)).toBeGreaterThan(0);
    expect(await notice(tab)).not.toContain('Cleared');
  },
);
