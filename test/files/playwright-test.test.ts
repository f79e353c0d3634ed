// What the exported test looks for on the page is what the answers that it serves have brought, and nothing else. That it
// runs is a story of test/e2e.
import { expect, test } from 'vitest';
import { playwrightTest } from '@/lib/files/playwright-test';
import type { CapturedRecord } from '@/lib/wire/records';
import { batchOf, exported } from '../support/exported';

const URL = 'http://localhost:8000/agent';

interface Said {
  readonly type: string;
  readonly threadId?: string;
  readonly [key: string]: unknown;
}

const said = (threadId: string, text: string): readonly Said[] => [
  { type: 'RUN_STARTED', threadId, runId: text },
  { type: 'TEXT_MESSAGE_CHUNK', messageId: text, role: 'assistant', delta: text },
  { type: 'RUN_FINISHED', threadId, runId: text },
];

/** An answer to a request, with the messages that it had. */
function answer(stream: number, events: readonly Said[], messages: readonly object[] = []): CapturedRecord[] {
  const threadId = events[0]?.threadId;
  const requestBody = JSON.stringify({ threadId, runId: 'r', messages, tools: [], context: [] });
  const headers = { 'content-type': 'text/event-stream' };
  return [
    {
      kind: 'open',
      t: stream,
      stream,
      transport: 'fetch',
      url: URL,
      method: 'POST',
      requestBody,
      status: 200,
      headers,
    },
    ...events.map(
      (event): CapturedRecord => ({
        kind: 'chunk',
        t: stream,
        stream,
        text: `data: ${JSON.stringify(event)}\n\n`,
      }),
    ),
    { kind: 'close', t: stream, stream, how: 'complete' },
  ];
}

function socket(stream: number, events: readonly object[]): CapturedRecord[] {
  return [
    {
      kind: 'open',
      t: stream,
      stream,
      transport: 'web-socket',
      url: 'ws://localhost:8000/ws',
      method: 'GET',
    },
    ...events.map(
      (event): CapturedRecord => ({
        kind: 'frame',
        t: stream,
        stream,
        dir: 'in',
        text: JSON.stringify(event),
      }),
    ),
  ];
}

function shownIn(records: readonly CapturedRecord[]): unknown {
  const text = exported(playwrightTest, [batchOf(records)]);
  return JSON.parse(/const shown: string\[\] = (\[[^;]*\]);/.exec(text)?.[1] ?? 'null');
}

test('what came over a socket is not looked for, and that it is missing is said', () => {
  const records = [...socket(1, said('s', 'by socket')), ...answer(2, said('t', 'by fetch'))];
  expect(shownIn(records)).toEqual(['by fetch']);
  expect(exported(playwrightTest, [batchOf(records)])).toContain(
    '// 1 more of its streams are no answers over HTTP and are not served.',
  );
});

test('what a request brought is not looked for: the page has it from elsewhere', () => {
  const told = [
    { id: 'a', role: 'assistant', content: 'told long ago' },
    { id: 'u', role: 'user', content: 'And now?' },
  ];
  expect(shownIn(answer(1, said('t', 'said today'), told))).toEqual(['said today']);
});

test('of several threads, the one that the page had last', () => {
  expect(shownIn([...answer(1, said('old', 'said before')), ...answer(2, said('new', 'said last'))])).toEqual(
    ['said last'],
  );
  expect(shownIn([...answer(1, said('t', 'one')), ...answer(2, said('t', 'two'))])).toEqual(['one', 'two']);
});
