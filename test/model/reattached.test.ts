// The same request sent again after its connection broke, whose answer goes on in the middle: one run, also where the
// stock client asked, whose fetch may reconnect. What begins anew is another run.
import { expect, test } from 'vitest';
import { appFold } from '@/lib/client/app-fold';
import { readerOf } from '@/lib/consumer/consumers';
import { lintFold } from '@/lib/lint/lint';
import { createHistory } from '@/lib/log/history';
import { modelFoldFor } from '@/lib/model/model';
import { createExchanges } from '../support/exchanges';
import { inputOf } from '../support/played';

const STARTED = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const FINISHED = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const BEGIN = [
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hel' },
];
const REST = [
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'lo' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  FINISHED,
];
const SENDERS = ['client-1.0', 'client-0.0', 'own'] as const;

function session(request: object, answer: readonly object[], again: object = {}) {
  const { log, open } = createExchanges();
  const first = open({ request });
  first.send(STARTED, ...BEGIN);
  first.close('network-error');
  const second = open({ request, ...again });
  second.send(...answer);
  second.close();
  log.finish();
  return log;
}

const runs = (log: ReturnType<typeof session>) =>
  [...createHistory(modelFoldFor(readerOf), log).head().runs].map(({ status, streams }) => [
    status,
    streams.map(({ index }) => index),
  ]);
const rules = (log: ReturnType<typeof session>) =>
  createHistory(lintFold, log)
    .head()
    .findings.map(({ rule }) => rule);

test.each(SENDERS)('%s: an answer that goes on is the same run', (sender) => {
  const log = session(inputOf(sender), REST);
  expect(runs(log)).toEqual([['success', [0, 1]]]);
  expect(rules(log)).toEqual(['truncated-run']);
  const { threads } = createHistory(appFold(readerOf), log).head().model;
  expect([...(threads.at(0)?.messages ?? [])].at(-1)?.message.content).toBe('Hello');
});

test.each(SENDERS)('%s: an answer that begins is another run', (sender) => {
  const log = session(inputOf(sender), [STARTED, ...BEGIN, ...REST]);
  expect(runs(log)).toEqual([
    ['truncated', [0]],
    ['success', [1]],
  ]);
});

test('to the stock client, an error alone is the answer to what it asked again', () => {
  const log = session(inputOf('client-1.0'), [{ type: 'RUN_ERROR', message: 'gone' }]);
  expect(runs(log)).toEqual([
    ['truncated', [0]],
    ['error', [1]],
  ]);
});

test('a run that a connect sends again is not delivered twice', () => {
  const request = inputOf('client-0.0');
  const url = 'http://localhost/agent/default/connect';
  const log = session(request, [STARTED, ...BEGIN, ...REST], {
    url,
    request: inputOf('client-0.0', { runId: 'c', messages: [] }),
  });
  expect(rules(log)).not.toContain('delivered-twice');
});
