// Wrong arguments of `npm start` and `npm test` end in a sentence before anything is installed or built.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

function run(script: string, ...args: readonly string[]) {
  const path = resolve(import.meta.dirname, '..', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const USAGE = 'npm start -- [--browser=chromium|firefox] [--headless]';

test('the help of npm start is its usage', () =>
  expect(run('harness/start.mjs', '--help')).toEqual({ status: 0, stdout: `Usage: ${USAGE}\n`, stderr: '' }));

test.each(['--browser=safari', '--headles'])('npm start refuses %s', (option) =>
  expect(run('harness/start.mjs', option)).toEqual({
    status: 2,
    stdout: '',
    stderr: `Unknown option ${option}. Usage: ${USAGE}\n`,
  }),
);

test('npm test refuses an unknown stage in one line', () => {
  const { status, stderr } = run('run.mjs', 'nosuch');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^There is no stage named nosuch; there are all, build, .*\.\n$/);
});
