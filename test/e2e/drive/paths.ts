// Paths of the built extension, the browsers, and the results of a run.
import { resolve } from 'node:path';
import { findChromium, findFirefox } from '../../harness/browsers.mjs';

export const ROOT = resolve(import.meta.dirname, '../../..');
/** The built extension of each browser. */
export const EXTENSION = {
  chromium: resolve(ROOT, '.output/chrome-mv3'),
  firefox: resolve(ROOT, '.output/firefox-mv3'),
} as const;
/** The id of the extension in Firefox, as in wxt.config.ts. */
export const FIREFOX_ADDON_ID = '{1eff5f82-0e79-4eb4-8439-ad55104a92cc}';
/** Screenshots and other results of the end-to-end tests. */
export const RESULTS = resolve(ROOT, 'test-results');

export function chromiumPath(): string {
  const path = findChromium();
  if (!path) throw new Error('No Chromium, Chrome or Edge was found; set CHROMIUM_PATH to its executable.');
  return path;
}

export function firefoxPath(): string {
  const path = findFirefox();
  if (!path) throw new Error('No Firefox was found; set FIREFOX_PATH to its executable.');
  return path;
}
