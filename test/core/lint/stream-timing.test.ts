import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { CapturedRecord, OpenRecord } from '@/lib/messages/records';
import {
  FINISHED,
  findingsOf,
  logOfRecords,
  openOf,
  rulesOf,
  STARTED,
  sse,
  sseRecords,
} from '../../support/logs';

const ORIGIN = 1_700_000_000_000;

type Read = readonly [t: number, ...events: (object | string)[]];

/** A log of reads at their times; a text is put on the wire as it is. */
function logOf(reads: readonly Read[], open: Partial<OpenRecord> = {}): Log {
  return logOfRecords([
    { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: ORIGIN, top: true },
    { ...openOf({ threadId: 't', runId: 'r', messages: [] }), ...open },
    ...reads.map(([t, ...events]): CapturedRecord => {
      const frames = events.map((e) => (typeof e === 'string' ? e : sse(e)));
      return { kind: 'chunk', t, stream: 1, text: frames.join('') };
    }),
    { kind: 'close', t: (reads.at(-1)?.[0] ?? 1) + 1, stream: 1, how: 'complete' },
  ]);
}

/** A log of records that follow the beginning of a run. */
function logBehindStart(...records: readonly CapturedRecord[]): Log {
  return logOfRecords([...sseRecords([STARTED]).slice(0, -1), ...records]);
}

function custom(n: number, timestamp?: number): object {
  return { type: 'CUSTOM', name: 'n', value: n, ...(timestamp !== undefined && { timestamp }) };
}

const MANY = Array.from({ length: 30 }, (_, n) => custom(n));

test('silence: comments keep a stream alive', () => {
  const comments = [10, 20, 30].map((s): Read => [s * 1000, ': keep-alive\n\n']);
  const at = (ms: number, ...between: readonly Read[]) =>
    rulesOf(logOf([[2, STARTED], ...between, [ms, FINISHED]]));
  expect(at(40_000, ...comments)).toEqual([]);
  expect(at(40_000)).toEqual(['silence']);
  // One comment in a minute leaves half a minute at least.
  expect(at(60_000, [5_000, ': hm\n\n'])).toEqual(['silence']);
});

test('silence: a pause between runs is no finding', () => {
  const next = { ...STARTED, runId: 'r2' };
  const log = logOf([
    [2, STARTED],
    [3, FINISHED],
    [90_000, next],
    [90_010, { ...FINISHED, runId: 'r2' }],
  ]);
  expect(rulesOf(log)).toEqual([]);
});

test('silence: the cause of the stream’s end is reported', () => {
  const close = { kind: 'close', t: 60_002, stream: 1, how: 'network-error', detail: 'reset' } as const;
  const findings = findingsOf(logBehindStart(close));
  expect(findings.find(({ rule }) => rule === 'silence')?.message).toBe(
    "No event arrived for 60.0 s after event 0 (RUN_STARTED), then the connection broke in the middle of run 'r'.",
  );
});

test('stall: the wait for a tool is no finding', () => {
  const call = { toolCallId: 'c' };
  const before = MANY.map((event, n): Read => [10 + 20 * n, event]);
  const made: Read[] = [
    [700, { type: 'TOOL_CALL_START', toolCallName: 'f', ...call }],
    [720, { type: 'TOOL_CALL_END', ...call }],
  ];
  const result = { type: 'TOOL_CALL_RESULT', messageId: 'm', content: 'done', ...call };
  const log = logOf([[2, STARTED], ...before, ...made, [9_000, result], [9_010, FINISHED]]);
  expect(rulesOf(log)).toEqual([]);
  expect(rulesOf(logOf([[2, STARTED], ...before, [9_000, custom(0)], [9_010, FINISHED]]))).toEqual(['stall']);
});

test('stall: a constantly slow stream is no finding', () => {
  const slow = MANY.map((event, n): Read => [10 + 3_000 * n, event]);
  expect(rulesOf(logOf([[2, STARTED], ...slow, [95_000, FINISHED]]))).toEqual([]);
});

test('proxy-buffering: events with distant server times that arrive together are reported', () => {
  const spread = MANY.map((_, n) => custom(n, ORIGIN + n * 200));
  const log = logOf([
    [100, STARTED, custom(0, ORIGIN)],
    [6_200, ...spread],
    [6_400, FINISHED],
  ]);
  expect(rulesOf(log)).toEqual(['proxy-buffering']);
  const live = spread.map((event, n): Read => [100 + n * 200, event]);
  expect(rulesOf(logOf([[50, STARTED], ...live, [6_400, FINISHED]]))).toEqual([]);
});

test('proxy-buffering: a replay may arrive at once', () => {
  const old = MANY.map((_, n) => custom(n, ORIGIN - 3_600_000 + n * 1_000));
  expect(rulesOf(logOf([[100, STARTED, ...old, FINISHED]]))).toEqual([]);
  const url = 'http://localhost/agent/default/connect';
  expect(rulesOf(logOf([[5_000, STARTED, ...MANY, FINISHED]], { url }))).toEqual([]);
});

test('proxy-buffering: a fast agent may send everything at once', () => {
  expect(rulesOf(logOf([[300, STARTED, ...MANY, FINISHED]]))).toEqual([]);
  expect(rulesOf(logOf([[5_000, STARTED, ...MANY, FINISHED]]))).toEqual(['proxy-buffering']);
});

test('a gap in the capture is not blamed on the app', () => {
  const gap: CapturedRecord = { kind: 'gap', t: 3, stream: 1, reason: 'overflow' };
  const later = [60_000, 90_000].map(
    (t): CapturedRecord => ({ kind: 'chunk', t, stream: 1, text: sse(custom(t)) }),
  );
  expect(rulesOf(logBehindStart(gap, ...later))).toEqual([]);
});

test('checking earlier events changes no findings', () => {
  const reads = MANY.map((event, n): Read => [10 + 20 * n, event]);
  const log = logOf([[2, STARTED], ...reads, [9_000, custom(0)], [30_000, custom(1)], [30_010, FINISHED]]);
  const history = createHistory(lintFold, log, { interval: 4 });
  const whole = history.head().findings;
  for (const seq of [20, 3, 31, 0, 33]) history.at(seq);
  expect(history.at(log.length - 1).findings).toEqual(whole);
  expect(findingsOf(log)).toEqual(whole);
  expect(whole.map(({ rule }) => rule)).toEqual(['stall', 'silence']);
});
