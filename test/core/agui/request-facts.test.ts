// The prompt of a run request, in every shape of its messages.
import { expect, test } from 'vitest';
import { lastUserText } from '@/lib/core/agui/request-facts';

const user = (content: unknown) => ({ role: 'user', content });
const IMAGE = { type: 'image', source: { type: 'url', value: 'https://x/i.png' } };

test.each<[unknown, string]>([
  [[user('A'), user('B'), { role: 'assistant', content: 'C' }], 'B'],
  [[user([{ type: 'text', text: 'A' }, IMAGE, { type: 'text', text: 'B' }])], 'AB'],
  [[user('A'), user([IMAGE])], ''],
  [[null, 7, [], { role: 'user' }, user({ a: 1 })], ''],
  ['A', ''],
  [undefined, ''],
])('the last text of a user in %j is %j', (messages, text) => {
  expect(lastUserText({ messages })).toBe(text);
});
