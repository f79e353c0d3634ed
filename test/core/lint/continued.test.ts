// Streams that are continued, joined or carried elsewhere are no faults of the app.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import {
  answer,
  createExchanges,
  type Exchange,
  finished,
  question,
  requestOf,
  started,
} from '../../support/exchanges';

type Line = readonly [rule: string, severity: string];

function found(log: Log): readonly Line[] {
  const { findings } = createHistory(lintFold, log).head();
  return findings.map(({ rule, severity }) => [rule, severity]);
}

const [begin, first, second, end] = answer('m', 'Hel', 'lo');
const FIRST = [started('r'), begin, first].flatMap((event) => event ?? []);
const REST = [second, end, finished('r')].flatMap((event) => event ?? []);
const FEED: Exchange = { transport: 'event-source', method: 'GET', url: 'http://localhost/feed' };
/** As TanStack's client sends it. */
const TANSTACK = { ...requestOf('r', [question('u')]), data: {} };
const CUSTOM = { type: 'CUSTOM', name: 'run.accepted', value: {} };

test('an EventSource that reconnects goes on: nothing is wrong', () => {
  const { log, open } = createExchanges();
  const broken = open(FEED);
  broken.send(...FIRST);
  broken.close('network-error');
  const next = open(FEED);
  next.send(CUSTOM, ...REST);
  next.close('aborted');
  expect(found(log)).toEqual([]);
});

test("TanStack's client sends its request again, and its server begins with an event of its own", () => {
  const { log, open } = createExchanges();
  const broken = open({ request: TANSTACK });
  broken.send(...FIRST);
  broken.close('network-error');
  const next = open({ request: TANSTACK });
  next.send(CUSTOM, ...REST);
  next.close();
  expect(found(log)).toEqual([]);
});

test('a reader that nobody knows may retry where the connection broke', () => {
  const request = { threadId: 't', runId: 'r', messages: [question('u')] };
  const { log, open } = createExchanges();
  const broken = open({ request });
  broken.send(...FIRST);
  broken.close('network-error');
  const next = open({ request });
  next.send(...REST);
  next.close();
  expect(found(log)).toEqual([]);
});

test('a run that was never gone on with is said to be unfinished when the next one begins', () => {
  const { log, open } = createExchanges();
  const broken = open(FEED);
  broken.send(...FIRST);
  broken.close('network-error');
  const next = open(FEED);
  next.send(started('r2'), ...answer('n', 'Hello'), { ...finished('r2') });
  next.close();
  expect(found(log)).toEqual([
    ['truncated-run', 'info'],
    ['truncated-run', 'warning'],
  ]);
});

test('a reader that nobody knows gets a warning where the server ended the stream, once', () => {
  const { log, open } = createExchanges();
  const cut = open({ request: { threadId: 't', runId: 'r', messages: [question('u')] } });
  cut.send(...FIRST);
  cut.close();
  const next = open({ request: { threadId: 't', runId: 'r2', messages: [question('u')] } });
  next.send(started('r2'), finished('r2'));
  next.close();
  expect(found(log)).toEqual([['truncated-run', 'warning']]);
});

test("the stock client's run that is cut is an error", () => {
  const { log, open } = createExchanges();
  const cut = open({ request: { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] } });
  cut.send(...FIRST);
  cut.close();
  expect(found(log)).toEqual([['truncated-run', 'error']]);
});

/** A log in which a request is answered with JSON. */
function answeredWith(body: string, open: { readonly url: string; readonly request: object }): Log {
  const log = createLog();
  const records: CapturedRecord[] = [
    {
      kind: 'open',
      t: 1,
      stream: 1,
      transport: 'fetch',
      method: 'POST',
      status: 200,
      url: open.url,
      headers: { 'content-type': 'application/json' },
      requestBody: JSON.stringify(open.request),
    },
    ...(body === '' ? [] : [{ kind: 'chunk', t: 2, stream: 1, text: body } as const]),
    { kind: 'close', t: 3, stream: 1, how: 'complete' },
  ];
  log.append({ doc: 'd', frameId: 0, records });
  return log;
}

test('a run that is answered with the way to a socket', () => {
  const body = {
    threadId: 't',
    runId: 'r',
    joinToken: 'x',
    realtime: { clientUrl: 'ws://localhost/socket', topic: 't' },
  };
  const request = {
    threadId: 't',
    runId: 'r',
    tools: [],
    context: [],
    forwardedProps: {},
    state: {},
    messages: [],
  };
  const log = answeredWith(JSON.stringify(body), { url: 'http://localhost/api/agent/default/run', request });
  expect(found(log)).toEqual([]);
});

test.each(['{"ok":true}', ''])('a request of an unknown reader that is only acknowledged: %s', (body) => {
  const request = { threadId: 't', runId: 'r', messages: [] };
  expect(found(answeredWith(body, { url: 'http://localhost/runs', request }))).toEqual([]);
});

test('an end that the page makes after RUN_FINISHED is no abort', () => {
  for (const exchange of [
    FEED,
    { transport: 'xhr', request: TANSTACK } as const,
    { request: requestOf('r', []) },
  ]) {
    const { log, open } = createExchanges();
    const whole = open(exchange);
    whole.send(...FIRST, ...REST);
    whole.close('aborted');
    expect(found(log)).toEqual([]);
  }
});

test('an abort in the middle of a run is named, and what the client makes up for it', () => {
  const { log, open } = createExchanges();
  const cut = open({ request: { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] } });
  cut.send(...FIRST);
  cut.close('aborted');
  const [finding] = createHistory(lintFold, log).head().findings;
  expect(finding?.rule).toBe('run-aborted');
  expect(finding?.message).toMatch(/aborted the request 0\.0 s after event 2 .*adds a RUN_ERROR/);
});
