import { expect, test } from 'vitest';
import { starTest } from '@/lib/core/json/star-pattern';
import { renewedChunks, renewIds } from '@/lib/director/renewed-ids';
import { readDirectedRequest } from '@/lib/director/run-request';
import { joinBytes, toBase64 } from '@/lib/messages/base64';
import { framed } from '../support/packed';

const mapping = new Map([
  ['m1', 'a much longer id'],
  ['call_1', 'c'],
]);
const TEXT =
  '{"messageId":"m1","delta":"m1","toolCalls":[{"id" : "call_1"}],"parent_message_id":"m1","grid":"m1"}';
const RENEWED =
  '{"messageId":"a much longer id","delta":"m1","toolCalls":[{"id" : "c"}],"parent_message_id":"a much longer id","grid":"m1"}';

test('ids are renewed at any split, and there are as many parts', () => {
  for (let first = 0; first <= TEXT.length; first++)
    for (const second of [first, Math.min(first + 1, TEXT.length), TEXT.length]) {
      const parts = [TEXT.slice(0, first), TEXT.slice(first, second), TEXT.slice(second)];
      const renewed = renewIds(parts, mapping);
      expect(renewed).toHaveLength(3);
      expect(renewed.join('')).toBe(RENEWED);
    }
});

test('a body without such ids keeps its bytes, also those that are split within a character', () => {
  const bytes = [...new TextEncoder().encode('{"messageId":"ü"}')];
  const base = { status: 200, headers: {}, headT: 0, endT: 0, input: [], ids: [] };
  const b64 = (part: readonly number[]): string => btoa(String.fromCharCode(...part));
  const chunks = [
    { t: 0, b64: b64(bytes.slice(0, 15)) },
    { t: 0, b64: b64(bytes.slice(15)) },
  ];
  expect(renewedChunks({ ...base, chunks }, mapping).flatMap((part) => [...part])).toEqual(bytes);
  const binary = [{ t: 0, b64: b64([255, 254, 0]) }];
  expect([...(renewedChunks({ ...base, chunks: binary }, mapping)[0] ?? [])]).toEqual([255, 254, 0]);
});

test('ids are renewed in protobuf at any split, and other messages keep their bytes', () => {
  const content = { type: 'TEXT_MESSAGE_CONTENT', delta: 'm1' };
  const odd = new Uint8Array([0, 0, 0, 3, 1, 2, 3]);
  const body = (messageId: string): Uint8Array =>
    joinBytes([
      framed({ ...content, messageId }),
      odd,
      framed({ type: 'RAW', event: 'm1' }),
      new Uint8Array(2),
    ]);
  const headers = { 'content-type': 'application/vnd.ag-ui.event+proto' };
  const served = (parts: readonly Uint8Array[]) =>
    renewedChunks(
      {
        ...{ status: 200, headers, headT: 0, endT: 0, input: [], ids: [] },
        chunks: parts.map((part) => ({ t: 0, b64: toBase64(part) })),
      },
      mapping,
    );
  const recorded = body('m1');
  for (let at = 0; at <= recorded.length; at++) {
    const renewed = served([recorded.subarray(0, at), recorded.subarray(at)]);
    expect(renewed).toHaveLength(2);
    expect(joinBytes(renewed)).toEqual(body('a much longer id'));
  }
  const others = [body('m2').slice(0, 9), body('m2').slice(9)];
  expect(served(others)).toEqual(others);
});

test.each([
  ['*', 'http://a/b', true],
  ['http://a/*', 'http://a/b', true],
  ['*/run', 'http://a/run', true],
  ['*/run', 'http://a/run/2', false],
  ['http://a/b', 'http://a/b', true],
  ['http://a/b', 'http://a/bc', false],
  ['a*a', 'a', false],
  ['*x*y*', '1x2y3', true],
  ['*y*x*', '1x2y3', false],
  ['http://localhost:3000/a.b?c=(d', 'http://localhost:3000/a.b?c=(d', true],
])('pattern %s on %s: %s', (pattern, text, fits) => expect(starTest(pattern)(text)).toBe(fits));

test('a run request is read bare and in an envelope, and never throws', () => {
  const input = {
    threadId: 't',
    runId: 'r',
    messages: [
      { id: '1', role: 'user', content: [{ type: 'text', text: 'Hel' }, { text: 'lo' }] },
      { id: '2', role: 'assistant' },
    ],
  };
  const bare = readDirectedRequest('http://a/', 'POST', JSON.stringify(input));
  expect(bare).toMatchObject({ thread: 't', run: 'r', userText: 'Hello', agent: undefined });
  const envelope = { method: 'agent/run', params: { agentId: 'chat' }, body: input };
  expect(readDirectedRequest('http://a/', 'POST', JSON.stringify(envelope))).toEqual({
    ...bare,
    agent: 'chat',
    endpoint: '/ agent/run',
  });
  const snake = { thread_id: 't', run_id: 'r', messages: input.messages, resume: [] };
  expect(readDirectedRequest('http://a/', 'POST', JSON.stringify({ params: snake }))).toEqual({
    ...bare,
    isResume: true,
  });
  for (const odd of [undefined, '', '{', '[]', 'null', '{"messages":[null,1,{"role":1}]}'])
    expect(readDirectedRequest('', '', odd).userText).toBe('');
});
