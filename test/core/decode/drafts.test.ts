// Whole documents in the spellings of drafts, as files: what they mean is read, and nothing is held against them.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import type { Log } from '@/lib/core/log/log';
import { batchesOf, logOfBatches } from '../../support/exported';
import { FINISHED, findingsOf, headOf, plain, STARTED } from '../../support/logs';
import { play } from '../../support/played';

const opened = (text: string): Log => logOfBatches(batchesOf({ name: 'x.json', text }));

function seen(log: Log) {
  const { model, findings } = headOf(log, lintFold);
  const thread = model.threads.at(0);
  return {
    contents: plain(
      [...(thread?.messages ?? [])].map(({ message }) => ('content' in message ? message.content : null)),
    ),
    interrupts: plain(thread?.interrupts),
    status: model.runs.at(0)?.status,
    dialect: log.streams[0]?.dialect,
    rules: findings.map(({ rule }) => rule),
  };
}

const PART = {
  text: 'Hello',
  metadata: { agui_event_type: 'content_block', agui_block_type: 'text', agui_block_id: 'b' },
};
const META = { event_type: 'content_block', block_type: 'text', block_id: 'b' };
const TASK = { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_SUBMITTED' } } };
const DONE = {
  statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' }, final: true },
};

function agentMessage(parts: readonly object[]): object {
  return { message: { messageId: 'm', contextId: 'c1', taskId: 't1', role: 'ROLE_AGENT', parts } };
}

test.each([
  ['a list of parts', [PART]],
  ['a list that ends with an empty object', [PART, {}]],
  ['one part', PART],
  ['a message without an envelope', [{ messageId: 'm', parts: [PART] }]],
  [
    'A2A in a list that ends with an empty object',
    [TASK, agentMessage([{ text: 'Hello', metadata: META }]), DONE, {}],
  ],
])('Hector: %s', (_what, value) => {
  const { contents, status, dialect, rules } = seen(opened(JSON.stringify(value)));
  expect({ contents, status, dialect, rules }).toEqual({
    contents: ['Hello'],
    status: 'success',
    dialect: 'hector-a2a',
    rules: [],
  });
});

test('A2A without metadata, in a list that ends with an empty object, is not read as broken AG-UI', () => {
  const { dialect, rules } = seen(opened(JSON.stringify([TASK, agentMessage([{ text: 'Hello' }]), {}])));
  expect({ dialect, rules }).toEqual({ dialect: 'a2a', rules: [] });
});

test.each([
  [
    { interrupt: { id: 'i', reason: 'ask', payload: { a: 1 } } },
    [{ id: 'i', reason: 'ask', metadata: { payload: { a: 1 } } }],
  ],
  [{ interrupt: { reason: 'ask' } }, [{ id: 'interrupt', reason: 'ask' }]],
  [{ interrupt: {} }, [{ id: 'interrupt', reason: 'interrupt' }]],
  [{ outcome: 'interrupt', interrupt: { id: 'i' } }, [{ id: 'i', reason: 'interrupt' }]],
])('an interrupt of the draft is read, even late in a stream: %j', (more, interrupts) => {
  const customs = Array.from({ length: 40 }, () => ({ type: 'CUSTOM', name: 'n', value: 'an interrupt' }));
  const log = opened(JSON.stringify([STARTED, ...customs, { ...FINISHED, ...more }]));
  expect(seen(log)).toMatchObject({ status: 'interrupted', interrupts, rules: ['draft-spelling'] });
});

test.each([
  [
    { type: 'file', url: 'https://x/a.pdf', mimeType: 'application/pdf' },
    { type: 'document', source: { type: 'url', value: 'https://x/a.pdf', mimeType: 'application/pdf' } },
  ],
  [
    { type: 'file', url: 'https://x/a.png', mimeType: 'image/png' },
    { type: 'image', source: { type: 'url', value: 'https://x/a.png', mimeType: 'image/png' } },
  ],
  [
    { type: 'file', url: 'https://x/a' },
    { type: 'document', source: { type: 'url', value: 'https://x/a' } },
  ],
  [
    { type: 'file', data: 'AA==', mimeType: 'text/plain', filename: 'a.txt' },
    {
      type: 'document',
      source: { type: 'data', value: 'AA==', mimeType: 'text/plain' },
      metadata: { filename: 'a.txt' },
    },
  ],
])('a file as a part is kept: %j', (part, kept) => {
  const content = [{ type: 'text', text: 'see' }, part];
  const snapshot = { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'u', role: 'user', content }] };
  const found = seen(opened(JSON.stringify([STARTED, snapshot, FINISHED])));
  expect(found.contents).toEqual([[{ type: 'text', text: 'see' }, kept]]);
  expect(found.rules).toEqual(['draft-spelling']);
});

test('META is reported as an event of a draft', () => {
  const meta = { type: 'META', metaType: 'thumbs_up', payload: { messageId: 'm' } };
  const log = opened(JSON.stringify([STARTED, meta, FINISHED]));
  expect(seen(log)).toMatchObject({ dialect: 'ag-ui-draft', rules: ['draft-spelling'] });
  const [finding] = findingsOf(log);
  expect(finding?.message).toContain('draft on meta events');
});

test("a file in the user's own message is kept, too", () => {
  const content = [{ type: 'file', url: 'https://x/a.pdf', mimeType: 'application/pdf' }];
  const log = play({
    sender: 'client-1.0',
    request: { messages: [{ id: 'u', role: 'user', content }] },
    text: 'run · end',
  });
  expect(seen(log).contents).toEqual([
    [{ type: 'document', source: { type: 'url', value: 'https://x/a.pdf', mimeType: 'application/pdf' } }],
  ]);
});
