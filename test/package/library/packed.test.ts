// The package freshly installed: the command line, the library, its types, the matchers.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, LENS, type Project } from '../../pack/installed';

const ROOT = join(import.meta.dirname, '../../..');
const GOOD = join(ROOT, 'test/fixtures/recordings/a1-httpagent.sse-tools.agui.jsonl');
const BAD = join(ROOT, 'test/fixtures/lint/truncated-run/stream.jsonl');
const TOOLS = ['vitest', 'typescript', '@types/node', '@playwright/test'];

let project: Project;
beforeAll(async () => {
  project = await installPackage(TOOLS);
});
afterAll(() => project.end());

test('the package has no dependencies', () => {
  const lock = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'));
  const names = Object.keys(lock.packages).filter((name) => name !== '');
  expect(names).toEqual(['node_modules/ag-ui-lens']);
  const notices = readFileSync(join(project.folder, 'node_modules/ag-ui-lens/NOTICES.txt'), 'utf8');
  for (const name of ['zod', '@ag-ui/core', 'fflate']) expect(notices).toContain(`${name} `);
});

test('the packed command line runs', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(project.node([LENS, '--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect(project.node([LENS, 'check', GOOD])).toMatchObject({ code: 0, err: '' });
  const bad = project.node([LENS, 'check', BAD]);
  expect(bad).toMatchObject({ code: 1, out: expect.stringContaining('truncated-run') });
  expect(project.node([LENS, 'check', 'nowhere'])).toMatchObject({ code: 2, out: '' });
  expect(project.node(['node_modules/.bin/ag-ui-lens', 'at', GOOD]).out).toContain('"messages"');
});

test('the packed MCP server is started by a client', async () => {
  project.write('asked.sse', 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n');
  const client = new Client({ name: 'test', version: '1' });
  const [command, args] = [process.execPath, [LENS, 'mcp', 'asked.sse']];
  await client.connect(new StdioClientTransport({ command, args, cwd: project.folder }));
  const { content } = await client.callTool({ name: 'sessions', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^asked\.sse: 1 event/) }]);
  await client.close();
});

test('the command line caches compiled code if possible and works without a cache', () => {
  const dist = join(project.folder, 'node_modules/ag-ui-lens/dist');
  const caches = () => readdirSync(dist).filter((name) => name.includes('cache'));
  const checked = () => project.node([LENS, 'check', BAD, '--format', 'json']);
  const before = checked();
  expect(caches()).toEqual([`core-${process.version}-${process.arch}.cache`]);
  expect(checked()).toEqual(before);
  // One of another version.
  writeFileSync(join(dist, caches()[0] ?? ''), 'of another version');
  expect(checked()).toEqual(before);
  expect(readFileSync(join(dist, caches()[0] ?? '')).length).toBeGreaterThan(100_000);
});

const USE = `
import { at, check, compact, convert, diff, LensError, read, readFile, readResponse, redact } from 'ag-ui-lens';
const recorded = await readFile(process.argv[2]);
const again = read(convert(recorded, 'recording'), { name: 'again.agui.jsonl' });
const sse = 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\\n\\n';
const response = new Response(sse, { headers: { 'content-type': 'text/event-stream' } });
const answered = await readResponse(response);
let refused = '';
try { read('nonsense'); } catch (error) { refused = error instanceof LensError ? error.message : 'another error'; }
console.log(JSON.stringify({
  events: recorded.events.length,
  ok: check(recorded).ok,
  roles: at(recorded).messages.map(({ role }) => role),
  compacted: compact(recorded).length < recorded.events.length,
  same: diff(recorded, again).same,
  redacted: diff(recorded, redact(recorded)).same,
  rule: check(answered).findings.find(({ severity }) => severity === 'error')?.rule,
  stillReadable: await response.text() === sse,
  report: convert(recorded, 'html-report').includes('<title>AG-UI Lens'),
  refused,
}));
`;

/** Results for the recording above. */
const USED = {
  ok: true,
  compacted: true,
  same: true,
  redacted: false,
  rule: 'truncated-run',
  stillReadable: true,
  report: true,
  refused: 'The source is not in a format that can be imported; if it is the name of a file, use readFile().',
};

test('the packed library works in Node and in its browser build', () => {
  project.write('use.mjs', USE);
  const { out, err } = project.node(['use.mjs', GOOD]);
  expect(err).toBe('');
  expect(JSON.parse(out)).toMatchObject(USED);
  // A browser has no disk, but files.
  project.write(
    'browse.mjs',
    USE.replace(
      'readFile(process.argv[2])',
      'readFile(new File([await (await import("node:fs/promises")).readFile(process.argv[2])], "a.agui.jsonl"))',
    ),
  );
  const browsed = project.node(['--conditions=browser', 'browse.mjs', GOOD]);
  expect(browsed.err).toBe('');
  expect(JSON.parse(browsed.out)).toMatchObject(USED);
});

const TYPED = `
import { check, type Checked, type Message, at, readFile, type Recorded } from 'ag-ui-lens';
import 'ag-ui-lens/vitest';
import { expect } from 'vitest';
const recorded: Recorded = await readFile('x.sse');
const checked: Checked = check(recorded, { profile: 'spec' });
const messages: readonly Message[] = at(recorded, { seq: 4 }).messages;
// @ts-expect-error There is no such field.
check(recorded).nonsense;
// @ts-expect-error A text is no number.
at(recorded, { seq: '4' });
const now: void = expect('data: {}').toBeValidAgui({ off: ['crlf-framing'] });
const later: Promise<void> = expect(new Response('')).toEndWithMessages(['Hello', { role: 'user' }]);
expect([{ type: 'RUN_STARTED' }]).not.toEndWithState({ n: 1 });
export { checked, later, messages, now };
`;

/** As CommonJS: no await at the top, and no package of ES modules alone. */
const TYPED_CJS = `
import { at, check, type Message, read } from 'ag-ui-lens';
import { aguiMatchers } from 'ag-ui-lens/jest';
import type { AguiRecorder } from 'ag-ui-lens/playwright';
const messages: readonly Message[] = at(read('data: {}'), { seq: 4 }).messages;
// @ts-expect-error There is no such field.
check('data: {}').nonsense;
export { aguiMatchers, messages };
export type { AguiRecorder };
`;

test.each([
  ['nodenext', 'typed.ts', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['node16', 'typed.ts', { module: 'node16', moduleResolution: 'node16' }],
  ['bundler', 'typed.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ['node16 as CommonJS', 'typed.cts', { module: 'node16', moduleResolution: 'node16' }],
])('the types of the package are resolved as %s', (_name, file, options) => {
  project.write(file, file.endsWith('cts') ? TYPED_CJS : TYPED);
  const compilerOptions = { ...options, strict: true, noEmit: true, target: 'es2023', types: ['node'] };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  expect(project.node(['node_modules/typescript/bin/tsc'])).toEqual({ code: 0, out: '', err: '' });
});

test('the package is one module for import and require, in less than 4.5 MB', () => {
  project.write(
    'both.mjs',
    `
import { createRequire } from 'node:module';
import * as imported from 'ag-ui-lens';
const required = createRequire(import.meta.url)('ag-ui-lens');
console.log(required.read === imported.read, Object.keys(required).join() === Object.keys(imported).join());
`,
  );
  expect(project.node(['both.mjs'])).toMatchObject({ out: 'true true\n', err: '' });
  const folder = join(project.folder, 'node_modules/ag-ui-lens');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && !file.name.endsWith('.cache'),
  );
  const size = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  expect(size).toBeLessThan(4_500_000);
});

const MATCHED = `
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
const events = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
];
const broken = events.filter(({ type }) => type !== 'TEXT_MESSAGE_START');
const sse = (list: object[]) => list.map((event) => 'data: ' + JSON.stringify(event) + '\\n\\n').join('');
const answer = (list: object[]) => new Response(sse(list), { headers: { 'content-type': 'text/event-stream' } });
test('green: events', () => {
  expect(events).toBeValidAgui();
  expect(events).toEndWithMessages(['Hello']);
  expect(events).toEndWithMessages([{ id: expect.any(String), role: 'assistant' }]);
  expect(events).not.toEndWithMessages(['Hello', 'Bye']);
  expect(events).toEndWithState({ n: 1 });
  expect(events).not.toEndWithState({});
  expect(broken).not.toBeValidAgui();
});
test('green: text, bytes, files', () => {
  expect(sse(events)).toBeValidAgui({ profile: 'spec' });
  expect(new TextEncoder().encode(sse(events))).toEndWithMessages(['Hello']);
  expect(readFileSync(${JSON.stringify(GOOD)})).toBeValidAgui();
});
test('green: responses', async () => {
  await expect(answer(events)).toBeValidAgui();
  await expect(Promise.resolve(answer(events))).toEndWithMessages(['Hello']);
  await expect(answer(broken)).not.toBeValidAgui();
});
test('red: broken', () => expect(broken).toBeValidAgui());
test('red: a response', () => expect(answer(broken)).toBeValidAgui());
test('red: messages', () => expect(events).toEndWithMessages(['Bye']));
test('red: no stream', () => expect(7).toBeValidAgui());
test('red: a failure', () => expect(new Response('{"error":1}', { status: 500 })).toBeValidAgui());
`;

// Vitest's reporter uses Map.groupBy when it prints failures; node 20, which we support, does not have it.
const CONFIG = `
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};
export default { test: { setupFiles: ['ag-ui-lens/vitest'] } };
`;

test('the matchers pass and fail in Vitest', () => {
  project.write('vitest.config.js', CONFIG);
  project.write('matched.test.ts', MATCHED);
  project.node(['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=report.json']);
  const report = readFileSync(join(project.folder, 'report.json'), 'utf8');
  const [{ assertionResults }] = JSON.parse(report).testResults;
  const documented = new Map<string, string>(
    assertionResults.map(
      ({ title, status, failureMessages }: { title: string; status: string; failureMessages: string[] }) => [
        title,
        status === 'passed' ? '' : failureMessages.join('\n'),
      ],
    ),
  );
  const message = (title: string) => documented.get(title) ?? 'no such test';
  for (const title of documented.keys())
    if (title.startsWith('green')) expect(message(title), title).toBe('');
  for (const title of ['red: broken', 'red: a response']) {
    expect(message(title)).toMatch(/to be valid AG-UI, but found 1 error:/);
    expect(message(title)).toMatch(/text-not-open \(event 2, TEXT_MESSAGE_CONTENT; the client stops here\)/);
    expect(message(title)).toMatch(/Fix: \w/);
    expect(message(title)).toContain('{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Hello"}');
  }
  expect(message('red: messages')).toMatch(
    /to end with these messages:\s+\{"content":"Bye"\}[\s\S]+"content":"Hello"/,
  );
  expect(message('red: no stream')).toContain(
    'Expected a Response, text, bytes, or an array of events, but got a number.',
  );
  expect(message('red: a failure')).toMatch(/contains no event.*HTTP status 500/);
});

test('the matchers work with CommonJS, as in Jest', () => {
  project.write(
    'old.cjs',
    `
const made = {};
globalThis.expect = Object.assign(() => {}, { extend: (matchers) => Object.assign(made, matchers) });
require('ag-ui-lens/jest');
const result = made.toBeValidAgui([{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }]);
console.log(result.pass, result.message().split('\\n')[0]);
`,
  );
  expect(project.node(['old.cjs']).out).toMatch(/^false Expected .* to be valid AG-UI, but found 1 error:/);
});
