// The scripts for shells, as bash itself uses one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formats } from '@/lib/core/files/formats';
import { commands } from '@/lib/package/cli/commands';
import { runCommand } from '@/lib/package/cli/program';

const scriptFor = (shell: string) => [...runCommand(['completion', shell]).output].join('');

const FOLDER = mkdtempSync(join(tmpdir(), 'lens-completion-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): readonly string[] {
  const line = ['lens', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${scriptFor('bash')}\nCOMP_WORDS=(${line})\nCOMP_CWORD=${words.length}\n_lens\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash: commands, options of the command, values of the option, files', () => {
  expect(offered('')).toEqual([...commands.map(({ name }) => name), '--help', '--version']);
  expect(offered('co')).toEqual(['compact', 'convert', 'completion']);
  expect(offered('check', '--f')).toEqual(['--format']);
  expect(offered('check', '--format', 's')).toEqual(['sarif']);
  expect(offered('convert', '--to', '')).toEqual(formats.filter(({ write }) => write).map(({ id }) => id));
  expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(offered('check', 'package-lo')).toEqual(['package-lock.json']);
});

test('bash: a value behind an equals sign, which is a word of its own there', () => {
  expect(offered('check', '--format', '=', 's')).toEqual(['sarif']);
  expect(offered('check', '--format', '=')).toEqual(['text', 'json', 'sarif', 'junit', 'github']);
});

test('bash: names of files with spaces, and with what a shell takes for a pattern', () => {
  const names = ['a b.sse', 'a[1].sse', 'a1.sse', 'a*.sse'].map((name) => join(FOLDER, name));
  for (const name of names) writeFileSync(name, '');
  expect(offered('check', join(FOLDER, 'a')).toSorted()).toEqual(names.toSorted());
});

test.each(['zsh', 'fish'])('%s: every command and every option', (shell) => {
  const script = scriptFor(shell);
  for (const { name, options, flags = {} } of commands) {
    expect(script).toContain(name);
    for (const option of [...Object.keys(options), ...Object.keys(flags)])
      expect(script).toContain(shell === 'zsh' ? `--${option}[` : `-l ${option} `);
  }
});

test('another shell', () => {
  expect(() => scriptFor('cmd')).toThrow("The shell must be one of bash, zsh, fish, not 'cmd'.");
});
