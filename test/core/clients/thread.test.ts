// One agent of the stock client, 1.0 and 0.0.59, over many turns: history cut and edited, state set, interrupts answered, the same run
// id again, bodies that end too early, pages that reload. The app's messages, state and interrupts are the model's.
import type { HttpAgent } from '@ag-ui/client';
import type { Message } from '@ag-ui/core';
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import type { JsonObject } from '@/lib/core/json/json';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { sampleSize } from '../../support/sample-size';
import { silently } from '../../support/silently';
import { createRandom, type Random } from '../model/random';
import { anonymous } from './differential';
import {
  AGENTS,
  broken,
  modelView,
  parametersOf,
  plainStart,
  prepare,
  randomAnswer,
  type Version,
  type View,
  viewOf,
} from './stock-turns';

const CONVERSATIONS = sampleSize(120, 'LENS_CONVERSATIONS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);
const TURNS = 7;

interface Conversation {
  readonly version: Version;
  readonly log: Log;
  agent: HttpAgent;
  doc: number;
  streams: number;
  /** The answer to the next request, read by read. */
  answer: readonly string[];
  readonly views: Map<number, View>;
}

async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((done) => setImmediate(done));
}

function bodyOf(
  conversation: Conversation,
  take: (record: CapturedRecord) => void,
): ReadableStream<Uint8Array> {
  const stream = conversation.streams;
  let isCancelled = false;
  return new ReadableStream({
    cancel() {
      isCancelled = true;
      take({ kind: 'close', t: 4, stream, how: 'aborted' });
    },
    async start(controller) {
      for (const text of conversation.answer) {
        const before = conversation.log.length;
        controller.enqueue(new TextEncoder().encode(text));
        take({ kind: 'chunk', t: 3, stream, text });
        await settled();
        // A read without the end of a frame shows nothing of its own.
        if (conversation.log.length > before)
          conversation.views.set(conversation.log.length - 1, viewOf(conversation.agent));
        if (isCancelled) return;
      }
      take({ kind: 'close', t: 4, stream, how: 'complete' });
      controller.close();
    },
  });
}

function createAgent(conversation: Conversation, messages: Message[]): HttpAgent {
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const doc = `d${conversation.doc}`;
    const take = (record: CapturedRecord) => conversation.log.append({ doc, frameId: 0, records: [record] });
    conversation.streams++;
    const [requestBody, headers] = [String(init.body), { 'content-type': 'text/event-stream' }];
    const base = { kind: 'open', t: 1, stream: conversation.streams, transport: 'fetch' } as const;
    take({ ...base, url, method: 'POST', status: 200, headers, requestBody });
    return new Response(bodyOf(conversation, take), { status: 200, headers });
  };
  return new AGENTS[conversation.version]({
    url: 'http://localhost/agent',
    threadId: 't',
    initialMessages: messages,
    fetch: answer as typeof fetch,
  });
}

function createConversation(version: Version): Conversation {
  const conversation = {
    version,
    log: createLog({ dialect: () => 'ag-ui-1.0' }),
    doc: 0,
    streams: 0,
    answer: [],
    views: new Map(),
  } as unknown as Conversation;
  conversation.agent = createAgent(conversation, []);
  return conversation;
}

/** The body in reads: an event each, or cut anywhere, with events that came together in one read. */
function readsOf(events: readonly JsonObject[], random: Random, isCut: boolean): string[] {
  const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  if (!isCut) return frames;
  const body = frames.join('');
  const reads: string[] = [];
  for (let at = 0; at < body.length; ) {
    const far = at + 1 + random.below(random.chance(0.5) ? 600 : 80);
    const end = random.chance(0.6) ? body.indexOf('\n\n', far) + 2 : far;
    const to = end < 2 ? body.length : Math.min(end, body.length);
    reads.push(body.slice(at, to));
    at = to;
  }
  return reads;
}

async function converse(
  version: Version,
  seed: number,
  isCut: boolean,
): Promise<{ readonly events: number }> {
  const random = createRandom(seed * 77);
  const conversation = createConversation(version);
  const history = createHistory(appFold(), conversation.log, { interval: 5 });
  let runId = 'r0';
  for (let turn = 1; turn <= TURNS; turn++) {
    if (random.chance(0.12)) {
      conversation.doc++;
      conversation.streams = 0;
      conversation.agent = createAgent(
        conversation,
        random.chance(0.5) ? [] : plainStart(conversation.agent),
      );
    }
    prepare(conversation.agent, random, turn, `${turn}-${conversation.streams}`);
    if (random.chance(0.8)) runId = `r${turn}`;
    const events = randomAnswer(random, seed * 100 + turn, runId);
    const isBroken = isCut && random.chance(0.4);
    conversation.answer = readsOf(isBroken ? broken(events, random) : events, random, isCut);
    const parameters = parametersOf(conversation.agent, random, runId);
    await silently(() => conversation.agent.runAgent(parameters).catch(() => undefined));
    const there = anonymous(viewOf(conversation.agent));
    expect(anonymous(modelView(history.head())), `seed ${seed}, after turn ${turn}`).toEqual(there);
  }
  for (const [seq, view] of conversation.views) {
    if (history.at(seq).verdict.kind === 'stops' || history.at(seq).verdict.kind === 'unreached') continue;
    expect(anonymous(modelView(history.at(seq))), `seed ${seed}, event ${seq}`).toEqual(anonymous(view));
  }
  return { events: conversation.views.size };
}

test.each(['1.0', '0.0.59'] as const)(
  'the thread is the one that the app of client %s has, in every turn and at every event',
  async (version) => {
    let events = 0;
    for (let seed = FIRST; seed < FIRST + CONVERSATIONS; seed++)
      events += (await converse(version, seed, seed % 2 === 0)).events;
    process.stderr.write(
      `conversations of ${version}: seeds ${FIRST} to ${FIRST + CONVERSATIONS - 1}, ${events} events compared\n`,
    );
    expect(events).toBeGreaterThan(CONVERSATIONS * TURNS * 3);
  },
);
