import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asCurl, asFetch } from '@/lib/core/files/request-text';
import type { Stream } from '@/lib/core/log/types';

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

test('a curl command is one shell command, whatever its content', () => {
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

test('an address is never read as an option of curl; a long body is passed by standard input', () => {
  const requestBody = `"${"it's ".repeat(50_000)}"`;
  const words = shown({ ...stream, url: '-o/etc/passwd', requestBody });
  expect(words[words.indexOf('-o/etc/passwd') - 1]).toBe('--url');
  expect(words.slice(-2)).toEqual(['@-', requestBody]);
});

const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_C}]/u;

test.each([
  ['nul\0\\0101 \\n', 'a NUL, which no argument can hold'],
  ['\x1b[201~\r\ntouch x\r\n\x9b201~\x7f\t%s\u202e', 'what a terminal obeys where it is pasted'],
  [`${'x'.repeat(50_000)}\0'`, 'a long one'],
])('commands send bytes unchanged and contain no control characters: %j, %s', (requestBody) => {
  const asked = {
    ...stream,
    url: 'http://localhost/\x1b',
    method: 'PO\x07ST',
    accept: 'a\r\nb: c',
    requestBody,
  };
  expect(CONTROL.exec(asCurl(asked) + asFetch(asked))).toBeNull();
  const show = `curl() { case "$*" in *@-*) cat;; *) printf '%s' "$*";; esac; }\n`;
  for (const shell of ['sh', 'bash']) {
    const { stdout } = spawnSync(shell, ['-s'], { input: show + asCurl(asked) });
    expect(stdout.toString()).toBe(requestBody);
  }
  expect(shown({ ...asked, requestBody: '1' })).toEqual(
    expect.arrayContaining(['POST', 'http://localhost/%1b', '1']),
  );
  expect(shown(asked).join()).not.toContain('accept');
});
