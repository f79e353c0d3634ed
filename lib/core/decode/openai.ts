// OpenAI's streams: chat completion chunks, and the events of the Responses API.
import { foreignProtocol } from '@/lib/core/decode/foreign-protocol';
import { stringIn } from '@/lib/core/json/json';

const RESPONSES = /^response\.[a-z_.]+$/;

export const openai = foreignProtocol('openai', {
  nameOf(value) {
    const object = stringIn(value, 'object');
    if (object === 'chat.completion.chunk' || object === 'text_completion') return object;
    const type = stringIn(value, 'type');
    return type !== undefined && RESPONSES.test(type) ? type : undefined;
  },
  confidence: 0.9,
});
