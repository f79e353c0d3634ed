import { expect, test } from 'vitest';
import { familyOf } from '@/lib/core/agui/families';
import { summaryOf } from '@/lib/core/agui/summary';
import type { JsonObject } from '@/lib/core/json/json';

const line = (event: JsonObject & { type: string }) => summaryOf(event.type, event);

test('a row shows the content of its event', () => {
  expect(line({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'a\nb' })).toBe('"a\\nb"');
  expect(line({ type: 'TEXT_MESSAGE_END', messageId: 'm' })).toBe('m ends');
  expect(line({ type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find' })).toBe('find c');
  expect(line({ type: 'STATE_DELTA', delta: [{ op: 'add', path: '/a', value: 1 }] })).toBe('/a = 1');
  expect(line({ type: 'MESSAGES_SNAPSHOT', messages: [{}] })).toContain('1 message');
  expect(
    line({
      type: 'RUN_FINISHED',
      runId: 'r',
      outcome: { type: 'interrupt', interrupts: [{ reason: 'ask' }] },
    }),
  ).toBe('r · interrupt: ask');
  expect(line({ type: 'RUN_FINISHED', runId: 'r' })).toBe('r ends');
  expect(line({ type: 'SUBAGENT_STARTED', name: 'reader', subagentRunId: 's' })).toBe('reader s starts');
  expect(line({ type: 'SUBAGENT_FINISHED', subagentRunId: 's' })).toBe('s ends');
});

test('values of a wrong type never fail, and a line is never long', () => {
  const wrong: JsonObject[] = [
    {},
    { delta: 7 },
    { delta: [1, null] },
    { outcome: { interrupts: 'x' } },
    { content: null },
  ];
  for (const type of ['STATE_DELTA', 'RUN_FINISHED', 'TOOL_CALL_RESULT', 'CUSTOM', 'NO_SUCH']) {
    for (const event of wrong) expect(typeof summaryOf(type, event)).toBe('string');
  }
  expect(line({ type: 'RUN_ERROR', message: 'x'.repeat(1_000) }).length).toBeLessThan(170);
});

test('every type has a family, anything else is unknown', () => {
  expect(familyOf('TOOL_CALL_ARGS')).toBe('tool');
  expect(familyOf('THINKING_START')).toBe('reasoning');
  expect(familyOf('run_started')).toBe('unknown');
});
