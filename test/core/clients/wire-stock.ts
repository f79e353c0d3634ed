// The stock client over HTTP: as in thread.test.ts, but the reads are those of the network, and bodies are damaged.
import type { HttpAgent, RunAgentParameters } from '@ag-ui/client';
import type { Message } from '@ag-ui/core';
import { expect } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { CloseHow } from '@/lib/messages/records';
import { sampleSize } from '../../support/sample-size';
import { silently } from '../../support/silently';
import { createRandom, type Random } from '../model/random';
import { anonymous } from './differential';
import { byteReads, withOtherLineEnds } from './mutate-body';
import {
  AGENTS,
  broken,
  modelView,
  parametersOf,
  plainStart,
  prepare,
  randomAnswer,
  type Version,
  viewOf,
} from './stock-turns';
import type { Answer } from './tanstack-chat';
import { forSeeds, type Line, rateSince, startWire, type WireServer } from './wire';

const TURNS = 5;
const CONVERSATIONS = Math.ceil(sampleSize(100_000, 'LENS_WIRE_STREAMS', 1_000) / TURNS);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

interface Conversation {
  readonly version: Version;
  readonly wire: WireServer;
  readonly log: Log;
  readonly lines: Line[];
  answer: Answer;
  agent: HttpAgent;
}

/** The agent of a page; another page has another one. */
function openPage(conversation: Omit<Conversation, 'agent'>, messages: Message[]): HttpAgent {
  const { version, wire, log, lines } = conversation;
  const doc = `d${lines.length}`;
  const line = wire.connect({
    answer: () => conversation.answer,
    record: (record) => log.append({ doc, frameId: 0, records: [record] }),
    stop: () => agent.abortRun(),
  });
  lines.push(line);
  const { url, fetch } = line;
  const agent = new AGENTS[version]({ url, threadId: 't', initialMessages: messages, fetch });
  return agent;
}

function randomReply(random: Random, seed: number, runId: string): Answer {
  const events = randomAnswer(random, seed, runId, 8);
  const sent = random.chance(0.3) ? broken(events, random) : events;
  const frames = sent.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const body = (random.chance(0.1) ? withOtherLineEnds(frames, random) : frames).join('');
  const how = random.chance(0.85) ? 'complete' : random.pick<CloseHow>(['network-error', 'aborted']);
  return { reads: byteReads(Buffer.from(body), random, [80, 600, 6000]), how };
}

/** Gives how many streams there were. */
async function converse(wire: WireServer, version: Version, seed: number): Promise<number> {
  const random = createRandom(seed * 77);
  const log = createLog({ dialect: () => 'ag-ui-1.0' });
  const start = { version, wire, log, lines: [], answer: { reads: [] } };
  const conversation: Conversation = Object.assign(start, { agent: openPage(start, []) });
  const history = createHistory(appFold(), log, { interval: 64 });
  let runId = 'r0';
  let asked = '';
  for (let turn = 1; turn <= TURNS; turn++) {
    if (random.chance(0.12)) {
      const messages = random.chance(0.5) ? [] : plainStart(conversation.agent);
      conversation.agent = openPage(conversation, messages);
    }
    const { agent, lines } = conversation;
    prepare(agent, random, turn, `${turn}-${lines.length}`);
    const messages = JSON.stringify(agent.messages.filter(({ role }) => role !== 'activity'));
    // A request that differs in nothing is read as a reconnect, which this client does not make.
    if (random.chance(0.8) || messages === asked) runId = `r${turn}`;
    asked = messages;
    conversation.answer = randomReply(random, seed * 100 + turn, runId);
    const parameters: RunAgentParameters = parametersOf(agent, random, runId);
    await agent.runAgent(parameters).catch(() => undefined);
    for (const line of lines) await line.drained();
    expect(anonymous(modelView(history.head())), `seed ${seed}, after turn ${turn}`).toEqual(
      anonymous(viewOf(agent)),
    );
  }
  for (const line of conversation.lines) line.hangUp();
  return log.streams.length;
}

/** Compares the conversations of a version. */
export async function compareWire(version: Version): Promise<void> {
  const { stackTraceLimit } = Error;
  // Thousands of patches fail, and their stacks are unused.
  Error.stackTraceLimit = 0;
  const wire = await startWire();
  const start = process.cpuUsage();
  let streams = 0;
  try {
    streams = await silently(() => forSeeds(FIRST, CONVERSATIONS, (seed) => converse(wire, version, seed)));
  } finally {
    Object.assign(Error, { stackTraceLimit });
    await wire.close();
  }
  const rate = rateSince(start, streams);
  process.stderr.write(
    `client ${version} over HTTP: seeds ${FIRST} to ${FIRST + CONVERSATIONS - 1}, ${streams} streams, 0 differences, ${rate} streams per second of CPU\n`,
  );
  expect(streams).toBeGreaterThan(CONVERSATIONS * TURNS * 0.9);
}
