// A browser and its profile go when the process that started it ends, for any reason.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { processesWith } from '../harness/processes.mjs';
import { ROOT } from './drive/paths';

const SCRIPT = resolve(ROOT, 'test/e2e/drive/start-one.ts');

/** A folder for temporary files of its own, by which everything that belongs to a browser is found. */
const story = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lens-ending-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

function start(folder: string, ...args: readonly string[]): ChildProcess {
  const env = { ...process.env, TMPDIR: folder };
  return spawn(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Commands of the browser's own processes. */
function browserProcesses(folder: string): readonly string[] {
  return processesWith(join(folder, 'lens-')).flatMap(({ command }) =>
    command.includes('browser-watchdog.mjs') ? [] : [command],
  );
}

async function expectNothingLeft(folder: string): Promise<void> {
  await expect.poll(() => processesWith(join(folder, 'lens-')), { timeout: 60_000 }).toEqual([]);
  await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith('lens-'))).toEqual([]);
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  story(
    `a parent killed by ${signal} while its browser runs leaves no process`,
    async ({ folder }, { project }) => {
      const parent = start(folder, project.name);
      if (parent.stdout) await once(parent.stdout, 'data');
      expect(browserProcesses(folder)).not.toEqual([]);
      parent.kill(signal);
      await expectNothingLeft(folder);
    },
  );
}

story('a parent killed while its browser starts leaves no process', async ({ folder }, { project }) => {
  const parent = start(folder, project.name);
  await expect.poll(() => browserProcesses(folder).length, { intervals: [5] }).toBeGreaterThan(0);
  parent.kill('SIGKILL');
  await expectNothingLeft(folder);
});

story('a browser that refuses the extension leaves no process', async ({ folder }, { project }) => {
  const parent = start(folder, project.name, join(folder, 'no-such-extension'));
  const [code] = await once(parent, 'exit');
  expect(code).toBe(3);
  await expectNothingLeft(folder);
});
