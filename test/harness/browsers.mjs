// Where browsers are installed. Plain JavaScript, because `npm start` asks before anything is installed.
import { existsSync } from 'node:fs';

const { CHROMIUM_PATH, FIREFOX_PATH, PROGRAMFILES = 'C:\\Program Files' } = process.env;
const X86 = 'C:\\Program Files (x86)';

const CHROMIUM = [
  CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  `${PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  `${X86}\\Google\\Chrome\\Application\\chrome.exe`,
  '/usr/bin/microsoft-edge',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${X86}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

const FIREFOX = [
  FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${PROGRAMFILES}\\Mozilla Firefox\\firefox.exe`,
];

/** Path of Chromium, Chrome or Edge: CHROMIUM_PATH or the usual places. */
export function findChromium() {
  return CHROMIUM.find((path) => path && existsSync(path));
}

/** Path of Firefox: FIREFOX_PATH or the usual places. */
export function findFirefox() {
  return FIREFOX.find((path) => path && existsSync(path));
}
