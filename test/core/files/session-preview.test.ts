import { expect, test } from 'vitest';
import { sessionPreview } from '@/lib/core/files/session-preview';
import { createLog } from '@/lib/core/log/log';
import { sseRecords } from '../../support/logs';

const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_START', messageId: 'a', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a', delta: 'Hel' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a', delta: 'lo.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'a' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
];

test('the preview has what the user asked and what came back, and a row for the parts of a text', () => {
  const log = createLog();
  const request = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Hi?' }] };
  log.append({ doc: 'd', frameId: 0, records: sseRecords(EVENTS, request) });
  const { messages, rows, isCut } = sessionPreview(log);
  expect(messages.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'Hi?'],
    ['assistant', 'Hello.'],
  ]);
  expect(rows.map(({ type, count }) => `${type} ${count}`)).toContain('TEXT_MESSAGE_CONTENT 2');
  expect(isCut).toBe(false);
});
