// Where browsers are installed, and whether they can take the extension. Plain JavaScript, because `npm start` asks
// before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { CHROMIUM_PATH, FIREFOX_PATH, PROGRAMFILES = 'C:\\Program Files' } = process.env;
const X86 = 'C:\\Program Files (x86)';

const CHROMIUM = [
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
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${PROGRAMFILES}\\Mozilla Firefox\\firefox.exe`,
];

/** Path of Chromium, Chrome or Edge: CHROMIUM_PATH or the usual places. */
export function findChromium() {
  return CHROMIUM_PATH || CHROMIUM.find((path) => existsSync(path));
}

/** Path of Firefox: FIREFOX_PATH or the usual places. */
export function findFirefox() {
  return FIREFOX_PATH || FIREFOX.find((path) => existsSync(path));
}

/**
 * True where the user chose the executable: another one is not looked for.
 * @param {'chromium' | 'firefox'} name
 */
export function isChosen(name) {
  return Boolean(name === 'firefox' ? FIREFOX_PATH : CHROMIUM_PATH);
}

/**
 * What is known of an installed browser before it is started; undefined where there is none.
 * @param {'chromium' | 'firefox'} name
 */
export function findBrowser(name) {
  const path = name === 'firefox' ? findFirefox() : findChromium();
  if (!path || !existsSync(path)) return undefined;
  const version = versionOf(path);
  const minimum = minimumOf(name);
  const isTooOld = version !== undefined && minimum !== undefined && isOlder(version, minimum);
  return { name, path, version, minimum, isTooOld };
}

/**
 * The sentence about a browser that cannot take the built extension; undefined for any other.
 * @param {'chromium' | 'firefox'} name
 */
export function whyNot(name) {
  const variable = name === 'firefox' ? 'FIREFOX_PATH' : 'CHROMIUM_PATH';
  const title = name === 'firefox' ? 'Firefox' : 'Chromium';
  const found = findBrowser(name);
  if (!found) return `${title} was not found; install it, or set ${variable} to its executable.`;
  const { path, version, minimum, isTooOld } = found;
  if (!isTooOld) return undefined;
  return `${title} ${version} (${path}) is too old: the extension needs ${minimum} or newer. Install that, or set ${variable} to another executable.`;
}

/** Version of an executable, such as 140.12.0; undefined where it prints none. */
function versionOf(path) {
  // On Windows browsers do not answer `--version` but start.
  const [program, ...args] =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          `(Get-Item -LiteralPath '${path}').VersionInfo.ProductVersion`,
        ]
      : [path, '--version'];
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  return /\d+(\.\d+)+/.exec(stdout ?? '')?.[0];
}

/** The oldest version that the built manifest allows; undefined before anything is built. */
function minimumOf(name) {
  const folder = name === 'firefox' ? 'firefox-mv3' : 'chrome-mv3';
  const path = resolve(import.meta.dirname, '../../.output', folder, 'manifest.json');
  if (!existsSync(path)) return undefined;
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  return manifest.browser_specific_settings?.gecko.strict_min_version ?? manifest.minimum_chrome_version;
}

function isOlder(version, minimum) {
  const [has, needs] = [version, minimum].map((text) => text.split('.').map(Number));
  for (const [index, need] of needs.entries()) {
    const own = has[index] ?? 0;
    if (own !== need) return own < need;
  }
  return false;
}
