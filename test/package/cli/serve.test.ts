// `lens serve`: what a client makes of a served recording is what it made of the original.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpAgent } from '@ag-ui/client';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '@/lib/core/json/json';
import { listen, shut } from '@/lib/package/cli/listen';
import { createMockServer, type MockOptions } from '@/lib/package/cli/mock/mock-server';
import { exchangesOf, isServable } from '@/lib/package/cli/mock/recorded-exchanges';
import { runCommand } from '@/lib/package/cli/program';
import { at } from '@/lib/package/library/functions';
import { openInput } from '@/lib/package/library/open';
import { read } from '@/lib/package/library/read';
import { temporaryFolder } from '../../support/command';
import { answer, finished, requestOf, started } from '../../support/exchanges';
import { recordingText } from '../../support/exported';
import { openOf, openRecord, sse } from '../../support/logs';

const FOLDER = temporaryFolder();
const RECORDINGS = join(import.meta.dirname, '../../fixtures/recordings');

type Served = Partial<Pick<MockOptions, 'pace' | 'isStrict' | 'step'>>;

async function serve(text: string, options: Served = {}): Promise<string> {
  const exchanges = exchangesOf(openInput({ name: 'served.agui.jsonl', text }));
  const server = createMockServer({ exchanges, pace: 0, isStrict: false, log() {}, ...options });
  onTestFinished(() => shut(server));
  return listen(server, 0);
}

const served = (name: string, options?: Served): Promise<string> =>
  serve(readFileSync(join(RECORDINGS, `${name}.agui.jsonl`), 'utf8'), options);

/** A recording of runs: each a question, tool results after it, and an answer. */
function recordingOf(
  runs: readonly {
    readonly asked: readonly JsonObject[];
    readonly text: string;
    readonly how?: string;
    readonly more?: readonly JsonObject[];
  }[],
): string {
  const records = runs.flatMap(({ asked, text, how = 'complete', more = [] }, at) => {
    const stream = at + 1;
    const runId = `r${stream}`;
    const events = [started(runId), ...answer('m', text), ...more, finished(runId)];
    const t = at * 100;
    return [
      { ...openOf(requestOf(runId, asked), 'http://x/agent'), t, stream },
      { kind: 'chunk', t: t + 1, stream, text: sse(...events) },
      { kind: 'close', t: t + 2, stream, how },
    ];
  });
  return recordingText(records);
}

const user = (content: string, id = 'u'): JsonObject => ({ id, role: 'user', content });
const tool = (content: string): JsonObject => ({ id: 'x', role: 'tool', toolCallId: 'c', content });

async function ask(
  url: string,
  messages: readonly JsonObject[],
  accept = 'text/event-stream',
): Promise<Response> {
  const body = JSON.stringify(requestOf('R', messages, { threadId: 'T' }));
  return fetch(`${url}/any/path`, { method: 'POST', body, headers: { accept } });
}

const textOf = async (response: Response): Promise<string> =>
  /"delta":"(.*?)"/.exec(await response.text())?.[1] ?? '';

test.each(['a1-httpagent.sse-all', 'a1-httpagent.sse-tools', 'a1-httpagent.proto-all'])(
  'the stock client receives the messages and state of %s',
  async (name) => {
    const original = read(readFileSync(join(RECORDINGS, `${name}.agui.jsonl`), 'utf8'));
    const expected = at(original);
    const url = await served(name);
    const [{ stream: { input = {} } = {} } = {}] = exchangesOf(
      openInput({ name, text: readFileSync(join(RECORDINGS, `${name}.agui.jsonl`), 'utf8') }),
    );
    const agent = new HttpAgent({ url, threadId: 'mine' });
    // Recorded requests are those of a client.
    agent.messages = structuredClone(input['messages']) as unknown as typeof agent.messages;
    await agent.runAgent({ runId: 'own' }).catch(() => undefined);
    expect(agent.messages.map(({ role, content }) => [role, content])).toEqual(
      expected.messages.map(({ role, content }) => [role, content]),
    );
    expect(agent.state).toEqual(expected.state ?? {});
  },
);

test('runs are chosen by question, tool results and turn, and equal ones in order', async () => {
  const url = await serve(
    recordingOf([
      { asked: [user('a')], text: 'first a' },
      { asked: [user('a')], text: 'second a' },
      { asked: [user('b')], text: 'b' },
      { asked: [user('b'), tool('1')], text: 'b with 1' },
      { asked: [user('b'), tool('2')], text: 'b with 2' },
      { asked: [user('x'), user('a', 'u2')], text: 'a as the second turn' },
    ]),
  );
  expect(await textOf(await ask(url, [user('b'), tool('2')]))).toBe('b with 2');
  expect(await textOf(await ask(url, [user('b')]))).toBe('b');
  expect(await textOf(await ask(url, [user('a')]))).toBe('first a');
  expect(await textOf(await ask(url, [user('a')]))).toBe('second a');
  expect(await textOf(await ask(url, [user('a')]))).toBe('second a');
  expect(await textOf(await ask(url, [user('y'), user('a', 'u2')]))).toBe('a as the second turn');
  // A result that was not recorded is a result.
  expect(await textOf(await ask(url, [user('b'), tool('other')]))).toBe('b with 1');
});

test('a request with another number of tool results matches another run; other results do not matter', async () => {
  const call = { id: 'a', role: 'assistant', toolCalls: [] };
  const result = (id: string, content: string) => ({ id, role: 'tool', toolCallId: id, content });
  const text = recordingOf([
    { asked: [user('w'), call, result('1', 'x')], text: 'one' },
    { asked: [user('w'), call, result('1', 'x'), result('2', 'y')], text: 'two' },
  ]);
  const two = [user('w'), call, result('1', 'now'), result('2', 'then')];
  expect(await (await ask(await serve(text), two)).text()).toContain('"delta":"two"');
  const strict = await serve(text, { isStrict: true });
  expect((await ask(strict, [...two, result('3', 'z')])).status).toBe(404);
});

test('a request that matches nothing gets the next run, or 404', async () => {
  const text = recordingOf([
    { asked: [user('a')], text: 'A' },
    { asked: [user('b')], text: 'B' },
  ]);
  const loose = await serve(text);
  expect([await textOf(await ask(loose, [user('z')])), await textOf(await ask(loose, [user('z')]))]).toEqual([
    'A',
    'B',
  ]);
  const strict = await serve(text, { isStrict: true });
  const refused = await ask(strict, [user('z')]);
  expect([refused.status, await refused.text()]).toEqual([
    404,
    '{"error":"The recording has no response to “z”."}',
  ]);
});

test('threads and runs are those of the request; ids known to the app are replaced', async () => {
  const state = { type: 'STATE_SNAPSHOT', snapshot: { todos: [{ id: 'm' }] } };
  const url = await serve(recordingOf([{ asked: [user('a')], text: 'A', more: [state] }]));
  const text = await (
    await ask(url, [user('a', 'own'), { id: 'm', role: 'assistant', content: 'A' }, user('a', 'u2')])
  ).text();
  expect(text).toContain('"threadId":"T","runId":"R"');
  expect(text).not.toContain('"messageId":"m"');
  expect(text.match(/"messageId":"m-2"/g)).toHaveLength(3);
  expect(text).toContain('"todos":[{"id":"m"}]');
});

test('protobuf and NDJSON are served if the request accepts them', async () => {
  const url = await served('a1-httpagent.sse-tools');
  const types = (recorded: ReturnType<typeof read>) => recorded.events.map(({ type }) => type);
  const sse = read(await (await ask(url, [user('tools')])).text());
  const lines = await ask(url, [user('tools')], 'application/x-ndjson');
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
  expect(types(read(await lines.text()))).toEqual(types(sse));
  const binary = await ask(url, [user('tools')], 'application/vnd.ag-ui.event+proto');
  const bytes = new Uint8Array(await binary.arrayBuffer());
  expect(types(read(bytes, { name: 'served.bin' }))).toEqual(types(sse));
});

test('a run of a WebSocket is served as a response with status 200', async () => {
  const asked = requestOf('r', [user('a')]);
  const frames = [started('r'), ...answer('m', 'A'), finished('r')].map((event) => JSON.stringify(event));
  const url = await serve(
    recordingText([
      openRecord({ transport: 'web-socket', url: 'ws://x/agent', method: 'GET', status: 101 }),
      { kind: 'frame', t: 2, stream: 1, dir: 'out', text: JSON.stringify(asked) },
      ...frames.map((text) => ({ kind: 'frame', t: 3, stream: 1, dir: 'in', text })),
      { kind: 'close', t: 4, stream: 1, how: 'complete', code: 1000 },
    ]),
  );
  const response = await ask(url, [user('a')]);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(read(await response.text()).events.map(({ type }) => type)).toEqual([
    'RUN_STARTED',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'RUN_FINISHED',
  ]);
});

test('a broken response breaks again, and a page of another origin may request it', async () => {
  const url = await serve(recordingOf([{ asked: [user('a')], text: 'A', how: 'network-error' }]));
  await expect(ask(url, [user('a')]).then((response) => response.text())).rejects.toThrow();
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'http://page', 'access-control-request-headers': 'x-own' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://page');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-own');
});

test('step mode sends an event for each step', async () => {
  const steps: (() => void)[] = [];
  const url = await served('a1-httpagent.sse-tools', {
    step: () => new Promise((resolve) => steps.push(resolve)),
  });
  const response = await ask(url, [user('tools')]);
  const reader = response.body?.getReader();
  for (const type of ['RUN_STARTED', 'TOOL_CALL_START']) {
    await expect.poll(() => steps.length).toBe(1);
    steps.shift()?.();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain(type);
  }
  await reader?.cancel();
});

test('a response without an event is served if a run asked for it, as what-if writes it', async () => {
  const recorded = join(RECORDINGS, 'a1-httpagent.sse-tools.agui.jsonl');
  const path = join(FOLDER, 'failed.agui.jsonl');
  runCommand(['what-if', recorded, '--fault', 'http-500', '--out', path]);
  const text = readFileSync(path, 'utf8');
  expect(exchangesOf(openInput({ name: 'failed.agui.jsonl', text })).map(isServable)).toEqual([true]);
  expect((await ask(await serve(text), [user('tools')])).status).toBe(500);
  const page = openInput({ name: 'page.agui.jsonl', text: text.replaceAll('requestBody', 'other') });
  expect(exchangesOf(page).map(isServable)).toEqual([false]);
  const strings = openInput({ name: 'strings.sse', text: 'data: "a"\n\ndata: "b"\n\n' });
  expect(exchangesOf(strings).map(isServable)).toEqual([false]);
});

test('invalid arguments are refused', () => {
  expect(() => runCommand(['serve'])).toThrow('Missing file');
  expect(() => runCommand(['serve', 'x', '--pace', 'fast'])).toThrow('--pace must be a number');
});
