// Predictions of What-if against the clients themselves: each fault, given to the stock client 1.0 and 0.0 and to
// TanStack AI, ends with the predicted messages, state and error.
import { expect, test } from 'vitest';
import { CLIENT_0_0, CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { readLog } from '@/lib/core/files/read-log';
import { exchangeOf, recordedResponse, toBatches } from '@/lib/core/what-if/answered-request';
import { faults } from '@/lib/core/what-if/faults';
import { predicted, type WhatIf, whatIf } from '@/lib/core/what-if/what-if';
import { eventsIn, openRecord, sse } from '../../support/logs';
import { events } from '../../support/stream-text';
import { anonymous } from '../clients/differential';
import { httpRecords, runHttp } from '../clients/http';
import { comparable } from '../clients/tanstack';
import { type Answer, answered, createChat, unwatched } from '../clients/tanstack-chat';

const EVENTS = [
  ...events('run · state {"city":null} · text m "Let me see: " "東京 "'),
  { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'weather', parentMessageId: 'm' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"city":' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '"Tokyo"}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c' },
  { type: 'TOOL_CALL_RESULT', messageId: 'x', toolCallId: 'c', content: '21 °C', role: 'tool' },
  ...events('patch /city = "Tokyo" · text n "It is 21 °C." " Mild." · end'),
];

const reads = EVENTS.map((event) => sse(event));
const log = readLog([{ doc: 'd', frameId: 0, n: 0, records: httpRecords({ reads }) }]);
const [stream] = log.streams;
if (stream === undefined) throw new Error('There is one stream.');
const exchange = exchangeOf(log, stream);
const rows = [...whatIf(exchange, predicted(exchange), faults)];

function cellOf(cells: readonly WhatIf[], client: string): WhatIf {
  const cell = cells.find((each) => each.client === client);
  if (cell === undefined) throw new Error(`Nothing is predicted for ${client}.`);
  return cell;
}

/** The changed response, as the tests of the clients take one. */
function answerOf({ response }: (typeof rows)[number]): Answer {
  if (response === undefined) throw new Error('Every fault fits this response.');
  const { chunks, status, contentType, how } = response;
  return { reads: chunks.map(({ data }) => data), status, contentType, how };
}

test('the events of a WebSocket are a response with status 200', () => {
  const records = [
    openRecord({ transport: 'web-socket', method: 'GET', status: 101 }),
    ...EVENTS.map(
      (event) => ({ kind: 'frame', t: 2, stream: 1, dir: 'in', text: JSON.stringify(event) }) as const,
    ),
  ];
  const [socket] = readLog([{ doc: 'd', frameId: 0, n: 0, records }]).streams;
  expect(socket?.status).toBe(101);
  expect(socket && recordedResponse({ ...exchange, stream: socket }).status).toBe(200);
});

test('a response written again without a fault is unchanged', () => {
  const again = readLog(toBatches(exchange, recordedResponse(exchange)));
  expect(eventsIn(again)).toEqual(EVENTS);
});

test('every fault changes the response, and applies to it', () => {
  const recorded = JSON.stringify(recordedResponse(exchange));
  for (const { fault, response } of rows) {
    expect(response, fault.id).toBeDefined();
    expect(JSON.stringify(response), fault.id).not.toBe(recorded);
    expect(fault.summary).toMatch(/^[A-Z].*\.$/);
  }
});

test('a fault does not apply to a response without the affected part', () => {
  const bare = { ...exchange, frames: exchange.frames.filter(({ type }) => type === 'RUN_STARTED') };
  const applies = [...whatIf(bare, [], faults)].filter(({ response }) => response !== undefined);
  expect(applies.map(({ fault }) => fault.id)).not.toContain('no-start');
  expect(applies.map(({ fault }) => fault.id)).toContain('http-500');
  expect([...whatIf({ ...exchange, frames: [] }, predicted(exchange), faults)].length).toBe(faults.length);
});

const CLIENTS = [
  ['client-1.0', CLIENT_1_0],
  ['client-0.0', CLIENT_0_0],
] as const;

for (const [client, profile] of CLIENTS)
  test.each(rows.map((row) => [row.fault.id, row] as const))(`${client}: %s`, async (_id, row) => {
    const { how = 'complete', ...answer } = answerOf(row);
    if (how === 'page-gone') throw new Error('No fault closes the page.');
    const got = await runHttp({ ...answer, how: how === 'network-error' ? how : 'complete' }, profile);
    const { outcome } = cellOf(row.cells, client);
    expect(anonymous(outcome.messages)).toEqual(anonymous(got.messages));
    expect(outcome.state ?? null).toEqual(got.state);
    expect(outcome.ending?.text ?? null).toBe(got.error);
  });

/** Without the numbers of ids that a client has made up: the question has one, too. */
const numbered = (messages: unknown): unknown =>
  JSON.parse(JSON.stringify(messages).replaceAll(/invented-\d+/g, 'invented'));

test.each(rows.map((row) => [row.fault.id, row] as const))('tanstack: %s', async (_id, row) => {
  const { outcome } = cellOf(row.cells, 'tanstack');
  await unwatched(async () => {
    const chat = createChat({ answer: () => answerOf(row) });
    void chat.client.sendMessage('Hello?').catch(() => undefined);
    await answered(chat);
    const got = chat.view() as readonly { readonly role: string }[];
    expect(numbered(comparable(outcome.messages as readonly object[]))).toEqual(numbered(got.slice(1)));
    chat.client.dispose?.();
  });
});
