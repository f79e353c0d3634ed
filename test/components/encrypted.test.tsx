// Encrypted values are shown by their size and their type, on messages and on calls.
import { expect, test } from 'vitest';
import { showPanel, type TestPanel } from '../support/panel';

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
  panel = await showPanel(
    [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'MESSAGES_SNAPSHOT', messages },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ],
    { view: 'messages' },
  );
  for (const fold of panel.container.querySelectorAll<HTMLElement>('.inline-call summary')) fold.click();
  await panel.press(panel.container, 'Shift');
  const lines = [...panel.container.querySelectorAll('p.dim')].map(({ textContent }) => textContent);
  const values = lines.filter((line) => line.startsWith('encrypted value'));
  expect(values).toEqual([
    'encrypted value, opaque, 3 B',
    'encrypted value, 4 B',
    'encrypted value, signature, 2 B',
  ]);
});
