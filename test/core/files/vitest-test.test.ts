// The exported test runs as it is written: green where the client makes of the stream what was recorded, red where not.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vitestTest } from '@/lib/core/files/vitest-test';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';
import { batchOf, exported } from '../../support/exported';
import { RECORDINGS, recorded } from '../../support/fixture-records';
import { FINISHED, STARTED, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const ROOT = join(import.meta.dirname, '../../..');
const EVENTS = [
  STARTED,
  // Between the braces of a program, such a key would be something else.
  { type: 'STATE_SNAPSHOT', snapshot: JSON.parse('{"n":1,"of":{"__proto__":{"a":"__proto__"}}}') },
  ...events(`text b "Clear \`\u0024{sky}\` '\u2028"`),
  FINISHED,
];
const REQUEST = {
  threadId: 't',
  runId: 'r',
  state: { n: 0 },
  messages: [{ id: 'u', role: 'user', content: 'Hello.' }],
};
const MADE = exported(vitestTest, [batchOf(sseRecords(EVENTS, REQUEST))]);
/** The expectation only: in what was read, the quotes are escaped. */
const ALTERED = MADE.replace('"content": "Clear', '"content": "Cloudy');
const OTHER_STATE = MADE.replace(/"state": \{\s*"n": 1/, '"state": { "n": 2');
const BROKEN = EVENTS.filter(({ type }) => type !== 'TEXT_MESSAGE_START');

const NO_STATE = EVENTS.map((event) =>
  event.type === 'STATE_SNAPSHOT' ? { ...event, snapshot: null } : event,
);

const closed = (how: CloseHow): CapturedRecord[] =>
  sseRecords(EVENTS.slice(0, -1), REQUEST).map((record) =>
    record.kind === 'close' ? { ...record, how } : record,
  );
const FAILED: Readonly<Record<string, readonly CapturedRecord[]>> = {
  'ends-in-error': sseRecords(
    [...EVENTS.slice(0, -1), { type: 'RUN_ERROR', message: 'Out of tokens' }],
    REQUEST,
  ),
  'ends-without-a-word': closed('complete'),
  'connection-broke': closed('network-error'),
  'page-aborted': closed('aborted'),
  'http-error': sseRecords([], REQUEST).map((record) =>
    record.kind === 'open' ? { ...record, status: 500 } : record,
  ),
};
const INTERRUPTED = EVENTS.map((event) =>
  event.type === 'RUN_FINISHED'
    ? { ...event, outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'confirm' }] } }
    : event,
);

let folder = '';
let results = new Map<string, string>();

/** Runs exported tests; result by the name of the file. */
async function run(env: NodeJS.ProcessEnv = {}, ...only: string[]): Promise<Map<string, string>> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const file = join(folder, 'out.json');
  const args = ['run', ...only, '--root', folder, '--reporter', 'json', '--outputFile', file, '--no-isolate'];
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [vitest, ...args], options, (_failed, _out, errors) => resolve(errors));
  });
  const out: { testResults: { name: string; status: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  if (out.testResults.length === 0) throw new Error(printed);
  return new Map(
    out.testResults.map(({ name, status }) => [name.slice(folder.length + 1, -'.test.ts'.length), status]),
  );
}

beforeAll(async () => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'test-results/exported-'));
  const files: Record<string, string> = {
    made: MADE,
    altered: ALTERED,
    'other-state': OTHER_STATE,
    'no-state': exported(vitestTest, [batchOf(sseRecords(NO_STATE, REQUEST))]),
    interrupted: exported(vitestTest, [batchOf(sseRecords(INTERRUPTED, REQUEST))]),
    broken: exported(vitestTest, [batchOf(sseRecords(BROKEN, REQUEST))]),
  };
  for (const [name, records] of Object.entries(FAILED))
    files[name] = exported(vitestTest, [batchOf(records)]);
  for (const name of RECORDINGS) files[name] = exported(vitestTest, recorded(name));
  for (const [name, text] of Object.entries(files)) {
    if (text.includes('import ')) writeFileSync(join(folder, `${name}.test.ts`), text);
  }
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { setupFiles: ['./setup.ts'] } };`);
  writeFileSync(
    join(folder, 'setup.ts'),
    `import { appendFileSync } from 'node:fs';
process.on('unhandledRejection', (reason) => appendFileSync('unhandled.txt', String(reason)));`,
  );
  results = await run();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the test passes where nothing has changed, whatever the text', () => {
  expect([results.get('made'), results.get('no-state')]).toEqual(['passed', 'passed']);
  // The client takes minutes for 100,000 parts of a message, and a test of Vitest has five seconds.
  expect(MADE).toContain('}, TIMEOUT_MS);');
});

test('the test fails where a message or the state differs', () => {
  expect(ALTERED).not.toBe(MADE);
  expect(OTHER_STATE).not.toBe(MADE);
  expect([results.get('altered'), results.get('other-state')]).toEqual(['failed', 'failed']);
});

test('the test fails on the recording of a bug', () => expect(results.get('broken')).toBe('failed'));

test('real servers’ responses to the client are replayed', () => {
  const real = [...results].filter(([name]) => name.endsWith('.agui.jsonl'));
  expect(real.length).toBeGreaterThan(10);
  const red = real.filter(([, status]) => status !== 'passed').map(([name]) => name);
  expect(red).toEqual([
    // Runs that were cut, or failed.
    'a1-httpagent.sse-abort.agui.jsonl',
    'a1-httpagent.sse-http500.agui.jsonl',
    'a1-httpagent.sse-reload-midstream.agui.jsonl',
    'a1-httpagent.sse-run-error.agui.jsonl',
    // Its server goes on after the end of the run: TanStack AI's client reads that, the stock client does not.
    'a5-tanstack.sse-servertool.agui.jsonl',
  ]);
});

test('a run that failed or was cut fails the test, whatever its client shows', () => {
  expect(Object.fromEntries(Object.keys(FAILED).map((name) => [name, results.get(name)]))).toEqual(
    Object.fromEntries(Object.keys(FAILED).map((name) => [name, 'failed'])),
  );
});

test('a failed run is one failed test, without unhandled rejections besides', () => {
  expect(existsSync(join(folder, 'unhandled.txt'))).toBe(false);
});

test('a saved test of a failed run passes with an agent that answers its input', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const AGENT_URL = `http://127.0.0.1:${port}`;
  expect(await run({ AGENT_URL }, 'connection-broke')).toEqual(new Map([['connection-broke', 'passed']]));
  server.close();
  expect(bodies.map((body): unknown => JSON.parse(body))).toEqual([REQUEST]);
});

test('a run that waits for an answer of the user has ended as it should', () => {
  expect(results.get('interrupted')).toBe('passed');
});

test('runs without a recorded end, and those that no client can read, are refused', () => {
  const open = sseRecords(EVENTS, REQUEST).filter(({ kind }) => kind !== 'close');
  // Valid in a file; such a Response cannot have a body.
  const silent = sseRecords(EVENTS, REQUEST).map(
    (record): CapturedRecord => (record.kind === 'open' ? { ...record, status: 204 } : record),
  );
  for (const batches of [[], [batchOf(open)], [batchOf(silent)]]) {
    expect(exported(vitestTest, batches)).toMatch(/^No stream of this session can be replayed: .*\.$/);
  }
});

test('a stream that another one continued need not finish the run', () => {
  const [first = [], second = []] = [EVENTS.slice(0, 4), EVENTS.slice(4)].map((part, at) =>
    sseRecords(part, REQUEST, at + 1),
  );
  const broken = first.map(
    (record): CapturedRecord => (record.kind === 'close' ? { ...record, how: 'network-error' } : record),
  );
  const text = exported(vitestTest, [batchOf([...broken, ...second])]);
  expect(text.match(/^ {6}"runId":/gm)?.length).toBe(1);
  expect(text).toContain('// Not replayed: ');
});
