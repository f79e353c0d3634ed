import { describe } from 'vitest';
import { views } from '@/components/views';
import { testView, type ViewFixture } from '../contract/view';
import { agents } from '../harness/agents';
import { garbage } from '../harness/garbage';
import { sampleRun } from '../support/sessions';

const input = {
  threadId: 't1',
  runId: 'r1',
  state: {},
  messages: [{ id: 'u1', role: 'user' as const, content: 'Hello?' }],
  tools: [],
  context: [],
  forwardedProps: {},
};

const fixtures: readonly ViewFixture[] = [
  { name: 'an empty log', events: [] },
  { name: 'a short run', events: sampleRun(), request: input },
  ...agents
    .filter(({ name }) => name !== 'long')
    .map(({ name, run }) => ({
      name: `agent ${name}`,
      events: [...run(input)].slice(0, 120),
      request: input,
    })),
  ...garbage
    .filter(({ name }) => !['endless-frame', 'huge'].includes(name))
    .map(({ name, parts }) => ({ name: `garbage ${name}`, events: [], body: [...parts()], request: input })),
  {
    name: 'values of every wrong type',
    events: [
      { type: 'RUN_STARTED', threadId: 1, runId: null },
      { type: 'TEXT_MESSAGE_START', messageId: {}, role: [] },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'x', delta: { a: 1 } },
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'a', role: 'user', content: [{ type: 'image' }] }, 7] },
      { type: 'STATE_DELTA', delta: 'none' },
      { type: 'STATE_SNAPSHOT', snapshot: null },
      { type: 'TOOL_CALL_START', toolCallId: [], toolCallName: 3 },
      { type: 'NO_SUCH_TYPE', a: { __proto__x: 1 } },
      { type: 'RUN_FINISHED', outcome: { type: 'interrupt', interrupts: 'many' } },
      { type: 'RUN_ERROR', message: ['no'] },
    ],
  },
];

for (const view of views) describe(view.id, () => testView(view, fixtures));
