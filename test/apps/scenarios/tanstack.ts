// TanStack AI's client, most of the time with its own server part: what it sends is what the package makes.
import { setTimeout as wait } from 'node:timers/promises';
import {
  memoryStream,
  type StreamChunk,
  toHttpResponse,
  toServerSentEventsResponse,
  toWebSocketStream,
} from '@tanstack/ai';
import { answers, failing, hello, run, textMessage, weather } from '../events';
import { fakeChat } from '../fake-chat';
import { type Exchange, type Scenario, say } from '../scenario';

/** Events as an adapter yields them: those of a fake model. */
async function* model(events: readonly object[], paceMs = 0): AsyncGenerator<StreamChunk> {
  for (const event of events) {
    await wait(paceMs);
    // The package has its own types for the same events.
    yield event as unknown as StreamChunk;
  }
}

/** A run that the package's server part sends. */
const served =
  (make: (exchange: Exchange) => readonly object[]) =>
  (x: Exchange): Promise<void> =>
    x.answer(() => toServerSentEventsResponse(model(make(x))));

/** A durable run: its connection breaks after some events, and is asked for again. */
const durable =
  (paceMs: number, cutAfter: number, respond: typeof toServerSentEventsResponse | typeof toHttpResponse) =>
  async (x: Exchange): Promise<void> => {
    if (x.turn === 1 && cutAfter > 0) void wait(cutAfter).then(() => x.cut());
    const events = run(x, ...textMessage('m1', 'One, ', 'two, ', 'three, ', 'four.'));
    const batch = 1;
    await x.answer((request) =>
      respond(model(events, paceMs), { durability: { adapter: memoryStream(request), batch } }),
    );
  };

type Case = Omit<Scenario, 'page' | 'consumer'>;

const cases: readonly Case[] = [
  { name: 'hello', steps: [say('Hello'), say('And again')], answer: served(hello) },
  {
    name: 'hello over NDJSON',
    mode: 'ndjson',
    steps: [say('Hello')],
    answer: (x) => x.answer(() => toHttpResponse(model(hello(x)))),
  },
  { name: 'hello over XHR', mode: 'xhr', steps: [say('Hello'), say('And again')], answer: served(hello) },
  {
    name: 'hello over XHR, NDJSON',
    mode: 'lines',
    steps: [say('Hello')],
    answer: (x) => x.answer(() => toHttpResponse(model(hello(x)))),
  },
  {
    name: 'hello over a socket',
    mode: 'socket',
    steps: [say('Hello'), say('And again')],
    socket(socket, request) {
      let turn = 0;
      toWebSocketStream(socket as unknown as Parameters<typeof toWebSocketStream>[0], request, {
        onRun: ({ threadId, runId }) =>
          model(hello({ threadId: threadId ?? '', runId: runId ?? '', turn: ++turn } as unknown as Exchange)),
      });
    },
  },
  { name: 'tool result', steps: [say('Weather?')], answer: served(weather) },
  {
    name: 'tool of the page',
    steps: [say('Blue, please'), { until: 'It is blue.' }],
    answer: (x) =>
      x.answer((request) => toServerSentEventsResponse(fakeChat(request, 'color', 'It is blue.'))),
  },
  {
    name: 'approval',
    steps: [say('Mail'), { act: 'approve' }, { until: 'It is sent.' }],
    answer: (x) =>
      x.answer((request) => toServerSentEventsResponse(fakeChat(request, 'mail', 'It is sent.'))),
  },
  {
    name: 'RUN_ERROR',
    steps: [say('Fail'), say('Again')],
    answer: served(failing),
  },
  {
    name: '[DONE]',
    steps: [say('Hello')],
    async answer(x) {
      await x.send(...hello(x));
      await x.write('data: [DONE]\n\n');
    },
  },
  {
    name: 'CRLF',
    steps: [say('Hello')],
    async answer(x) {
      for (const event of hello(x)) await x.write(`data: ${JSON.stringify(event)}\r\n\r\n`);
    },
  },
  {
    name: 'truncated',
    steps: [say('Hello'), say('Again')],
    answer: answers((x) => (x.turn > 1 ? hello(x) : hello(x).slice(0, 3))),
  },
  {
    name: 'connection cut',
    steps: [say('Hello'), say('Again')],
    async answer(x) {
      if (x.turn > 1) return x.send(...hello(x));
      await x.send(...hello(x).slice(0, 3));
      await x.cut();
    },
  },
  {
    name: 'violation that it does not mind',
    steps: [say('Hello')],
    answer: served((x) =>
      run(x, ...textMessage('m1', 'Kept.'), {
        type: 'TEXT_MESSAGE_CONTENT',
        messageId: 'none',
        delta: 'Also.',
      }),
    ),
  },
  {
    name: 'stopped',
    steps: [{ begin: 'say', words: ['Long'] }, { until: 'Hello' }, { act: 'stop' }, say('Again')],
    async answer(x) {
      if (x.turn > 1) return x.send(...hello(x));
      await x.send(...hello(x).slice(0, 3));
      await x.gone;
    },
  },
  {
    name: 'durable, cut and taken up again',
    steps: [say('Hello')],
    answer: durable(60, 200, toServerSentEventsResponse),
  },
  {
    name: 'durable NDJSON, cut and taken up again',
    mode: 'ndjson',
    steps: [say('Hello')],
    answer: durable(60, 200, toHttpResponse),
  },
  {
    name: 'durable XHR, cut and taken up again',
    mode: 'xhr',
    steps: [say('Hello')],
    answer: durable(60, 200, toServerSentEventsResponse),
  },
  {
    name: 'durable, joined after a reload',
    mode: 'sse-durable',
    steps: [{ begin: 'say', words: ['Hello'] }, { until: 'two' }, { reload: true }, { until: 'four.' }],
    answer: durable(150, 0, toServerSentEventsResponse),
  },
  {
    name: 'history edited',
    steps: [say('Hello'), { act: 'edit', words: ['Edited'] }, say('Again')],
    answer: served(hello),
  },
  { name: 'history cleared', steps: [say('Hello'), { act: 'clear' }, say('Again')], answer: served(hello) },
  { name: 'answer made again', steps: [say('Hello'), { act: 'reload' }], answer: served(hello) },
];

export const tanstackScenarios: readonly Scenario[] = cases.map((each) => ({
  ...each,
  page: 'tanstack',
  consumer: 'TanStack AI',
}));
