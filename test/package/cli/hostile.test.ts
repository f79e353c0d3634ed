// Every command on every hostile file: an answer or one sentence, never a stack trace.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import { runLens, temporaryFolder } from '../../support/command';
import { HOSTILE_FILES } from './hostile-files';

const FOLDER = temporaryFolder();

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

describe.each(HOSTILE_FILES)('%s', (name, content, expected) => {
  const file = join(FOLDER, name);
  writeFileSync(file, content);

  test('check reports the fault of the file', () => {
    const { code, out, err } = runLens(['check', file]);
    expect({ code, printed: out + err }).toEqual({
      code: expected.code,
      printed: expect.stringContaining(expected.expectedText ?? ''),
    });
  });

  test.each([...COMMANDS, ['diff', file]])('%s %s %s gives output or one sentence', (...words) => {
    const [command = '', ...options] = words.filter((word) => word !== undefined);
    const { code, err } = runLens([command, file, ...options]);
    expect([0, 1, 2]).toContain(code);
    // An error is one sentence; notes have a line each.
    if (code === 2) expect(err).toMatch(/^.{10,300}\.$/);
    else for (const line of err.split('\n').filter(Boolean)) expect(line).toMatch(/^.{10,300}\.$/);
  });
});

test('without Brotli, a sentence names the remedy', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(readFile({ name: 'a.sse.br', bytes })).toEqual({
    error:
      "a.sse.br is compressed with brotli, which cannot be unpacked here; unpack it first, with 'brotli -d'.",
  });
});
