// A conversation as OpenAI's chat completions take it.
import { expect, test } from 'vitest';
import { toOpenAiChat as openAiMessages } from '@/lib/core/agui/to-openai-chat';

const toOpenAiChat = (...reported: Parameters<typeof openAiMessages>) => [...openAiMessages(...reported)];

test('roles, names, calls and results keep their order; reasoning and activities are omitted', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":1}' } };
  expect(
    toOpenAiChat([
      { id: 's', role: 'system', content: 'Be brief.' },
      { id: 'd', role: 'developer', content: 'Be kind.', name: 'dev' },
      { id: 'r', role: 'reasoning', content: 'Hm.', encryptedValue: 'secret' },
      { id: 'u', role: 'user', content: 'Find it.' },
      { id: 'a', role: 'assistant', toolCalls: [{ ...call, encryptedValue: 'secret', metadata: {} }] },
      { id: 'p', role: 'activity', activityType: 'PLAN', content: {} },
      { id: 't', role: 'tool', toolCallId: 'c1', content: [{ type: 'text', text: 'Found.' }] },
      { id: 'z', role: 'assistant', content: 'There.', toolCalls: [] },
    ]),
  ).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: 'Be kind.', name: 'dev' },
    { role: 'user', content: 'Find it.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', content: 'Found.', tool_call_id: 'c1' },
    { role: 'assistant', content: 'There.' },
  ]);
});

test('parts of user messages are converted; other parts are described in words', () => {
  const data = (mimeType: string) => ({ type: 'data', value: 'AAAA', mimeType });
  const [message] = toOpenAiChat([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image', source: data('image/png') },
        { type: 'image', source: { type: 'url', value: 'https://x/a.png' } },
        { type: 'audio', source: data('audio/wav') },
        { type: 'document', source: data('application/pdf'), metadata: { filename: 'a.pdf' } },
        { type: 'document', source: { type: 'file', value: 'file-1' } },
        { type: 'video', source: { type: 'url', value: 'https://x/v' } },
      ],
    },
  ]);
  expect(message?.['content']).toEqual([
    { type: 'text', text: 'Look:' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'image_url', image_url: { url: 'https://x/a.png' } },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    { type: 'file', file: { file_id: 'file-1' } },
    { type: 'text', text: '[video: https://x/v]' },
  ]);
});

test('arguments that are no text become one, and hostile messages do not throw', () => {
  const [message] = toOpenAiChat([
    { role: 'assistant', toolCalls: [{ id: 'c', function: { name: 'f', arguments: { a: 1 } } }, 7] },
  ]);
  expect(message?.['tool_calls']).toEqual([
    { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
  ]);
  expect(toOpenAiChat([{}, { role: 3 }, { role: 'user', content: 5 }, { role: 'user' }])).toEqual([
    { role: 'user', content: '5' },
    { role: 'user', content: '' },
  ]);
});
