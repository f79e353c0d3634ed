// Readers in the app's own code, on browser APIs or a small library. Their contents are unknown, so the panel predicts
// nothing: they are compared with the *Server* perspective.
import type { WebSocket } from 'ws';
import { type Event, run, textMessage } from '../events';
import type { Exchange, Scenario } from '../scenario';
import { say } from '../scenario';

const RUN = { threadId: 'thread', runId: 'run-1' };
const EVENTS = run(RUN, ...textMessage('m1', 'One, ', 'two, ', 'three, ', 'four.'));
const CUT = 4;

/** Server-sent events with ids: the first answer breaks off, the next one goes on behind the last id. */
const numbered =
  (make: (x: Exchange, at: number) => Promise<void> | void) =>
  async (x: Exchange): Promise<void> => {
    x.open();
    const from = Number(x.headers['last-event-id'] ?? -1) + 1;
    await x.write('retry: 50\n\n');
    for (const [at, event] of EVENTS.entries()) {
      if (at < from) continue;
      if (x.turn === 1 && at === CUT) return make(x, at);
      await x.write(`id: ${at}\ndata: ${JSON.stringify(event)}\n\n`);
    }
  };

function closing(socket: WebSocket, turn: number): void {
  socket.on('message', async (text) => {
    const { last } = JSON.parse(String(text)) as { readonly last?: string };
    const from = Number(last ?? 0);
    for (const event of EVENTS.slice(from, turn === 1 ? CUT : undefined)) socket.send(JSON.stringify(event));
    if (turn === 1) socket.close(1012);
  });
}

const again: Event = { type: 'CUSTOM', name: 'again', value: 1 };

/** The page throws at an event of the first answer: the rest stays unread, the stream open. */
function unread(): (x: Exchange) => Promise<void> {
  let onRetry = () => {};
  const retry = new Promise<void>((resolve) => {
    onRetry = resolve;
  });
  const answer = numbered(async (x, at) => {
    await x.write(`data: ${JSON.stringify(again)}\n\n`);
    // In one read with the event at which the page throws, it would be captured.
    await retry;
    await x.write(`id: ${at}\ndata: ${JSON.stringify(EVENTS[at])}\n\n`);
    await Promise.race([x.gone, new Promise((resolve) => setTimeout(resolve, 400))]);
  });
  return (x) => {
    if (x.turn > 1) onRetry();
    return answer(x);
  };
}

/** Readers on browser APIs. */
export const nativeScenarios: readonly Scenario[] = [
  {
    page: 'native',
    name: 'EventSource, cut and connected again',
    steps: [{ act: 'start' }],
    consumer: "the app's own code",
    answer: numbered((x) => x.cut()),
  },
  {
    page: 'native',
    name: 'socket closed with 1012 and opened again',
    mode: 'socket',
    steps: [{ act: 'start' }],
    consumer: "the app's own code",
    socket: (socket, _request, turn) => closing(socket, turn),
  },
];

export const libraryScenarios: readonly Scenario[] = [
  {
    page: 'partysocket',
    name: 'closed with 1012 and opened again',
    steps: [{ act: 'start' }],
    consumer: "the app's own code",
    socket: (socket, _request, turn) => closing(socket, turn),
  },
  {
    page: 'fetch-event-source',
    name: 'cut and sent again',
    steps: [say('Hello')],
    consumer: 'an unknown reader',
    answer: numbered((x) => x.cut()),
  },
  {
    page: 'fetch-event-source',
    name: 'sent again while the first answer is unfinished',
    steps: [say('Hello')],
    consumer: 'an unknown reader',
    answer: unread(),
  },
  {
    page: 'fetch-event-source',
    name: 'tab hidden and shown',
    mode: 'hidden',
    steps: [
      { begin: 'say', words: ['Hello'] },
      { until: 'One' },
      { hide: true },
      { hide: false },
      { until: 'four' },
    ],
    consumer: 'an unknown reader',
    answer: numbered((x) => x.gone),
  },
];
