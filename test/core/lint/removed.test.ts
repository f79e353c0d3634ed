// Messages, content parts and properties that client 1.0 removes.
import { expect, test } from 'vitest';
import { findingsOf } from '../../support/logs';
import { play, type Sender } from '../../support/played';

function found(text: string, sender: Sender = 'client-1.0'): readonly string[] {
  const findings = findingsOf(play({ sender, text: `run · ${text} · end` }));
  return findings
    .filter(({ rule }) => rule === 'unknown-property' || rule === 'malformed-event')
    .map(({ severity, message }) => `${severity} ${message}`);
}

const snapshot = (...messages: readonly object[]) => `messages ${JSON.stringify(messages)}`;
const LOST = 'client 1.0 drops them, and 0.0.x rejects the event.';

test('messages with the roles of other libraries are lost', () => {
  const ai = { id: 'a', role: 'ai', content: 'x' };
  expect(found(`${snapshot(ai, { ...ai, id: 'b' })} · ${snapshot(ai)}`)).toEqual([
    `error MESSAGES_SNAPSHOT has messages with the unknown role 'ai': ${LOST} Did you mean 'assistant'?`,
  ]);
  expect(found(snapshot({ id: 'a', type: 'human', content: 'x' }))).toEqual([
    `error MESSAGES_SNAPSHOT has messages with no role but type 'human': ${LOST} Send role 'user'.`,
  ]);
  expect(found(snapshot({ ...ai, role: 'critic' }))).toEqual([
    `error MESSAGES_SNAPSHOT has messages with the unknown role 'critic': ${LOST}`,
  ]);
  expect(found(snapshot(ai), 'client-0.0')).toEqual([
    expect.stringMatching(/^error .*rejects .* at '\/messages\/0\/role'.* Did you mean 'assistant'\?$/),
  ]);
});

test('content parts of other libraries are lost', () => {
  const image = { type: 'image_url', image_url: { url: 'data:x' } };
  const user = { id: 'u', role: 'user', content: [{ type: 'text', text: 'see' }, image] };
  expect(found(snapshot(user))).toEqual([
    `error MESSAGES_SNAPSHOT has content parts with the unknown type 'image_url': ${LOST} Send type 'image' with a source.`,
  ]);
  expect(found(snapshot(user), 'client-0.0')).toEqual([
    expect.stringMatching(/^error .*rejects .*Send type 'image' with a source\.$/),
  ]);
});

test('a property in snake_case is named with its right spelling', () => {
  const call = 'TOOL_CALL_START {"toolCallId":"c","toolCallName":"f","parent_message_id":"m"}';
  expect(found(`${call} · TOOL_CALL_END {"toolCallId":"c"}`)).toEqual([
    "warning TOOL_CALL_START has the property 'parent_message_id', which client 1.0 removes. Did you mean 'parentMessageId'?",
  ]);
});

test('a right spelling is proposed only where it is missing and known', () => {
  const call = 'TOOL_CALL_START {"toolCallId":"c","tool_call_id":"c","toolCallName":"f"}';
  expect(found(`${call} · TOOL_CALL_END {"toolCallId":"c"}`)).toEqual([
    expect.not.stringContaining('Did you mean'),
  ]);
  const step = 'STEP_STARTED {"stepName":"a","tool_calls":1} · done a';
  expect(found(step)).toEqual([expect.not.stringContaining('Did you mean')]);
});

test('a property within messages is found there, once', () => {
  const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const message = { id: 'a', role: 'assistant', content: 'x', tool_calls: calls };
  expect(found(snapshot(message, { ...message, id: 'b' }))).toEqual([
    "warning MESSAGES_SNAPSHOT has the property 'tool_calls' in 'messages', which client 1.0 removes. Did you mean 'toolCalls'?",
  ]);
});

test('advice concerns the message and the place of the error', () => {
  const answer = { id: 'a', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
  const withoutId = { role: 'user', content: 'x' };
  for (const sender of ['client-1.0', 'client-0.0'] as const) {
    expect(found(snapshot(answer), sender)).toEqual([
      expect.stringMatching(/received array.* Send the text of the message as one string\.$/),
    ]);
    expect(found(snapshot({ id: 'f', role: 'function', content: 'x' }, withoutId), sender).at(-1)).toMatch(
      /received undefined\. The stock client stops here\.$/,
    );
  }
});
