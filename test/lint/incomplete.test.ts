// What the tool could not see is never reported as a fault of the app.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/lint/lint';
import { createHistory } from '@/lib/log/history';
import { createLog } from '@/lib/log/log';
import type { CapturedRecord, GapReason } from '@/lib/wire/records';
import { sseRecords } from '../support/logs';

const LATER = [
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'lo' },
  { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/a/b', value: 1 }] },
  { type: 'NO_SUCH_TYPE' },
];

function findings(gap: GapReason | undefined): string[] {
  const [navigation, open, ...rest] = sseRecords(LATER);
  if (navigation === undefined || open === undefined) throw new Error('The records begin with these two.');
  const hole: CapturedRecord[] = gap === undefined ? [] : [{ kind: 'gap', t: 1, stream: 1, reason: gap }];
  const log = createLog();
  log.append({ doc: 'd', frameId: 0, records: [navigation, open, ...hole, ...rest] });
  return createHistory(lintFold, log)
    .head()
    .findings.map(({ rule }) => rule)
    .sort();
}

test('without a gap the same events are faults', () => {
  expect(findings(undefined)).toEqual(expect.arrayContaining(['not-run-started-first', 'patch-failed']));
});

test('after a gap only what an event says by itself is judged', () => {
  expect(findings('late')).toEqual(['unknown-type']);
  expect(findings('overflow')).toEqual(['unknown-type']);
});

test('chunks of a stream whose beginning never came are not judged by it', () => {
  const log = createLog();
  const [, , ...rest] = sseRecords(LATER);
  log.append({ doc: 'd', frameId: 0, records: rest });
  expect(
    createHistory(lintFold, log)
      .head()
      .findings.map(({ rule }) => rule),
  ).toEqual(['unknown-type']);
});
