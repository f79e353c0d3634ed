import { expect, test } from 'vitest';
import { FINISHED as END, logOf } from '../../support/logs';

const RUN = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const text = (part: string, messageId: string, more = {}) => ({
  type: `TEXT_MESSAGE_${part}`,
  messageId,
  ...more,
});

function numbers(events: readonly object[]): number[] {
  const log = logOf(events as never);
  return events.map((_, seq) => log.entityOf(seq));
}

test('events of one message have one number, also when others come between them', () => {
  const events = [RUN, text('START', 'a'), text('START', 'b'), text('CONTENT', 'a', { delta: 'x' })];
  expect(numbers([...events, text('END', 'b'), text('END', 'a'), END])).toEqual([1, 2, 3, 2, 3, 2, 1]);
});

test('an id that is opened again is another message; a chunk without id goes on with the newest', () => {
  const chunk = { type: 'TEXT_MESSAGE_CHUNK', delta: 'x' };
  const events = [
    text('START', 'a'),
    text('END', 'a'),
    text('START', 'a'),
    { ...chunk, messageId: 'k' },
    chunk,
  ];
  expect(numbers(events)).toEqual([1, 1, 2, 3, 3]);
});

test('start and end of a run, a step and a subagent are linked', () => {
  const step = (type: string) => ({ type: `STEP_${type}`, stepName: 's' });
  const sub = (type: string) => ({ type: `SUBAGENT_${type}`, subagentRunId: 's', name: 'n' });
  const events = [RUN, step('STARTED'), sub('STARTED'), sub('FINISHED'), step('FINISHED'), END];
  const log = logOf(events as never);
  expect(log.entities.at(log.entityOf(0))).toEqual({ kind: 'run', firstSeq: 0, endSeq: 5 });
  expect(log.entities.at(log.entityOf(4))).toEqual({ kind: 'step', firstSeq: 1, endSeq: 4 });
  expect(log.entities.at(log.entityOf(2))).toEqual({ kind: 'subagent', firstSeq: 2, endSeq: 3 });
  expect(log.entities.isFolded(log.entityOf(0))).toBe(false);
});

test('events without an entity have no number; hostile ids stay distinct', () => {
  const custom = { type: 'CUSTOM', name: 'n', value: 1 };
  const events = [custom, text('START', '__proto__'), { type: 'TEXT_MESSAGE_CONTENT', messageId: 3 }, {}];
  const log = logOf(events as never);
  expect(log.entityOf(0)).toBe(0);
  expect(log.entityOf(1)).toBe(1);
  expect(log.entityOf(99)).toBe(0);
  expect(log.entities.at(0)).toBeUndefined();
});

test('a user interface that is drawn while a call streams belongs to that call', () => {
  const call = (part: string, more = {}) => ({ type: `TOOL_CALL_${part}`, toolCallId: 'c', ...more });
  const surface = (activityType: string, messageId: string) => ({
    type: 'ACTIVITY_SNAPSHOT',
    messageId,
    activityType,
    content: {},
  });
  const start = call('START', { toolCallName: 'draw' });
  const args = call('ARGS', { delta: '{' });
  const drawn = surface('a2ui-surface', 's');
  const events = [RUN, start, args, drawn, args, surface('PLAN', 'p'), drawn, call('END'), drawn];
  expect(numbers([...events, surface('a2ui-surface', 'other'), END])).toEqual([
    1, 2, 2, 2, 2, 3, 2, 2, 2, 4, 1,
  ]);
});
