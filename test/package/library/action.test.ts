// The action of GitHub: what its script runs for what it is given.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkCommand } from '@/lib/package/cli/commands/check';
import { temporaryFolder } from '../../support/command';

const ACTION = readFileSync(join(import.meta.dirname, '../../../action.yml'), 'utf8');
const SCRIPT = ACTION.slice(ACTION.indexOf('run: |') + 6).replaceAll(/^ {8}/gm, '');

const folder = temporaryFolder();
beforeAll(() => {
  const npx = join(folder, 'npx');
  writeFileSync(npx, '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\nexit 7\n');
  chmodSync(npx, 0o755);
});

/** The words that npx gets, and the exit code. */
function runWith(inputs: Readonly<Record<string, string>>): {
  code: number | null;
  words: readonly string[];
} {
  const empty = { FILES: '', PROFILE: '', RULES_OFF: '', CONFIG: '', VERSION: '1.2.3' };
  const env = { ...process.env, ...empty, ...inputs, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', SCRIPT], {
    env,
    encoding: 'utf8',
  });
  return { code: status, words: stdout.trimEnd().split('\n') };
}

test('files are passed line by line without expansion', () => {
  const { code, words } = runWith({
    FILES: 'a b.sse\n\n**/*.agui.jsonl\n$(echo no)\n--config=x.json\n`id`"\'',
  });
  expect(words).toEqual([
    '--yes',
    '--package',
    'ag-ui-lens@1.2.3',
    'lens',
    'check',
    '--format',
    'github',
    '--',
    'a b.sse',
    '**/*.agui.jsonl',
    '$(echo no)',
    '--config=x.json',
    '`id`"\'',
  ]);
  // The step has check's exit code.
  expect(code).toBe(7);
});

test('options are passed if they are given and known to the command; a version may be an archive', () => {
  const { words } = runWith({
    FILES: 'a',
    PROFILE: 'spec',
    RULES_OFF: 'x,y',
    CONFIG: 'c.json',
    VERSION: './p.tgz',
  });
  expect(words).toContain('./p.tgz');
  expect(words.slice(5, -2)).toEqual([
    '--format',
    'github',
    '--profile',
    'spec',
    '--off',
    'x,y',
    '--config',
    'c.json',
  ]);
  for (const option of words.filter((word) => /^--(?!yes|package|$)/.test(word)))
    expect(Object.keys(checkCommand.options)).toContain(option.slice(2));
});

test('without a version, the action packs and runs its own code', () => {
  const action = mkdtempSync(join(folder, 'action-'));
  const npm = join(folder, 'npm');
  // `npm run pack` leaves an archive.
  writeFileSync(npm, '#!/bin/sh\nmkdir -p .output\ntouch .output/ag-ui-lens-0.0.0.tgz\n');
  chmodSync(npm, 0o755);
  const { code, words } = runWith({ FILES: 'a', VERSION: '', GITHUB_ACTION_PATH: action });
  expect(words.slice(0, 4)).toEqual([
    '--yes',
    '--package',
    join(action, '.output/ag-ui-lens-0.0.0.tgz'),
    'lens',
  ]);
  expect(code).toBe(7);
});

test('every input reaches the script by the environment', () => {
  const inputs = [...ACTION.matchAll(/^ {2}([a-z]+):\n {4}description:/gm)].map(([, name]) => name);
  expect(inputs).toEqual(['files', 'profile', 'off', 'config', 'version']);
  for (const name of inputs) expect(ACTION).toContain(`\${{ inputs.${name} }}`);
  expect(SCRIPT).not.toContain('${{');
});
