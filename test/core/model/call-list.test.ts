// The list of tool calls: by tool, in each order, limited; the other calls of a tool; what became of arguments.
import { expect, test } from 'vitest';
import { severitiesByEvent, severityOfCall } from '@/lib/core/lint/call-findings';
import type { Finding } from '@/lib/core/lint/types';
import {
  type CallQuery,
  listCalls,
  pendingDisagreement,
  sameTool,
  turnsOf,
} from '@/lib/core/model/queries/call-list';
import { logOf, modelOf } from '../../support/logs';
import { events } from '../../support/stream-text';

const log = logOf(
  events(`
    run · tool a find "{" "}" · result a "x" · tool b save "{" "\\"a\\":" "1}"
    tool c find {} · result c "y" · tool d find "{}" "{}"
  `),
);
const { toolCalls: calls } = modelOf(log);
const QUERY: CallQuery = {
  order: 'start',
  isDescending: false,
  stateOf: ({ status }) => (status === 'called' ? 'waiting' : status),
};
const idsOf = (query: Partial<CallQuery>) =>
  listCalls(calls, { ...QUERY, ...query }).calls.map(({ id }) => id);

test('calls are filtered by tool and sorted in each order', () => {
  expect(idsOf({})).toEqual(['a', 'b', 'c', 'd']);
  expect(idsOf({ isDescending: true })).toEqual(['d', 'c', 'b', 'a']);
  expect(idsOf({ tool: 'find' })).toEqual(['a', 'c', 'd']);
  expect(idsOf({ order: 'arguments' })).toEqual(['c', 'a', 'd', 'b']);
  expect(idsOf({ order: 'waiting', isDescending: true })).toEqual(['b', 'd', 'a', 'c']);
});

test('a call that was cut off sorts by the shown time, not as one in progress', () => {
  const cut = modelOf(
    logOf(
      events(`
        run · tool a find "{" "}" "" · TOOL_CALL_START {"toolCallId":"b","toolCallName":"find"}
        TOOL_CALL_ARGS {"toolCallId":"b","delta":"{"} · error "gone"
      `),
    ),
  ).toolCalls;
  const sorted = (order: 'arguments' | 'waiting', state: 'streaming' | 'waiting' | 'unanswered') =>
    listCalls(cut, {
      order,
      isDescending: true,
      stateOf: ({ id }) => (id === 'b' ? state : 'unanswered'),
    }).calls.map(({ id }) => id);
  expect(sorted('arguments', 'streaming')).toEqual(['b', 'a']);
  expect(sorted('arguments', 'unanswered')).toEqual(['a', 'b']);
  expect(sorted('waiting', 'waiting')).toEqual(['b', 'a']);
  expect(sorted('waiting', 'unanswered')).toEqual(['a', 'b']);
});

test('the newest of many calls are listed, and all tools with their counts', () => {
  expect(idsOf({ limit: 2 })).toEqual(['c', 'd']);
  expect(idsOf({ limit: 2, isDescending: true })).toEqual(['d', 'c']);
  const { tools, left } = listCalls(calls, { ...QUERY, limit: 3, tool: 'find' });
  expect([...tools]).toEqual([
    ['save', 1],
    ['find', 2],
  ]);
  expect(left).toBe(1);
});

test('other calls of a tool are listed, the previous one first', () => {
  const find = calls.at(2);
  expect(find && sameTool(calls, find).map(({ id }) => id)).toEqual(['a', 'd']);
});

test('the deltas at which arguments become complete or two documents are marked', () => {
  const kinds = (index: number) => turnsOf(calls.at(index) as never).map(({ kind }) => kind);
  expect(kinds(0)).toEqual(['valid']);
  expect(kinds(3)).toEqual(['valid', 'two-documents']);
});

test('equal pending lists in another order agree', () => {
  const run = (pendingToolCallIds: string[], unansweredToolCallIds: string[]) => ({
    pendingToolCallIds,
    unansweredToolCallIds,
  });
  expect(pendingDisagreement(run(['a', 'b'], ['b', 'a']))).toBeUndefined();
  expect(pendingDisagreement(run(['a'], ['a', 'b']))).toEqual({ named: ['a'], unanswered: ['a', 'b'] });
  // So many that every one could not be compared with all others.
  const many = Array.from({ length: 300_000 }, (_, n) => `c${n}`);
  expect(pendingDisagreement(run(many, many.toReversed()))).toBeUndefined();
});

test('a call shows the worst finding about its events and its result', () => {
  const finding = (seq: number, severity: Finding['severity']): Finding => {
    return { rule: 'x', severity, seq, stream: 0, message: '', related: [] };
  };
  const found = severitiesByEvent(
    [finding(2, 'info'), finding(5, 'warning'), finding(8, 'info'), finding(-1, 'error')],
    log,
  );
  const worst = [...calls].map((each) => severityOfCall(found, each));
  expect(worst).toEqual(['warning', 'info', undefined, undefined]);
});
