// `lens mcp`, asked by the official client: everyday questions in at most three calls of 4 kB.
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { createRecordings } from '@/lib/package/cli/mcp/recordings';
import { createMcpServer } from '@/lib/package/cli/mcp/server';
import { tools } from '@/lib/package/cli/mcp/tools';
import { runCommand } from '@/lib/package/cli/program';
import { temporaryFolder } from '../../support/command';
import { FINISHED, STARTED, sse } from '../../support/logs';

const SAMPLE = join(import.meta.dirname, '../../../public/sample.agui.jsonl');
const SKILL = join(import.meta.dirname, '../../../lib/package/SKILL.md');
const CALLS_MAX = 3;
const BYTES_MAX = 4_000;

const FOLDER = temporaryFolder();
const folder = () => mkdtempSync(join(FOLDER, 'recordings-'));

interface Asked {
  readonly text: string;
  readonly isError: boolean;
}

async function connect(paths: readonly string[]) {
  const [left, right] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const server = createMcpServer(createRecordings(paths));
  onTestFinished(() => client.close());
  await Promise.all([server.connect(left), client.connect(right)]);
  const ask = async (name: string, input: Record<string, unknown> = {}): Promise<Asked> => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [part] = content;
    if (part?.type !== 'text') throw new Error('A tool answers with text.');
    expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(BYTES_MAX);
    return { text: part.text, isError };
  };
  return { client, ask };
}

type Call = readonly [tool: string, input?: Record<string, unknown>];

test.each<readonly [question: string, calls: readonly Call[], answer: RegExp]>([
  ['what did the agent say?', [['at', { seq: 64 }]], /assistant .*In London there is light rain at 9 °C/],
  [
    'which tool was called with what, and what came back?',
    [['calls', { run: 1 }]],
    /get_weather\(\{"city":"London".*\n.*light rain/,
  ],
  ['what was the state at an event?', [['at', { seq: 3, what: 'state' }]], /"city": "London"/],
  [
    'who changed this path?',
    [['why', { path: '/city', seq: 70 }]],
    /#67 .*STATE_DELTA.*\n.*"Lisbon" \(was "London"\)/,
  ],
  [
    'who changed it in this thread?',
    [['why', { path: '/city' }]],
    /^No event changed \/city of thread thread-10\./,
  ],
  [
    'why did this patch change nothing?',
    [['event', { seq: 362 }]],
    /\nwarning patch-failed: [\s\S]*changed nothing/,
  ],
  [
    'why did the run fail?',
    [['sessions'], ['findings', { run: 6 }]],
    /#294 error run-error: .*This is how an error looks/,
  ],
  [
    'how long until the first token, where are the stalls?',
    [['run', { run: 1 }]],
    /first token after 185 ms[\s\S]*longest silence/,
  ],
  [
    'what did the request send?',
    [['run', { run: 2 }]],
    /sent \(4 messages repeated\):\n.*And somewhere warmer\?/,
  ],
  [
    'what differs between two runs?',
    [['diff', { run: 1, runB: 2 }]],
    /8 of 20 events differ[\s\S]*\/city "London" → "Lisbon"/,
  ],
  [
    'what did the snapshot change?',
    [
      ['findings', { rule: 'snapshot-drops' }],
      ['event', { seq: 290 }],
    ],
    /message thread-5-run-1-chunked \(assistant\) removed/,
  ],
  ['how do I share this without secrets?', [['secrets']], /npx ag-ui-lens redact/],
])('answers within few calls: %s', async (_question, calls, answer) => {
  const { ask } = await connect([SAMPLE]);
  expect(calls.length).toBeLessThanOrEqual(CALLS_MAX);
  const answers = [];
  for (const [tool, input] of calls) answers.push((await ask(tool, input)).text);
  expect(answers.join('\n')).toMatch(answer);
});

test.each([
  ['findings', { rule: 'snapshot-drop' }, /rule names unknown rules: 'snapshot-drop'/],
  ['why', { path: 'city' }, /path must begin with \/, not 'city'/],
  ['at', { what: 'state', path: 'city' }, /path must begin with \/, not 'city'/],
])(
  'a mistyped argument of %s is refused, not answered as if nothing were there',
  async (tool, input, answer) => {
    const { ask } = await connect([SAMPLE]);
    expect(await ask(tool, input)).toEqual({ text: expect.stringMatching(answer), isError: true });
  },
);

test('all tools and prompts are named in the skill', async () => {
  const { client } = await connect([SAMPLE]);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(listed.tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const skill = readFileSync(SKILL, 'utf8');
  for (const { name } of tools) expect(skill).toContain(`\`${name}\``);
  const { messages } = await client.getPrompt({ name: 'explain-failure', arguments: { file: 'a.sse' } });
  expect(JSON.stringify(messages)).toContain('the recording a.sse');
});

test('long answers continue at their cursor', async () => {
  const path = folder();
  const long = 'x'.repeat(20_000);
  const deltas = Array.from({ length: 300 }, (_, at) => ({ type: 'CUSTOM', name: `c${at}`, value: long }));
  writeFileSync(join(path, 'long.sse'), sse(STARTED, ...deltas, FINISHED));
  const { ask } = await connect([path]);
  const seen: number[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { text } = await ask('events', { query: 'type:CUSTOM', from });
    for (const [, seq] of text.matchAll(/^#(\d+) /gm)) seen.push(Number(seq));
    from = /ask with from: (\d+)/.exec(text)?.slice(1).map(Number)[0];
  }
  expect(seen).toEqual(deltas.map((_, at) => at + 1));
  let whole = '';
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { text } = await ask('event', { seq: 7, from });
    whole += /as sent:\n(.*)/.exec(text)?.[1] ?? '';
    from = /ask with from: (\d+)/.exec(text)?.slice(1).map(Number)[0];
  }
  expect(whole).toBe(sse(deltas[6] ?? {}).trim());
});

test('an event with many changes in three-byte letters fits the limit', async () => {
  const path = folder();
  const text = '東京'.repeat(2_000);
  const messages = Array.from({ length: 40 }, (_, at) => ({ id: `m${at}`, role: 'user', content: text }));
  writeFileSync(join(path, 'much.sse'), sse(STARTED, { type: 'MESSAGES_SNAPSHOT', messages }, FINISHED));
  const { ask } = await connect([path]);
  expect((await ask('event', { seq: 1 })).text).toMatch(
    /changed message m0 \(user\) added.*\n[\s\S]*… and \d+ more\nas sent:\n/,
  );
  expect((await ask('at')).text).toMatch(/40 messages[\s\S]*ask with from: \d+/);
});

test('a folder lists only its recordings and follows a growing file', async () => {
  const path = folder();
  const grows = join(path, 'grows.sse');
  writeFileSync(join(path, 'other.sse'), sse(STARTED, FINISHED));
  writeFileSync(join(path, 'notes.txt'), 'private');
  writeFileSync(grows, sse(STARTED));
  const { ask } = await connect([path]);
  expect((await ask('sessions')).text).toMatch(/^2 recordings\ngrows\.sse: 1 event.*\nother\.sse: 2 events/);
  expect(await ask('findings')).toEqual({
    text: 'Name a file. Recordings: grows.sse, other.sse.',
    isError: true,
  });
  for (const file of ['notes.txt', '../grows.sse', grows])
    expect((await ask('events', { file })).text).toContain(`There is no recording '${file}'.`);
  appendFileSync(grows, sse({ type: 'RUN_ERROR', message: 'Boom' }));
  expect((await ask('sessions', { file: 'grows.sse' })).text).toMatch(/error: Boom/);
});

test('recordings are listed beside a file that cannot be read', async () => {
  const path = folder();
  writeFileSync(join(path, 'a.sse'), sse(STARTED, FINISHED));
  writeFileSync(join(path, 'empty.sse'), '');
  const { ask } = await connect([path]);
  const { text, isError } = await ask('sessions');
  expect(text).toMatch(/^2 recordings\na\.sse: 2 events.*\nempty\.sse: .*empty/);
  expect(isError).toBeFalsy();
});

test('a fault that does not apply is named as the command line does', async () => {
  const path = folder();
  writeFileSync(join(path, 'a.sse'), sse(STARTED, FINISHED));
  const { ask } = await connect([path]);
  const [reply, printed] = [
    (await ask('what-if', { run: 1, fault: 'no-start' })).text,
    [...runCommand(['what-if', join(path, 'a.sse'), '--fault', 'no-start']).output].join(''),
  ];
  for (const text of [reply, printed])
    expect(text).toContain('\n  This fault does not apply to this response.');
});

test('missing things are reported, and hostile texts are made harmless', async () => {
  const path = folder();
  const attack = '\u001b[2J\u202e';
  writeFileSync(
    join(path, 'a.sse'),
    sse(STARTED, { type: 'CUSTOM', name: attack, value: { [attack]: attack } }),
  );
  const { ask } = await connect([path]);
  for (const [tool, input, text] of [
    ['event', { seq: 9 }, /There is no event #9; the last one is #1\./],
    ['run', { run: 4 }, /There is no run 4 in a\.sse, which has 1\./],
    ['at', { thread: 'none' }, /There is no such thread\. Threads: t\./],
    ['at', { what: 'state', path: 'x' }, /path must begin with \//],
    ['events', { query: 'gap:x' }, /gap/],
    ['diff', {}, /^Both sides are the same: name another recording with fileB, or run and runB\.$/],
    ['diff', { run: 1 }, /^Both sides are the same/],
  ] as const)
    expect(await ask(tool, input)).toEqual({ text: expect.stringMatching(text), isError: true });
  for (const [tool, input] of [['event', { seq: 1 }], ['events'], ['sessions']] as const)
    for (const character of ['\u001b', '\u202e'])
      expect((await ask(tool, input)).text).not.toContain(character);
});

test('a missing path ends the command', () => {
  expect(() => runCommand(['mcp', 'nowhere/'])).toThrow(
    'Cannot read nowhere/: no such file or folder (ENOENT).',
  );
});
