// The module sends exactly what was recorded, once it is run.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fetchCalls } from '@/lib/core/files/fetch-calls';
import { batchOf, exported } from '../../support/exported';
import { openOf } from '../../support/logs';

const STAND_IN = `const sent = [];
globalThis.fetch = async (url, init) => { sent.push([url, init.method, init.body]); return new Response('ok'); };
process.on('exit', () => process.stderr.write(JSON.stringify(sent)));
`;

test('each run request becomes a fetch call with its headers and body', () => {
  const input = {
    threadId: 't',
    runId: 'r',
    messages: [{ id: 'u', role: 'user', content: '`x` "q" \n </script>' }],
  };
  const text = exported(fetchCalls, [batchOf([openOf(input, "http://localhost/agent?q=it's")])]);
  const child = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: STAND_IN + text,
    encoding: 'utf8',
  });
  expect(JSON.parse(child.stderr)).toEqual([
    ["http://localhost/agent?q=it's", 'POST', JSON.stringify(input)],
  ]);
  expect(child.stdout).toBe('ok\n');
});

test('a session without a run request is refused', () => {
  expect(exported(fetchCalls, [batchOf([openOf()])])).toContain('no run request over HTTP to fetch');
});
