// The whole client over HTTP, its body delivered in random reads: what the app ends with is what was predicted, also
// where a violation hides what came in the same read before it. LENS_HTTP_STREAMS sets how many streams.
import { HttpAgent } from '@ag-ui/client';
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/agui/json';
import { appFold, stopOf } from '@/lib/client/app-fold';
import { createHistory } from '@/lib/log/history';
import type { CapturedRecord } from '@/lib/wire/records';
import { createRandom, type Random } from '../model/random';
import { randomStream } from '../model/random-stream';
import { sseRecords } from '../support/logs';
import { anonymous, readAsStock } from './differential';
import { mutate } from './mutate';

const STREAMS = Number(process.env['LENS_HTTP_STREAMS'] ?? 800);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);
const REQUEST = { threadId: 't', runId: 'r', messages: [] };

// Half of a surrogate pair cannot be encoded by itself.
function wholeTo(body: string, to: number): number {
  const unit = body.charCodeAt(to - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? to + 1 : to;
}

/** The body cut anywhere; many frames in a read and reads in the middle of a frame. */
function cut(body: string, random: Random): string[] {
  const reads: string[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(random.chance(0.5) ? 900 : 100);
    // Half of the time at the end of a frame, as servers flush.
    const end = random.chance(0.5) ? body.indexOf('\n\n', at + size) + 2 : at + size;
    const to = wholeTo(body, end < 2 ? body.length : Math.min(end, body.length));
    reads.push(body.slice(at, to));
    at = to;
  }
  return reads;
}

function bodyOf(reads: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      for (const read of reads) {
        controller.enqueue(encoder.encode(read));
        // As over a network: what was read is dealt with before the next read comes.
        await new Promise((done) => setImmediate(done));
      }
      controller.close();
    },
  });
}

interface End {
  readonly messages: unknown;
  readonly state: unknown;
  readonly error: string | null;
}

async function runAgent(reads: readonly string[]): Promise<End> {
  const headers = { 'content-type': 'text/event-stream' };
  const answer = async () => new Response(bodyOf(reads), { status: 200, headers });
  const agent = new HttpAgent({ url: 'http://localhost/agent', threadId: 't', fetch: answer });
  let error: string | null = null;
  try {
    await agent.runAgent({ runId: 'r' });
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason);
  }
  return { messages: agent.messages, state: agent.state, error };
}

function predict(reads: readonly string[]): End {
  const frame = sseRecords([], REQUEST);
  const chunks = reads.map((text, at): CapturedRecord => ({ kind: 'chunk', t: 2 + at, stream: 1, text }));
  const log = readAsStock([...frame.slice(0, 2), ...chunks, ...frame.slice(2)]);
  const view = createHistory(appFold(), log, { interval: 4 }).head();
  const thread = view.model.threads.at(0);
  const stream = log.streams[0];
  const stop = stream === undefined ? undefined : stopOf(view, stream);
  return {
    messages: [...(thread?.messages ?? [])].map((entry) => entry.message),
    state: thread?.state ?? null,
    error: stop?.text ?? null,
  };
}

function sse(events: readonly JsonObject[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

async function compare(reads: readonly string[], what: string): Promise<End> {
  const theirs = await runAgent(reads);
  expect(anonymous(predict(reads)), `${what}: ${JSON.stringify(reads)}`).toEqual(
    anonymous({ ...theirs, state: theirs.state ?? null }),
  );
  return theirs;
}

const STARTED = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const FINISHED = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const STATE = { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } };
const BAD = { type: 'TEXT_MESSAGE_END', messageId: 'none' };

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const CASES: Readonly<Record<string, readonly string[]>> = {
  'a violation in a read of its own': [sse([STARTED]), sse([STATE]), sse([BAD])],
  'a violation behind a state in one read': [sse([STARTED]), sse([STATE, BAD])],
  'all in one read': [sse([STARTED, STATE, STATE, BAD])],
  '[DONE] behind the end': [sse([STARTED, STATE]), `${sse([FINISHED])}data: [DONE]\n\n`],
  'a number in a frame': [sse([STARTED, STATE]), 'data: 3\n\n'],
  'a frame without a type': [sse([STARTED, STATE]), 'data: {"a":1}\n\n'],
  'the last frame without its blank line': [sse([STARTED]), `data: ${JSON.stringify(STATE)}`],
  'the last frame cut': [sse([STARTED, STATE]), 'data: {"type":"STATE_SN'],
  'CR LF, one event': [crlf(sse([STARTED]))],
  'CR LF, several events': [crlf(sse([STARTED])), crlf(sse([STATE, FINISHED]))],
  'CR LF behind LF': [sse([STARTED, STATE]), crlf(sse([BAD, FINISHED]))],
  truncated: [sse([STARTED, STATE])],
  'RUN_ERROR hidden by RUN_FINISHED': [
    sse([STARTED]),
    sse([{ type: 'RUN_ERROR', message: 'boom' }, FINISHED]),
  ],
};

test.each(Object.keys(CASES))('%s', async (name) => {
  await compare(CASES[name] ?? [], name);
});

test('random reads', async () => {
  let stopped = 0;
  for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
    const random = createRandom(seed * 31);
    const events = mutate(randomStream(seed, 8 + random.below(30)), random);
    const { error } = await compare(cut(sse(events), random), `seed ${seed}`);
    if (error !== null) stopped++;
  }
  process.stderr.write(`over HTTP: seeds ${FIRST} to ${FIRST + STREAMS - 1}, ${stopped} streams stopped\n`);
  expect(stopped).toBeGreaterThan(STREAMS * 0.3);
}, 600_000);
