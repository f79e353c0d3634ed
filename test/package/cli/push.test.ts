// Traces that are sent: to a collector that takes them, takes them later, takes some, or none.
import { writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SendOptions, send } from '@/lib/package/cli/commands/push';
import { CliError } from '@/lib/package/cli/errors';
import { listen, shut } from '@/lib/package/cli/listen';
import { runCommand } from '@/lib/package/cli/program';
import { temporaryFolder } from '../../support/command';
import { events } from '../../support/stream-text';

interface Taken {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let server: Server;
let url = '';
let taken: Taken[] = [];
/** Answers to the next requests; then 200. */
let answers: ((response: ServerResponse) => void)[] = [];
const folder = temporaryFolder();

beforeAll(async () => {
  const runs = events('run r1 · step look · done look · end · run r2 · step look · done look · end');
  writeFileSync(join(folder, 'two.json'), JSON.stringify(runs));
  writeFileSync(join(folder, 'none.json'), '[{"type":"CUSTOM","name":"n","value":1}]');
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      const answer = answers.shift();
      if (answer === undefined)
        response.setHeader('content-type', 'application/json').end('{"partialSuccess":{}}');
      else answer(response);
    });
  });
  url = await listen(server, 0);
});
afterEach(() => {
  taken = [];
  answers = [];
});
afterAll(() => shut(server));

async function push(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { output, exitCode, work } = runCommand(['push', join(folder, 'two.json'), ...args]);
    let out = [...output].join('');
    if (work !== undefined) for await (const part of work) out += part;
    return { code: exitCode, out, err: '' };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: error.exitCode, out: '', err: error.message };
  }
}

const spansIn = ({ body }: Taken): readonly { traceId: string; name: string }[] =>
  JSON.parse(body).resourceSpans.flatMap((each: { scopeSpans: { spans: object[] }[] }) =>
    each.scopeSpans.flatMap(({ spans }) => spans),
  );

test('all spans are sent to /v1/traces as JSON with the given headers', async () => {
  const { code, out } = await push(
    '--otlp',
    url,
    '--header',
    'Authorization: Bearer x',
    '--header',
    'x-team: a: b',
  );
  expect([code, out]).toEqual([0, `request 1 of 1 accepted\n4 spans sent to ${url}/v1/traces\n`]);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x', 'x-team': 'a: b' },
  });
  expect(taken.flatMap(spansIn).map(({ name }) => name)).toEqual(
    'invoke_agent look invoke_agent look'.split(' '),
  );
});

test('spans are sent in batches: runs stay together if they fit, and each span is sent once', async () => {
  await push('--otlp', `${url}/own/path`);
  const whole = taken.flatMap(spansIn);
  expect(taken[0]?.url).toBe('/own/path');
  for (const [size, lengths] of [
    ['3', [2, 2]],
    ['2', [2, 2]],
    ['1', [1, 1, 1, 1]],
  ] as const) {
    taken = [];
    await push('--otlp', url, '--batch', size);
    expect(taken.map((each) => spansIn(each).length)).toEqual(lengths);
    expect(taken.flatMap(spansIn)).toEqual(whole);
  }
});

test('--dry-run: the same requests, and none is sent', async () => {
  await push('--otlp', url, '--batch', '2');
  const bodies = taken.map(({ body }) => `${body}\n`).join('');
  taken = [];
  expect((await push('--otlp', url, '--batch', '2', '--dry-run')).out).toBe(bodies);
  expect(taken).toEqual([]);
});

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('not now');

/** The last answer to a request, and the progress reported until then. */
async function sent(options: Partial<SendOptions> = {}): Promise<{ text: string; reported: string[] }> {
  const reported: string[] = [];
  const sending = send(url, '{}', { headers: {}, retries: 5, wait: async () => undefined, ...options });
  let step = await sending.next();
  for (; step.done !== true; step = await sending.next()) reported.push(step.value);
  return { text: step.value, reported };
}

test('a temporary failure is retried, each time later', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  answers = [status(503), (response) => response.destroy(), status(429, { 'retry-after': '7' })];
  const { text, reported } = await sent({ wait });
  expect(text).toContain('partialSuccess');
  expect(reported).toEqual([
    expect.stringMatching(/^answered 503; retrying in 0\.[4-7] s$/),
    expect.stringMatching(/^other side closed; retrying in [01](\.\d)? s$/),
    'answered 429; retrying in 7 s',
  ]);
  expect(taken.map(({ body }) => body)).toEqual(['{}', '{}', '{}', '{}']);
  const [first = 0, second = 0, third] = waits;
  expect(first).toBeGreaterThanOrEqual(375);
  expect(first).toBeLessThanOrEqual(625);
  expect(second).toBeGreaterThan(first);
  expect(third).toBe(7000);
});

test('a failure is retried a limited number of times, and not at all if a retry is useless', async () => {
  answers = [status(503, { 'retry-after': '0' }), status(503, { 'retry-after': '0' }), status(503)];
  expect(await push('--otlp', url, '--retries', '2')).toEqual({
    code: 1,
    out: '',
    err: `${url}/v1/traces answered 503 after 3 tries: not now.`,
  });
  expect(taken).toHaveLength(3);
  taken = [];
  answers = [status(400)];
  expect((await push('--otlp', url)).err).toBe(`${url}/v1/traces answered 400: not now.`);
  expect(taken).toHaveLength(1);
});

test('an answer that breaks off, never comes, or never ends is tried again, and not for ever', async () => {
  const broken = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setTimeout(() => response.destroy(), 20);
  };
  const dripping = (response: ServerResponse): void => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  answers = [broken, () => undefined, dripping];
  const { text, reported } = await sent({ tryMs: 200 });
  expect(text).toContain('partialSuccess');
  expect(reported.map((each) => each.replace(/;.*/, ''))).toEqual([
    'other side closed',
    'no complete response within 0.2 s',
    'no complete response within 0.2 s',
  ]);
  answers = [() => undefined];
  await expect(sent({ tryMs: 50, retries: 0 })).rejects.toThrow(
    `${url} cannot be reached: no complete response within 0.05 s.`,
  );
});

test('an answer without an end is read up to some length', async () => {
  answers = [
    (response) => {
      const more = (): boolean => response.writable && response.write('x'.repeat(64 * 1024)) && more();
      response.on('drain', more);
      more();
    },
  ];
  expect((await sent({ retries: 0 })).text.length).toBeLessThan(1_000_000);
});

test('a server that is no collector is not trusted, and nothing is sent elsewhere', async () => {
  answers = [(response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>Hello')];
  expect((await push('--otlp', url)).err).toBe(
    `${url}/v1/traces answered with a page (text/html): there is no collector at this address.`,
  );
  for (const code of [301, 302, 307, 308]) {
    answers = [status(code, { location: '/elsewhere' })];
    expect((await push('--otlp', url)).err).toBe(`${url}/v1/traces answered ${code}: moved to /elsewhere.`);
  }
  expect(taken.every((each) => each.url === '/v1/traces')).toBe(true);
});

test('a collector that demands a long pause, or answers in an unknown format, is not asked again', async () => {
  answers = [status(503, { 'retry-after': '86400' })];
  expect((await push('--otlp', url)).err).toBe(
    `${url}/v1/traces answered 503 and requests a pause of 86400 s: not now.`,
  );
  const { code, err } = await push('--otlp', url.replace('http:', 'https:'));
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/cannot be reached: there is no TLS \(ERR_SSL_\w+\)\.$/),
  ]);
  expect(taken).toHaveLength(1);
});

test('spans that a collector rejects are reported', async () => {
  const partialSuccess = { rejectedSpans: '2', errorMessage: 'too old' };
  answers = [(response) => response.end(JSON.stringify({ partialSuccess }))];
  expect(await push('--otlp', url)).toMatchObject({
    code: 1,
    err: 'Request 1: 2 spans were rejected: too old',
  });
});

test('a warning of a collector that accepts everything is reported, too', async () => {
  const partialSuccess = { rejectedSpans: 0, errorMessage: 'use another\nversion' };
  answers = [(response) => response.end(JSON.stringify({ partialSuccess }))];
  const { code, out } = await push('--otlp', url);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('request 1 of 1 accepted; warning: use another version\n'),
  ]);
});

test('a missing collector is reported', async () => {
  const { code, err } = await push('--otlp', 'http://127.0.0.1:1', '--retries', '0');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/v1\/traces cannot be reached: .*\.$/),
  ]);
});

test.each([
  [[], '--otlp is missing: a URL such as http://localhost:4318.'],
  [['--otlp', 'x'], "--otlp must be an http or https URL such as http://localhost:4318, not 'x'."],
  [
    ['--otlp', 'ftp://x'],
    "--otlp must be an http or https URL such as http://localhost:4318, not 'ftp://x'.",
  ],
  [['--otlp', 'http://x', '--batch', '0'], "--batch must be a number from 1 on, not '0'."],
  [
    ['--otlp', 'http://x', '--header', 'nonsense'],
    "--header must be a name, a colon and a value, not 'nonsense'.",
  ],
])('invalid arguments %j are refused: %s', async (args, sentence) => {
  expect(await push(...args)).toEqual({ code: 2, out: '', err: sentence });
});

test('without a run there is nothing to send; redacted, no text of the conversation is sent', async () => {
  expect(() => runCommand(['push', join(folder, 'none.json'), '--otlp', url])).toThrow(
    'There is no run to send.',
  );
  await push('--otlp', url, '--redact', 'share');
  expect(taken.flatMap(spansIn)).toHaveLength(4);
  expect(taken[0]?.body).not.toContain('look');
});
