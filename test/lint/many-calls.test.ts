// What rules say of one event does not take longer with every call or interrupt that was there before.
import { expect, test } from 'vitest';
import { nearestName } from '@/lib/agui/nearest';
import { lintFold } from '@/lib/lint/lint';
import { createHistory } from '@/lib/log/history';
import { createLog } from '@/lib/log/log';
import { cpuMs } from '../support/cpu';
import { sseRecords } from '../support/logs';

const STARTED = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const listOf = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_none, at) => make(at));

function findingsOf(events: readonly object[], wanted: string) {
  const log = createLog();
  log.append({ doc: 'd', frameId: 0, records: sseRecords(events) });
  const { findings } = createHistory(lintFold, log).head();
  return findings.filter(({ rule }) => rule === wanted);
}

const call = (at: number) => ({
  type: 'TOOL_CALL_START',
  toolCallId: `call_${String(at).padStart(36, 'abcdef')}`,
  toolCallName: 'x',
});
const result = (toolCallId: string) => ({
  type: 'TOOL_CALL_RESULT',
  toolCallId,
  messageId: `m${toolCallId}`,
  content: 'x',
});

test('the call that is meant is found among the last of many', () => {
  const [finding] = findingsOf(
    [STARTED, ...listOf(200, call), result(`${call(199).toolCallId}x`)],
    'result-orphan',
  );
  expect(finding?.message).toContain("199' of 'x'");
});

test('many results without a call, after many calls', () => {
  const results = listOf(3000, (at) => result(`kall-${String(at).padStart(36, 'ghijkl')}`));
  const before = cpuMs();
  expect(findingsOf([STARTED, ...listOf(3000, call), ...results], 'result-orphan')).toHaveLength(3000);
  // Some 2,000; with all calls compared, minutes.
  expect(cpuMs() - before).toBeLessThan(12_000);
});

test('many interrupts of one run', () => {
  const interrupts = listOf(200_000, (at) => ({ id: `i${at === 199_999 ? 7 : at}`, reason: 'x' }));
  const finished = {
    type: 'RUN_FINISHED',
    threadId: 't',
    runId: 'r',
    outcome: { type: 'interrupt', interrupts },
  };
  const before = cpuMs();
  const [finding] = findingsOf([STARTED, finished], 'interrupt-duplicate-ids');
  expect(finding?.message).toContain("'i7'");
  // Some 2,000; each compared with all others, 15,000.
  expect(cpuMs() - before).toBeLessThan(8_000);
});

test('names that are near', () => {
  expect(nearestName('TOOL_CALL_STRAT', ['TOOL_CALL_START', 'X', 'TOOL_CALL_END'])).toBe('TOOL_CALL_START');
  expect(nearestName('abcdef', ['abcxyz', 'abcdxy'])).toBe('abcdxy');
  expect(nearestName('abcdef', ['uvwxyz', 'abcdefghijkl'])).toBeUndefined();
});
