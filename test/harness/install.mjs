// Installs what is missing: the npm packages anywhere, browsers and fonts where Debian's packages can be had.
// Plain JavaScript without dependencies: it runs in a fresh clone. Nothing is written to standard output, so that
// a command whose output is data can begin with it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, isChosen, whyNot } from './browsers.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Something that this machine lacks and that we may not or cannot install. The message is for the user. */
export class MissingError extends Error {}

/** Debian's names for the browsers. */
const PACKAGES = { chromium: 'chromium', firefox: 'firefox-esr' };

/**
 * Prints what is there and what the functions below will install.
 * @param {readonly ('chromium' | 'firefox')[]} browsers
 */
export function printPlan(browsers) {
  const packages = hasPackages() ? 'installed' : 'missing, installed now with `npm ci`';
  console.error(`npm packages: ${packages}.`);
  for (const name of browsers) {
    const found = findBrowser(name);
    const next =
      canUseApt() && !isChosen(name) ? `, installed now with \`apt-get install ${PACKAGES[name]}\`` : '';
    if (!found) console.error(`${name}: missing${next}.`);
    else console.error(`${name}: ${found.version ?? 'version unknown'}, ${found.path}.`);
  }
}

/** Makes node_modules what package-lock.json says. */
export function installPackages() {
  checkNode();
  if (!hasPackages()) {
    console.error('Installing the npm packages…');
    if (npm(['ci', '--no-audit', '--no-fund']) !== 0) {
      throw new MissingError('The npm packages could not be installed: `npm ci` failed, see above.');
    }
  }
  // The postinstall script makes it; `npm ci --ignore-scripts` does not.
  if (!existsSync(resolve(ROOT, '.wxt/tsconfig.json'))) {
    run(process.execPath, [resolve(ROOT, 'node_modules/wxt/bin/wxt.mjs'), 'prepare']);
  }
}

/**
 * Makes sure that browsers are there and can take the built extension.
 * @param {readonly ('chromium' | 'firefox')[]} browsers
 */
export function installBrowsers(browsers) {
  if (canUseApt()) {
    const lacking = browsers.filter((name) => !isChosen(name) && whyNot(name) !== undefined);
    const wanted = lacking.map((name) => PACKAGES[name]);
    if (!existsSync('/usr/share/fonts/truetype/dejavu')) wanted.push('fonts-dejavu-core');
    if (wanted.length > 0) apt(wanted);
  }
  const sentences = browsers.map(whyNot).filter(Boolean);
  if (sentences.length > 0) throw new MissingError(sentences.join('\n'));
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new MissingError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

/** True if every package of the lock file is there in its version; optional ones may be for other machines. */
function hasPackages() {
  const installed = readLock('node_modules/.package-lock.json');
  const wanted = readLock('package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || (installed[path]?.version === version && existsSync(resolve(ROOT, path))),
  );
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(resolve(ROOT, path), 'utf8')).packages ?? {};
  } catch {
    // No lock of installed packages: nothing is installed, or an installation broke off.
    return {};
  }
}

function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function apt(packages) {
  console.error(`Installing ${packages.join(', ')} with apt-get…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // The lists of a machine may be old, and an old browser is no use. One source that does not answer is no obstacle.
  run('apt-get', ['update', '-qq'], env);
  if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env) !== 0)
    throw new MissingError(`apt-get could not install ${packages.join(', ')}; see above.`);
}

function npm(args) {
  const { npm_execpath } = process.env;
  if (npm_execpath) return run(process.execPath, [npm_execpath, ...args]);
  return run('npm', args, process.env, process.platform === 'win32');
}

/** Runs a program with its output on standard error; the exit code. */
function run(program, args, env = process.env, shell = false) {
  return spawnSync(program, args, { cwd: ROOT, env, shell, stdio: ['ignore', 2, 2] }).status ?? 1;
}

/**
 * Runs the main part of a script; a MissingError becomes one sentence and exit code 1.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    installPackages();
    return 0;
  });
}
