// The script is one that a POSIX shell runs; request-text.test.ts has what each command sends.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curl } from '@/lib/core/files/curl';
import { batchOf, exported } from '../../support/exported';
import { openOf } from '../../support/logs';

const input = (content: string) => ({
  threadId: 't',
  runId: 'r',
  messages: [{ id: 'u', role: 'user', content }],
});

test('a shell runs one command for each run request, and none for others', () => {
  const inputs = [input("it's $(touch x)"), input('b'), { a: 1 }];
  const opens = inputs.map((body, n) => ({ ...openOf(body), stream: n + 1 }));
  const script = exported(curl, [batchOf(opens)]);
  expect(script).toMatch(/^#!\/bin\/sh\n/);
  expect(script).toContain('Only the accept header was recorded');
  const show = `curl() { for body; do :; done; printf '%s\\n' "$body"; }\n`;
  const { stdout, stderr } = spawnSync('sh', ['-s'], { input: show + script, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({
    stdout: inputs
      .slice(0, 2)
      .map((body) => `${JSON.stringify(body)}\n`)
      .join(''),
    stderr: '',
  });
});

test('a truncated body is marked', () => {
  const open = { ...openOf(input('a')), requestBodyLength: 9e9 };
  expect(exported(curl, [batchOf([open])])).toContain('too large to be recorded');
});

test('a session without a run request is refused with a reason', () => {
  expect(exported(curl, [])).toMatch(/no run request over HTTP/);
});
