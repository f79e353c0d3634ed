// Anthropic's message stream: `{"type":"content_block_delta",…}`, the type also being the SSE event name.
import { lookAlike } from '@/lib/core/decode/look-alike';
import { stringIn } from '@/lib/core/json/json';

const TYPE = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping|error)$/;

export const anthropic = lookAlike('anthropic', {
  nameOf(value) {
    const type = stringIn(value, 'type');
    return type !== undefined && TYPE.test(type) ? type : undefined;
  },
  confidence: 0.75,
  isOwn: (name) => !/^(ping|error)$/.test(name),
});
