// The script is one that a POSIX shell runs, and each command sends exactly what was recorded.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { curl } from '@/lib/core/files/curl';
import type { CapturedRecord } from '@/lib/messages/records';
import { batchOf, exported } from '../../support/exported';
import { openOf } from '../../support/logs';

const FOLDER = mkdtempSync(join(tmpdir(), 'lens-curl-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** In the place of curl: prints its arguments, each ended by a byte that no argument can hold. */
const STAND_IN = '#!/bin/sh\nprintf \'%s\\0\' "$@"\n';

function argumentsOf(script: string): string[] {
  writeFileSync(join(FOLDER, 'curl'), STAND_IN);
  chmodSync(join(FOLDER, 'curl'), 0o755);
  const env = { PATH: `${FOLDER}:/usr/bin:/bin` };
  const { stdout, stderr, status } = spawnSync('sh', ['-s'], { input: script, encoding: 'utf8', env });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\0').slice(0, -1);
}

const input = (content: string) => ({
  threadId: 't',
  runId: 'r',
  messages: [{ id: 'u', role: 'user', content }],
});

test('whatever is in a request is sent as it was', () => {
  const content = "it's $(touch x) `id` $HOME !!\na\\n\\ @/etc/passwd 日本語 😀";
  const url = "http://localhost/agent?q=it's&x=$(id)";
  const args = argumentsOf(exported(curl, [batchOf([openOf(input(content), url)])]));
  expect(args).toContain(url);
  expect(args[args.indexOf('-X') + 1]).toBe('POST');
  expect(args[args.indexOf('--data-raw') + 1]).toBe(JSON.stringify(input(content)));
});

test('there is one command for each run request, and none for others', () => {
  const opens = [
    openOf(input('a')),
    { ...openOf(input('b')), stream: 2 },
    { ...openOf({ a: 1 }), stream: 3 },
  ];
  const script = exported(curl, [batchOf(opens as CapturedRecord[])]);
  expect(script.match(/^curl /gm)).toHaveLength(2);
  expect(script).toMatch(/^#!\/bin\/sh\n/);
  expect(script).toContain('Only the accept header was recorded');
});

test('a body that was cut off says so', () => {
  const open = { ...openOf(input('a')), requestBodyLength: 9e9 } as CapturedRecord;
  expect(exported(curl, [batchOf([open])])).toContain('too large to be recorded');
});

test('without a run request, a sentence says so', () => {
  expect(exported(curl, [])).toMatch(/no run request over HTTP/);
});
