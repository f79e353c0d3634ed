// The fixture of the package, in a project of its own: it records what pages stream, without the extension, and
// attaches the recording to the report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage, LENS, type Project } from '../pack/installed';
import { chromiumPath } from './drive/paths';
import { expect, story } from './story';

const CONFIG = `
export default {
  timeout: 100_000,
  expect: { timeout: 50_000 },
  workers: 1,
  reporter: [['json', { outputFile: 'report.json' }]],
  use: { launchOptions: { executablePath: ${JSON.stringify(chromiumPath())} } },
};
`;

/** A page that asks, and its agent; `/end` ends the agent. */
const SERVER = `
import { createServer } from 'node:http';
const sse = (event) => 'data: ' + JSON.stringify(event) + '\\n\\n';
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello, Playwright' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
];
const PAGE = \`<!doctype html><title>page</title><p></p><pre></pre><script>
const input = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Hello?' }], tools: [], context: [], state: {}, forwardedProps: {} };
const run = async () => {
  const answer = await fetch('/agent' + location.search, { method: 'POST', body: JSON.stringify(input), headers: { accept: 'text/event-stream', 'content-type': 'application/json' } });
  // A page that is busy reads what it has got later.
  if (location.search === '?busy') await new Promise((done) => setTimeout(done, 1500));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const delta = /"delta":"([^"]*)"/.exec(read.value);
    if (delta) document.querySelector('pre').textContent += delta[1];
  }
  document.querySelector('p').textContent = 'done ' + Object.keys(window).filter((name) => /lens/i.test(name)).join();
};
run();
</script>\`;
let isOff = false;
const server = createServer(async (request, response) => {
  if (request.url === '/end') isOff = true;
  if (!request.url.startsWith('/agent')) return response.setHeader('content-type', 'text/html').end(PAGE);
  if (isOff) return response.writeHead(503).end();
  response.setHeader('content-type', 'text/event-stream');
  for (const event of EVENTS) {
    if (event.type === 'TEXT_MESSAGE_START' && request.url.includes('broken')) continue;
    if (event.type === 'TEXT_MESSAGE_END' && request.url.includes('slow')) return;
    response.write(sse(event));
    await new Promise((done) => setTimeout(done, 5));
  }
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

/** Ways to end a page while its agent streams. */
const LEAVING = {
  'a page that leaves': `
  await page.evaluate(() => void setTimeout(() => { location.href = '/next'; }, 300));
  await page.waitForURL('**/next');`,
  'a window that closes itself': `
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/?slow'));
  const popup = await opened;
  await expect(popup.locator('pre')).toHaveText('Hello, Playwright');
  const closed = popup.waitForEvent('close');
  await popup.evaluate(() => void setTimeout(() => window.close(), 300));
  await closed;`,
  'a page that crashes': `
  // Data handed over is recorded; data read meanwhile is not.
  await expect.poll(async () => (await agui.recorded()).events.length).toBeGreaterThan(2);
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;`,
};

const LEAVING_STORIES = Object.entries(LEAVING).map(
  ([title, leave]) => `
test('${title}', async ({ page, agui }) => {
  await page.goto(url + '?slow');
  await expect(page.locator('pre')).toHaveText('Hello, Playwright');${leave}
  expect((await agui.recorded()).events.length).toBeGreaterThan(2);
});
`,
);

/** Its stream is not reported yet, and maybe not the page. */
const CRASHED_AT_ONCE = 'a page that crashes as soon as it is there';

const CRASH_STORY = `
test('${CRASHED_AT_ONCE}', async ({ page, agui }) => {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  await page.goto(url + '?slow', { waitUntil: 'commit' });
  session.send('Page.crash').catch(() => {});
  await crashed;
});
`;

const STORIES = `
import { expect, test } from 'ag-ui-lens/playwright';

const url = process.env.PAGE_URL;
test('green', async ({ page, agui }) => {
  await page.goto(url);
  // Nothing of it stays on the window of the page.
  await expect(page.locator('p')).toHaveText('done ');
  const recorded = await agui.recorded();
  expect(recorded).toBeValidAgui();
  expect(recorded).toEndWithMessages(['Hello, Playwright']);
  expect(recorded.events.map(({ type }) => type)).toContain('RUN_FINISHED');
});
test('red', async ({ page, agui }) => {
  await page.goto(url + '?broken');
  await expect(page.locator('p')).toHaveText('done ');
  expect(await agui.recorded()).toBeValidAgui();
});
test('no stream, no recording', async ({ page }) => {
  await page.goto('data:text/html,nothing');
});
test('a page that is closed, and one whose clock stands still', async ({ page, context, agui }) => {
  const other = await context.newPage();
  await other.goto(url);
  await expect(other.locator('p')).toHaveText('done ');
  await other.close();
  await page.clock.install();
  await page.goto(url);
  await expect(page.locator('p')).toHaveText('done ');
  expect((await agui.recorded()).events).toHaveLength(10);
  await page.goto(url);
  await expect(page.locator('p')).toHaveText('done ');
  await page.goto('data:text/html,gone');
  expect((await agui.recorded()).events).toHaveLength(15);
});
`;

interface Attachment {
  readonly name: string;
  readonly path?: string;
  readonly body?: string;
}

interface Spec {
  readonly title: string;
  readonly tests: readonly {
    readonly results: readonly {
      readonly status: string;
      readonly error?: { readonly message: string };
      readonly attachments: readonly Attachment[];
    }[];
  }[];
}

interface Result {
  readonly title: string;
  readonly status: string;
  readonly error: string;
  readonly attachments: readonly Attachment[];
}

function resultsOf(project: Project): readonly Result[] {
  const report = join(project.folder, 'report.json');
  if (!existsSync(report)) return [];
  const { suites } = JSON.parse(readFileSync(report, 'utf8'));
  return suites[0].specs.map(({ title, tests: [test] }: Spec) => {
    const { status = '', error, attachments = [] } = test?.results[0] ?? {};
    return { title, status, error: error?.message ?? '', attachments };
  });
}

/** The recording in the report of a test; empty if there is none. */
function recordingIn(attachments: readonly Attachment[]): string {
  const body = attachments.find((each) => each.name === 'streams.agui.jsonl')?.body ?? '';
  return Buffer.from(body, 'base64').toString();
}

/** Starts the server; gives where it listens. */
async function serverOf(project: Project): Promise<{ readonly url: string; readonly end: () => void }> {
  project.write('server.mjs', SERVER);
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  return { url: String(line).trim(), end: () => server.kill() };
}

/** A recording of the page, busy, whose answer broke off at once behind the text. */
function cutRecording(server: string): string {
  const url = `${server}/?busy`;
  const events = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'The last words' },
  ];
  const stream = { t: 0, stream: 1 };
  const headers = { 'content-type': 'text/event-stream' };
  const asked = { transport: 'fetch', url: `${server}/agent?busy`, method: 'POST', status: 200, headers };
  const records = [
    { kind: 'navigation', t: 0, url, timeOrigin: 1, top: true },
    { kind: 'open', ...stream, ...asked },
    ...events.map((event) => ({ kind: 'chunk', ...stream, text: `data: ${JSON.stringify(event)}\n\n` })),
    { kind: 'close', ...stream, how: 'network-error' },
  ];
  const lines = [
    { format: 'ag-ui-lens', version: 1 },
    { doc: 'd', frame: 0, n: 0, records },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test'];

story('the fixture of the package records the streams of a page, and attaches them', async () => {
  // Eight runs of Playwright, one after the other.
  story.slow();
  const project = await installPackage(['@playwright/test']);
  const server = await serverOf(project);
  try {
    project.write('playwright.config.js', CONFIG);
    project.write('page.spec.js', STORIES + LEAVING_STORIES.join('') + CRASH_STORY);
    const reported = project.node([...PLAYWRIGHT, 'page'], { PAGE_URL: server.url });
    const results = resultsOf(project);
    expect(
      results.map(({ title, status }) => [title, status]),
      reported.out + reported.err,
    ).toEqual([
      ['green', 'passed'],
      ['red', 'failed'],
      ['no stream, no recording', 'passed'],
      ['a page that is closed, and one whose clock stands still', 'passed'],
      ...Object.keys(LEAVING).map((title) => [title, 'passed']),
      [CRASHED_AT_ONCE, 'passed'],
    ]);
    for (const { title, attachments } of results) {
      const recording = recordingIn(attachments);
      expect(recording, title).not.toContain('could not be read');
      // Only a page that ends while it reads is reported as incomplete.
      expect(recording.includes('the last data is unknown'), title).toBe(
        title in LEAVING || title === CRASHED_AT_ONCE,
      );
    }
    const [green, red, none] = results;
    expect(red?.error).toMatch(/text-not-open \(event 1, TEXT_MESSAGE_CONTENT/);
    expect(none?.attachments).toEqual([]);
    for (const [name, result, code] of [
      ['green', green, 0],
      ['red', red, 1],
    ] as const) {
      project.write(`${name}.agui.jsonl`, recordingIn(result?.attachments ?? []));
      const args = ['check', `${name}.agui.jsonl`, '--profile', 'client-1.0'];
      expect(project.node([LENS, ...args]).code).toBe(code);
    }
    // The recording, exported as a test, stands in for the agent; another answer fails.
    await fetch(`${server.url}/end`);
    const made = project.node([
      LENS,
      'convert',
      'green.agui.jsonl',
      '--to',
      'playwright-test',
      '--out',
      'replay.spec.ts',
    ]);
    expect(made).toEqual({ code: 0, out: '', err: '' });
    const replayed = project.node([...PLAYWRIGHT, 'replay']);
    expect(
      resultsOf(project).map(({ status }) => status),
      replayed.out + replayed.err,
    ).toEqual(['passed']);
    // A run that is cut is red. The connection that breaks takes nothing with it that the page had been sent.
    project.write('cut.agui.jsonl', cutRecording(server.url));
    project.node([LENS, 'convert', 'cut.agui.jsonl', '--to', 'playwright-test', '--out', 'cut.spec.ts']);
    project.node([...PLAYWRIGHT, 'cut']);
    expect(resultsOf(project).map(({ status, error }) => [status, error])).toEqual([
      ['failed', expect.stringMatching(/how the runs of the page end[\s\S]*"truncated"/)],
    ]);
    const cutText = readFileSync(join(project.folder, 'cut.spec.ts'), 'utf8');
    project.write(
      'cut.spec.ts',
      cutText.replace('ends: string[] = ["success"]', 'ends: string[] = ["truncated"]'),
    );
    const cut = project.node([...PLAYWRIGHT, 'cut']);
    expect(
      resultsOf(project).map(({ status }) => status),
      cut.out + cut.err,
    ).toEqual(['passed']);
    // The same of a redacted recording, with the page's address put in: its answers come in turn.
    const redacted = ['--to', 'playwright-test', '--redact', 'share', '--out', 'redacted.spec.ts'];
    project.node([LENS, 'convert', 'green.agui.jsonl', ...redacted]);
    const tokens = readFileSync(join(project.folder, 'redacted.spec.ts'), 'utf8');
    expect(tokens).not.toContain(server.url);
    project.write(
      'redacted.spec.ts',
      tokens.replace(/^const start = .*$/m, `const start = ${JSON.stringify(server.url)};`),
    );
    const inTurn = project.node([...PLAYWRIGHT, 'redacted']);
    expect(
      resultsOf(project).map(({ status }) => status),
      inTurn.out + inTurn.err,
    ).toEqual(['passed']);
    const text = readFileSync(join(project.folder, 'replay.spec.ts'), 'utf8');
    // A request that differs from the recorded one fails with its own message.
    project.write('replay.spec.ts', text.replace('"text": "Hello?"', '"text": "Hello, again?"'));
    project.node([...PLAYWRIGHT, 'replay']);
    expect(resultsOf(project).map(({ status, error }) => [status, error])).toEqual([
      ['failed', expect.stringMatching(/without a recorded response left[\s\S]*POST \S+\/agent: Hello\?/)],
    ]);
    project.write('replay.spec.ts', text.replace(/(const shown[^;]*)Hello, Playwright/, '$1Goodbye'));
    project.write('playwright.config.js', CONFIG.replace('50_000', '2_000'));
    project.node([...PLAYWRIGHT, 'replay']);
    expect(resultsOf(project).map(({ status }) => status)).toEqual(['failed']);
  } finally {
    server.end();
    project.end();
  }
});
