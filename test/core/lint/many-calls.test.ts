import { expect, test, vi } from 'vitest';
import { nearestName } from '@/lib/core/json/nearest';
import { recentCallsOfRun } from '@/lib/core/model/queries/lookup';
import { findingsOf, logOf, modelOf, STARTED } from '../../support/logs';

const listOf = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_none, at) => make(at));

const found = (events: readonly object[], wanted: string) =>
  findingsOf(logOf(events)).filter(({ rule }) => rule === wanted);

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

test('the intended call is found among the last of many', () => {
  const [finding] = found(
    [STARTED, ...listOf(200, call), result(`${call(199).toolCallId}x`)],
    'result-orphan',
  );
  expect(finding?.message).toContain("199' of 'x'");
});

test('a result without a call is compared with few of many calls', () => {
  const log = logOf([STARTED, ...listOf(3000, call)]);
  const recent = recentCallsOfRun(modelOf(log), 0);
  expect(recent.length).toBeLessThan(100);
  expect(recent.at(-1)?.id).toBe(call(2999).toolCallId);
});

test('two interrupts of one id are found among many', () => {
  const interrupts = listOf(20_000, (at) => ({ id: `i${at === 19_999 ? 7 : at}`, reason: 'x' }));
  const outcome = { type: 'interrupt', interrupts };
  const finished = { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome };
  const [finding] = found([STARTED, finished], 'interrupt-duplicate-ids');
  expect(finding?.message).toContain("'i7'");
});

test('each of many pending calls is looked up, not compared with all names', () => {
  const calls = listOf(2_000, call);
  const outcome = { type: 'success', pendingToolCallIds: calls.map(({ toolCallId }) => toolCallId) };
  const searched = vi.spyOn(Array.prototype, 'includes');
  found([STARTED, ...calls, { ...STARTED, type: 'RUN_FINISHED', outcome }], 'pending-tools-disagree');
  const long = searched.mock.contexts.filter((list) => Array.isArray(list) && list.length === 2_000);
  searched.mockRestore();
  expect(long.length).toBe(0);
});

test('finds the nearest name within a few edits', () => {
  expect(nearestName('TOOL_CALL_STRAT', ['TOOL_CALL_START', 'X', 'TOOL_CALL_END'])).toBe('TOOL_CALL_START');
  expect(nearestName('abcdef', ['abcxyz', 'abcdxy'])).toBe('abcdxy');
  expect(nearestName('abcdef', ['uvwxyz', 'abcdefghijkl'])).toBeUndefined();
});
