import { expect, test } from 'vitest';
import { sessionPreview } from '@/lib/core/files/session-preview';
import { logOf } from '../../support/logs';
import { events } from '../../support/stream-text';

test('the preview has the user’s prompt and the response, and one row for the deltas of a text', () => {
  const request = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Hi?' }] };
  const log = logOf(events('run · text a "Hel" "lo." · end'), request);
  const { messages, rows, isCut } = sessionPreview(log);
  expect(messages.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'Hi?'],
    ['assistant', 'Hello.'],
  ]);
  expect(rows.map(({ type, count }) => `${type} ${count}`)).toContain('TEXT_MESSAGE_CONTENT 2');
  expect(isCut).toBe(false);
});
