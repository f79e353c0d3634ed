// TanStack AI's chat client over HTTP and many turns: histories edited, cut and cleared, answers made again, stopped,
// truncated and broken, durable ones that are cut and taken up again. Its messages are those of the app's view, after
// every turn and after every read.
import { uiMessagesToWire } from '@tanstack/ai/client';
import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client';
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/agui/json';
import { appFold } from '@/lib/client/app-fold';
import { createHistory } from '@/lib/log/history';
import { createLog, type Log } from '@/lib/log/log';
import type { CapturedRecord, CloseHow } from '@/lib/wire/records';
import { createRandom, type Random } from '../model/random';
import { randomStream } from '../model/random-stream';
import { amount } from '../support/amount';
import { damagedForTanstack } from './mutate-tanstack';
import { comparable, messagesIn } from './tanstack';

const CONVERSATIONS = amount(600, 'LENS_CONVERSATIONS', 2);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);
const TURNS = 6;

/** What a server answers to one request, frame by frame. */
interface Answer {
  readonly events: readonly JsonObject[];
  readonly isDurable: boolean;
  /** Where the first connection ends, and how: `aborted` if the person stops it. */
  readonly end: number;
  readonly how: CloseHow;
}

interface Conversation {
  readonly log: Log;
  readonly random: Random;
  client: ChatClient;
  streams: number;
  isCleared: boolean;
  answer: Answer | undefined;
  readonly views: Map<number, unknown>;
}

async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((done) => setImmediate(done));
}

const viewOf = ({ client }: Conversation): unknown => comparable(uiMessagesToWire(client.getMessages()));

const SHORT: Answer = {
  events: [{ type: 'RUN_STARTED' }, { type: 'RUN_FINISHED' }],
  isDurable: false,
  end: 2,
  how: 'complete',
};

/** The frames of an answer from one on; a durable one numbers them. */
function framesOf({ events, isDurable }: Answer, from: number, to: number): string[] {
  return events
    .slice(from, to)
    .map((event, at) => `${isDurable ? `id: ${from + at}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
}

/** Frames in reads: one each, or cut anywhere. */
function readsOf(frames: readonly string[], random: Random): string[] {
  if (random.chance(0.5)) return [...frames];
  const body = frames.join('');
  const reads: string[] = [];
  for (let at = 0; at < body.length; ) {
    const far = Math.min(body.length, at + 1 + random.below(300));
    // A half of a pair is no text that could be encoded.
    const to = /[\ud800-\udbff]/.test(body.charAt(far - 1)) ? far + 1 : far;
    reads.push(body.slice(at, to));
    at = to;
  }
  return reads;
}

interface Body {
  readonly reads: readonly string[];
  readonly how: CloseHow;
  readonly take: (record: CapturedRecord) => void;
  readonly stream: number;
}

function bodyOf(conversation: Conversation, { reads, how, take, stream }: Body): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      let body = '';
      for (const text of reads) {
        const before = conversation.log.length;
        controller.enqueue(new TextEncoder().encode(text));
        take({ kind: 'chunk', t: 3, stream, text });
        await settled();
        // It takes a line at its end, and does not wait for the blank one: between the two it is one event ahead.
        body += text;
        if (conversation.log.length > before && !/[^\n]\n$/.test(body.slice(-2)))
          conversation.views.set(conversation.log.length - 1, viewOf(conversation));
      }
      if (how === 'aborted') conversation.client.stop();
      take({ kind: 'close', t: 4, stream, how, ...(how === 'network-error' && { detail: 'network error' }) });
      if (how === 'network-error') controller.error(new TypeError('network error'));
      else if (how === 'complete') controller.close();
      else controller.error(new DOMException('This operation was aborted', 'AbortError'));
    },
  });
}

function answerTo(conversation: Conversation, init: RequestInit): Response {
  const stream = ++conversation.streams;
  const take = (record: CapturedRecord) =>
    conversation.log.append({ doc: 'd', frameId: 0, records: [record] });
  const last = new Headers(init.headers).get('last-event-id');
  const answer = conversation.answer ?? SHORT;
  const isRest = last !== null && conversation.answer !== undefined;
  const [from, to] = isRest ? [Number(last) + 1, answer.events.length] : [0, answer.end];
  const how = isRest ? 'complete' : answer.how;
  // What the client asks for of its own accord, once it has all of an answer, is answered shortly.
  if (!answer.isDurable || isRest || how === 'aborted') conversation.answer = undefined;
  const headers = { 'content-type': 'text/event-stream' };
  const request = {
    url: 'http://localhost/chat',
    method: 'POST',
    accept: '*/*',
    requestBody: String(init.body),
  };
  take({ kind: 'open', t: 1, stream, transport: 'fetch', status: 200, headers, ...request });
  const reads = readsOf(framesOf(answer, from, to), conversation.random);
  return new Response(bodyOf(conversation, { reads, how, take, stream }), { headers });
}

function createConversation(random: Random): Conversation {
  const conversation: Omit<Conversation, 'client'> = {
    log: createLog({ dialect: () => 'ag-ui-1.0' }),
    random,
    streams: 0,
    isCleared: false,
    answer: undefined,
    views: new Map(),
  };
  const fetchClient = async (_url: unknown, init: RequestInit = {}) => answerTo(made, init);
  const connection = fetchServerSentEvents('http://localhost/chat', {
    fetchClient: fetchClient as typeof fetch,
    reconnect: { delayMs: 0 },
  });
  const client = new ChatClient({ connection, threadId: 't', onError: () => undefined });
  const made = Object.assign(conversation, { client });
  client.attach();
  return made;
}

function isAsking({ outcome }: JsonObject): boolean {
  return JSON.stringify(outcome ?? '').includes('"interrupt"');
}

/** An answer to a turn; questions are left out: the client sends nothing until they are answered. */
function randomAnswer({ random, isCleared }: Conversation, seed: number): Answer {
  const plain = randomStream(seed, 5 + random.below(18));
  const all = (random.chance(0.4) ? damagedForTanstack(plain, random) : plain).filter(
    (event) => !isAsking(event),
  );
  // The client ignores what has the id of a run or a message that was there when it was cleared.
  const text = JSON.stringify(all).replaceAll('"runId":"', `"runId":"${seed}-`);
  const own =
    isCleared || random.chance(0.6)
      ? text.replaceAll(/"((?:messageId|toolCallId|parentMessageId)":")/g, `"$1${seed}-`)
      : text;
  const events = JSON.parse(own) as JsonObject[];
  const isDurable = random.chance(0.35);
  const accepted = { type: 'CUSTOM', name: 'run.accepted', value: {} };
  const sent = isDurable ? [accepted, ...events] : events;
  if (isDurable) sent.push({ type: 'RUN_FINISHED', threadId: 't', runId: `r${seed}` });
  const isWhole = random.chance(0.5);
  const end = isWhole ? sent.length : 1 + random.below(sent.length);
  const how = isWhole ? 'complete' : random.pick<CloseHow>(['complete', 'network-error', 'aborted']);
  return { events: sent, isDurable, end, how };
}

/** What a person or an app does before the next turn. */
function prepare(conversation: Conversation, turn: number): void {
  const { client, random } = conversation;
  const messages = client.getMessages();
  if (random.chance(0.15)) {
    conversation.isCleared = true;
    client.clear();
  } else if (messages.length > 0 && random.chance(0.2))
    client.setMessagesManually(messages.slice(0, 1 + random.below(messages.length)));
  else if (random.chance(0.2)) {
    const parts = [{ type: 'text' as const, content: `Edited ${turn}.` }];
    client.setMessagesManually(
      messages.map((each) => (each.role === 'user' && random.chance(0.5) ? { ...each, parts } : each)),
    );
  }
}

async function takeTurn(conversation: Conversation, turn: number): Promise<void> {
  const { client, random } = conversation;
  const isAgain = client.getMessages().some(({ role }) => role === 'user') && random.chance(0.2);
  await (isAgain ? client.reload() : client.sendMessage(`Question ${turn}?`)).catch(() => undefined);
  for (let waits = 0; client.getIsLoading() && waits < 50; waits++) await settled();
  await settled();
}

async function converse(seed: number): Promise<number> {
  const random = createRandom(seed * 7_919);
  const conversation = createConversation(random);
  const history = createHistory(appFold(), conversation.log, { interval: 5 });
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn > 1) prepare(conversation, turn);
    conversation.answer = randomAnswer(conversation, seed * 100 + turn);
    await takeTurn(conversation, turn);
    expect(messagesIn(history.head()), `seed ${seed}, after turn ${turn}`).toEqual(viewOf(conversation));
  }
  for (const [seq, view] of conversation.views)
    expect(messagesIn(history.at(seq)), `seed ${seed}, event ${seq}`).toEqual(view);
  conversation.client.dispose();
  return conversation.views.size;
}

test('the messages are those of the client, in every turn and at every read', async () => {
  const { warn, error } = console;
  console.warn = () => undefined;
  console.error = () => undefined;
  // A page in front yields a task for every event; one that nobody sees goes as fast as it can.
  Object.assign(globalThis, { document: { hidden: true } });
  let reads = 0;
  try {
    for (let seed = FIRST; seed < FIRST + CONVERSATIONS; seed++) reads += await converse(seed);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
    Object.assign(console, { warn, error });
  }
  process.stderr.write(
    `TanStack AI over HTTP: seeds ${FIRST} to ${FIRST + CONVERSATIONS - 1}, ${reads} reads compared\n`,
  );
  expect(reads).toBeGreaterThan(CONVERSATIONS * TURNS);
});
