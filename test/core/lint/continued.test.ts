// Streams that are continued, joined or carried elsewhere are no faults of the app.
import { expect, test } from 'vitest';
import type { Log } from '@/lib/core/log/log';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';
import {
  answer,
  createExchanges,
  type Exchange,
  finished,
  question,
  requestOf,
  started,
} from '../../support/exchanges';
import { batchOf, logOfBatches } from '../../support/exported';
import { findingsOf, openOf } from '../../support/logs';
import { inputOf } from '../../support/played';

type Line = readonly [rule: string, severity: string];

function found(log: Log): readonly Line[] {
  const findings = findingsOf(log);
  return findings.map(({ rule, severity }) => [rule, severity]);
}

const [begin, first, second, end] = answer('m', 'Hel', 'lo');
const FIRST = [started('r'), begin, first].flatMap((event) => event ?? []);
const REST = [second, end, finished('r')].flatMap((event) => event ?? []);
const FEED: Exchange = { transport: 'event-source', method: 'GET', url: 'http://localhost/feed' };
/** As TanStack's client sends it. */
const TANSTACK = { ...requestOf('r', [question('u')]), data: {} };
const CUSTOM = { type: 'CUSTOM', name: 'run.accepted', value: {} };

test.each<readonly [string, Exchange, readonly object[], CloseHow]>([
  ['an EventSource reconnects', FEED, [CUSTOM], 'aborted'],
  [
    "TanStack's client asks again, and its server begins with an event of its own",
    { request: TANSTACK },
    [CUSTOM],
    'complete',
  ],
  [
    'an unknown reader may retry',
    { request: { threadId: 't', runId: 'r', messages: [question('u')] } },
    [],
    'complete',
  ],
])('a broken connection is no finding: %s', (_what, exchange, ahead, how) => {
  const { log, open } = createExchanges();
  const broken = open(exchange);
  broken.send(...FIRST);
  broken.close('network-error');
  const next = open(exchange);
  next.send(...ahead, ...REST);
  next.close(how);
  expect(found(log)).toEqual([]);
});

test('a run without a continuation is reported as unfinished when the next one begins', () => {
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

test('an unknown reader gets one warning where the server ended the stream', () => {
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
function answeredWith(body: string, url: string, request: object): Log {
  const records = [
    { ...openOf(request, url), headers: { 'content-type': 'application/json' } },
    ...(body === '' ? [] : [{ kind: 'chunk', t: 2, stream: 1, text: body }]),
    { kind: 'close', t: 3, stream: 1, how: 'complete' },
  ];
  return logOfBatches([batchOf(records as CapturedRecord[])]);
}

test('a run that is answered with the address of a socket is no finding', () => {
  const body = {
    threadId: 't',
    runId: 'r',
    joinToken: 'x',
    realtime: { clientUrl: 'ws://localhost/socket', topic: 't' },
  };
  const request = inputOf('client-0.0', { messages: [] });
  const url = 'http://localhost/api/agent/default/run';
  expect(found(answeredWith(JSON.stringify(body), url, request))).toEqual([]);
});

test.each(['{"ok":true}', ''])('a request of an unknown reader that is only acknowledged: %s', (body) => {
  const request = { threadId: 't', runId: 'r', messages: [] };
  expect(found(answeredWith(body, 'http://localhost/runs', request))).toEqual([]);
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

test('an abort in the middle of a run is reported, with the events that the client adds for it', () => {
  const { log, open } = createExchanges();
  const cut = open({ request: { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] } });
  cut.send(...FIRST);
  cut.close('aborted');
  const [finding] = findingsOf(log);
  expect(finding?.rule).toBe('run-aborted');
  expect(finding?.message).toMatch(/aborted the request \d+ ms after event 2 .*adds a RUN_ERROR/);
});
