// OpenAI's streams: chat completion chunks, and the events of the Responses API.
import { lookAlike } from '@/lib/core/decode/look-alike';
import { stringIn } from '@/lib/core/json/json';

const RESPONSES = /^response\.[a-z_.]+$/;

export const openai = lookAlike('openai', {
  nameOf(value) {
    const object = stringIn(value, 'object');
    if (object === 'chat.completion.chunk' || object === 'text_completion') return object;
    const type = stringIn(value, 'type');
    return type !== undefined && RESPONSES.test(type) ? type : undefined;
  },
  confidence: 0.9,
});
