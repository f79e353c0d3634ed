// TanStack AI's chat client over many turns: histories edited, cut and cleared, answers made again, stopped, truncated
// and broken, damaged in their lines and bytes, durable ones that are cut and taken up again. Its messages are those of
// the app's view, after every turn, and after every read of an answer that is in order.
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { createHistory } from '@/lib/core/log/history';
import { sampleSize } from '../../support/sample-size';
import { createRandom } from '../model/random';
import { messagesIn } from './tanstack';
import { answered, createChat, unwatched } from './tanstack-chat';
import { ask, prepare, scriptedServer } from './tanstack-turns';

const CONVERSATIONS = sampleSize(600, 'LENS_CONVERSATIONS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);
const TURNS = 6;

async function converse(seed: number): Promise<number> {
  const random = createRandom(seed * 7_919);
  const server = scriptedServer(random);
  const views = new Map<number, unknown>();
  const chat = createChat({
    answer: (asked) => server.answer(asked),
    onRead({ body, before }) {
      // It takes a line at its end, and does not wait for the blank one: between the two it is one event ahead.
      if (!server.isOrderly || chat.log.length === before || /[^\n]\n$/.test(body.slice(-2))) return;
      views.set(chat.log.length - 1, chat.view());
    },
  });
  const history = createHistory(appFold(), chat.log, { interval: 5 });
  let isCleared = false;
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn > 1 && prepare(chat.client, random, turn)) isCleared = true;
    server.plan(seed * 100 + turn, isCleared);
    await ask(chat.client, random, turn);
    await answered(chat);
    expect(messagesIn(history.head()), `seed ${seed}, after turn ${turn}`).toEqual(chat.view());
  }
  for (const [seq, view] of views)
    expect(messagesIn(history.at(seq)), `seed ${seed}, event ${seq}`).toEqual(view);
  chat.client.dispose();
  return views.size;
}

test('the messages are those of the client, in every turn and at every read', async () => {
  let reads = 0;
  await unwatched(async () => {
    for (let seed = FIRST; seed < FIRST + CONVERSATIONS; seed++) reads += await converse(seed);
  });
  process.stderr.write(
    `TanStack AI's chats: seeds ${FIRST} to ${FIRST + CONVERSATIONS - 1}, ${CONVERSATIONS * TURNS} turns, ${reads} reads compared\n`,
  );
  expect(reads).toBeGreaterThan(CONVERSATIONS * TURNS);
});
