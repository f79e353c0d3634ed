// Where things are: the built extension, the browsers, and the folder for what a run leaves behind.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '../../..');
/** The built extension of each browser. */
export const EXTENSION = {
  chromium: resolve(ROOT, '.output/chrome-mv3'),
  firefox: resolve(ROOT, '.output/firefox-mv3'),
} as const;
/** The id of the extension in Firefox, as in wxt.config.ts. */
export const FIREFOX_ADDON_ID = 'ag-ui-lens@ag-ui-lens.invalid';
/** Screenshots and other results of the end-to-end tests. */
export const RESULTS = resolve(ROOT, 'test-results');

const { CHROMIUM_PATH, FIREFOX_PATH } = process.env;

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  '/usr/bin/microsoft-edge',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const FIREFOX_PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

function find(variable: string | undefined, paths: readonly string[]): string | undefined {
  return [variable, ...paths].find((path) => path !== undefined && existsSync(path));
}

/** Chromium, Chrome or Edge: CHROMIUM_PATH, or the usual places. */
export function findChromium(): string {
  const path = find(CHROMIUM_PATH, CHROMIUM_PATHS);
  if (!path) throw new Error('No Chromium, Chrome or Edge was found; set CHROMIUM_PATH to its executable.');
  return path;
}

/** Firefox: FIREFOX_PATH, or the usual places. */
export function findFirefox(): string {
  const path = find(FIREFOX_PATH, FIREFOX_PATHS);
  if (!path) throw new Error('No Firefox was found; set FIREFOX_PATH to its executable.');
  return path;
}
