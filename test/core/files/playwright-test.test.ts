// The exported test looks on the page for the content of the answers that it serves, and for nothing else. A story of
// test/e2e runs it.
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { playwrightTest } from '@/lib/core/files/playwright-test';
import { redactedSource } from '@/lib/core/redact/redacted-source';
import type { CapturedRecord } from '@/lib/messages/records';
import { batchOf, exported } from '../../support/exported';
import { sseRecords } from '../../support/logs';
import { createRandom } from '../model/random';

const URL = 'http://localhost:8000/agent';

interface RecordedReply {
  readonly type: string;
  readonly threadId?: string;
  readonly [key: string]: unknown;
}

const replied = (threadId: string, text: string): readonly RecordedReply[] => [
  { type: 'RUN_STARTED', threadId, runId: text },
  { type: 'TEXT_MESSAGE_CHUNK', messageId: text, role: 'assistant', delta: text },
  { type: 'RUN_FINISHED', threadId, runId: text },
];

/** An answer to a request, with the messages that it had. */
function answer(
  stream: number,
  events: readonly RecordedReply[],
  messages: readonly object[] = [],
): CapturedRecord[] {
  const threadId = events[0]?.threadId;
  const request = { threadId, runId: 'r', messages, tools: [], context: [] };
  return sseRecords(events, request, stream)
    .slice(1)
    .map((record) => (record.kind === 'open' ? { ...record, url: URL } : record));
}

function socket(stream: number, events: readonly object[]): CapturedRecord[] {
  const url = 'ws://localhost:8000/ws';
  const frame = { kind: 'frame', t: stream, stream, dir: 'in' } as const;
  return [
    { kind: 'open', t: stream, stream, transport: 'web-socket', url, method: 'GET' },
    ...events.map((event) => ({ ...frame, text: JSON.stringify(event) })),
  ];
}

function shownIn(records: readonly CapturedRecord[]): unknown {
  const text = exported(playwrightTest, [batchOf(records)]);
  return JSON.parse(/const shown: string\[\] = (\[[^;]*\]);/.exec(text)?.[1] ?? 'null');
}

test('messages over a socket are not expected, and a note explains that', () => {
  const records = [...socket(1, replied('s', 'by socket')), ...answer(2, replied('t', 'by fetch'))];
  expect(shownIn(records)).toEqual(['by fetch']);
  expect(exported(playwrightTest, [batchOf(records)])).toContain('// Not served: 1 other stream.');
});

test('a comment asks for the URL of the page if only that of the file is known', () => {
  const startOf = (url: string) => {
    const page: CapturedRecord = { kind: 'navigation', t: 0, url, timeOrigin: 0, top: true };
    const text = exported(playwrightTest, [batchOf([page, ...answer(1, replied('t', 'a'))])]);
    return [/const start = (.*);/.exec(text)?.[1], text.includes('// The URL of the page was not recorded.')];
  };
  expect(startOf('http://localhost:3000/chat')).toEqual(['"http://localhost:3000/chat"', false]);
  expect(startOf('file:///run.har')).toEqual(['"http://localhost:8000/"', true]);
});

test('content of a request is not expected, as the page has another source for it', () => {
  const history = [
    { id: 'a', role: 'assistant', content: 'told long ago' },
    { id: 'u', role: 'user', content: 'And now?' },
  ];
  expect(shownIn(answer(1, replied('t', 'said today'), history))).toEqual(['said today']);
});

test('the last of several threads is expected', () => {
  expect(
    shownIn([...answer(1, replied('old', 'said before')), ...answer(2, replied('new', 'said last'))]),
  ).toEqual(['said last']);
  expect(shownIn([...answer(1, replied('t', 'one')), ...answer(2, replied('t', 'two'))])).toEqual([
    'one',
    'two',
  ]);
});

/** Expectations of an exported test about the last thread. */
function wantedIn(records: readonly CapturedRecord[]) {
  const text = exported(playwrightTest, [batchOf(records)]);
  const code = (name: string) => new RegExp(`const ${name}: [^=]*= ([^;]*);`).exec(text)?.[1] ?? 'null';
  const [ends, messages] = [JSON.parse(code('ends')), JSON.parse(code('messages'))];
  return { ends, messages, state: code('state'), recorded: /\. (Recorded: .*) \*\//.exec(text)?.[1] };
}

test('runs must succeed with the messages and the state of the answers', () => {
  const history = [{ id: 'u', role: 'user', content: 'And now?' }];
  const [start, text, end] = replied('t', 'one');
  const events = [start, text, { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } }, end].filter(
    (each) => each !== undefined,
  );
  const message = { id: 'one', role: 'assistant', content: 'one' };
  expect(wantedIn(answer(1, events, history))).toEqual({
    ends: ['success'],
    messages: [message],
    state: '{\n  "n": 1\n}',
    recorded: undefined,
  });
  // The exported test does not replay sockets.
  expect(
    wantedIn([...answer(1, replied('t', 'one')), ...socket(2, replied('t', 'by socket'))]).messages,
  ).toEqual([message]);
  const error = { type: 'RUN_ERROR', message: 'no' };
  const broken = [start, text, error].filter((each) => each !== undefined);
  expect(wantedIn([...answer(1, replied('t', 'one')), ...answer(2, broken)])).toMatchObject({
    ends: ['success', 'success'],
    state: 'undefined',
    recorded: 'Recorded: success, error.',
  });
});

test('a cut response waits for its content, as far as the test checks it', () => {
  const cut = (records: readonly CapturedRecord[]) =>
    records.map((record) =>
      record.kind === 'close' ? { ...record, how: 'network-error' as const } : record,
    );
  const brings = (records: readonly CapturedRecord[]) =>
    [...exported(playwrightTest, [batchOf(records)]).matchAll(/"?brings"?: (\[[^\]]*\])/g)].map(([, list]) =>
      JSON.parse(list ?? ''),
    );
  expect(
    brings([...answer(1, replied('t', 'whole')), ...cut(answer(2, replied('t', 'broken off')))]),
  ).toEqual([['broken off']]);
  expect(brings([...cut(answer(1, replied('old', 'before'))), ...answer(2, replied('t', 'last'))])).toEqual([
    [],
  ]);
});

/** Answers that the exported test serves to requests, in their order; `undefined` where it has none. */
function servedTo(records: readonly CapturedRecord[], requests: readonly (object | string)[]) {
  return servedBy(exported(playwrightTest, [batchOf(records)]), requests);
}

async function servedBy(text: string, requests: readonly (object | string)[], accept = '*/*') {
  const from = text.indexOf('const responses');
  const functions = text.slice(from, text.indexOf('/** Serves the responses'));
  const { code } = await transformWithOxc(`${functions}`, 'a.ts');
  const bodies = requests.map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
  const run = `${code}
    const left = [...responses.keys()];
    return bodies.map((body) => {
      const next = nextFor({ method: () => 'POST', url: () => url, postData: () => body, headers: () => ({ accept }) }, left);
      if (next !== undefined) left.splice(left.indexOf(next), 1);
      return next;
    });`;
  return new Function('bodies', 'url', 'accept', run)(bodies, URL, accept);
}

const user = (content: unknown) => [{ id: 'u', role: 'user', content }];
const asks = (content: unknown, threadId = 't') => ({ threadId, messages: user(content) });

test('each request gets its own answer, whichever is sent first', async () => {
  const records = [
    ...answer(1, replied('t', 'one'), user('First?')),
    ...answer(2, replied('t', 'two'), user('Second?')),
    ...answer(3, replied('other', 'three'), user('Second?')),
    ...answer(4, replied('t', 'four'), user([{ type: 'text', text: 'Parts?' }])),
  ];
  const requests = [
    { method: 'agent/run', body: asks('Second?', 'other') },
    asks([{ type: 'text', text: 'Parts?' }]),
    asks('Second?', 'made anew'),
    asks('First?', 'made anew'),
  ];
  expect(await servedTo(records, requests)).toEqual([2, 3, 1, 0]);
});

test('a request without a recorded response left gets none; unreadable ones are answered in turn', async () => {
  const records = [...answer(1, replied('t', 'one'), user('First?')), ...answer(2, replied('t', 'two'))];
  expect(await servedTo(records, [asks('First?'), asks('Else?'), asks('First?')])).toEqual([0, 1, undefined]);
  expect(await servedTo([...answer(1, replied('t', 'one'), user('First?'))], [asks('Else?')])).toEqual([
    undefined,
  ]);
  expect(await servedTo(records, ['', 'no JSON', 'null'])).toEqual([0, 1, undefined]);
});

test('runs of a redacted recording are answered in turn, and a note names the values to fill in', async () => {
  const records = [
    ...answer(1, replied('t', 'one'), user('First?')),
    ...answer(2, replied('t', 'two'), user('Second?')),
  ];
  const { source } = redactedSource(
    { batches: [batchOf(records)] },
    { level: 'share', random: createRandom(1).below },
  );
  const written = playwrightTest.write?.(source) ?? [];
  const text = 'refused' in written ? written.refused : [...written].join('');
  expect(text).toContain('// Redacted: URLs and texts are placeholders.');
  expect(text).not.toContain('Recorded prompt:');
  const requests = [asks('Anything?'), { event: 'click' }, '', asks('Else?', 'other'), asks('More?')];
  expect(await servedBy(text, requests)).toEqual([0, undefined, undefined, 1, undefined]);
  expect(await servedBy(text, ['', ''], 'text/event-stream')).toEqual([0, 1]);
});
