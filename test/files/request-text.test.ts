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

/** The words that a shell hands to curl, and what it writes to it. */
function shown(asked: Stream): readonly string[] {
  const show = `curl() { printf '%s\\n' "$@"; case "$*" in *@-*) cat;; esac; }\n`;
  return spawnSync('sh', ['-s'], { encoding: 'utf8', input: show + asCurl(asked) }).stdout.split('\n');
}

test('a curl command is one command whatever is in it', () => {
  expect(shown(stream)).toEqual([
    '--no-buffer',
    '--globoff',
    '-X',
    'POST',
    '--url',
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

test('an address is no option of curl, and a body may be longer than an argument', () => {
  const requestBody = `"${"it's ".repeat(50_000)}"`;
  const words = shown({ ...stream, url: '-o/etc/passwd', requestBody });
  expect(words[words.indexOf('-o/etc/passwd') - 1]).toBe('--url');
  expect(words.slice(-2)).toEqual(['@-', requestBody]);
});

test('a fetch call is a program that asks the same', async () => {
  const asked: unknown[] = [];
  const program = new Function('fetch', `return (async () => { ${asFetch(stream)} })()`);
  await program((url: string, init: RequestInit) => asked.push([url, init.method, init.body]));
  expect(asked).toEqual([[stream.url, 'POST', stream.requestBody]]);
});
