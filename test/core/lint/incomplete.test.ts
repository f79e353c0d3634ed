import { expect, test } from 'vitest';
import { FRAME_MAX, TOO_LONG } from '@/lib/core/decode/frame-buffer';
import type { CapturedRecord, GapReason } from '@/lib/messages/records';
import { findingsOf, logOfRecords, rulesOf, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const LATER = events('say m "lo" · patch /a/b = 1 · NO_SUCH_TYPE');

function findings(gap: GapReason | undefined): string[] {
  const [navigation, open, ...rest] = sseRecords(LATER);
  if (navigation === undefined || open === undefined) throw new Error('The records begin with these two.');
  const hole: CapturedRecord[] = gap === undefined ? [] : [{ kind: 'gap', t: 1, stream: 1, reason: gap }];
  const log = logOfRecords([navigation, open, ...hole, ...rest]);
  return rulesOf(log).sort();
}

test('without a gap the same events are errors', () => {
  expect(findings(undefined)).toEqual(expect.arrayContaining(['not-run-started-first', 'patch-failed']));
});

test('after a gap only findings about single events appear', () => {
  expect(findings('late')).toEqual(['unknown-type']);
  expect(findings('overflow')).toEqual(['unknown-type']);
});

test('chunks of a stream without its beginning give no finding about it', () => {
  const [, , ...rest] = sseRecords(LATER);
  const log = logOfRecords(rest);
  expect(rulesOf(log)).toEqual(['unknown-type']);
});

function cutFindings(isAfterGap: boolean) {
  const [navigation, open, ...rest] = sseRecords(LATER);
  if (navigation === undefined || open === undefined) throw new Error('The records begin with these two.');
  const length = FRAME_MAX;
  const text = `data: {"type":"CUSTOM","name":"n","value":"${'x'.repeat(length)}"}\n\n`;
  const halves = [text.slice(0, length / 2), text.slice(length / 2)];
  const hole: CapturedRecord[] = isAfterGap ? [{ kind: 'gap', t: 1, stream: 1, reason: 'late' }] : [];
  const ahead: CapturedRecord = { kind: 'chunk', t: 1, stream: 1, text: 'data: {"type":"OTHER_TYPE"}\n\n' };
  const long = halves.map((each): CapturedRecord => ({ kind: 'chunk', t: 1, stream: 1, text: each }));
  const log = logOfRecords([navigation, open, ...hole, ahead, ...long, ...rest]);
  const found = findingsOf(log);
  return { log, rules: found.map(({ rule, seq }) => `${seq} ${rule}`) };
}

test('a truncated frame is reported, and neither it nor its events are blamed on the app', () => {
  const { log, rules } = cutFindings(false);
  expect(rules.filter((each) => !each.startsWith('0 '))).toEqual(['4 unknown-type']);
  expect(log.at(1)?.problems).toEqual([TOO_LONG]);
  expect(log.boundaries.filter(({ kind }) => kind === 'gap')).toMatchObject([
    {
      beforeSeq: 1,
      reason: 'too-large',
      detail: 'the end of one frame, at most 16 MiB of one read, message or frame are kept',
    },
  ]);
  expect(cutFindings(true).rules).toEqual(['4 unknown-type']);
});
