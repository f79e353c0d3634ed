// Encrypted values are shown by their size and their type, on messages and on calls.
import { expect, test } from 'vitest';
import { textsOf } from '../support/dom';
import { showPanel, type TestPanel } from '../support/panel';
import { events } from '../support/stream-text';

let panel: TestPanel;
test('the type of an encrypted value stands beside its size', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = [
    { id: 'q', role: 'reasoning', content: 'hm', encryptedValue: 'abc', encryptedValueType: 'opaque' },
    { id: 'r', role: 'reasoning', content: 'hm', encryptedValue: 'abcd' },
    {
      id: 'a',
      role: 'assistant',
      toolCalls: [{ ...call, encryptedValue: 'ab', encryptedValueType: 'signature' }],
    },
  ];
  panel = await showPanel(events(`run · messages ${JSON.stringify(messages)} · end`), { view: 'messages' });
  for (const fold of panel.container.querySelectorAll<HTMLElement>('.inline-call summary')) fold.click();
  await panel.press(panel.container, 'Shift');
  const values = textsOf(panel.container, 'p.dim').filter((line) => line.startsWith('encrypted value'));
  expect(values).toEqual([
    'encrypted value, opaque, 3 B',
    'encrypted value, 4 B',
    'encrypted value, signature, 2 B',
  ]);
});
