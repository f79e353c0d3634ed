// TanStack AI's chat client over HTTP: as in thread-tanstack.test.ts, but the reads are those of the network.
import { uiMessagesToWire } from '@tanstack/ai/client';
import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client';
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import { sampleSize } from '../../support/sample-size';
import { createRandom } from '../model/random';
import { comparable, messagesIn } from './tanstack';
import { unwatched } from './tanstack-chat';
import { ask, prepare, scriptedServer } from './tanstack-turns';
import { forSeeds, rateSince, startWire, type WireServer } from './wire';

const TURNS = 5;
const CONVERSATIONS = Math.ceil(sampleSize(100_000, 'LENS_WIRE_STREAMS', 1_000) / TURNS);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

/** Gives how many streams there were. */
async function converse(wire: WireServer, seed: number): Promise<number> {
  const random = createRandom(seed * 104_729);
  const server = scriptedServer(random, 8);
  const log = createLog();
  const line = wire.connect({
    answer: (asked) => server.answer(asked),
    record: (record) => log.append({ doc: 'd', frameId: 0, records: [record] }),
    stop: () => client.stop(),
  });
  const connection = fetchServerSentEvents(line.url, { fetchClient: line.fetch, reconnect: { delayMs: 0 } });
  const client = new ChatClient({ connection, threadId: 't', onError: () => undefined });
  client.attach();
  const history = createHistory(appFold(), log, { interval: 64 });
  let isCleared = false;
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn > 1 && prepare(client, random, turn)) isCleared = true;
    server.plan(seed * 100 + turn, isCleared);
    await ask(client, random, turn);
    await line.drained();
    const there = comparable(uiMessagesToWire(client.getMessages()));
    expect(messagesIn(history.head()), `seed ${seed}, after turn ${turn}`).toEqual(there);
  }
  client.dispose();
  line.hangUp();
  return log.streams.length;
}

test('the messages are those of the client, over HTTP', async () => {
  const wire = await startWire();
  const start = process.cpuUsage();
  const streams = await unwatched(() => forSeeds(FIRST, CONVERSATIONS, (seed) => converse(wire, seed)));
  await wire.close();
  const rate = rateSince(start, streams);
  process.stderr.write(
    `TanStack AI over HTTP: seeds ${FIRST} to ${FIRST + CONVERSATIONS - 1}, ${streams} streams, 0 differences, ${rate} streams per second of CPU\n`,
  );
  expect(streams).toBeGreaterThanOrEqual(CONVERSATIONS * TURNS * 0.9);
});
