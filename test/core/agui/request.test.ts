// The run request is found in every envelope and spelling, and nowhere else.
import { expect, test } from 'vitest';
import { parseRequestBody, parseRunRequest } from '@/lib/core/agui/request';

const INPUT = { threadId: 't', runId: 'r', messages: [] };

test('finds a run request bare and in envelopes', () => {
  expect(parseRunRequest(JSON.stringify(INPUT))).toEqual({ input: INPUT });
  const single = { method: 'agent/run', params: { agentId: 'a' }, body: INPUT };
  expect(parseRunRequest(JSON.stringify(single))).toEqual({ input: INPUT, method: 'agent/run' });
  expect(parseRunRequest(JSON.stringify({ type: 'INIT', ...INPUT }))?.input).toMatchObject(INPUT);
});

test('finds a request in snake_case if it has more than a thread id', () => {
  const message = { id: 'm', role: 'tool', tool_call_id: 'c', content: 'x' };
  const state = { tool_call_id: 'own' };
  const sent = { thread_id: 't', run_id: 'r', messages: [message], state, forwarded_props: { my_key: 1 } };
  expect(parseRunRequest(JSON.stringify(sent))?.input).toEqual({
    threadId: 't',
    runId: 'r',
    messages: [{ id: 'm', role: 'tool', toolCallId: 'c', content: 'x' }],
    state,
    forwardedProps: { my_key: 1 },
  });
  expect(parseRunRequest('{"thread_id":"t","run_id":"r"}')).toBeUndefined();
});

test('converts drafts and older spellings of messages', () => {
  const call = { id: 'c', name: 'f', arguments: { q: 1 } };
  const sent = {
    ...INPUT,
    messages: [
      { id: 'u', role: 'user', content: [{ type: 'image', url: 'https://a.example/i.png' }] },
      { id: 'a', role: 'assistant', toolCalls: [call] },
      { id: 'p', role: 'activity', activity: { type: 'PLAN', steps: [] } },
    ],
    resume: { interruptId: 'i', payload: { ok: true } },
  };
  expect(parseRunRequest(JSON.stringify(sent))?.input).toEqual({
    ...INPUT,
    messages: [
      {
        id: 'u',
        role: 'user',
        content: [{ type: 'image', source: { type: 'url', value: 'https://a.example/i.png' } }],
      },
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"q":1}' } }],
      },
      { id: 'p', role: 'activity', activityType: 'PLAN', content: { type: 'PLAN', steps: [] } },
    ],
    resume: [{ interruptId: 'i', status: 'resolved', payload: { ok: true } }],
  });
});

test('other texts are not run requests', () => {
  const others = ['', 'threadId', '[]', '{"threadId":1}', '{"threadId":"t"}', '{"type":"abort","runId":"r"}'];
  for (const text of others) expect(parseRunRequest(text)).toBeUndefined();
});

test('a run request is replaced in its envelope, which stays', () => {
  const other = { ...INPUT, runId: 'other' };
  expect(parseRequestBody(JSON.stringify(INPUT))?.withInput(other)).toEqual(other);
  const single = { method: 'agent/run', params: { agentId: 'a' }, body: { ...INPUT, state: 1 } };
  const body = parseRequestBody(JSON.stringify(single));
  expect(body?.input).toEqual(single.body);
  expect(body?.withInput(other)).toEqual({ ...single, body: other });
  for (const text of ['', '[]', 'null', '{"body":1}', '{"threadId":"t"'])
    expect(parseRequestBody(text)).toBeUndefined();
});

test('a request in snake_case is edited in camelCase, and sent as it came', () => {
  const sent = {
    thread_id: 't',
    run_id: 'r',
    messages: [
      {
        id: 'a',
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"tool_call_id":1}' } }],
      },
      { id: 'b', role: 'tool', tool_call_id: 'c', content: 'done' },
    ],
    state: { thread_id: 'of the app', runId: 'of the app' },
    tools: [],
    context: [],
    forwarded_props: { run_id: 'of the app' },
  };
  const body = parseRequestBody(JSON.stringify({ body: sent }));
  expect(body?.input).toMatchObject({
    threadId: 't',
    runId: 'r',
    messages: [{ toolCalls: [{ id: 'c' }] }, { toolCallId: 'c' }],
    state: sent.state,
    forwardedProps: sent.forwarded_props,
  });
  expect(body?.withInput(body.input)).toEqual({ body: sent });
  const resume = [{ interruptId: 'i', status: 'resolved', payload: { interruptId: 'of the app' } }];
  expect(body?.withInput({ ...body.input, resume })).toMatchObject({
    body: { resume: [{ interrupt_id: 'i', payload: { interruptId: 'of the app' } }] },
  });
});
