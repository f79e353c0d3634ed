import { expect, test } from 'vitest';
import { parseOldEvent } from '@/lib/core/agui/events-0.0';

test('unknown properties of an event are kept, those of nested objects are removed', () => {
  const input = { threadId: 't', runId: 'r', messages: [], tools: [], context: [] };
  const event = { type: 'RUN_STARTED', threadId: 't', runId: 'r', own: 1 };
  expect(parseOldEvent({ ...event, input: { ...input, own: 2 } })).toEqual({ event: { ...event, input } });
});

test.each([null, 0, '', [], {}, { type: 'x' }, { type: 'RUN_STARTED' }])('%j is refused', (value) => {
  expect(parseOldEvent(value)).toEqual({ error: expect.stringContaining('"code": "invalid_') });
});

test('a value nested thousands of levels deep does not throw', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 20_000; depth++) value = [value];
  expect(parseOldEvent({ type: 'CUSTOM', name: 'n', value: 1, metadata: { value } })).toHaveProperty('event');
  expect(parseOldEvent({ type: 'RUN_STARTED', threadId: 't', runId: 'r', input: value })).toHaveProperty(
    'error',
  );
});
