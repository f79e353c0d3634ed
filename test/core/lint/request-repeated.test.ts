// One request sent several times is one finding with a count, as of every event; a request that goes on is none.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import type { Linted } from '@/lib/core/lint/types';
import { createHistory } from '@/lib/core/log/history';
import { createExchanges, finished, question, requestOf, started } from '../../support/exchanges';

const REQUEST = requestOf('r', [question('u')], { protocolVersion: '1.0' });

type How = 'complete' | 'aborted' | 'failed';

function sessionOf(hows: readonly How[], requests: (at: number) => object = () => REQUEST) {
  const { log, open } = createExchanges();
  for (const [at, how] of hows.entries()) {
    const feed = open({ request: requests(at), ...(how === 'failed' && { status: 500 }) });
    if (how !== 'failed') feed.send(started('r'));
    if (how === 'complete') feed.send(finished('r'));
    feed.close(how === 'aborted' ? 'aborted' : 'complete');
  }
  log.finish();
  return createHistory(lintFold, log);
}

const repeated = ({ findings }: Pick<Linted, 'findings'>) =>
  findings
    .filter(({ rule }) => rule === 'request-repeated')
    .map(({ message, severity }) => `${severity} ${message}`);

test.each([
  [['complete', 'complete', 'complete'], "warning The same request for run 'r' was sent 3 times."],
  [['aborted', 'complete', 'aborted', 'complete'], "warning The same request for run 'r' was sent 4 times."],
  [['failed', 'complete', 'complete'], "warning The same request for run 'r' was sent 2 times."],
] as const)('%j: one finding, with the count', (hows, expected) => {
  expect(repeated(sessionOf(hows).head())).toEqual([expected]);
});

test('at an earlier event, the finding counts requests up to that event', () => {
  const history = sessionOf(['complete', 'complete', 'complete']);
  expect(repeated(history.head())).toHaveLength(1);
  expect(repeated(history.at(1))).toEqual([]);
  expect(repeated(history.at(3))).toEqual(["warning The same request for run 'r' was sent 2 times."]);
});

test.each([
  ['another message', (at: number) => ({ ...REQUEST, messages: [question(`u${at}`)] })],
  ['another run', (at: number) => ({ ...REQUEST, runId: `r${at}` })],
  ['an answer', (at: number) => ({ ...REQUEST, resume: [{ interruptId: `i${at}`, status: 'resolved' }] })],
])('%s is no repetition', (_what, requests) => {
  expect(repeated(sessionOf(['complete', 'complete'], requests).head())).toEqual([]);
});
