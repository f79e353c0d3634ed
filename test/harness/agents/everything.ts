// Every event type of AG-UI 1.0 at least once, in an order that the stock client accepts.
import type { Message, RunAgentInput } from '@ag-ui/core';
import { type Agent, answer, call, type DemoEvent, finished, say, started, turnOf } from './agent';

const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function* thoughts(id: (name: string) => string): Generator<DemoEvent> {
  const span = id('span');
  const messageId = id('thought');
  yield { type: 'REASONING_START', messageId: span };
  yield { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' };
  yield { type: 'REASONING_MESSAGE_CONTENT', messageId, delta: 'First I show ' };
  yield { type: 'REASONING_MESSAGE_CONTENT', messageId, delta: 'everything I can.' };
  yield { type: 'REASONING_MESSAGE_END', messageId };
  yield { type: 'REASONING_MESSAGE_CHUNK', messageId: id('thought-2'), delta: 'Then I ' };
  yield { type: 'REASONING_MESSAGE_CHUNK', delta: 'stop.' };
  yield { type: 'REASONING_END', messageId: span };
  yield {
    type: 'REASONING_ENCRYPTED_VALUE',
    subtype: 'message',
    entityId: messageId,
    encryptedValue: 'c2VjcmV0',
  };
}

function* chunks(id: (name: string) => string): Generator<DemoEvent> {
  yield { type: 'TEXT_MESSAGE_CHUNK', messageId: id('chunked'), role: 'assistant', delta: 'Text in ' };
  yield { type: 'TEXT_MESSAGE_CHUNK', delta: 'chunks; no start, no end.' };
  yield { type: 'TOOL_CALL_CHUNK', toolCallId: id('lookup'), toolCallName: 'lookup', delta: '{"key":' };
  yield { type: 'TOOL_CALL_CHUNK', delta: '"a/b~c"}' };
  yield answer(id('lookup'), { found: true });
}

function* activity(id: (name: string) => string): Generator<DemoEvent> {
  const about = { messageId: id('plan'), activityType: 'PLAN' };
  yield { type: 'ACTIVITY_SNAPSHOT', ...about, content: { steps: ['think'], done: 0 } };
  yield { type: 'ACTIVITY_DELTA', ...about, patch: [{ op: 'add', path: '/steps/-', value: 'act' }] };
  yield { type: 'ACTIVITY_DELTA', ...about, patch: [{ op: 'replace', path: '/done', value: 1 }] };
}

function* helpers(id: (name: string) => string): Generator<DemoEvent> {
  const parentToolCallId = id('delegate');
  yield* call({ toolCallId: parentToolCallId, toolCallName: 'delegate' }, { to: ['searcher', 'writer'] });
  const [searcher, writer] = [id('searcher'), id('writer')];
  yield { type: 'SUBAGENT_STARTED', subagentRunId: searcher, name: 'searcher', parentToolCallId };
  yield { type: 'SUBAGENT_STARTED', subagentRunId: writer, name: 'writer', description: 'writes it down' };
  yield* say(id('found'), 'Found two pages.', searcher);
  yield {
    type: 'SUBAGENT_FINISHED',
    subagentRunId: searcher,
    result: { pages: 2 },
    outcome: { type: 'success' },
  };
  yield { type: 'SUBAGENT_ERROR', subagentRunId: writer, message: 'Out of ink.', code: 'ink' };
  yield answer(parentToolCallId, ['two pages', 'no text']);
}

function* state(turn: number): Generator<DemoEvent> {
  yield { type: 'STATE_SNAPSHOT', snapshot: { items: [{ n: 1 }, { n: 2 }], 'a/b': { 'c~d': 'é' }, turn } };
  yield {
    type: 'STATE_DELTA',
    delta: [
      { op: 'test', path: '/turn', value: turn },
      { op: 'add', path: '/items/1', value: { n: 1.5 } },
      { op: 'replace', path: '/a~1b/c~0d', value: null },
      { op: 'copy', from: '/items/0', path: '/first' },
      { op: 'move', from: '/items/2', path: '/last' },
      { op: 'remove', path: '/items/1' },
    ],
  };
}

function* show(input: RunAgentInput, id: (name: string) => string): Generator<DemoEvent> {
  yield started(input);
  yield { type: 'STEP_STARTED', stepName: 'show' };
  yield* thoughts(id);
  yield* state(turnOf(input));
  yield* say(id('hello'), 'Hello, this is every event there is.');
  yield* chunks(id);
  yield* activity(id);
  yield* helpers(id);
  yield { type: 'RAW', source: 'demo', event: { kind: 'provider', tokens: [1, 2, 3] } };
  yield { type: 'CUSTOM', name: 'progress', value: { percent: 80 }, metadata: { trace: 'abc' } };
  yield { type: 'MESSAGES_SNAPSHOT', messages: [...input.messages, ...snapshot(id)] };
  yield { type: 'STEP_FINISHED', stepName: 'show' };
  yield finished(input);
}

function snapshot(id: (name: string) => string): Message[] {
  return [
    { id: id('hello'), role: 'assistant', content: 'Hello, this was every event there is.', name: 'demo' },
    { id: id('system'), role: 'system', content: 'Be complete.' },
    { id: id('developer'), role: 'developer', content: 'Be brief.' },
    {
      id: id('picture'),
      role: 'user',
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image', source: { type: 'data', value: IMAGE, mimeType: 'image/png' } },
      ],
    },
  ];
}

/** One run that shows everything and ends well, and the run that was asked for, which ends with an error. */
function* run(input: RunAgentInput): Generator<DemoEvent> {
  const id = (name: string) => `${input.runId}-${name}`;
  yield* show({ ...input, runId: id('show') }, id);
  yield started(input);
  yield {
    type: 'RUN_ERROR',
    message: 'This is how an error looks.',
    code: 'demo',
    timestamp: 1_700_000_000_000,
  };
}

/** Every event type of the protocol. */
export const everything: Agent = { name: 'everything', about: 'all 31 event types', paceMs: 20, run };
