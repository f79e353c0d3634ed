// One run over several streams, and runs that are none of the conversation: what the thread has after them.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { modelFold } from '@/lib/core/model/model';
import type { CloseHow } from '@/lib/messages/records';
import {
  answer,
  createExchanges,
  type Exchange,
  finished,
  question,
  requestOf,
  started,
} from '../../support/exchanges';
import { plain, rulesOf } from '../../support/logs';
import { events as streamed } from '../../support/stream-text';

function headOf(log: Log) {
  const model = createHistory(modelFold, log).head();
  const thread = model.threads.at(0);
  return {
    threads: [...model.threads].map(({ threadId }) => threadId),
    texts: [...(thread?.messages ?? [])].map(({ message }) => message.content),
    state: plain(thread?.state),
    interrupts: thread?.interrupts ?? [],
    runs: [...model.runs].map(({ runId, status, kind, isReplay, streams }) => {
      return { runId, status, kind, isReplay, streams: streams.map(({ index }) => index) };
    }),
    calls: [...model.toolCalls].map(({ args }) => args),
  };
}

const U1 = question('u1');
const HELLO = answer('a1', 'Hel', 'lo');
const RUN = { kind: 'conversation', isReplay: false };
const ALL = [started('r1'), ...HELLO, finished('r1')];

/** A run whose first answer ends in the middle, or goes on. */
function half(how?: CloseHow, exchange: Exchange = { request: requestOf('r1', [U1]) }) {
  const { log, open } = createExchanges();
  const first = open(exchange);
  first.send(started('r1'), ...HELLO.slice(0, 2));
  if (how !== undefined) first.close(how);
  return { log, open, first };
}

/** The log has one run, whole, over these streams. */
function expectWhole(log: Log, streams: readonly number[]): void {
  const head = headOf(log);
  expect(head.runs).toEqual([{ ...RUN, runId: 'r1', status: 'success', streams }]);
  expect(head.texts).toEqual(['Question u1?', 'Hello']);
}

test('a repeated request whose response starts over is another run with the messages of the request', () => {
  const { log, open } = half('aborted');
  const second = open({ request: requestOf('r1', [U1]) });
  second.send({ type: 'CUSTOM', name: 'run.accepted', value: {} }, ...ALL);
  second.close();
  const head = headOf(log);
  expect(head.runs.map(({ status }) => status)).toEqual(['aborted', 'success']);
  expect(head.texts).toEqual(['Question u1?', 'Hello']);
});

test('a repeated request without events is a failed run', () => {
  const { log, open } = createExchanges();
  const first = open({ request: requestOf('r1', [U1]) });
  first.send(started('r1'));
  first.close('aborted');
  open({ request: requestOf('r1', [U1]), status: 500 }).close();
  expect(headOf(log).runs.map(({ status }) => status)).toEqual(['aborted', 'failed']);
});

test('a request to the URL of a broken run continues it', () => {
  const { log, open } = half('network-error');
  const url = 'http://localhost/agent?offset=3&runId=r1';
  open({ url, method: 'GET' }).send(...HELLO.slice(2), finished('r1'));
  expectWhole(log, [0, 1]);
});

test('a join that replays the run from its start repeats nothing', () => {
  const { log, open } = createExchanges();
  const add = (value: number) => ({ type: 'STATE_DELTA', delta: [{ op: 'add', path: '/n/-', value }] });
  const first = open({ request: requestOf('r1', [U1], { state: { n: [] } }) });
  first.send(started('r1'), add(1), ...HELLO.slice(0, 2));
  first.close('aborted');
  const url = 'http://localhost/agent?offset=-1&runId=r1';
  open({ url, method: 'GET' }).send(started('r1'), add(1), ...HELLO, add(2), finished('r1'));
  const head = headOf(log);
  expect(head.texts).toEqual(['Question u1?', 'Hello']);
  expect(head.state).toEqual({ n: [1, 2] });
  expect(head.runs[1]).toEqual({ ...RUN, runId: 'r1', status: 'success', isReplay: true, streams: [1] });
});

test('a join of a run that others have followed changes nothing', () => {
  const { log, open } = createExchanges();
  open({ request: requestOf('r1', [U1]) }).send(...ALL);
  const reply = { id: 'a1', role: 'assistant', content: 'Hello' };
  const next = requestOf('r2', [U1, reply, question('u2')]);
  open({ request: next }).send(started('r2'), ...answer('a2', 'Yes'), finished('r2'));
  const url = 'http://localhost/agent?runId=r1';
  open({ url, method: 'GET' }).send(...ALL);
  const head = headOf(log);
  expect(head.texts).toEqual(['Question u1?', 'Hello', 'Question u2?', 'Yes']);
  expect(head.runs[2]).toMatchObject({ kind: 'mirror', isReplay: true, status: 'success' });
});

test('events repeated beside the stream of the app change nothing', () => {
  for (const mirrorFirst of [true, false]) {
    const { log, open } = createExchanges();
    const feed = open({ url: 'http://localhost/cpk-debug-events', method: 'GET' });
    const app = open({ request: requestOf('r1', [U1]) });
    const [a, b] = mirrorFirst ? [feed, app] : [app, feed];
    for (const event of ALL) for (const stream of [a, b]) stream.send(event);
    expect(headOf(log).texts).toEqual(['Question u1?', 'Hello']);
  }
});

test('a feed that delivers the start before the request is a mirror of the run', () => {
  const { log, open } = createExchanges();
  const feed = open({ url: 'http://localhost/feed', method: 'GET' });
  feed.send(started('r1'), ...HELLO.slice(0, 2));
  const app = open({ request: requestOf('r1', [U1]) });
  app.send(...ALL);
  feed.send(...HELLO.slice(2), finished('r1'));
  const head = headOf(log);
  expect(head.texts).toEqual(['Question u1?', 'Hello']);
  expect(head.runs.map(({ kind, status }) => [kind, status])).toEqual([
    ['mirror', 'success'],
    ['conversation', 'success'],
  ]);
});

test('a request that is answered by another stream is the run that starts there', () => {
  const { log, open } = createExchanges();
  const events = open({ url: 'http://localhost/events', method: 'GET', transport: 'event-source' });
  const post = open({ request: requestOf('r1', [U1]), status: 202, type: 'application/json' });
  post.close();
  events.send(...ALL);
  expectWhole(log, [1, 0]);
});

test('a request that is acknowledged after its run has started elsewhere is its request', () => {
  const { log, open } = createExchanges();
  const events = open({ url: 'http://localhost/events', method: 'GET', transport: 'event-source' });
  events.send(started('r1'));
  open({ request: requestOf('r1', [U1]), status: 202, type: 'application/json' }).close();
  events.send(...HELLO, finished('r1'));
  expectWhole(log, [0, 1]);
});

test('a reloaded page starts with its first request, or with nothing', () => {
  const reload = (request: object | undefined, url: string) => {
    const { log, open } = createExchanges();
    const events = [
      started('r1'),
      ...HELLO,
      ...streamed('state {"a":1} · tool c1 find {"q":1}'),
      finished('r1'),
    ];
    open({ request: requestOf('r1', [U1]) }).send(...events);
    const next = open({ doc: 'd2', url, ...(request === undefined ? { method: 'GET' } : { request }) });
    const empty = headOf(log);
    next.send(...events);
    return { empty, head: headOf(log) };
  };
  const connected = reload(requestOf('new', []), 'http://localhost/agent/default/connect');
  expect(connected.empty).toMatchObject({ texts: [], state: {} });
  expect(connected.head.texts).toEqual(['Hello', undefined]);
  expect(connected.head.calls).toEqual(['{"q":1}', '{"q":1}']);
  expect(connected.head.runs[1]).toMatchObject({ runId: 'r1', isReplay: true, kind: 'conversation' });
  const joined = reload(undefined, 'http://localhost/agent?offset=-1&runId=r1');
  // It shows what the page had before, which is in no request.
  expect(joined.head.texts).toEqual(['Question u1?', 'Hello', undefined]);
  expect(joined.head.runs[1]).toMatchObject({ runId: 'r1', isReplay: true });
});

test('a connect of the same document starts with the messages that it delivers', () => {
  const { log, open } = createExchanges();
  open({ request: requestOf('r1', [U1]) }).send(...ALL);
  const connect = open({ url: 'http://localhost/agent/x/connect', request: requestOf('new', []) });
  connect.send(...ALL);
  connect.send(started('r2'), ...answer('a2', 'Yes'), finished('r2'));
  const head = headOf(log);
  expect(head.texts).toEqual(['Hello', 'Yes']);
  expect(head.runs.map(({ isReplay }) => isReplay)).toEqual([false, true, true]);
});

test('a call of another server in the form of a run does not change the thread', () => {
  const { log, open } = createExchanges();
  const interrupts = [{ id: 'i', reason: 'approval' }];
  const asked = open({ request: requestOf('r1', [U1], { state: { a: 1 } }) });
  asked.send(started('r1'), ...HELLO, finished('r1', { type: 'interrupt', interrupts }));
  const before = headOf(log);
  const proxied = { forwardedProps: { __proxiedMCPRequest: { serverId: 's', method: 'resources/read' } } };
  const hidden = open({ request: requestOf('mcp', [], proxied) });
  hidden.send({ type: 'RUN_STARTED', threadId: 'mcp', runId: 'mcp' });
  hidden.send({ type: 'RUN_FINISHED', threadId: 'mcp', runId: 'mcp', result: { contents: [] } });
  hidden.close();
  const { runs, ...after } = headOf(log);
  expect(after).toEqual({ ...before, runs: undefined });
  expect(runs[1]).toMatchObject({ runId: 'mcp', kind: 'mcp-proxy', status: 'success' });
});

test('a request with only unknown messages adds them to the thread', () => {
  const { log, open } = createExchanges();
  open({ request: requestOf('r1', [U1]) }).send(...ALL);
  open({ request: requestOf('r2', [question('u2')]) }).send(started('r2'), finished('r2'));
  open({ request: requestOf('r3', []) }).send(started('r3'), finished('r3'));
  expect(headOf(log).texts).toEqual(['Question u1?', 'Hello', 'Question u2?']);
});

test('messages omitted by a request are removed; activities stay behind their predecessor', () => {
  const { log, open } = createExchanges();
  const plan = { type: 'ACTIVITY_SNAPSHOT', messageId: 'p', activityType: 'PLAN', content: {} };
  open({ request: requestOf('r1', [U1]) }).send(started('r1'), plan, ...HELLO, finished('r1'));
  open({ request: requestOf('r2', [question('u0'), U1]) }).send(started('r2'), finished('r2'));
  const thread = createHistory(modelFold, log).head().threads.at(0);
  expect([...(thread?.messages ?? [])].map(({ message, firstSeq }) => [message.id, firstSeq])).toEqual([
    ['u0', 7],
    ['u1', 0],
    ['p', 1],
  ]);
});

test('a reloaded page does not continue the run of the page before it', () => {
  const { log, open } = createExchanges();
  const first = open({ request: requestOf('r1', [U1]) });
  first.send(started('r1'), { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } }, ...HELLO.slice(0, 2));
  first.close('page-gone');
  const second = open({ doc: 'd2', request: requestOf('r1', [U1], { state: undefined }) });
  second.send(...HELLO.slice(2));
  const head = headOf(log);
  expect(head.runs.map(({ streams }) => streams)).toEqual([[0], [1]]);
  expect(head.texts).toEqual(['Question u1?']);
  expect(head.state).toEqual({});
});

test('a request accepted with 202 has its run in another stream, also while its response is open', () => {
  const { log, open } = createExchanges();
  open({ request: requestOf('r1', [U1]), status: 202 });
  const feed = open({ url: 'http://localhost/feed', method: 'GET', transport: 'event-source' });
  feed.send(...ALL);
  expectWhole(log, [0, 1]);
});

const STOCK = { protocolVersion: '1.0' };
const requestOfStock = (runId: string, messages: readonly object[], more: object = {}) =>
  requestOf(runId, messages, { ...STOCK, ...more });

test('a client that sends its complete history replaces the thread, also by other messages or none', () => {
  const { log, open } = createExchanges();
  open({ request: requestOfStock('r1', [U1]) }).send(...ALL);
  open({ request: requestOfStock('r2', [question('b')]) }).send(started('r2'), finished('r2'));
  expect(headOf(log).texts).toEqual(['Question b?']);
  open({ request: requestOfStock('r3', []) }).send(started('r3'), finished('r3'));
  expect(headOf(log).texts).toEqual([]);
  const { runs } = createHistory(modelFold, log).head();
  expect(runs.at(1)?.requestNote?.droppedIds).toEqual(['u1', 'a1']);
  expect(runs.at(2)?.requestNote?.droppedIds).toEqual(['b']);
});

test('messages reordered by a request are reported', () => {
  const { log, open } = createExchanges();
  const [U2, U3, U4] = [question('u2'), question('u3'), question('u4')];
  open({ request: requestOfStock('r1', [U1, U2, U3]) }).send(started('r1'), finished('r1'));
  open({ request: requestOfStock('r2', [U3, U1, U2, U4]) }).send(started('r2'));
  const { runs } = createHistory(modelFold, log).head();
  expect(runs.at(0)?.requestNote?.movedIds).toEqual([]);
  expect(runs.at(1)?.requestNote).toMatchObject({ movedIds: ['u1', 'u2'], newIds: ['u4'], droppedIds: [] });
});

test('the stock client never continues a run: its next request starts with its own messages', () => {
  for (const request of [requestOfStock, requestOf]) {
    const { log, open } = createExchanges();
    const first = open({ request: request('r1', [U1], { state: { n: 1 } }) });
    first.send(started('r1'), { type: 'STATE_SNAPSHOT', snapshot: { n: 2 } }, ...HELLO.slice(0, 2));
    first.close('network-error');
    open({ request: request('r1', [U1], { state: { reset: 1 } }) });
    expect(headOf(log).state).toEqual({ reset: 1 });
    expect(headOf(log).texts).toEqual(['Question u1?']);
  }
});

test('a retry before the recorded end of the first stream continues its run', () => {
  const { log, open, first } = half();
  const second = open({ request: requestOf('r1', [U1]) });
  expect(headOf(log).texts).toEqual(['Question u1?', 'Hel']);
  second.send(...HELLO.slice(2, 3));
  first.close('aborted');
  second.send(...HELLO.slice(3), finished('r1'));
  second.close();
  expectWhole(log, [0, 1]);
});

test.each(['event-source', 'web-socket'] as const)(
  'a %s that is opened again continues at the break',
  (transport) => {
    const { log, open } = createExchanges();
    const exchange = { transport, url: 'http://localhost/feed', method: 'GET', status: 200 } as const;
    const first = open(exchange);
    first.send(started('r1'), { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } }, ...HELLO.slice(0, 2));
    first.close('network-error');
    open(exchange).send(...HELLO.slice(2), finished('r1'), started('r2'), ...answer('a2', 'Yes'));
    const head = headOf(log);
    expect(head.threads).toEqual(['t']);
    expect(head.texts).toEqual(['Hello', 'Yes']);
    expect(head.runs.map(({ runId, status, streams }) => [runId, status, streams])).toEqual([
      ['r1', 'success', [0, 1]],
      ['r2', 'running', [1]],
    ]);
    const { findings } = createHistory(lintFold, log).head();
    // That its stream broke is a remark: another one went on.
    expect(findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule)).toEqual([]);
  },
);

test('a thread requested again arrives over another stream, with or without a reload', () => {
  for (const doc of ['d2', 'd']) {
    const { log, open } = createExchanges();
    const api = 'http://localhost/api/agent/default';
    const socket = { transport: 'web-socket', method: 'GET' } as const;
    const run = open({ url: `${api}/run`, request: requestOf('r1', [U1]), type: 'application/json' });
    run.close();
    open({ ...socket, url: 'ws://localhost/a' }).send(...ALL);
    const connect = requestOf('c', []);
    open({ doc, url: `${api}/connect`, request: connect, type: 'application/json' }).close();
    const again = open({ ...socket, doc, url: 'ws://localhost/b' });
    again.send({ ...started('r1'), input: { ...requestOf('r1', [U1]) } }, ...HELLO, finished('r1'));
    const head = headOf(log);
    expect(head.texts).toEqual(['Question u1?', 'Hello']);
    expect(head.runs.at(-1)).toMatchObject({ runId: 'r1', kind: 'conversation', isReplay: true });
    // A run after that is one like any other.
    const next = requestOf('r2', [U1, { id: 'a1', role: 'assistant', content: 'Hello' }, question('u2')]);
    open({ doc, url: `${api}/run`, request: next, type: 'application/json' }).close();
    const third = open({ ...socket, doc, url: 'ws://localhost/c' });
    third.send(started('r2'), ...answer('a2', 'Yes'), finished('r2'));
    expect(headOf(log).texts).toEqual(['Question u1?', 'Hello', 'Question u2?', 'Yes']);
  }
});

test('a page that joins a run shows the source of its earlier messages', () => {
  const url = 'http://localhost/agent?offset=-1&runId=r1';
  const { log, open } = half();
  open({ doc: 'd2', url, method: 'GET' }).send(...ALL);
  expect(createHistory(modelFold, log).head().runs.at(1)?.history).toBe('kept');
  expect(headOf(log).texts).toEqual(['Question u1?', 'Hello']);
  const late = createExchanges();
  late.open({ doc: 'd2', url, method: 'GET' }).send(...ALL);
  expect(createHistory(modelFold, late.log).head().runs.at(0)?.history).toBe('unseen');
});

test('a page that starts a run with its id in the URL did not join it', () => {
  const { log, open } = createExchanges();
  open({ url: 'http://localhost/agent?prompt=hi&runId=r1', method: 'GET' }).send(...ALL);
  expect(createHistory(modelFold, log).head().runs.at(0)?.history).toBeUndefined();
});

test.each([undefined, 503])('failed attempts between a break and the rest change nothing: %s', (status) => {
  const exchange = { request: requestOf('r1', [U1]) };
  const { log, open } = half('network-error', exchange);
  for (let attempt = 0; attempt < 2; attempt++) {
    open({ ...exchange, ...(status !== undefined && { status }) }).close(
      status === undefined ? 'network-error' : 'complete',
    );
  }
  expect(headOf(log).texts).toEqual(['Question u1?', 'Hel']);
  open(exchange).send(...HELLO.slice(2), finished('r1'));
  const head = headOf(log);
  expect(head.texts).toEqual(['Question u1?', 'Hello']);
  expect(head.runs.map(({ status: how, streams }) => [how, streams])).toEqual([
    ['success', [0, 3]],
    ['failed', [1]],
    ['failed', [2]],
  ]);
});

test('a reopened socket continues its run, whatever the page adds to its request', () => {
  for (const more of [{ last: '4' }, { messages: undefined, lastEventId: 4 }]) {
    const { log, open } = createExchanges();
    const socket = { transport: 'web-socket', method: 'GET', url: 'ws://localhost/ws' } as const;
    const first = open({ ...socket, request: requestOf('r1', [U1]) });
    first.send(started('r1'), ...HELLO.slice(0, 2));
    first.close('complete', 1012);
    const second = open({ ...socket, request: requestOf('r1', [U1], more) });
    second.send(...HELLO.slice(2), finished('r1'));
    second.close();
    expectWhole(log, [0, 1]);
    expect(rulesOf(log)).toEqual([]);
  }
});

test('a request with the same run id but another question is another run while the first one is open', () => {
  const { log, open } = half();
  open({ request: requestOf('r1', [question('u2')]) }).send(...answer('a2', 'Yes'));
  expect(headOf(log).runs).toHaveLength(2);
});
