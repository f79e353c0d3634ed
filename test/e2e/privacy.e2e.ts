// Nothing leaves the browser: the built extension cannot even speak to a network. The page script is left out: it
// names the page's own APIs because it observes them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION } from './drive/paths';
import { expect, story } from './story';

/** Everything that sends; a file of the extension's own may be fetched, and a text to be copied may say so. */
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
