// Other spellings become those of 1.0; what is spelled so already is the same object, and nothing is thrown.
import { expect, test } from 'vitest';
import { respellEvent, toCamelCase } from '@/lib/core/agui/spelling';
import { isJsonObject } from '@/lib/core/json/json';
import { createRandom } from '../model/random';
import { randomJson, randomStream } from '../model/random-stream';

test('events of 1.0 stay the same objects', () => {
  for (let seed = 0; seed < 50; seed++) {
    for (const event of randomStream(seed)) {
      expect(respellEvent(event).event).toBe(event);
      expect(toCamelCase(event)).toEqual({ value: event, keys: [] });
    }
  }
});

test('keys of the app are not renamed', () => {
  const value = { tool_calls: [], state: { tool_calls: 1 }, metadata: { thread_id: 1 }, args: { run_id: 1 } };
  expect(toCamelCase(value)).toEqual({
    value: { toolCalls: [], state: { tool_calls: 1 }, metadata: { thread_id: 1 }, args: { run_id: 1 } },
    keys: ['tool_calls'],
  });
});

test('if a key has both spellings, the one of AG-UI wins', () => {
  const both = { thread_id: 'a', threadId: 'b' };
  expect(toCamelCase(both).value).toBe(both);
});

test('any JSON is accepted', () => {
  for (let seed = 0; seed < 2000; seed++) {
    const value = randomJson(createRandom(seed));
    if (!isJsonObject(value)) continue;
    for (const type of ['MESSAGES_SNAPSHOT', 'RUN_FINISHED', 'RUN_STARTED']) {
      respellEvent({ messages: value, outcome: value, interrupt: value, input: value, type });
      toCamelCase({ messages: value, input: value, type });
    }
  }
});
