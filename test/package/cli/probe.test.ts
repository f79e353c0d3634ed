// `lens probe`: each scenario passed, failed and skipped by servers that behave so.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listen, shut } from '@/lib/package/cli/listen';
import { plain } from '@/lib/package/cli/paint';
import { measureLoad } from '@/lib/package/cli/probe/load';
import { probeOutputs, type ScenarioResult } from '@/lib/package/cli/probe/results';
import { createTalk, type ScenarioOutcome, scenarios } from '@/lib/package/cli/probe/scenarios';
import { runCommand } from '@/lib/package/cli/program';
import { type DemoServer, startServer } from '../../harness/server';
import { sse } from '../../support/logs';

let demo: DemoServer;
beforeAll(async () => {
  demo = await startServer({ page: false });
});
afterAll(() => demo.close());

const targetAt = (url: string) => ({ url, headers: {}, timeoutMs: 5_000 });

async function outcome(id: string, url: string): Promise<ScenarioOutcome> {
  const scenario = scenarios.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`There is no scenario ${id}.`);
  return scenario.run(createTalk(targetAt(url)));
}

const agent = (name: string): string => `${demo.url}/agents/${name}?pace=0`;

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => shut(server));
  return listen(server, 0);
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
};

test.each([
  ['hello', 'chat', 'passed', /events/],
  ['tools', 'frontend-tool', 'passed', /was called, and the run went on/],
  ['tools', 'chat', 'skipped', /no tool of the client/],
  ['state', 'chat', 'passed', /state events apply/],
  ['reasoning', 'reasoning', 'passed', /has reasoning/],
  ['reasoning', 'chat', 'skipped', /no reasoning/],
  ['interrupt', 'interrupt', 'passed', /was resumed/],
  ['interrupt', 'chat', 'skipped', /no interrupt/],
  ['abort', 'chat', 'passed', /is whole/],
  ['bad-input', 'chat', 'passed', /Refused/],
  ['reconnect', 'chat', 'passed', /whole run/],
  ['capabilities', 'chat', 'passed', /Declared: identity, reasoning/],
  ['hello', 'broken-cut', 'failed', /truncated-run/],
  ['state', 'broken-bad-patch', 'failed', /patch/],
] as const)('%s of the agent %s: %s', async (id, name, verdict, reason) => {
  const url = id === 'capabilities' ? `${demo.url}/agents/${name}` : agent(name);
  const { verdict: got, reason: sentence } = await outcome(id, url);
  expect([got, sentence]).toEqual([verdict, expect.stringMatching(reason)]);
});

test('failing servers are reported: no answer, an HTTP error, anything accepted, no resume', async () => {
  const gone = createServer();
  const goneUrl = await listen(gone, 0);
  shut(gone);
  expect(await outcome('hello', goneUrl)).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('no response: connect ECONNREFUSED'),
  });
  expect(await outcome('bad-input', goneUrl)).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('The server did not respond to a body that is not JSON: connect'),
  });
  const broken = await serve((_request, response) => void response.writeHead(500).end('down'));
  expect(await outcome('hello', broken)).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('HTTP 500'),
  });
  expect(await outcome('bad-input', broken)).toMatchObject({
    verdict: 'failed',
    reason: 'The server answered 500 to a body that is not JSON.',
  });
  const page = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi');
  });
  expect(await outcome('hello', page)).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('"<h1>hi"'),
  });
  const lax = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const { threadId = 't', runId = 'r', resume } = body.startsWith('{') ? JSON.parse(body) : {};
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(sse({ type: 'RUN_STARTED', threadId, runId }));
    if (resume) return void response.end(sse({ type: 'RUN_ERROR', message: 'no checkpoint' }));
    const interrupts = [{ id: 'i1', reason: 'approval' }];
    response.end(sse({ type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'interrupt', interrupts } }));
  });
  expect(await outcome('bad-input', lax)).toMatchObject({
    verdict: 'failed',
    reason: 'The server answered 200 to a body that is not JSON.',
  });
  expect((await outcome('interrupt', lax)).verdict).toBe('failed');
  expect(await outcome('hello', lax)).toMatchObject({
    verdict: 'failed',
    reason: 'The run has no text and no tool call.',
  });
});

test('a server that streams whatever is asked: RUN_ERROR refuses, and a resume names the interrupted run', async () => {
  const resumed: unknown[] = [];
  const url = await serve(async (request, response) => {
    const body = await bodyOf(request);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const { threadId, runId, messages, resume, parentRunId } = body.startsWith('{') ? JSON.parse(body) : {};
    if (messages === undefined) return void response.end(sse({ type: 'RUN_ERROR', message: 'no messages' }));
    if (resume) resumed.push(parentRunId);
    const interrupts = [{ id: runId, reason: 'approval' }];
    const outcome = resume ? { type: 'success' } : { type: 'interrupt', interrupts };
    const started = sse({ type: 'RUN_STARTED', threadId, runId });
    response.end(started + sse({ type: 'RUN_FINISHED', threadId, runId, outcome }));
  });
  expect(await outcome('bad-input', url)).toEqual({ verdict: 'passed', reason: 'Refused.' });
  expect(await outcome('capabilities', url)).toMatchObject({
    verdict: 'skipped',
    reason: expect.stringContaining('answered with text/event-stream'),
  });
  expect(await outcome('interrupt', url)).toMatchObject({ verdict: 'passed' });
  expect(resumed).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
});

test('a server that never ends is a failure within the limit', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(sse({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }));
  });
  const [hello] = scenarios;
  const answer = await hello?.run(createTalk({ ...targetAt(url), timeoutMs: 200 }));
  expect(answer).toEqual({ verdict: 'failed', reason: 'no response: no end within 0.2 s' });
});

test.each([
  [
    ['--runs', '2', '--only', 'hello'],
    '--only chooses scenarios, and --runs sends none: leave out one of them.',
  ],
  [['--runs', '2', '--format', 'junit'], 'With --runs, --format must be one of text, json, not junit.'],
  [['--at-once', '2'], '--at-once needs --runs.'],
])('options without a use are refused: %j', (options, sentence) =>
  expect(() => runCommand(['probe', 'http://127.0.0.1:1/', ...options])).toThrow(sentence),
);

test('many runs at once are sent and reported', async () => {
  const load = await measureLoad(targetAt(agent('chat')), 20, 5);
  expect(load).toMatchObject({ runs: 20, whole: 20, problems: {} });
  const { p50 = 0, p99 = 0 } = load.total;
  expect(p50).toBeGreaterThan(0);
  expect(p99).toBeGreaterThanOrEqual(p50);
  const failed = await measureLoad(targetAt('http://127.0.0.1:1/'), 3, 3);
  expect(failed).toMatchObject({ whole: 0, total: { p50: undefined } });
  expect(Object.values(failed.problems)).toEqual([3]);
});

test('results are written as text, JSON and JUnit, with an exit code', async () => {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('There is no scenario.');
  const results: readonly ScenarioResult[] = [
    { scenario, verdict: 'passed', reason: 'Good.', ms: 12 },
    { scenario, verdict: 'failed', reason: 'Bad <&".', ms: 1 },
    { scenario, verdict: 'skipped', reason: 'None.', ms: 1 },
  ];
  expect(probeOutputs.text(results, plain).split('\n')[0]).toMatch(/^passed {3}hello +Good\. \(/);
  expect(JSON.parse(probeOutputs.json(results, plain))[1]).toMatchObject({
    scenario: 'hello',
    verdict: 'failed',
  });
  const junit = probeOutputs.junit(results, plain);
  expect(junit).toContain('tests="3" failures="1" skipped="1"');
  expect(junit).toContain('<failure message="Bad &lt;&amp;&quot;."></failure>');
  const run = async (args: readonly string[]) => {
    let out = '';
    for await (const part of runCommand(['probe', ...args]).work ?? []) out += part;
    return out;
  };
  expect(await run([agent('chat'), '--only', 'hello,abort'])).toMatch(
    /passed {3}hello[\s\S]*passed {3}abort/,
  );
  await expect(run([agent('broken-cut'), '--only', 'hello'])).rejects.toMatchObject({
    exitCode: 1,
    message: '1 of 1 scenarios failed.',
  });
  expect(() => runCommand(['probe', 'here'])).toThrow('The address of an agent must be an http or https URL');
  expect(() => runCommand(['probe', agent('chat'), '--only', 'all'])).toThrow('--only must name scenarios');
});
