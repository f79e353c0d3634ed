// The viewer and the demo as a static site, and `lens open` while `lens record` writes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, shut } from '../../lib/package/cli/listen';
import { createProxy } from '../../lib/package/cli/proxy/proxy';
import { createRecordingFile } from '../../lib/package/cli/proxy/recording-file';
import { startViewer } from '../../lib/package/cli/viewer';
import { buildSite } from '../site/build-site';
import { type ServedSite, serveSite } from '../site/serve-site';
import type { Tab } from './drive/browser';
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

story('the viewer opens what is dropped and what its address names', async ({ tab, site }) => {
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
