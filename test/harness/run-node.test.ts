// What `npm test` and `npm start` run ends with them, also when they are killed and can tell nobody.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processesWith } from './processes.mjs';

const RUN_NODE = pathToFileURL(resolve(import.meta.dirname, 'run-node.mjs')).href;
const WAIT = { timeout: 600_000, interval: 20 };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lens-run-node-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function running(file: string): readonly number[] {
  return processesWith(join(folder, file)).map(({ pid }) => pid);
}

test.each(['SIGKILL', 'SIGTERM'] as const)('%s to the parent ends the child', async (signal) => {
  const child = join(folder, 'child.mjs');
  const parent = join(folder, 'parent.mjs');
  writeFileSync(child, 'setInterval(() => undefined, 1000);');
  writeFileSync(
    parent,
    `import { runNode } from ${JSON.stringify(RUN_NODE)};\nawait runNode([${JSON.stringify(child)}]);`,
  );
  const started = spawn(process.execPath, [parent], { stdio: 'ignore' });
  await vi.waitFor(() => expect(running('child.mjs')).toHaveLength(1), WAIT);
  started.kill(signal);
  await vi.waitFor(() => expect([running('parent.mjs'), running('child.mjs')]).toEqual([[], []]), WAIT);
});
