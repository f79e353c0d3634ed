// Installs the front ends of test/apps/packages, which are too large for the project's own dependencies. Plain
// JavaScript without dependencies: it runs in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MissingError, runMain } from '../harness/install.mjs';

const FOLDER = resolve(import.meta.dirname, 'packages');

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8')).packages ?? {};
  } catch {
    // No lock of installed packages: nothing is installed, or an installation broke off.
    return {};
  }
}

function hasPackages() {
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || optional || (installed[path]?.version === version && existsSync(resolve(FOLDER, path))),
  );
}

/** Makes packages/node_modules what its lock file says. */
export function installApps() {
  if (hasPackages()) return;
  console.error('Installing the front ends of test/apps…');
  const { npm_execpath } = process.env;
  // Nothing that they run on installation is needed for a page.
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  const options = {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
    shell: !npm_execpath && process.platform === 'win32',
  };
  const { status } = npm_execpath
    ? spawnSync(process.execPath, [npm_execpath, ...args], options)
    : spawnSync('npm', args, options);
  if (status !== 0)
    throw new MissingError('The front ends of test/apps could not be installed: `npm ci` failed, see above.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    installApps();
    return 0;
  });
}
