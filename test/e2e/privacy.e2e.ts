// Nothing leaves the browser: the built extension cannot even speak to a network, and over a whole run it does not. The
// page script is left out of the first: it names the page's own APIs because it observes them.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../harness/listen';
import { answer } from '../support/exchanges';
import { FINISHED, STARTED, sse } from '../support/logs';
import type { Browser, Panel, Tab } from './drive/browser';
import { converse, demoUrl, openFile, panelEvents } from './drive/demo';
import { launch } from './drive/launch';
import { type NetworkRequest, readRequests } from './drive/network';
import { EXTENSION } from './drive/paths';
import { createProfile } from './drive/profile';
import { expect, story } from './story';

/** Everything that sends; a file of the extension's own may be fetched, and a text to be copied may mention it. */
const SENDERS =
  /(?<![\w.]|`await )fetch\((?![\w.$]*runtime\.getURL\()|XMLHttpRequest|new (?:WebSocket|EventSource|WebTransport|RTCPeerConnection)\b|sendBeacon|importScripts/g;

story('no code of the extension sends anything', async ({ driver }) => {
  const root = EXTENSION[driver.name];
  const scripts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.m?js$/.test(path),
  );
  expect(scripts.length).toBeGreaterThan(4);
  const found = scripts
    .filter((path) => !path.endsWith('page.js'))
    .flatMap((path) =>
      (readFileSync(join(root, path), 'utf8').match(SENDERS) ?? []).map((use) => `${path}: ${use}`),
    );
  expect(found).toEqual([]);
});

story('no page of the extension names another origin', async ({ driver }) => {
  const root = EXTENSION[driver.name];
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(html|css)$/.test(path),
  );
  const remote = pages.filter((path) =>
    /(?:src|href)=["']?https?:|url\(["']?https?:|@import/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(remote).toEqual([]);
});

const VIEWS = ['Event', 'Messages', 'State', 'Tools', 'Run', 'Findings'];
const viewNamed = (name: string): RegExp => new RegExp(`^${name}\\b`);

/** Everything that a person does with the panel, in real DevTools. */
async function useAll(driver: Browser, tab: Tab, server: string): Promise<void> {
  const agents = ['chat', 'reasoning', 'everything', 'subagents'];
  let panel: Panel | undefined;
  for (const agent of agents) {
    await tab.goto(demoUrl(server, { agent, pace: 1 }));
    panel ??= await tab.openPanel();
    await converse(tab, 'Hello?');
  }
  if (!panel) return;
  await panelEvents(panel, 20);
  for (const name of VIEWS) await panel.click('tab', viewNamed(name));
  await driver.killBackground();
  await tab.reload();
  await converse(tab, 'Still there?');
  const recording = await panel.evaluate(() => lens.export('recording'));
  await openFile(panel, 'back.agui.jsonl', recording);
  await expect.poll(() => panel?.evaluate(() => lens.length)).toBeGreaterThan(20);
  // A picture and a link that would reveal a reader to their server.
  await openFile(panel, 'remote.sse', remoteMessage(server));
  await expect.poll(() => panel?.evaluate(() => lens.length)).toBe(5);
  for (const name of VIEWS) await panel.click('tab', viewNamed(name));
  await panel.click('button', 'Back to live');
  await panel.click('button', 'Clear');
  await panel.close();
}

/** A message that names what could be loaded, as a file. */
function remoteMessage(server: string): string {
  const link = `${server}/must-not-be-asked-for`;
  const delta = `![a](${link}.png) <img src="${link}.gif"> [there](${link}) <${link}>`;
  return sse(STARTED, ...answer('m', delta), FINISHED);
}

/** A browser that is used, with all that it asked the network for. */
async function requestsOf(name: Browser['name'], use: (driver: Browser) => Promise<void>) {
  const profile = createProfile(name);
  try {
    const requestsTo = join(profile.path, 'requests.json');
    const driver = await launch(name, { profile, requestsTo });
    const { origin } = driver;
    await use(driver);
    await driver.close();
    const all = readRequests(requestsTo);
    const ours = all.filter(({ by }) => by.startsWith(origin));
    return { all, ours };
  } finally {
    await profile.end();
  }
}

const urlsOf = (requests: readonly NetworkRequest[]) => requests.map(({ url }) => url);

/** Makes a page of the extension follow a link; returns its address. */
async function askOnce(driver: Browser): Promise<string> {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.end();
  });
  const { url: origin, close } = await listen(server);
  const seen = `${origin}/seen`;
  const page = await driver.newTab();
  await page.goto(`${driver.origin}/panel.html?file`);
  await page.evaluate((url) => {
    const link = Object.assign(document.createElement('a'), { href: url, target: '_blank' });
    link.click();
  }, seen);
  await expect.poll(() => asked).toContain('/seen');
  await close();
  return seen;
}

story(
  'during a whole run, the extension makes no network request, and one would be detected',
  async ({ driver, server }) => {
    let seen = '';
    const { all, ours } = await requestsOf(driver.name, async (own) => {
      await useAll(own, own.tab, server.url);
      seen = await askOnce(own);
    });
    expect(urlsOf(all).filter((url) => url.startsWith(`${server.url}/agents/`)).length).toBeGreaterThan(4);
    expect(urlsOf(all).join('\n')).not.toContain('must-not-be-asked-for');
    expect([...new Set(urlsOf(ours))]).toEqual([seen]);
  },
);
