// Runs on two streams at the same time, none of which has ended: the end of each is its own newest event.
import { expect, test } from 'vitest';
import { runSpansOf } from '@/lib/core/files/spans';
import { lintFold } from '@/lib/core/lint/lint';
import { byStream, countOfRun } from '@/lib/core/lint/of-run';
import { headOf, logAtOnce } from '../../support/logs';
import { events } from '../../support/stream-text';

const bodies = ['one', 'two'].map((id) =>
  events(
    `run ${id} on ${id} · TEXT_MESSAGE_START {"messageId":"${id}"} · say ${id} "a" · TEXT_MESSAGE_END {"messageId":"nobody"}`,
  ),
);

test('runs at the same time: each ends with its own newest event', () => {
  const log = logAtOnce(bodies);
  const { model, findings } = headOf(log, lintFold);
  const runs = [...model.runs];
  expect(runs.map(({ startSeq, lastSeq }) => [startSeq, lastSeq])).toEqual([
    [0, 6],
    [1, 7],
  ]);
  const about = byStream(findings.filter(({ seq }) => seq >= 6));
  const counts = runs.map((run) => Object.values(countOfRun(run, about)).reduce((sum, count) => sum + count));
  expect(counts).toEqual([1, 1]);
  const ends = runSpansOf(log).map(({ spans: [span] }) => span?.endMs);
  expect(ends).toEqual([log.timeMsOf(6), log.timeMsOf(7)]);
});
