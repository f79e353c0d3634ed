import type { ChatClient } from '@tanstack/ai-client';
import type { JsonObject } from '@/lib/core/json/json';
import type { CloseHow } from '@/lib/messages/records';
import type { Random } from '../model/random';
import { randomStream } from '../model/random-stream';
import { byteReads, damagedBody, type RawBody } from './mutate-body';
import { damagedForTanstack } from './mutate-tanstack';
import type { Answer, Asked } from './tanstack-chat';

interface Planned {
  readonly events: readonly JsonObject[];
  readonly isDurable: boolean;
  readonly end: number;
  readonly how: CloseHow;
  /** True if the bytes are not what a server should send. */
  readonly isRaw: boolean;
}

const SHORT: Planned = {
  events: [{ type: 'RUN_STARTED' }, { type: 'RUN_FINISHED' }],
  isDurable: false,
  end: 2,
  how: 'complete',
  isRaw: false,
};

/** The frames of an answer from one on; a durable one numbers them. */
function framesOf({ events, isDurable }: Planned, from: number, to: number): string[] {
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

const isAsking = ({ outcome }: JsonObject): boolean => JSON.stringify(outcome ?? '').includes('"interrupt"');

/** The server of one conversation. */
interface ScriptedServer {
  /** Thinks of an answer to the next turn. */
  plan(seed: number, isCleared: boolean): void;
  answer(asked: Asked): Answer;
  readonly isOrderly: boolean;
}

interface Wanted {
  readonly isCleared: boolean;
  readonly length: number;
}

/** Questions are left out: the client sends nothing until they are answered. */
function planned(random: Random, seed: number, { isCleared, length }: Wanted): Planned {
  const plain = randomStream(seed, 5 + random.below(length));
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
  return { events: sent, isDurable, end, how, isRaw: random.chance(0.4) };
}

function rawAnswer({ bytes, ...head }: RawBody, how: CloseHow, random: Random): Answer {
  return { ...head, how, reads: byteReads(bytes, random) };
}

/** Makes the server of a conversation. */
export function scriptedServer(random: Random, length = 18): ScriptedServer {
  let next: Planned | undefined;
  let isOrderly = true;
  return {
    get isOrderly() {
      return isOrderly;
    },
    plan(seed, isCleared) {
      next = planned(random, seed, { isCleared, length });
      isOrderly = !next.isRaw;
    },
    answer({ last }) {
      const plan = next ?? SHORT;
      const isRest = last !== null && next !== undefined;
      const [from, to] = isRest ? [Number(last) + 1 || 0, plan.events.length] : [0, plan.end];
      const how = isRest ? 'complete' : plan.how;
      const frames = framesOf(plan, from, to);
      // A request that the client makes by itself after a whole answer gets a short answer.
      if (!plan.isDurable || isRest || how === 'aborted') next = undefined;
      if (!plan.isRaw || isRest) return { how, reads: readsOf(frames, random) };
      return rawAnswer(damagedBody(frames, random), how, random);
    },
  };
}

export function prepare(client: ChatClient, random: Random, turn: number): boolean {
  const messages = client.getMessages();
  if (random.chance(0.15)) {
    client.clear();
    return true;
  }
  if (messages.length > 0 && random.chance(0.2))
    client.setMessagesManually(messages.slice(0, 1 + random.below(messages.length)));
  else if (random.chance(0.2)) {
    const parts = [{ type: 'text' as const, content: `Edited ${turn}.` }];
    client.setMessagesManually(
      messages.map((each) => (each.role === 'user' && random.chance(0.5) ? { ...each, parts } : each)),
    );
  }
  return false;
}

/** The person asks, or wants the last answer once more. */
export async function ask(client: ChatClient, random: Random, turn: number): Promise<void> {
  const isAgain = client.getMessages().some(({ role }) => role === 'user') && random.chance(0.2);
  await (isAgain ? client.reload() : client.sendMessage(`Question ${turn}?`)).catch(() => undefined);
}
