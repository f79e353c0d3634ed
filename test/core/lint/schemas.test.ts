// Arguments against schemas, however the call comes.
import { expect, test } from 'vitest';
import { finished, started } from '../../support/exchanges';
import { logOf, rulesOf } from '../../support/logs';

const TOOL = { name: 'f', description: '', parameters: { type: 'object', required: ['city'] } };
const REQUEST = { threadId: 't', runId: 'r', messages: [], tools: [TOOL] };

const found = (events: readonly object[], request: object = REQUEST): string[] =>
  rulesOf(logOf([started('r'), ...events, finished('r')], request));

const CHUNK = { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'f' };

test('a call in chunks ends with the next event', () => {
  const bad = [
    { ...CHUNK, delta: '{"days"' },
    { type: 'TOOL_CALL_CHUNK', delta: ':1}' },
  ];
  const other = { type: 'CUSTOM', name: 'n', value: 1 };
  expect(found([...bad, other])).toEqual(['arguments-not-in-schema']);
  expect(found(bad)).toEqual(['arguments-not-in-schema']);
  expect(found([{ ...CHUNK, delta: '{"city":"Oslo"}' }, other])).toEqual([]);
  expect(found([{ ...CHUNK, delta: '{"city":' }, other])).toEqual(['arguments-not-json']);
});

test('a call in a snapshot is complete and checked once', () => {
  const called = (args: string) => ({
    type: 'MESSAGES_SNAPSHOT',
    messages: [
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
      },
    ],
  });
  expect(found([called('{"days":1}'), called('{"days":1}')])).toEqual(['arguments-not-in-schema']);
  expect(found([called('{"city":"Oslo"}')])).toEqual([]);
});

test('tools that the request does not declare are the agent’s own', () => {
  expect(found([{ ...CHUNK, toolCallName: 'search_the_web', delta: '{}' }])).toEqual([]);
  expect(found([{ ...CHUNK, delta: '{}' }], { ...REQUEST, tools: [] })).toEqual([]);
});

test('a tool with a broken schema is diagnostic once in a run', () => {
  const tools = [{ ...TOOL, parameters: { $ref: '#/none' } }];
  const again = { ...CHUNK, toolCallId: 'd' };
  const other = { type: 'CUSTOM', name: 'n', value: 1 };
  expect(found([{ ...CHUNK, delta: '{}' }, other, { ...again, delta: '{}' }], { ...REQUEST, tools })).toEqual(
    ['schema-broken'],
  );
});
