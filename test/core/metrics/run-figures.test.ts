import { expect, test } from 'vitest';
import { byFigure, figuresOf, shareOf } from '@/lib/core/metrics/run-figures';
import { logOf, modelOf } from '../../support/logs';
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

test('interpolates quantiles', () => {
  expect(shareOf([], 0.5)).toBeUndefined();
  expect([shareOf([3], 0.95), shareOf([3, 1, 2], 0.5), shareOf([1, 2], 0.5)]).toEqual([3, 2, 1.5]);
});

test('runs without a number come last in either direction', () => {
  const runs = [{ duration: 2 }, {}, { duration: 5 }];
  expect(runs.toSorted(byFigure('duration', true))).toEqual([{ duration: 5 }, { duration: 2 }, {}]);
  expect(runs.toSorted(byFigure('duration', false))).toEqual([{ duration: 2 }, { duration: 5 }, {}]);
});
