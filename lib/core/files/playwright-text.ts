// The parts of an exported test for Playwright that are the same in every one.

export const HEAD = `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { at } from 'ag-ui-lens';
import { expect, test } from 'ag-ui-lens/playwright';

interface Answer {
  method: string;
  url: string;
  /** The last user message and the thread of the request. */
  asked: { text?: string; threadId?: string };
  status: number;
  headers: Record<string, string>;
  /** Reads of the page: delay, and text, or bytes in base64. */
  reads: { afterMs: number; text?: string; base64?: string }[];
  /** True if the connection broke, or the page ended it. */
  isCut: boolean;
  /** Of one that is cut: what of it stands on the page at the end. */
  brings?: string[];
}

`;

const ASKED = `
/** Finds the last user message and the thread in the body of a request. */
function askedIn(body: string | null): Answer['asked'] {
  try {
    const sent = JSON.parse(body ?? '');
    // Some clients wrap what they ask for.
    const input = [sent, ...Object.values<any>(sent)].find((each) => Array.isArray(each?.messages));
    const content = input.messages.filter((message: any) => message?.role === 'user').at(-1)?.content;
    const text = Array.isArray(content) ? content.map((part) => part?.text ?? '').join(' ') : content;
    return { text, threadId: input.threadId };
  } catch {
    return {};
  }
}

`;

/** An answer is found by what a request asks. */
const BY_WORDS = `function isAskedBy(request: Request, index: number): boolean {
  const answer = answers[index];
  if (answer === undefined || request.method() !== answer.method) return false;
  return new URL(request.url()).pathname === new URL(answer.url).pathname;
}

/** Of the answers that are left, the first to what a request asks; in the same thread, if there is one. */
function nextFor(request: Request, left: number[]): number | undefined {
  const { text, threadId } = askedIn(request.postData());
  const fitting = left.filter((index) => {
    const asked = answers[index]?.asked.text;
    return isAskedBy(request, index) && (asked === undefined || text === undefined || asked === text);
  });
  return fitting.find((index) => threadId !== undefined && answers[index]?.asked.threadId === threadId) ?? fitting[0];
}

`;

/** Addresses and texts are tokens: a request is known as one for a run by its shape, and answered in turn. */
const BY_TURN = `/** Whether a request is one for a run. The addresses here are tokens; if others of the page look the same, say which. */
function isRun(request: Request): boolean {
  const { accept = '' } = request.headers();
  return 'text' in askedIn(request.postData()) || accept.includes('text/event-stream');
}

function isAskedBy(request: Request, index: number): boolean {
  return request.method() === answers[index]?.method && isRun(request);
}

/** Of the answers that are left, the first. */
function nextFor(request: Request, left: number[]): number | undefined {
  return left.find((index) => isAskedBy(request, index));
}

`;

export function matchingText(isRedacted: boolean): string {
  return `${ASKED}${isRedacted ? BY_TURN : BY_WORDS}`;
}

/** The end: the server, and the test of the page. */
export const TAIL = `/** Waits until the page has read an answer, as far as it shows that, or some seconds have passed. */
async function untilRead(page: Page, { brings = [] }: Answer): Promise<void> {
  // The time of the page, which is a slow one on a busy machine.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200))).catch(() => {});
  const isShown = async () => {
    const body = await page.locator('body').textContent({ timeout: 1_000 }).catch(() => '');
    return brings.every((text) => body?.replace(/\\s+/g, ' ').includes(text));
  };
  for (let tries = 0; tries < 100 && !page.isClosed() && !(await isShown()); tries++)
    await new Promise((done) => setTimeout(done, 50));
}

/** Serves the answers to the page, by their numbers. */
async function serve(page: Page) {
  const server = createServer(async (request, response) => {
    const answer = answers[Number(request.url?.slice(1))];
    if (answer === undefined) return response.writeHead(404).end();
    const origin = request.headers.origin ?? '*';
    const open = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
    response.writeHead(answer.status, { ...answer.headers, ...open }).flushHeaders();
    for (const { afterMs, text, base64 } of answer.reads) {
      await new Promise((done) => setTimeout(done, afterMs));
      await new Promise<void>((done) => response.write(text ?? Buffer.from(base64 ?? '', 'base64'), () => done()));
    }
    if (!answer.isCut) return response.end();
    // A broken connection discards unread data.
    await untilRead(page, answer);
    response.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A listening server has an address.
  const { port } = server.address() as AddressInfo;
  return { url: \`http://127.0.0.1:\${port}\`, close: () => server.close() };
}

test(name, async ({ agui, page }) => {
  const server = await serve(page);
  const left = [...answers.keys()];
  const unknown: string[] = [];
  await page.route('**/*', async (route) => {
    const request = route.request();
    const next = nextFor(request, left);
    const answer = next === undefined ? undefined : answers[next];
    if (next === undefined || answer === undefined) {
      if (![...answers.keys()].some((index) => isAskedBy(request, index))) return route.fallback();
      unknown.push(\`\${request.method()} \${request.url()}: \${askedIn(request.postData()).text ?? 'no message'}\`);
      return route.abort();
    }
    left.splice(left.indexOf(next), 1);
    const { status, headers, reads } = answer;
    // Only to an address of the same scheme can a request be handed on: over HTTPS, the answer comes at once.
    if (request.url().startsWith('http:')) return route.continue({ url: \`\${server.url}/\${next}\` });
    const body = Buffer.concat(reads.map(({ text, base64 }) => Buffer.from(text ?? base64 ?? '', base64 === undefined ? 'utf8' : 'base64')));
    return route.fulfill({ status, headers, body });
  });
  await page.goto(start);
  await ask(page);
  const missing = () => (unknown.length > 0 ? 0 : left.length);
  await expect.poll(missing, 'how many of the recorded responses the page has not asked for').toBe(0);
  const isAnswered = () => expect(unknown, 'what the page asked that the recording has no response to, or no more').toEqual([]);
  isAnswered();
  for (const text of shown) await expect(page.locator('body')).toContainText(text);
  isAnswered();
  const readSoFar = async () => at(await agui.recorded());
  const endsSoFar = async () => (await readSoFar()).runs.map(({ status }) => status);
  await expect.poll(endsSoFar, 'how the runs that the page has read end').toEqual(ends);
  const read = await readSoFar();
  expect(read.messages).toEqual(expect.arrayContaining(messages));
  if (state !== undefined) expect(read.state).toEqual(state);
  server.close();
});
`;
