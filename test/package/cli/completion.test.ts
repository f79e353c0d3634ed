// Completion of command lines: the candidates, and the script of bash in bash itself.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '@/lib/core/files/formats';
import { commands } from '@/lib/package/cli/commands';
import { runCommand } from '@/lib/package/cli/program';
import { temporaryFolder } from '../../support/command';

const outputOf = (...words: readonly string[]) => [...runCommand(['completion', ...words]).output].join('');

/** Candidates in bash for the last of these words. */
const offered = (...words: readonly string[]) =>
  outputOf('bash', '--', ...words)
    .split('\n')
    .filter((word) => word !== '');

test('commands, options of the command, values of the option; otherwise files', () => {
  expect(offered('')).toEqual([...commands.map(({ name }) => name), '--help', '--version']);
  expect(offered('co')).toEqual(['compact', 'convert', 'completion']);
  expect(offered('check', '--f')).toEqual(['--format']);
  expect(offered('check', '--format', 's')).toEqual(['sarif']);
  expect(offered('check', '--watch', '--p')).toEqual(['--profile']);
  expect(offered('convert', '--to', '')).toEqual(formats.filter(({ write }) => write).map(({ id }) => id));
  expect(offered('diff', 'a', 'b', '--ignore', 'ids,t')).toEqual(['ids,times']);
  expect(offered('what-if', '--fault', 'cut,http')).toEqual(['cut,http-500']);
  expect(offered('what-if', '--client', 'client-0')).toEqual(['client-0.0']);
  expect(offered('probe', '--only', 'b')).toEqual(['bad-input']);
  expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  for (const words of [
    ['check', ''],
    ['check', 'package-lo'],
    ['check', '--config', ''],
    ['nonsense', ''],
  ])
    expect(offered(...words)).toEqual([]);
});

test('a value behind an equals sign, a separate word in bash, is completed', () => {
  expect(offered('check', '--format', '=', 's')).toEqual(['sarif']);
  expect(offered('check', '--format', '=')).toEqual(['text', 'json', 'sarif', 'junit', 'github']);
});

test('zsh and fish: candidates with their summaries', () => {
  const { summary } = commands[0] ?? { summary: '' };
  expect(outputOf('zsh', '--', 'ev')).toBe(`events:${summary}\n`);
  expect(outputOf('fish', '--', 'ev')).toBe(`events\t${summary}\n`);
});

test('the script of bash passes the words up to the cursor, an empty one too', () => {
  const script = `${outputOf('bash')}
lens() { printf '[%s]\\n' "$@"; }
COMP_WORDS=(lens check '' --off x)
COMP_CWORD=2
_lens
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['[completion]\n[bash]\n[--]\n[check]\n[]\n', '']);
});

const FOLDER = temporaryFolder();
const hasZsh = spawnSync('zsh', ['-fc', 'true']).status === 0;

function completesAtFirstRun(): void {
  writeFileSync(join(FOLDER, '_lens'), outputOf('zsh'));
  const script = `fpath=(${FOLDER} $fpath); autoload -Uz _lens
lens() { print check }
compdef() { }
_describe() { print "$1: $found" }
words=(lens ch); CURRENT=2
_lens`;
  const { stdout, stderr } = spawnSync('zsh', ['-fc', script], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['value: check\n', '']);
}

if (hasZsh)
  test('the script of zsh completes at its first run as a function of the fpath', completesAtFirstRun);

test('an unknown shell or two of them are refused', () => {
  expect(() => outputOf('bash', 'zsh')).toThrow("Unexpected argument 'zsh'.");
  expect(outputOf('--help')).toContain('Usage: lens completion <shell>\n');
  expect(() => outputOf('cmd')).toThrow("The shell must be one of bash, zsh, fish, not 'cmd'.");
});
