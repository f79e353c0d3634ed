// The constant parts of an exported test for Playwright.

export const HEAD = `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { at } from 'ag-ui-lens';
import { expect, test } from 'ag-ui-lens/playwright';

interface RecordedResponse {
  method: string;
  url: string;
  /** Last user message and thread of the request. */
  asked: { text?: string; threadId?: string };
  status: number;
  headers: Record<string, string>;
  /** Reads of the page: delay, and text, or bytes in base64. */
  reads: { afterMs: number; text?: string; base64?: string }[];
  /** True if the connection broke or the page closed it. */
  isCut: boolean;
  /** For a cut response: its texts on the page at the end. */
  brings?: string[];
}

`;

const ASKED = `
/** Last user message and thread in the body of a request. */
function askedIn(body: string | null): RecordedResponse['asked'] {
  try {
    const sent = JSON.parse(body ?? '');
    // Some clients wrap the run input.
    const input = [sent, ...Object.values<any>(sent)].find((each) => Array.isArray(each?.messages));
    const content = input.messages.filter((message: any) => message?.role === 'user').at(-1)?.content;
    const text = Array.isArray(content) ? content.map((part) => part?.text ?? '').join(' ') : content;
    return { text, threadId: input.threadId };
  } catch {
    return {};
  }
}

`;

/** Finds responses by the last user message of the request. */
const BY_WORDS = `/** True if a request has the method and path of a recorded one. */
function isAskedBy(request: Request, index: number): boolean {
  const recorded = responses[index];
  if (recorded === undefined || request.method() !== recorded.method) return false;
  return new URL(request.url()).pathname === new URL(recorded.url).pathname;
}

/** The first remaining response for the same user message, in the same thread if there is one. */
function nextFor(request: Request, left: number[]): number | undefined {
  const { text, threadId } = askedIn(request.postData());
  const fitting = left.filter((index) => {
    const asked = responses[index]?.asked.text;
    return isAskedBy(request, index) && (asked === undefined || text === undefined || asked === text);
  });
  return fitting.find((index) => threadId !== undefined && responses[index]?.asked.threadId === threadId) ?? fitting[0];
}

`;

/** For placeholders instead of URLs and texts: recognizes run requests by their shape, and responds in order. */
const BY_TURN = `/** True for a run request. URLs here are placeholders: if other requests of the page look the same, narrow this. */
function isRun(request: Request): boolean {
  const { accept = '' } = request.headers();
  return 'text' in askedIn(request.postData()) || accept.includes('text/event-stream');
}

function isAskedBy(request: Request, index: number): boolean {
  return request.method() === responses[index]?.method && isRun(request);
}

/** The first remaining response. */
function nextFor(request: Request, left: number[]): number | undefined {
  return left.find((index) => isAskedBy(request, index));
}

`;

export function matchingText(isRedacted: boolean): string {
  return `${ASKED}${isRedacted ? BY_TURN : BY_WORDS}`;
}

/** The end of the test: the server, and the test of the page. */
export const TAIL = `/** Waits until the page shows the texts of a response, at most some seconds. */
async function untilRead(page: Page, { brings = [] }: RecordedResponse): Promise<void> {
  // A delay in the page, which may be slow on a busy machine.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200))).catch(() => {});
  const isShown = async () => {
    const body = await page.locator('body').textContent({ timeout: 1_000 }).catch(() => '');
    return brings.every((text) => body?.replace(/\\s+/g, ' ').includes(text));
  };
  for (let tries = 0; tries < 100 && !page.isClosed() && !(await isShown()); tries++)
    await new Promise((done) => setTimeout(done, 50));
}

/** Serves the responses to the page, by index. */
async function serve(page: Page) {
  const server = createServer(async (request, response) => {
    const recorded = responses[Number(request.url?.slice(1))];
    if (recorded === undefined) return response.writeHead(404).end();
    const origin = request.headers.origin ?? '*';
    const open = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
    response.writeHead(recorded.status, { ...recorded.headers, ...open }).flushHeaders();
    for (const { afterMs, text, base64 } of recorded.reads) {
      await new Promise((done) => setTimeout(done, afterMs));
      await new Promise<void>((done) => response.write(text ?? Buffer.from(base64 ?? '', 'base64'), () => done()));
    }
    if (!recorded.isCut) return response.end();
    // A broken connection discards unread data.
    await untilRead(page, recorded);
    response.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A listening server has an address.
  const { port } = server.address() as AddressInfo;
  return { url: \`http://127.0.0.1:\${port}\`, close: () => server.close() };
}

test(name, async ({ agui, page }) => {
  const server = await serve(page);
  const left = [...responses.keys()];
  const unknown: string[] = [];
  await page.route('**/*', async (route) => {
    const request = route.request();
    const next = nextFor(request, left);
    const recorded = next === undefined ? undefined : responses[next];
    if (next === undefined || recorded === undefined) {
      if (![...responses.keys()].some((index) => isAskedBy(request, index))) return route.fallback();
      unknown.push(\`\${request.method()} \${request.url()}: \${askedIn(request.postData()).text ?? 'no message'}\`);
      return route.abort();
    }
    left.splice(left.indexOf(next), 1);
    const { status, headers, reads } = recorded;
    // A route can only redirect to the same scheme. Over HTTPS, the whole response comes at once.
    if (request.url().startsWith('http:')) return route.continue({ url: \`\${server.url}/\${next}\` });
    const body = Buffer.concat(reads.map(({ text, base64 }) => Buffer.from(text ?? base64 ?? '', base64 === undefined ? 'utf8' : 'base64')));
    return route.fulfill({ status, headers, body });
  });
  await page.goto(start);
  await ask(page);
  const missing = () => (unknown.length > 0 ? 0 : left.length);
  await expect.poll(missing, 'recorded responses that the page has not requested').toBe(0);
  const isAnswered = () => expect(unknown, 'requests of the page without a recorded response left').toEqual([]);
  isAnswered();
  for (const text of shown) await expect(page.locator('body')).toContainText(text);
  isAnswered();
  const readSoFar = async () => at(await agui.recorded());
  const endsSoFar = async () => (await readSoFar()).runs.map(({ status }) => status);
  await expect.poll(endsSoFar, 'how the runs of the page end').toEqual(ends);
  const read = await readSoFar();
  expect(read.messages).toEqual(expect.arrayContaining(messages));
  if (state !== undefined) expect(read.state).toEqual(state);
  server.close();
});
`;
