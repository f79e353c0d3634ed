// The types of encrypted values are taken out of an event, and put back where they were.
import { expect, test } from 'vitest';
import { withTypes } from '@/lib/core/agui/encrypted-types';
import type { Json, JsonObject } from '@/lib/core/json/json';

const message = (id: string, more: JsonObject = {}) => ({ id, role: 'reasoning', content: '', ...more });
const typed = (encryptedValueType: string) => ({ encryptedValue: 'v', encryptedValueType });

test('an event without types is returned unchanged', () => {
  const event = { type: 'MESSAGES_SNAPSHOT', messages: [message('a', { encryptedValue: 'v' })] };
  expect(withTypes(event)).toBe(event);
  expect(withTypes(event, event)).toBe(event);
});

test('types of removed messages are not given to others', () => {
  const source = {
    messages: [
      message('x', typed('of x')),
      message('a', typed('of a')),
      message('b'),
      message('c', typed('of c')),
    ],
  };
  const kept = { messages: [message('a', { encryptedValue: 'v' }), message('b'), message('c')] };
  const { messages } = withTypes(kept, source) as { messages: readonly JsonObject[] };
  expect(messages.map(({ encryptedValueType }) => encryptedValueType)).toEqual(['of a', undefined, 'of c']);
  expect(kept.messages[0]).not.toHaveProperty('encryptedValueType');
});

test('hostile input is bounded', () => {
  let deep: Json = { encryptedValueType: 'x' };
  for (let at = 0; at < 50_000; at++) deep = { messages: [deep] };
  expect(() => withTypes(deep as JsonObject)).not.toThrow();
  expect(withTypes({ messages: [null, 1, [], {}], input: 'x' }, { messages: 'x' })).toEqual({
    messages: [null, 1, [], {}],
    input: 'x',
  });
});
