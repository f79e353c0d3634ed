// Children of `npm test` and `npm start` end with them, even after SIGKILL.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until';
import { processesWith } from './processes.mjs';

const RUN_NODE = pathToFileURL(resolve(import.meta.dirname, 'run-node.mjs')).href;
const EXIT_WITH_PARENT = new URL('exit-with-parent.mjs', RUN_NODE).href;

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lens-run-node-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const running = (file: string): readonly number[] => processesWith(join(folder, file)).map(({ pid }) => pid);

test.each(['SIGKILL', 'SIGTERM'] as const)('%s to the parent ends the child', async (signal) => {
  const child = join(folder, 'child.mjs');
  const parent = join(folder, 'parent.mjs');
  writeFileSync(child, 'setInterval(() => undefined, 1000);');
  writeFileSync(
    parent,
    `import { runNode } from ${JSON.stringify(RUN_NODE)};\nawait runNode([${JSON.stringify(child)}]);`,
  );
  const started = spawn(process.execPath, [parent], { stdio: 'ignore' });
  await waitUntil(() => expect(running('child.mjs')).toHaveLength(1));
  started.kill(signal);
  await waitUntil(() => expect([running('parent.mjs'), running('child.mjs')]).toEqual([[], []]));
});

if (process.platform === 'linux') {
  test('a process that npm starts by a shell ends with npm', async () => {
    const script = join(folder, 'script.mjs');
    const ready = join(folder, 'ready');
    writeFileSync(
      script,
      `import ${JSON.stringify(EXIT_WITH_PARENT)};
      import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(ready)}, '');
      setInterval(() => undefined, 1000);`,
    );
    const inner = `'${process.execPath}' '${script}'; :`;
    const npm = spawn('sh', ['-c', `sh -c "${inner}"; :`], { stdio: 'ignore' });
    await waitUntil(() => expect(existsSync(ready)).toBe(true));
    npm.kill('SIGKILL');
    await waitUntil(() => expect(running('script.mjs')).toEqual([]));
  });
}
