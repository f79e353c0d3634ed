// Every command on every hostile file: an answer or one sentence, never a stack trace.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import { CliError } from '@/lib/package/cli/errors';
import { runCommand } from '@/lib/package/cli/program';
import { HOSTILE_FILES } from './hostile-files';

const FOLDER = mkdtempSync(join(tmpdir(), 'lens-hostile-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const COMMANDS: readonly (readonly string[])[] = [
  ['events'],
  ['at'],
  ['check', '--format', 'json'],
  ['check', '--format', 'sarif', '--profile', 'spec'],
  ['check', '--format', 'junit', '--profile', 'client-0.0'],
  ['compact'],
  ['compact', '--mode', 'stock'],
  ['convert', '--to', 'ndjson-file'],
  ['convert', '--to', 'sse-body'],
  ['convert', '--to', 'recording'],
  ['convert', '--to', 'compacted-safe'],
  ['check', '--format', 'github'],
  ['push', '--otlp', 'http://localhost', '--dry-run'],
  ...'har markdown openai-chat run-metrics vitest-test playwright-test aimock-fixture curl'
    .split(' ')
    .map((id) => ['convert', '--to', id]),
];

function lens(args: readonly string[]): {
  readonly code: number;
  readonly out: string;
  readonly err: string;
} {
  try {
    const { output, exitCode } = runCommand(args);
    return { code: exitCode, out: [...output].join(''), err: '' };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: error.exitCode, out: '', err: error.message };
  }
}

describe.each(HOSTILE_FILES)('%s', (name, content, expected) => {
  const file = join(FOLDER, name);
  writeFileSync(file, content);

  test('check says what is wrong with it', () => {
    const { code, out, err } = lens(['check', file]);
    expect({ code, said: out + err }).toEqual({
      code: expected.code,
      said: expect.stringContaining(expected.says ?? ''),
    });
  });

  test.each([...COMMANDS, ['diff', file]])('%s %s %s is an answer or a sentence', (...words) => {
    const [command = '', ...options] = words.filter((word) => word !== undefined);
    const { code, err } = lens([command, file, ...options]);
    expect([0, 1, 2]).toContain(code);
    if (err !== '') expect(err).toMatch(/^[^\n]{10,300}\.$/);
  });
});

test('without brotli, a sentence says what to do', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(readFile({ name: 'a.sse.br', bytes })).toEqual({
    error:
      "a.sse.br is compressed with brotli, which cannot be unpacked here; unpack it first, with 'brotli -d'.",
  });
});
