// The same request sent again after its connection broke, whose answer goes on in the middle: one run, also where the
// stock client asked, whose fetch may reconnect. What begins anew is another run.
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { readerOf } from '@/lib/core/consumers/consumers';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { modelFoldFor } from '@/lib/core/model/model';
import { createExchanges } from '../../support/exchanges';
import { findingsOf, headOf, rulesOf } from '../../support/logs';
import { inputOf } from '../../support/played';
import { events } from '../../support/stream-text';

const EVENTS = events('run · text m "Hel" "lo" · end');
const BEGIN = EVENTS.slice(0, 3);
const REST = EVENTS.slice(3);
const SENDERS = ['client-1.0', 'client-0.0', 'own'] as const;

function session(request: object, answer: readonly object[], again: object = {}) {
  const { log, open } = createExchanges();
  const first = open({ request });
  first.send(...BEGIN);
  first.close('network-error');
  const second = open({ request, ...again });
  second.send(...answer);
  second.close();
  log.finish();
  return log;
}

const runs = (log: ReturnType<typeof session>) =>
  [...headOf(log, modelFoldFor(readerOf)).runs].map(({ status, streams }) => [
    status,
    streams.map(({ index }) => index),
  ]);

test.each(SENDERS)('%s: a response that continues is the same run', (sender) => {
  const log = session(inputOf(sender), REST);
  expect(runs(log)).toEqual([['success', [0, 1]]]);
  expect(rulesOf(log)).toEqual([]);
  const { threads } = headOf(log, appFold(readerOf)).model;
  expect([...(threads.at(0)?.messages ?? [])].at(-1)?.message.content).toBe('Hello');
});

test.each(SENDERS)('%s: a response that starts over is another run', (sender) => {
  const log = session(inputOf(sender), EVENTS);
  expect(runs(log)).toEqual([
    ['truncated', [0]],
    ['success', [1]],
  ]);
});

test('for the stock client, a lone error is the response to its repeated request', () => {
  const log = session(inputOf('client-1.0'), [{ type: 'RUN_ERROR', message: 'gone' }]);
  expect(runs(log)).toEqual([
    ['truncated', [0]],
    ['error', [1]],
  ]);
});

test('a broken stream is reported until its run continues; of several breaks only the newest', () => {
  const { log, open } = createExchanges();
  const request = inputOf('client-1.0');
  const found = () => findingsOf(log).map(({ rule, stream }) => [rule, stream]);
  const broken = (...events: readonly object[]) => {
    const stream = open({ request });
    stream.send(...events);
    return stream;
  };
  broken(...BEGIN).close('network-error');
  expect(found()).toEqual([['truncated-run', 0]]);
  const second = broken(...events('say m "l"'));
  expect(found()).toEqual([]);
  second.close('network-error');
  expect(found()).toEqual([['truncated-run', 1]]);
  const history = createHistory(lintFold, log);
  const before = history.head().findings;
  broken(...REST.slice(1)).close();
  expect(history.head().findings).toEqual([]);
  expect(before.map(({ rule }) => rule)).toEqual(['truncated-run']);
});

const CONNECT = 'http://localhost/agent/default/connect';
const textsIn = (log: ReturnType<typeof session>) =>
  [...(headOf(log, appFold(readerOf)).model.threads.at(0)?.messages ?? [])].map(
    ({ message }) => message.content,
  );

test.each([
  ['names the run', {}],
  ['names the last event it has', { runId: 'c', lastSeenEventId: 'e3' }],
])('a connect that %s and goes on in the middle continues the run', (_how, more) => {
  const again = { url: CONNECT, request: { ...inputOf('client-0.0', { messages: [] }), ...more } };
  const log = session(inputOf('client-0.0'), REST, again);
  expect(runs(log)).toEqual([['success', [0, 1]]]);
  expect(rulesOf(log)).toEqual([]);
  expect(textsIn(log).at(-1)).toBe('Hello');
});

test('a connect that names the last event and delivers nothing changes nothing', () => {
  const request = { ...inputOf('client-0.0', { runId: 'c', messages: [] }), lastSeenEventId: 'e3' };
  const log = session(inputOf('client-0.0'), [], { url: CONNECT, request });
  expect(runs(log)).toEqual([['truncated', [0]]]);
  expect(textsIn(log).at(-1)).toBe('Hel');
});

test('a connect that delivers a broken run from its start is a replay and does not change the duration of the run', () => {
  const { log, open, pass } = createExchanges();
  const first = open({ request: inputOf('client-0.0') });
  first.send(...BEGIN);
  first.close('aborted');
  pass(3 * 3_600_000);
  const connect = open({
    url: CONNECT,
    request: { ...inputOf('client-0.0', { runId: 'c', messages: [] }), lastSeenEventId: 'e3' },
  });
  connect.send(...EVENTS);
  connect.close();
  const [stopped, replay] = headOf(log, modelFoldFor(readerOf)).runs;
  expect([stopped?.status, stopped?.isReplay, replay?.status, replay?.isReplay]).toEqual([
    'aborted',
    false,
    'success',
    true,
  ]);
  expect((stopped?.endMs ?? 0) - (stopped?.startMs ?? 0)).toBeLessThan(1000);
});

test('a connect that delivers an open run takes over without repeating or truncating it', () => {
  const { log, open } = createExchanges();
  const first = open({ request: inputOf('client-0.0') });
  first.send(...BEGIN);
  const connect = open({ url: CONNECT, request: inputOf('client-0.0', { runId: 'c', messages: [] }) });
  connect.send(...BEGIN);
  for (const event of REST) {
    first.send(event);
    connect.send(event);
  }
  first.close();
  connect.close();
  expect(textsIn(log)).toEqual(['Hello']);
  expect(runs(log)).toEqual([
    ['success', [0]],
    ['success', [1]],
  ]);
  expect(rulesOf(log)).toEqual([]);
});
