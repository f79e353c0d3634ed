import { expect, test } from 'vitest';
import { byFigure, figuresOf, shareOf } from '@/lib/core/metrics/run-figures';
import { RunCounter } from '@/lib/core/metrics/run-metrics';
import { FINISHED, logOf, logOfRecords, modelOf, openOf, STARTED, sse } from '../../support/logs';
import { events } from '../../support/stream-text';

test('figures of a run are counted from its request', () => {
  const end = 'RUN_FINISHED {"threadId":"t","runId":"r","usage":[{"inputTokens":7,"outputTokens":4}]}';
  const log = logOf(events(`run · text m "a" · ${end}`), { threadId: 't', runId: 'r', messages: [] });
  const run = modelOf(log).runs.at(0);
  if (run === undefined) throw new Error('There is a run.');
  expect(figuresOf(run, { tools: 2, findings: 1 })).toEqual({
    start: 1_700_000_000_001,
    duration: 5,
    firstToken: 3,
    perSecond: 2_000,
    tokensIn: 7,
    tokensOut: 4,
    tools: 2,
    findings: 1,
  });
});

test.each<readonly [string, readonly number[], string]>([
  ['from its request, if its URL names the run', [40, 7], 'http://localhost/agent?runId=r'],
  ['from its start in a feed, which may be open long before', [20, 7], 'http://localhost/feed'],
])(
  'a run without a request body is counted %s; a later run of the response from its start',
  (_from, durations, url) => {
    const log = logOfRecords([
      { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_000, top: true },
      { ...openOf(), method: 'GET', url, t: 10 },
      { kind: 'chunk', t: 30, stream: 1, text: sse(STARTED) },
      { kind: 'chunk', t: 50, stream: 1, text: sse(FINISHED) },
      { kind: 'chunk', t: 900, stream: 1, text: sse({ ...STARTED, runId: 'r2' }) },
      { kind: 'chunk', t: 907, stream: 1, text: sse({ ...FINISHED, runId: 'r2' }) },
    ]);
    const model = modelOf(log);
    expect([...model.runs].map((run) => figuresOf(run, { tools: 0, findings: 0 }).duration)).toEqual(
      durations,
    );
    expect([0, 1].map((run) => new RunCounter(log, run).read(model)?.durationMs)).toEqual(durations);
  },
);

test('interpolates quantiles', () => {
  expect(shareOf([], 0.5)).toBeUndefined();
  expect([shareOf([3], 0.95), shareOf([3, 1, 2], 0.5), shareOf([1, 2], 0.5)]).toEqual([3, 2, 1.5]);
});

test('runs without a number come last in either direction', () => {
  const runs = [{ duration: 2 }, {}, { duration: 5 }];
  expect(runs.toSorted(byFigure('duration', true))).toEqual([{ duration: 5 }, { duration: 2 }, {}]);
  expect(runs.toSorted(byFigure('duration', false))).toEqual([{ duration: 2 }, { duration: 5 }, {}]);
});
