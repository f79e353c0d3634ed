// A test that is saved of a finding runs as it is written: red on the recording of the bug, green on a mended answer, for
// every rule.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenReaders } from '@/lib/core/consumers/consumers';
import { sourceOf } from '@/lib/core/files/log-source';
import type { FileBatch } from '@/lib/core/files/types';
import { vitestTest } from '@/lib/core/files/vitest-test';
import { createLintFold } from '@/lib/core/lint/lint';
import { rules } from '@/lib/core/lint/rules';
import { listen } from '../../harness/listen';
import { batchesOf, logOfBatches } from '../../support/exported';
import { findingsOf, sse, sseRecords } from '../../support/logs';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'test/fixtures/lint');
/** Rules that only other profiles than that of the fixture's own reader apply: the panel does not list them. */
const OF_OTHERS = ['thinking-order', 'run-ids-disagree'];

/** Rules about the request or another stream: another answer fixes nothing. */
const OF_REQUESTS = [
  ...'call-unanswered delivered-twice endless-runs interrupt-unanswered request-repeated'.split(' '),
  ...'resume-expired resume-incomplete resume-unknown'.split(' '),
];

const ids = rules.map(({ id }) => id).filter((id) => !OF_OTHERS.includes(id));
const CLEAN = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_CHUNK', messageId: 'new', role: 'assistant', delta: 'Hello' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
];

const streamOf = (id: string): readonly FileBatch[] =>
  batchesOf({ name: 'stream.jsonl', bytes: readFileSync(join(FOLDER, id, 'stream.jsonl')) });

/** The test of the first finding of a rule, as the panel writes it. */
function written(rule: string, batches = streamOf(rule)): string {
  const log = logOfBatches(batches);
  const findings = findingsOf(log, createLintFold(chosenReaders({})));
  const stream = findings.find((finding) => finding.rule === rule)?.stream ?? -1;
  const text = vitestTest.write?.({ ...sourceOf(log, () => batches), finding: { rule, stream } }) ?? [];
  return 'refused' in text ? text.refused : [...text].join('');
}

/** The same test with another recording in it. */
function withRecording(text: string, batches: readonly FileBatch[]): string {
  const lines = batches.map(({ frameId: frame, ...batch }) => ({ ...batch, frame }));
  return text.replace(/^const recorded: RecordedBatch\[\] = \[\n.*?^\];/ms, () => {
    return `const recorded: RecordedBatch[] = ${JSON.stringify(lines)};`;
  });
}

let folder = '';

async function run(
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const out = join(folder, 'out.json');
  const args = ['run', '--root', folder, '--reporter', 'json', '--outputFile', out, '--no-isolate', ...more];
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const { testResults }: { testResults: { name: string; status: string }[] } = JSON.parse(
    readFileSync(out, 'utf8'),
  );
  return new Map(
    testResults.map(({ name, status }) => [name.slice(folder.length + 1, -'.test.ts'.length), status]),
  );
}

/** The names of tests by what became of them. */
function withStatus(results: ReadonlyMap<string, string>, status: string): readonly string[] {
  return [...results].filter(([, each]) => each === status).map(([name]) => name);
}

beforeAll(() => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'test-results/of-findings-'));
  const alias = { '@': ROOT, 'ag-ui-lens': join(ROOT, 'lib/package/library/index.ts') };
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { resolve: { alias: ${JSON.stringify(alias)} } };`,
  );
  const clean = [{ doc: 'd', frameId: 0, n: 0, records: sseRecords(CLEAN, { threadId: 't', runId: 'r' }) }];
  for (const id of ids) {
    const text = written(id);
    writeFileSync(join(folder, `${id}.test.ts`), text);
    writeFileSync(join(folder, `mended-${id}.test.ts`), withRecording(text, clean));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test('for every rule, the test fails on the recording and passes on a fixed one', async () => {
  const results = await run({});
  expect([...withStatus(results, 'failed')].sort()).toEqual([...ids].sort());
  expect([...withStatus(results, 'passed')].sort()).toEqual(ids.map((id) => `mended-${id}`).sort());
});

test('the agent is requested again, and the test passes once it answers correctly', async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push(body);
    const { threadId = 't', runId = 'r' } = JSON.parse(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = CLEAN.map((event) => ('threadId' in event ? { ...event, threadId, runId } : event));
    response.end(sse(...events));
  });
  const { url, close } = await listen(server);
  const results = await run({ AGENT_URL: url }, '--exclude', 'mended-*');
  await close();
  expect(asked.length).toBeGreaterThanOrEqual(ids.length - OF_REQUESTS.length);
  expect([...withStatus(results, 'failed')].sort()).toEqual(OF_REQUESTS);
});

test('a finding that depends on earlier events includes them', () => {
  expect(written('resume-unknown').match(/"kind": "open"/g)?.length).toBe(2);
  expect(written('text-not-open').match(/"kind": "open"/g)?.length).toBe(1);
});
