// Runs on two streams at the same time, none of which has ended: the end of each is its own newest event.
import { expect, test } from 'vitest';
import { runSpansOf } from '@/lib/core/files/spans';
import { lintFold } from '@/lib/core/lint/lint';
import { byStream, countOfRun } from '@/lib/core/lint/of-run';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { openOf } from '../../support/logs';

const bodies = ['one', 'two'].map((id) => [
  { type: 'RUN_STARTED', threadId: id, runId: id },
  { type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta: 'a' },
  { type: 'TEXT_MESSAGE_END', messageId: 'nobody' },
]);

test('runs at the same time: each ends with its own newest event', () => {
  const log = createLog();
  const opens = bodies.map((_body, at) => ({ ...openOf(), stream: at + 1 }));
  const chunks = (bodies[0] ?? []).flatMap((_event, place) =>
    bodies.map((body, at): CapturedRecord => {
      const text = `data: ${JSON.stringify(body[place])}\n\n`;
      return { kind: 'chunk', t: place * 10 + at, stream: at + 1, text };
    }),
  );
  log.append({ doc: 'd', frameId: 0, records: [...opens, ...chunks] });
  const { model, findings } = createHistory(lintFold, log).head();
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
