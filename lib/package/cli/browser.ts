// Opens a URL in the default browser.
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Reports it in one sentence if no browser could be started. */
export function openInBrowser(url: string, report: (sentence: string) => void): Promise<void> {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      report('No browser could be started: open the address by hand.');
      resolve();
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
