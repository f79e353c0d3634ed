import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asCurl, asFetch } from '@/lib/files/request-text';
import type { Stream } from '@/lib/log/types';

const stream = {
  method: 'POST',
  url: "http://localhost/a'; touch x; '",
  accept: 'text/event-stream',
  requestBody: '{"text":"it\'s $HOME `id`\\n"}',
} as Stream;

test('a curl command is one command whatever is in it', () => {
  const words = spawnSync(
    'sh',
    ['-c', `show() { printf '%s\\n' "$@"; }; ${asCurl(stream).replace(/^curl/, 'show')}`],
    {
      encoding: 'utf8',
    },
  ).stdout.split('\n');
  expect(words).toEqual([
    '--no-buffer',
    '-X',
    'POST',
    stream.url,
    '-H',
    'accept: text/event-stream',
    '-H',
    'content-type: application/json',
    '--data-raw',
    stream.requestBody,
    '',
  ]);
});

test('a fetch call is a program that asks the same', async () => {
  const asked: unknown[] = [];
  const program = new Function('fetch', `return (async () => { ${asFetch(stream)} })()`);
  await program((url: string, init: RequestInit) => asked.push([url, init.method, init.body]));
  expect(asked).toEqual([[stream.url, 'POST', stream.requestBody]]);
});
