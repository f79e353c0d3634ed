// The folder that a browser keeps its things in. What runs on it does not outlive this process, see browser-watchdog.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processesWith } from '../../harness/processes.mjs';
import { type Browser, type LaunchOptions, until } from './browser';
import { ROOT } from './paths';

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

export interface Profile {
  readonly path: string;
  readonly downloads: string;
  /** Ends what runs on the profile with SIGKILL, and keeps the profile. */
  kill(): Promise<void>;
  /** Ends what still runs on the profile and removes it. */
  end(): Promise<void>;
}

/** Makes a profile in a folder; when this process ends without `end`, it goes away all the same. */
export function createProfile(browser: string, folder = tmpdir()): Profile {
  const path = mkdtempSync(join(folder, `lens-${browser}-`));
  const downloads = join(path, 'downloads');
  mkdirSync(downloads);
  const watchdog = spawn(process.execPath, [resolve(ROOT, 'test/harness/browser-watchdog.mjs'), path], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(watchdog, 'exit');
  return {
    path,
    downloads,
    async kill() {
      const running = () =>
        processesWith(path).filter(({ command }) => !command.includes('browser-watchdog.mjs'));
      for (const { pid } of running()) killNow(pid);
      await until(async () => running().length === 0, { what: 'the browser to end' });
    },
    async end() {
      watchdog.stdin.end();
      await ended;
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Starts a browser on the given profile, or on a fresh one, which ends if the start fails. */
export async function startInProfile(
  name: Browser['name'],
  options: LaunchOptions,
  start: (profile: Profile, options: LaunchOptions) => Promise<Browser>,
): Promise<Browser> {
  const profile = options.profile ?? createProfile(name);
  try {
    return await start(profile, options);
  } catch (error) {
    if (!options.profile) await profile.end();
    throw error;
  }
}
